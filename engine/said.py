"""What was said against the rules: calling a king, bidding a bird, announcements, Kontra."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bonuses import announced, promised_card
from engine.cards import KINGS, TAROCKS, Card
from engine.duties import may_speak_for, sides_are_known
from engine.facts import Facts, laid_by, sides
from engine.irregular import Act, remark
from engine.record import FOURTH, Contract, Deal
from engine.systems.base import BIRDS, MATERIAL, Family, Talon
from engine.tariff import may_be_announced


def said_acts(deal: Deal, facts: Facts) -> list[Act]:
    """Every irregular call, bid, announcement and Kontra of a deal with a contract."""
    if deal.contract is None:
        return []
    bid_without_bird = list(_bird_bid(deal))
    return [
        *_self_call(deal, facts),
        *bid_without_bird,
        *_announcements(deal, facts, judged_bid=bool(bid_without_bird)),
        *_kontra(deal, facts),
        *_side_by_side(deal),
    ]


def _side_by_side(deal: Deal) -> Iterator[Act]:
    """«„Bei“-Spiele sind nicht zulässig.»"""
    if deal.contract is not None and not deal.system.bei_games:
        for seat in deal.contract.others:
            yield remark(
                "lizitation",
                seat,
                "bei",
                "spielte neben dem Spieler dasselbe Spiel",
                "played the same game beside the declarer",
                (0, 0),
            )


def _laid_at(deal: Deal, card: Card) -> tuple[int, int, int] | None:
    """Seat, trick and place of a card that was laid."""
    for t, trick in enumerate(deal.tricks):
        for i, (seat, laid) in enumerate(trick.cards):
            if laid == card:
                return seat, t + 1, i + 1
    return None


def _self_call(deal: Deal, facts: Facts) -> Iterator[Act]:
    """«Selbstrufen ist generell nicht erlaubt und Renonce»: proven when the caller lays the king that he called."""
    contract, called = deal.contract, facts.called
    if contract is None or deal.system.self_call == "allowed":
        return
    taken = deal.taken_cards
    if contract.nature.talon is not Talon.NONE and (len(taken) != 3 or None in taken):
        return  # the king may have come from the talon
    if contract.called == FOURTH:
        yield from _fourth_of_four(deal, contract)
        return
    where = _laid_at(deal, called) if called is not None else None
    if called is None or where is None or where[0] != contract.declarer or called in taken:
        return
    if deal.talon is not None and called in deal.talon[0] + deal.talon[1]:
        return
    de, en = "rief sich selbst", "called himself"
    status = deal.system.self_call
    yield Act(
        "selbstruf", contract.declarer, status, "selbstruf", (0, 1), None, None, where[1:], de, en, (called,)
    )


def _fourth_of_four(deal: Deal, contract: Contract) -> Iterator[Act]:
    """Who holds all four kings and calls «den Vierten» has called himself."""
    own = [(t + 1, i + 1, c) for t, trick in enumerate(deal.tricks) for i, (s, c) in enumerate(trick.cards)
           if s == contract.declarer and c is not None and 1 << c & KINGS]  # fmt: skip
    if len(own) == 4 and all(card not in deal.taken_cards for _, _, card in own):
        de, en = "rief sich selbst", "called himself"
        trick, place, king = own[-1]
        yield Act(
            "selbstruf",
            contract.declarer,
            deal.system.self_call,
            "selbstruf",
            (0, 1),
            None,
            None,
            (trick, place),
            de,
            en,
            (king,),
        )


def _bid_birds(deal: Deal) -> tuple[str, ...]:
    """The birds that a bid of this contract's game promises one of."""
    contract, system = deal.contract, deal.system
    row = system.game(contract.game, contract.bird) if contract is not None else None
    if contract is None or row is None:
        return ()
    named = len(row.birds) == 1 and contract.bird is not None
    return row.birds if named else system.birds_of(contract.game)


def _elsewhere(deal: Deal, card: Card, seat: int) -> tuple[int, int] | None:
    """When it is seen that a seat did not hold a card at the bid: it lay in the talon, or is not with him."""
    if card in deal.taken_cards:
        return (1, 1)
    gift = next(((t + 1, 5) for t, trick in enumerate(deal.tricks) if card in trick.gifts), None)
    return _not_with(deal, card, seat) or gift


