"""Entering a contract: what each touch makes of the draft, what the rules allow, and the events that it becomes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion_app.state.drafts import ContractDraft, ContractEntry, KontraWord
from companion_app.state.model import AppState, Json
from companion_app.state.record import deal_of, now, numbered, waiting_words
from engine.auction import Auction
from engine.systems.base import NATURES, Bonus, Family, Game, Nature, Opening, System, Talon
from engine.terms import LEVELS, SEATS


def begun(state: AppState, for_result: bool = False) -> ContractEntry:
    """The entry as it begins: empty, or what is noted of the open deal already, or what the auction came to."""
    found, number = now(state), _open_number(state)
    if found is None:
        return ContractEntry(None, for_result=for_result)
    draft = noted(found.record)
    if draft.game is None:
        draft = _bid(state, draft)
    return ContractEntry(number, draft, for_result=for_result)


def _open_number(state: AppState) -> int | None:
    deal = state.section("deal")
    return None if deal is None else int(deal["number"])


def noted(record: Json) -> ContractDraft:
    contract = record.get("contract") or {}
    taken = record.get("taken")
    return ContractDraft(
        declarer=contract.get("declarer"),
        game=contract.get("game"),
        bird=contract.get("bird"),
        called=contract.get("called"),
        taken=taken if taken in ("first", "second", "all", "none") else None,
        beside=tuple(contract.get("with", ())),
        speaker=contract.get("declarer"),
        announcements=tuple((a["by"], a["what"]) for a in record.get("announcements", ())),
        kontra=tuple((k["by"], k["on"], k["level"], k.get("to")) for k in record.get("kontra", ())),
    )


def _bid(state: AppState, draft: ContractDraft) -> ContractDraft:
    """The auction's holder with his game, once he is found."""
    found = now(state)
    deal = deal_of(found.record) if found is not None else None
    if deal is None or not deal.auction:
        return draft
    auction = Auction(deal.system)
    for call in deal.auction:
        auction.say(call)
    if not auction.over or auction.holder is None or auction.highest is None:
        return draft
    return picked_game(
        replace(draft, declarer=SEATS[auction.holder]),
        deal.system,
        auction.highest.id,
        auction.bird,
    )


# --- touches -----------------------------------------------------------------------------------------------------------


def nature_of(draft: ContractDraft) -> Nature | None:
    return None if draft.game is None else NATURES[draft.game]


def row_of(draft: ContractDraft, system: System) -> Game | None:
    return None if draft.game is None else system.game(draft.game, draft.bird) or system.game(draft.game)


def picked_declarer(draft: ContractDraft, system: System, seat: str) -> ContractDraft:
    row = row_of(draft, system)
    if row is not None and row.opening is not Opening.ANYONE and seat != "A":
        draft = replace(draft, game=None, bird=None, called=None, taken=None)
    return replace(
        draft, declarer=seat, speaker=seat, beside=tuple(s for s in draft.beside if s != seat), kontra=()
    )


def picked_game(draft: ContractDraft, system: System, game: str, bird: str | None = None) -> ContractDraft:
    """The game; what went with another game and not with this one goes."""
    row = system.game(game, bird)
    if row is None:
        return draft
    nature = NATURES[game]
    forehand = row.opening is not Opening.ANYONE or nature.family is Family.TRISCHAKEN
    declarer = "A" if forehand else draft.declarer
    taken = "all" if nature.talon is Talon.ALL else draft.taken if nature.talon is Talon.HALF else None
    if taken == "all" and nature.talon is not Talon.ALL:
        taken = None
    draft = replace(
        draft,
        game=game,
        bird=bird,
        declarer=declarer,
        speaker=draft.speaker if draft.speaker is not None and declarer == draft.declarer else declarer,
        called=draft.called if nature.family is Family.CALLING else None,
        taken=taken,
        beside=draft.beside if nature.family is Family.NEGATIVE else (),
        kontra=(),
    )
    possible = {bonus.id for bonus in announceable(draft, system)}
    said = tuple((by, what) for by, what in draft.announcements if what in possible and what != bird)
    return replace(draft, announcements=said)


