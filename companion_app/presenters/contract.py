"""Contract entry: only what the table's rules and the forehand's rights allow, with values."""

from __future__ import annotations

from companion_app import actions as a
from companion_app.presenters.seats import Seats, seats_of
from companion_app.presenters.table_choices import quick
from companion_app.presenters.words import Speaker, signed, speaker_for
from companion_app.state.contract import (
    announceable,
    announced_by,
    birds_of,
    kontra_possible,
    level_of,
    missing,
    nature_of,
    row_of,
    value_of,
)
from companion_app.state.drafts import ContractDraft, ContractEntry
from companion_app.state.model import AppState
from companion_app.state.record import system_of
from companion_app.viewmodels.common import Choice, Group, Tone
from companion_app.viewmodels.contract import ContractView, SpokenBonus
from engine.record import FOURTH
from engine.systems.base import Family, Game, Opening, System, Talon
from engine.terms import LEVELS, SEATS

_FAMILIES = ("forehand", "calling", "alone", "suit", "negative")


def contract_view(state: AppState) -> ContractView:
    system = system_of(state)
    speak = speaker_for(state.lang, system)
    seats = seats_of(state)
    entry = state.entry or ContractEntry(None)
    draft = entry.now
    nature = nature_of(draft)
    lacking = missing(draft)
    if entry.for_result and lacking == "contract.no_king":
        lacking = None
    label = "contract.to_result" if entry.for_result else "contract.commit"
    return ContractView(
        title=speak("contract.title_result" if entry.for_result else "contract.title"),
        sentence=sentence(speak, seats, draft),
        declarers=_declarers(speak, seats, draft, system),
        games=_games(speak, draft, system),
        quick=_blank(state, speak, seats, system, entry),
        called=_called(speak, draft) if nature is not None and nature.family is Family.CALLING else None,
        talon=_talon(speak, draft) if nature is not None and nature.talon is Talon.HALF else None,
        beside=_beside(speak, seats, draft, system),
        speakers=_speakers(speak, seats, draft) if draft.game is not None else None,
        bonuses=_bonuses(speak, seats, draft, system),
        game_kontra=_game_kontra(speak, seats, draft, system),
        commit=Choice(
            speak(label),
            a.CommitContract(),
            enabled=lacking is None,
            why="" if lacking is None else speak(lacking),
            key="contract.commit",
        ),
        undo=Choice(speak("undo"), a.Undo(), key="undo") if entry.past else None,
        result=None
        if entry.for_result
        else Choice(speak("do.result"), a.OpenResult(None), key="contract.result"),
    )


def _blank(
    state: AppState, speak: Speaker, seats: Seats, system: System, entry: ContractEntry
) -> tuple[Choice, ...]:
    """An empty Rufer with each partner, while nothing is entered yet; Trischaken stands among the games."""
    if entry.for_result or entry.now.game is not None:
        return ()
    return tuple(c for c in quick(state, speak, seats, system, "bidding") if c.key.startswith("quick.blank"))


def sentence(speak: Speaker, seats: Seats, draft: ContractDraft) -> str:
    """What is entered, as one would say it: `Anna spielt Rufer, ruft Herz-König; Trull (Anna)`."""
    if draft.game is None:
        return "" if draft.declarer is None else speak("contract.says_who", name=seats.name(draft.declarer))
    game = speak.game(draft.game, draft.bird)
    nature = nature_of(draft)
    if nature is not None and nature.family is Family.TRISCHAKEN:
        text = game
    elif draft.declarer is None:
        text = speak("contract.says_game", game=game)
    else:
        names = speak.listed([seats.name(s) for s in (draft.declarer, *draft.beside)])
        text = speak("contract.says", name=names, game=game)
    if draft.called is not None:
        text += speak("contract.says_called", card=speak.called(draft.called))
    said = [f"{speak.bonus(what)} ({seats.name(by)})" for by, what in draft.announcements]
    said += [
        f"{speak('level.' + level)} {'' if on == 'game' else speak.bonus(on) + ' '}({seats.name(by)})"
        for by, on, level, _ in draft.kontra
    ]
    return text + (f"; {', '.join(said)}" if said else "")