def _not_with(deal: Deal, card: Card, seat: int) -> tuple[int, int] | None:
    """When it is seen that a card is not with a seat: it lies in the left half, the declarer took it, another laid it, or his twelve are others."""
    declarers_own = (*deal.taken_cards, *(deal.discards or ()))
    another = deal.contract is not None and seat != deal.contract.declarer
    if card in deal.left_cards or (another and card in declarers_own):
        return (1, 1)
    where = _laid_at(deal, card)
    if where is not None:
        return where[1:] if where[0] != seat else None
    return _twelfth(deal, seat) if card not in (deal.discards or ()) else None


def _bird_bid(deal: Deal) -> Iterator[Act]:
    """A bird game bid without a bird in hand."""
    contract, system = deal.contract, deal.system
    if contract is None or contract.game not in ("besserrufer", "solobesser"):
        return
    row = system.game(contract.game, contract.bird)
    if row is None or row.optional_bird:
        return
    needed = _bid_birds(deal)
    seen = [_elsewhere(deal, BIRDS[b][0], contract.declarer) for b in needed]
    moments = [m for m in seen if m is not None]
    if len(moments) < len(needed) or not moments:
        return
    de, en = "bot ein Vogelspiel ohne Vogel im Blatt", "bid a bird game without a bird in hand"
    topic = "kein_vogel" if "kein_vogel" in system.sources else "falsche_ansage"
    cards = tuple(BIRDS[b][0] for b in needed)
    yield Act(
        "falsche_ansage",
        contract.declarer,
        system.no_bird_status,
        topic,
        (0, 0),
        None,
        None,
        max(moments),
        de,
        en,
        cards,
    )


def _announcements(deal: Deal, facts: Facts, judged_bid: bool) -> Iterator[Act]:
    contract = deal.contract
    if contract is None:
        return
    said: set[tuple[str, int]] = set()
    for n, (what, by) in enumerate(announced(deal, contract)):
        if not _may_announce(deal, what):
            de = f"sagte «{what}» an, das hier nicht zählt"
            yield remark(
                "ansage", by, _barred_topic(deal), de, f"announced «{what}», which does not count here"
            )
            continue
        if (what, by) in said:
            de = f"sagte «{what}» zweimal an"
            yield remark("ansage", by, "ansage", de, f"announced «{what}» twice")
            continue
        said.add((what, by))
        of_bid = n == 0 and contract.bird is not None and (judged_bid or len(_bid_birds(deal)) == 1)
        card = promised_card(what, facts)
        if card is not None and not of_bid and not _commanded(deal, facts, what, by, card):
            yield from _without_the_card(deal, facts, what, by, card)
        elif what == "zehn_tarock" and (third := _third_plain(deal, by)) is not None:
            yield _false(
                deal,
                by,
                third,
                "«10 Tarock» an, ohne zehn im Blatt zu haben",
                "«10 Tarock» without holding ten",
            )


def _may_announce(deal: Deal, what: str) -> bool:
    barred = what in MATERIAL and _announced_valat_bars(deal)
    return may_be_announced(deal.system, what) and _may_count(deal, what) and not barred


def _commanded(deal: Deal, facts: Facts, what: str, by: int, card: Card) -> bool:
    """Whether the announcer may have spoken for his partner, who holds the card. Who is nobody's yet may be the partner."""
    contract = deal.contract
    if contract is None or not deal.system.command_birds:
        return False
    declarers = sides(contract, facts)
    if not sides_are_known(facts):
        declarers = (contract.declarer, by)
    if what == "koenig_ultimo":
        return by in declarers
    partners = [seat for seat in declarers if may_speak_for(what, by, seat, contract, declarers)]
    with_partner = laid_by(deal, card) in (None, *partners)
    return bool(partners) and by not in partners and with_partner and _may_be_picked_up(deal, card)


def _without_the_card(deal: Deal, facts: Facts, what: str, by: int, card: Card) -> Iterator[Act]:
    """Announced, and seen elsewhere: in the open talon, or with another; or not among his own twelve cards."""
    proven = _not_with(deal, card, by)
    if proven is None:
        return
    if card in deal.taken_cards and deal.contract is not None and by == deal.contract.declarer:
        return
    proven = max(proven, _known_to_be_nobodys_partner(deal, facts, card))
    words = f"«{what}» an, ohne die Karte im Blatt zu haben", f"«{what}» without holding the card"
    yield _false(deal, by, proven, *words, cards=(card,))


def _false(
    deal: Deal, by: int, proven: tuple[int, int], de: str, en: str, *, cards: tuple[Card, ...] = ()
) -> Act:
    return Act(
        "falsche_ansage",
        by,
        deal.system.false_bird_status,
        "falsche_ansage",
        (0, 2),
        proven=proven,
        de=f"sagte {de}",
        en=f"announced {en}",
        cards=cards,
    )