def announceable(draft: ContractDraft, system: System) -> Iterator[Bonus]:
    """What can be announced to the drafted game."""
    nature = nature_of(draft)
    if nature is None or not nature.positive:
        return
    for bonus in system.bonuses:
        if bonus.announced is None:
            continue
        if nature.suit_game and bonus.id not in system.suit_game_bonuses:
            continue
        if bonus.id in ("koenig_ultimo", "koenigfang") and nature.family is not Family.CALLING:
            continue
        yield bonus


def announced_by(draft: ContractDraft, what: str) -> str | None:
    """Who announced a bonus, in the bid or after it."""
    if draft.bird == what:
        return draft.declarer
    return next((by for by, said in draft.announcements if said == what), None)


def toggled_announcement(draft: ContractDraft, system: System, what: str) -> ContractDraft:
    """Said by the speaking seat, or taken back. The bird that a bird game still lacks is named by the declarer so."""
    speaker = draft.speaker or draft.declarer
    if speaker is None or draft.game is None:
        return draft
    row = row_of(draft, system)
    if draft.bird == what and row is not None and len(row.birds) > 1:
        return _without_kontra(replace(draft, bird=None), what)
    if any(said == what for _, said in draft.announcements):
        kept = tuple((by, said) for by, said in draft.announcements if said != what)
        return _without_kontra(replace(draft, announcements=kept), what)
    if draft.bird == what or all(b.id != what for b in announceable(draft, system)):
        return draft
    names_bird = row is not None and len(row.birds) > 1 and what in row.birds and draft.bird is None
    if names_bird and speaker == draft.declarer:
        return replace(draft, bird=what)
    return replace(draft, announcements=(*draft.announcements, (speaker, what)))


def _without_kontra(draft: ContractDraft, on: str) -> ContractDraft:
    return replace(draft, kontra=tuple(k for k in draft.kontra if k[1] != on))


def level_of(draft: ContractDraft, on: str, opponent: str | None = None) -> str | None:
    """How far it went on the game or a bonus; in negative games with each opponent for himself."""
    said = [k for k in draft.kontra if k[1] == on and (opponent is None or opponent in (k[0], k[3]))]
    return max((k[2] for k in said), key=LEVELS.index, default=None)


def kontra_possible(draft: ContractDraft, system: System, on: str) -> bool:
    nature = nature_of(draft)
    if nature is None or draft.declarer is None or nature.family is Family.TRISCHAKEN:
        return False
    if on == "game":
        return nature.positive or system.kontra_in_negative
    bonus = system.bonus(on)
    return bonus is not None and bonus.kontra and announced_by(draft, on) is not None


def said_kontra(draft: ContractDraft, system: System, on: str) -> ContractDraft:
    """The next level, by the speaking seat if it can be his; after Sub it is all taken back."""
    if not kontra_possible(draft, system, on):
        return draft
    nature = nature_of(draft)
    if nature is not None and nature.family is Family.NEGATIVE:
        return _individual(draft)
    level = level_of(draft, on)
    if level == "sub":
        return _without_kontra(draft, on)
    owner = draft.declarer if on == "game" else announced_by(draft, on)
    against = next((k[0] for k in draft.kontra if k[1] == on and k[2] == "kontra"), None)
    speaker = draft.speaker or draft.declarer
    if level is None:
        by = speaker if speaker != owner else None
        word: KontraWord | None = None if by is None else (by, on, "kontra", None)
    elif level == "kontra":
        by = speaker if speaker is not None and speaker != against else owner
        word = None if by is None else (by, on, "re", None)
    else:
        word = None if against is None else (against, on, "sub", None)
    return draft if word is None else replace(draft, kontra=(*draft.kontra, word))


def _individual(draft: ContractDraft) -> ContractDraft:
    """In negative games each opponent has his own Kontra; Re and Sub name whom they answer."""
    opponent, declarer = draft.speaker, draft.declarer
    if opponent is None or declarer is None or opponent == declarer or opponent in draft.beside:
        return draft
    level = level_of(draft, "game", opponent)
    if level == "sub":
        kept = tuple(k for k in draft.kontra if opponent not in (k[0], k[3]))
        return replace(draft, kontra=kept)
    word: KontraWord = (opponent, "game", "kontra", None)
    if level == "kontra":
        word = (declarer, "game", "re", opponent)
    elif level == "re":
        word = (opponent, "game", "sub", declarer)
    return replace(draft, kontra=(*draft.kontra, word))