def _declarers(speak: Speaker, seats: Seats, draft: ContractDraft, system: System) -> Group:
    row = row_of(draft, system)
    forehand = row is not None and row.opening is not Opening.ANYONE
    choices = tuple(
        Choice(
            seats.name(s),
            a.PickDeclarer(s),
            detail=speak("role.forehand") if s == "A" else "",
            chosen=draft.declarer == s,
            tone=_quiet(forehand and s != "A"),
            key=f"declarer.{s}",
        )
        for s in SEATS
    )
    return Group(speak("contract.who"), choices, key="declarers")


def _quiet(quiet: bool) -> Tone:
    return Tone.QUIET if quiet else Tone.PLAIN


def _games(speak: Speaker, draft: ContractDraft, system: System) -> tuple[Group, ...]:
    groups: dict[str, list[Choice]] = {family: [] for family in _FAMILIES}
    for row in system.games:
        for bird in birds_of(row):
            groups[_family(row)].append(_game(speak, draft, system, row, bird))
    return tuple(
        Group(speak(f"family.{family}"), tuple(choices), key=f"family.{family}")
        for family, choices in groups.items()
        if choices
    )


def _family(row: Game) -> str:
    if row.opening is Opening.AFTER_PASSES:
        return "forehand"
    if row.nature.suit_game:
        return "suit"
    return {Family.CALLING: "calling", Family.ALONE: "alone", Family.NEGATIVE: "negative"}.get(
        row.nature.family, "forehand"
    )


def _game(speak: Speaker, draft: ContractDraft, system: System, row: Game, bird: str | None) -> Choice:
    """A game of the forehand cannot be another player's: once somebody else is chosen it says so."""
    others = row.opening is not Opening.ANYONE and draft.declarer not in (None, "A")
    several = len(row.birds) > 1
    chosen = draft.game == row.id and (several or draft.bird == bird or not row.birds)
    return Choice(
        speak.bid(row),
        a.PickGame(row.id, bird),
        detail=_value(speak, row, system, several),
        chosen=chosen,
        enabled=not others,
        why=speak("contract.forehand_only") if others else "",
        key=f"game.{row.id}" + (f".{bird}" if bird else ""),
    )


def _value(speak: Speaker, row: Game, system: System, several: bool) -> str:
    value = str(value_of(row, system))
    return speak("contract.value_bird", value=value) if several else value


def _called(speak: Speaker, draft: ContractDraft) -> Group:
    kings = [f"{suit}K" for suit in "HDSC"]
    queens = [f"{suit}Q" for suit in "HDSC"]
    choices = [
        Choice(
            speak.short(c), a.PickCalled(c), card=speak.card(c), chosen=draft.called == c, key=f"called.{c}"
        )
        for c in kings
    ]
    choices.append(
        Choice(
            speak("called.fourth"), a.PickCalled(FOURTH), chosen=draft.called == FOURTH, key="called.fourth"
        )
    )
    choices += [
        Choice(
            speak.short(c),
            a.PickCalled(c),
            card=speak.card(c),
            chosen=draft.called == c,
            tone=Tone.QUIET,
            key=f"called.{c}",
        )
        for c in queens
    ]
    return Group(speak("contract.calls"), tuple(choices), key="called")


def _talon(speak: Speaker, draft: ContractDraft) -> Group:
    choices = tuple(
        Choice(speak(f"taken.{half}"), a.PickTalon(half), chosen=draft.taken == half, key=f"talon.{half}")
        for half in ("first", "second")
    )
    return Group(speak("contract.talon"), choices, key="talon")