def _known_to_be_nobodys_partner(deal: Deal, facts: Facts, card: Card) -> tuple[int, int]:
    """Where partners may speak for the declarer: the moment at which the called king shows who is none.

    Of a card that the declarer does not hold no partner could have spoken.
    """
    contract = deal.contract
    if contract is None or not deal.system.command_birds or facts.called is None:
        return (1, 1)
    with_declarer = card in deal.taken_cards or laid_by(deal, card) == contract.declarer
    where = _laid_at(deal, facts.called)
    return where[1:] if with_declarer and where is not None else (1, 1)


def _third_plain(deal: Deal, seat: int) -> tuple[int, int] | None:
    """When a seat laid its third card that is no Tarock: of twelve at most nine are Tarocks then."""
    plain = [(t + 1, i + 1) for t, trick in enumerate(deal.tricks) for i, (s, c) in enumerate(trick.cards)
             if s == seat and c is not None and not TAROCKS >> c & 1]  # fmt: skip
    return plain[2] if len(plain) > 2 else None


def _twelfth(deal: Deal, seat: int) -> tuple[int, int] | None:
    """When a seat laid its twelfth card, if all of them were read: what was not among them he did not hold."""
    laid = [(t + 1, i + 1, c) for t, trick in enumerate(deal.tricks) for i, (s, c) in enumerate(trick.cards)
            if s == seat]  # fmt: skip
    if len(laid) != 12 or any(c is None for _, _, c in laid):
        return None
    return laid[-1][:2]


def _may_be_picked_up(deal: Deal, card: Card) -> bool:
    """«vom Spieler aufgenommene Vögel dürfen dem Spieler auch vom Partner angesagt werden»."""
    return card in deal.taken_cards or not deal.taken_cards or None in deal.taken_cards


def _barred_topic(deal: Deal) -> str:
    suit_game = deal.contract is not None and deal.contract.nature.suit_game
    return "ansage_farbspiel" if suit_game and "ansage_farbspiel" in deal.system.sources else "ansage"


def _announced_valat_bars(deal: Deal) -> bool:
    """«Im angesagten Valat kann man Trull oder 4 Könige nicht ansagen»."""
    barred = deal.system.valat.material == "announced_if_silent"
    return barred and any(a.what == "valat" for a in deal.announcements)


def _may_count(deal: Deal, what: str) -> bool:
    nature = deal.contract.nature if deal.contract else None
    if nature is None or not nature.positive:
        return False
    if what in ("koenig_ultimo", "koenigfang") and nature.family is not Family.CALLING:
        return False
    return not nature.suit_game or what in deal.system.suit_game_bonuses


def _kontra(deal: Deal, facts: Facts) -> Iterator[Act]:
    """Kontra among partners never counts; where the text says so, by the called partner it is a breach of the rules."""
    contract, system = deal.contract, deal.system
    if contract is None:
        return
    declarers = sides(contract, facts)
    said: dict[str, set[int]] = {}
    for what, by in announced(deal, contract):
        said.setdefault(what, set()).add(by)
    for call in deal.kontra:
        if contract.nature.family is Family.TRISCHAKEN or (
            not contract.nature.positive and not system.kontra_in_negative
        ):
            de, en = "sagte Kontra, wo es keines gibt", "said Kontra where there is none"
            yield remark("kontra", call.by, "kontra_trischaken", de, en)
            continue
        owners = {contract.declarer} if call.on == "game" else said.get(call.on)
        bonus = system.bonus(call.on)
        if not owners or (bonus is not None and not bonus.kontra):
            de = f"kontrierte «{call.on}», das nicht kontriert werden kann"
            yield remark(
                "kontra", call.by, "kontra", de, f"said Kontra to «{call.on}», to which there is none"
            )
        elif (
            contract.nature.positive
            and call.level != "re"
            and all((call.by in declarers) == (owner in declarers) for owner in owners)
        ):
            yield _among_partners(deal, facts, call.by)


def _among_partners(deal: Deal, facts: Facts, by: int) -> Act:
    contract, system = deal.contract, deal.system
    knowing = facts.partner == by and system.kontra_by_partner == "renonce"
    where = _laid_at(deal, facts.called) if facts.called is not None else None
    de, en = "kontrierte den eigenen Partner", "said Kontra to his own partner"
    if contract is not None and knowing:
        return Act(
            "kontra", by, "renonce", "kontra", (0, 3), None, None, where[1:] if where else None, de, en
        )
    topic = "kontra_unknowing" if "kontra_unknowing" in system.sources else "kontra"
    return Act("kontra", by, "notice", topic, (0, 3), None, None, where[1:] if where else None, de, en)
