"""Reading a deal record: lenient about what happened, strict about what it says; all defects with their places."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import BY_ID, IDS, KINGS, QUEENS, UNKNOWN_ID, Card, parse_card
from engine.fields import Object, Place, Problems, start
from engine.record import ENDS, FORMAT, FOURTH, Announcement, Call, Collection, Contract, Deal, Trick
from engine.result import read_kontra
from engine.systems import SYSTEMS
from engine.systems.base import BIRDS, NATURES, Family, System
from engine.terms import (
    BONUS_IDS,
    COMPASS,
    GAME_IDS,
    SEATS,
    check_format,
    read_bird,
    read_game,
    read_seat,
    read_system,
    read_with,
)

_FIELDS = (
    "format", "rules", "options", "forehand", "auction", "contract", "talon", "taken", "discards", "hands",
    "announcements", "kontra", "tricks", "end",
)  # fmt: skip
_TRICK_FIELDS = ("cards", "collected_by", "gift", "taken_back")
Half = tuple[Card | None, ...]


def read_deal(document: object) -> Deal:
    """A deal record from JSON; `InputError` with every defect and its place."""
    problems = Problems()
    fields = start(document, problems).object(_FIELDS)
    if fields is None:
        problems.raise_if_any()
        raise AssertionError
    check_format(fields, FORMAT)
    system = read_system(fields)
    options = fields.place.value.get("options")
    forehand = fields.get("forehand")
    deal = Deal(
        system=system
        or SYSTEMS["steiermark-2017"],  # a stand-in: with a problem noted, nothing of it is used
        options=tuple(sorted(options.items())) if isinstance(options, dict) else (),
        forehand=forehand.one_of(tuple(COMPASS), "forehand") if forehand else None,
        auction=tuple(_read_auction(fields)) if fields.get("auction") else None,
        contract=_read_contract(fields, system),
        talon=_read_talon(fields),
        taken=_read_taken(fields),
        discards=tuple(_cards(fields, "discards", 12)) if fields.get("discards") else None,
        hands=_read_hands(fields),
        announcements=tuple(_read_announcements(fields)),
        kontra=tuple(read_kontra(fields, system, said=True)),
        tricks=tuple(_read_tricks(fields)),
        end=(place.one_of(ENDS, "end") if (place := fields.get("end")) else None) or "running",
    )
    _check_cards(deal, problems)
    _check_end(deal, problems)
    problems.raise_if_any()
    return deal


# --- cards -----------------------------------------------------------------------------------------------------


def _card(place: Place) -> tuple[Card | None, bool]:
    """A card id (or what a player writes), `??` as None; the flag says whether it could be read."""
    text = place.text(40)
    if text is None:
        return None, False
    if text == UNKNOWN_ID:
        return None, True
    card = BY_ID.get(text)
    if card is None:
        try:
            card = parse_card(text)
        except ValueError as error:
            place.problems.add("card", str(error), place.at)
            return None, False
    return card, True


def _cards(fields: Object, name: str, at_most: int) -> Iterator[Card | None]:
    for place in fields.items(name, at_most):
        card, good = _card(place)
        if good:
            yield card


def _read_talon(fields: Object) -> tuple[Half, Half] | None:
    place = fields.get("talon")
    if place is None:
        return None
    halves: list[Half] = []
    for half in place.items(2):
        cards = tuple(card for item in half.items(3) for card, good in [_card(item)] if good)
        if isinstance(half.value, list) and len(half.value) != 3:
            half.problems.add("count", f"expected three cards, got {len(half.value)}", half.at)
        halves.append(cards)
    if isinstance(place.value, list) and len(place.value) != 2:
        place.problems.add(
            "count", f"expected two halves of three cards, got {len(place.value)} entries", place.at
        )
    return (halves[0], halves[1]) if len(halves) == 2 else None


def _read_taken(fields: Object) -> str | Card | None:
    place = fields.get("taken")
    if place is None:
        return None
    if place.value in ("first", "second", "all", "none"):
        return str(place.value)
    if not isinstance(place.value, str) or len(place.value) > 40:
        place.wrong("first, second, all, none or a card's id", "taken")
        return None
    try:
        return parse_card(place.value)
    except ValueError:
        place.wrong("first, second, all, none or a card's id", "taken")
        return None


def _read_hands(fields: Object) -> tuple[Half | None, ...] | None:
    place = fields.get("hands")
    inner = place.object(tuple(SEATS)) if place else None
    if inner is None:
        return None
    hands = tuple(tuple(_cards(inner, seat, 18)) if inner.get(seat) else None for seat in SEATS)
    return tuple(hand or None for hand in hands)


def _read_tricks(fields: Object) -> Iterator[Trick]:
    for place in fields.items("tricks", 12):
        inner = place.object(_TRICK_FIELDS)
        if inner is None:
            continue
        cards = [pair for item in inner.items("cards", 8) if (pair := _seat_and_card(item)) is not None]
        back = [pair for item in inner.items("taken_back", 20) if (pair := _seat_and_card(item)) is not None]
        collection = Collection.UNWATCHED
        collector = read_seat(inner.get("collected_by"))
        if inner.has("collected_by"):
            collection = Collection.LYING if inner.get("collected_by") is None else Collection.TAKEN
        yield Trick(tuple(cards), collection, collector, tuple(_gifts(inner)), tuple(back))


def _seat_and_card(place: Place) -> tuple[int, Card | None] | None:
    if not isinstance(place.value, list) or len(place.value) != 2:
        place.wrong('a pair of seat and card, such as ["A", "T17"]', "pair")
        return None
    seat = read_seat(Place(place.value[0], f"{place.at}[0]", place.problems))
    card, good = _card(Place(place.value[1], f"{place.at}[1]", place.problems))
    return (seat, card) if seat is not None and good else None


def _gifts(inner: Object) -> Iterator[Card | None]:
    place = inner.get("gift")
    if place is None:
        return
    if isinstance(place.value, list):
        yield from _cards(inner, "gift", 6)
        return
    card, good = _card(place)
    if good:
        yield card


# --- what was said ---------------------------------------------------------------------------------------------


def _read_auction(fields: Object) -> Iterator[Call]:
    for place in fields.items("auction", 100):
        inner = place.object(("by", "call", "bird"))
        if inner is None:
            continue
        by, call_place = read_seat(inner.need("by")), inner.need("call")
        call = call_place.one_of(("vorhand", "weiter", *GAME_IDS), "call") if call_place else None
        bird_place = inner.get("bird")
        bird = bird_place.one_of(tuple(BIRDS), "bird") if bird_place else None
        if by is not None and call is not None:
            yield Call(by, call, bird)


def _read_contract(fields: Object, system: System | None) -> Contract | None:
    place = fields.get("contract")
    inner = place.object(("game", "bird", "declarer", "called", "with", "partner")) if place else None
    if inner is None:
        return None
    game = read_game(inner.need("game"), system)
    declarer = read_seat(inner.need("declarer"))
    if game is None or declarer is None:
        return None
    calling = NATURES[game].family is Family.CALLING
    partner = read_seat(inner.get("partner"))
    if partner is not None and (not calling or partner == declarer):
        message = "the declarer cannot be his own partner" if calling else f"there is no partner in {game}"
        inner.place.problems.add("partner", message, inner.at("partner"))
    return Contract(
        game=game,
        declarer=declarer,
        bird=read_bird(inner.get("bird"), system, game),
        called=_read_called(inner.get("called"), game, calling),
        others=read_with(inner, game, declarer),
        partner=partner,
    )


def _read_called(place: Place | None, game: str, calling: bool) -> Card | str | None:
    if place is None:
        return None
    if not calling:
        place.problems.add("called", f"no king is called in {game}", place.at)
        return None
    if place.value == FOURTH:
        return FOURTH
    card, good = _card(place)
    if good and (card is None or not 1 << card & (KINGS | QUEENS)):
        place.wrong("a king's id, a queen's id (four kings in hand) or \"fourth\"", "called")
        return None
    return card


def _read_announcements(fields: Object) -> Iterator[Announcement]:
    """Any bonus of any system may have been said; whether it counts is for the judge."""
    for place in fields.items("announcements", 60):
        inner = place.object(("by", "what"))
        if inner is None:
            continue
        by, what_place = read_seat(inner.need("by")), inner.need("what")
        what = what_place.one_of(BONUS_IDS, "bonus") if what_place else None
        if by is not None and what is not None:
            yield Announcement(by, what)


# --- what only the whole record can show -----------------------------------------------------------------------


def _check_cards(deal: Deal, problems: Problems) -> None:
    """Each of the 54 cards exists once, wherever the record puts it."""
    seen: dict[Card, str] = {}

    def note(card: Card | None, at: str) -> None:
        if card is None:
            return
        if card in seen:
            problems.add("card_twice", f"{IDS[card]} stands twice; first at {seen[card]}", at)
        else:
            seen[card] = at

    for t, trick in enumerate(deal.tricks):
        for i, (_, card) in enumerate(trick.cards):
            note(card, f"tricks[{t}].cards[{i}]")
        for gift in trick.gifts:
            note(gift, f"tricks[{t}].gift")
    for i, card in enumerate(deal.discards or ()):
        note(card, f"discards[{i}]")
    if deal.talon is not None:
        talon = [c for half in deal.talon for c in half]
        known = [c for c in talon if c is not None]
        for card in dict.fromkeys(known):
            if known.count(card) > 1:
                problems.add("card_twice", f"{IDS[card]} stands twice in the talon", "talon")
        if isinstance(deal.taken, int) and None not in talon and deal.taken not in known:
            problems.add("taken", f"{IDS[deal.taken]} does not lie in the talon", "taken")
        for card in deal.left_cards:
            if card is not None and card in seen:
                problems.add(
                    "card_twice",
                    f"{IDS[card]} was left in the talon and stands also at {seen[card]}",
                    "talon",
                )
    _check_hands(deal, problems)


def _check_hands(deal: Deal, problems: Problems) -> None:
    held: dict[Card, int] = {}
    for seat, hand in enumerate(deal.hands or ()):
        for i, card in enumerate(hand or ()):
            if card is None:
                continue
            if card in held:
                problems.add(
                    "card_twice",
                    f"{IDS[card]} is already in the hand of {SEATS[held[card]]}",
                    f"hands.{SEATS[seat]}[{i}]",
                )
            held.setdefault(card, seat)
    for t, trick in enumerate(deal.tricks):
        for i, (seat, card) in enumerate(trick.cards):
            hand = deal.hands[seat] if deal.hands else None
            if card is None or hand is None or None in hand:
                continue
            if card not in hand:
                problems.add(
                    "hand",
                    f"{SEATS[seat]} laid {IDS[card]}, which is not in his hand",
                    f"tricks[{t}].cards[{i}]",
                )


def _check_end(deal: Deal, problems: Problems) -> None:
    contract = deal.contract
    if deal.end == "blank" and not deal.system.blank_rufer:
        problems.add(
            "end", f"in {deal.system.id} an empty Rufer is played: {deal.system.source('blank').quote}", "end"
        )
    if deal.end == "blank" and contract is not None and contract.game != "rufer":
        problems.add("end", f"only an empty Rufer is settled without play, not {contract.game}", "end")
    if deal.end == "schleifen" and contract is not None and contract.nature.family is not Family.CALLING:
        problems.add("end", f"only a game with a called king can be given up so, not {contract.game}", "end")
    if deal.end in ("schleifen", "blank") and contract is None:
        problems.add("missing", "the field 'contract' is missing: it decides this settlement", "contract")