def _beside(speak: Speaker, seats: Seats, draft: ContractDraft, system: System) -> Group | None:
    nature = nature_of(draft)
    if (
        nature is None
        or nature.family is not Family.NEGATIVE
        or not system.bei_games
        or draft.declarer is None
    ):
        return None
    choices = tuple(
        Choice(seats.name(s), a.ToggleBeside(s), chosen=s in draft.beside, key=f"beside.{s}")
        for s in SEATS
        if s != draft.declarer
    )
    return Group(speak("contract.beside"), choices, key="beside")


# --- announcements and Kontra --------------------------------------------------------------------------------------------


def _speakers(speak: Speaker, seats: Seats, draft: ContractDraft) -> Group:
    current = draft.speaker or draft.declarer
    choices = tuple(
        Choice(seats.name(s), a.SpeakFor(s), chosen=s == current, key=f"speaker.{s}") for s in SEATS
    )
    return Group(speak("contract.speaks"), choices, key="speakers")


def _bonuses(speak: Speaker, seats: Seats, draft: ContractDraft, system: System) -> tuple[SpokenBonus, ...]:
    row = row_of(draft, system)
    found = []
    for bonus in announceable(draft, system):
        by = announced_by(draft, bonus.id)
        value = bonus.announced or 0
        if row is not None and row.solo and bonus.doubles_in_solo:
            value *= 2
        bid = draft.bird == bonus.id and row is not None and len(row.birds) == 1
        choice = Choice(
            speak.bonus(bonus.id),
            a.ToggleAnnouncement(bonus.id),
            detail=signed(value),
            chosen=by is not None,
            enabled=not bid and (draft.speaker or draft.declarer) is not None,
            why=speak("contract.in_bid") if bid else "",
            key=f"bonus.{bonus.id}",
        )
        level = level_of(draft, bonus.id)
        found.append(
            SpokenBonus(
                choice,
                by=seats.name(by),
                kontra=_next_kontra(speak, draft, system, bonus.id, level),
                level="" if level is None else speak(f"level.{level}"),
            )
        )
    return tuple(found)


def _game_kontra(speak: Speaker, seats: Seats, draft: ContractDraft, system: System) -> SpokenBonus | None:
    if not kontra_possible(draft, system, "game"):
        return None
    nature = nature_of(draft)
    each = nature is not None and nature.family is Family.NEGATIVE
    level = level_of(draft, "game", draft.speaker if each else None)
    kontra = _next_kontra(speak, draft, system, "game", level)
    label = kontra.label if kontra is not None else speak("level.kontra")
    by = next((k[0] for k in draft.kontra if k[1] == "game" and k[2] == "kontra"), None)
    choice = Choice(
        label,
        a.SayKontra("game"),
        chosen=level is not None,
        enabled=kontra is not None and kontra.enabled,
        why=kontra.why if kontra is not None else "",
        key="kontra.game",
    )
    return SpokenBonus(
        choice, by=seats.name(by), kontra=kontra, level="" if level is None else speak(f"level.{level}")
    )


def _next_kontra(
    speak: Speaker, draft: ContractDraft, system: System, on: str, level: str | None
) -> Choice | None:
    """The next level; after Sub the button takes all back. Kontra itself never comes from who plays."""
    if not kontra_possible(draft, system, on):
        return None
    nature = nature_of(draft)
    owner = draft.declarer if on == "game" else announced_by(draft, on)
    speaker = draft.speaker or draft.declarer
    if level == "sub":
        label = speak("kontra.clear")
    else:
        label = speak(f"level.{LEVELS[0 if level is None else LEVELS.index(level) + 1]}")
    own = level is None and speaker == owner
    if nature is not None and nature.family is Family.NEGATIVE:
        own = speaker in (draft.declarer, *draft.beside)
    return Choice(
        label,
        a.SayKontra(on),
        enabled=not own,
        why=speak("kontra.by_opponent") if own else "",
        key=f"kontra.{on}",
    )