def toggled_beside(draft: ContractDraft, seat: str) -> ContractDraft:
    if seat == draft.declarer:
        return draft
    there = seat in draft.beside
    return replace(
        draft, beside=tuple(s for s in draft.beside if s != seat) if there else (*draft.beside, seat)
    )


def missing(draft: ContractDraft) -> str | None:
    """The key of a word for the first thing that a contract still lacks."""
    if draft.game is None:
        return "contract.no_game"
    if draft.declarer is None:
        return "contract.no_declarer"
    if NATURES[draft.game].family is Family.CALLING and draft.called is None:
        return "contract.no_king"
    return None


# --- what it becomes ---------------------------------------------------------------------------------------------------


def contract_event(draft: ContractDraft, partner: str | None = None) -> Json:
    event: Json = {"type": "contract_set", "game": draft.game, "declarer": draft.declarer}
    for name, value in (("bird", draft.bird), ("called", draft.called), ("partner", partner)):
        if value is not None:
            event[name] = value
    return event | ({"beside": list(draft.beside)} if draft.beside else {})


def events_of(state: AppState, entry: ContractEntry) -> list[Json]:
    """The events that bring the table from what is noted to what was entered."""
    draft, found = entry.now, now(state)
    if found is None:
        return [{"type": "deal_opened"}, contract_event(draft), *_words(draft, ContractDraft())]
    before = noted(found.record)
    events: list[Json] = []
    if contract_event(before) != contract_event(draft):
        said = numbered(state, "contract_set")
        event = contract_event(draft)
        events.append({"type": "corrected", "event": said[-1][0], "to": event} if said else event)
    return [*events, *_taken_back(state, draft, before), *_words(draft, before)]


def _words(draft: ContractDraft, before: ContractDraft) -> Iterator[Json]:
    if draft.taken is not None and draft.taken != before.taken:
        yield {"type": "talon_taken", "taken": draft.taken}
    for by, what in draft.announcements:
        if (by, what) not in before.announcements:
            yield {"type": "announced", "by": by, "what": what}
    for by, on, level, to in draft.kontra:
        if (by, on, level, to) not in before.kontra:
            word = {"type": "kontra_said", "by": by, "on": on, "level": level}
            yield word | ({} if to is None else {"to": to})


def _taken_back(state: AppState, draft: ContractDraft, before: ContractDraft) -> Iterator[Json]:
    for number, event in numbered(state, "announced", "kontra_said"):
        if _gone(event, draft, before):
            yield {"type": "retracted", "event": number}


def unsaid(state: AppState, draft: ContractDraft) -> dict[str, list[int]]:
    """Words that are not in the draft any more and still wait: the places of each in its command, -1, -2 …"""
    found = now(state)
    places: dict[str, list[int]] = {}
    for command, place, event in waiting_words(state):
        if found is not None and _gone(event, draft, noted(found.record)):
            places.setdefault(command, []).append(place)
    return places


def _gone(event: Json, draft: ContractDraft, before: ContractDraft) -> bool:
    """Whether an announcement or a Kontra was said before and is not in the draft."""
    if event["type"] == "announced":
        said = (event["by"], event["what"])
        return said in before.announcements and said not in draft.announcements
    if event["type"] != "kontra_said":
        return False
    word = (event["by"], event.get("on", "game"), event.get("level", "kontra"), event.get("to"))
    return word in before.kontra and word not in draft.kontra


def undo_of(events: list[Json]) -> tuple[Json, ...] | None:
    """What takes these events back, where all of them were new words of a deal; the deal itself stays open."""
    if any(event["type"] in ("corrected", "retracted") for event in events):
        return None
    places = [-1 - i for i, event in enumerate(events) if event["type"] != "deal_opened"]
    return tuple({"type": "retracted", "event": place} for place in sorted(places))


def birds_of(row: Game) -> tuple[str | None, ...]:
    """A row with one bird names it; with several, it is named later."""
    return (row.birds[0],) if len(row.birds) == 1 else (None,)


def value_of(row: Game, system: System) -> int:
    """What a bid is worth to each: the game with its bird."""
    bird = system.bonus(row.birds[0]) if len(row.birds) == 1 else None
    announced = bird.announced if bird is not None and bird.announced is not None else 0
    return row.value + announced * (2 if row.solo else 1)
