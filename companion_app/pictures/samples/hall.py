"""A tournament at the table: a table to take over, the sheet that the four confirm, the clock above the play."""

from __future__ import annotations

from dataclasses import replace

from companion_app import actions as do
from companion_app import tournament_actions as hall
from companion_app.pictures.samples import table
from companion_app.pictures.samples.parts import NAMES, Words, choice, frame
from companion_app.viewmodels.common import Tone
from companion_app.viewmodels.frame import Appearance, ConnectionView, Frame
from companion_app.viewmodels.tournament import ClockView, MineView, PlayerLine, RoundStrip, TournamentView

POINTS = ("+12", "−4", "+1", "−9")
_OTHERS = (
    ("Emil", "Franz", "Gerti", "Hans"),
    ("Ilse", "Josef", "Karl", "Lisl"),
    ("Mitzi", "Otto", "Paula", "Maximilian Oberhuber"),
    ("Resi", "Sepp", "Toni", "Ursula"),
    ("Vroni", "Walter", "Xaver", "Zenzi"),
)


def _tabbed(look: Appearance, view: TournamentView, back: bool = False) -> Frame:
    t = Words(look.lang)
    made = frame(view.title, view, look, do.Screen.TOURNAMENT, back=back, tabbed=not back)
    if back:
        return made
    own = choice(t("Turnier", "Tournament"), do.Open(do.Screen.TOURNAMENT), chosen=True, key="tab.tournament")
    return replace(made, tabs=(*made.tabs[:2], own, *made.tabs[2:]))


def choose(look: Appearance) -> Frame:
    t = Words(look.lang)
    states = (t("wartet", "is waiting"), t("bereit", "is ready"), t("spielt", "is playing"))
    tables = tuple(
        choice(
            t("Tisch {}", "Table {}").format(n),
            hall.TakeTable(2, n),
            f"{', '.join(names)} · {states[n % 3]}",
            key=f"take.2.{n}",
        )
        for n, names in enumerate((NAMES, *_OTHERS), 1)
    )
    view = TournamentView(
        "Martini-Cup",
        t("Runde 2", "Round 2"),
        t("An welchem Tisch liegt dieses Gerät?", "At which table is this device?"),
        clock=ClockView(None, 3600),
        clock_word=t("angehalten", "paused"),
        tables_title=t("Tische", "Tables"),
        tables=tables,
    )
    return _tabbed(look, view, back=True)


def _lines(t: Words, said: int, touchable: bool) -> tuple[PlayerLine, ...]:
    return tuple(
        PlayerLine(
            name,
            points,
            choice(
                name,
                hall.ConfirmPoints(name),
                chosen=touchable and i < said,
                enabled=touchable,
                key=f"confirm.{i}",
            ),
            t("stimmt", "is right") if i < said else "",
        )
        for i, (name, points) in enumerate(zip(NAMES, POINTS, strict=True))
    )


def confirm(look: Appearance) -> Frame:
    t = Words(look.lang)
    mine = MineView(
        t("Tisch 1 · Runde 2", "Table 1 · Round 2"),
        t("mischt · 16 Spiele", "is shuffling · 16 deals"),
        Tone.NOTICE,
        _lines(t, 3, touchable=True),
        t(
            "Jeder tippt seine Punkte an, wenn sie stimmen. Dann abgeben.",
            "Everybody taps his points if they are right. Then hand in.",
        ),
        write=choice(t("Spiele aufschreiben", "Write the deals"), do.Open(do.Screen.TABLE), key="write"),
        hand_in=choice(
            t("Zettel abgeben", "Hand the sheet in"),
            hall.HandIn(),
            enabled=False,
            why=t("Es fehlt: Dora", "Still missing: Dora"),
            key="hand_in",
        ),
    )
    view = TournamentView(
        "Martini-Cup",
        t("Runde 2", "Round 2"),
        clock=ClockView(None, -75),
        clock_word=t("dieses Spiel noch fertig spielen", "finish this deal"),
        mine=mine,
        call=choice(t("Schiedsrichter rufen", "Call the referee"), hall.CallReferee(), key="call"),
        leave=choice(t("Anderer Tisch", "Another table"), hall.LeaveTable(), key="leave"),
    )
    return _tabbed(look, view)


def handed_in(look: Appearance) -> Frame:
    """The sheet is in, the next round is open: the same table once more, or another."""
    t = Words(look.lang)
    before = choose(look).view
    assert isinstance(before, TournamentView)
    mine = MineView(
        t("Tisch 1 · Runde 1", "Table 1 · Round 1"),
        t("abgegeben · 16 Spiele", "handed in · 16 deals"),
        Tone.GOOD,
        _lines(t, 4, touchable=False),
        t("Der Zettel ist abgegeben. Danke!", "The sheet is handed in. Thank you!"),
    )
    view = replace(
        before,
        clock=None,
        clock_word="",
        mine=mine,
        same=choice(
            t("Tisch 1 übernehmen", "Take table 1 over"),
            hall.TakeTable(2, 1),
            ", ".join(_OTHERS[2]),
            key="same",
        ),
        tables=before.tables[1:],
        called=t(
            "Huber hat entschieden: Das Spiel gilt, wie es gespielt wurde.",
            "Huber has decided: the deal stands as it was played.",
        ),
        leave=choice(t("Anderer Tisch", "Another table"), hall.LeaveTable(), key="leave"),
    )
    return _tabbed(look, view)


def offline(look: Appearance) -> Frame:
    """Handed in without a network: it lies here and goes out later."""
    t = Words(look.lang)
    made = confirm(look)
    view = made.view
    assert isinstance(view, TournamentView) and view.mine is not None
    hint = t(
        "Kein Netz. Der bestätigte Zettel liegt hier und geht hinaus, sobald das Netz da ist.",
        "No network. The confirmed sheet lies here and goes out as soon as the network is back.",
    )
    mine = replace(view.mine, lines=_lines(t, 4, touchable=False), hint=hint, hand_in=None)
    words = t("Keine Verbindung · 31 Einträge warten", "No connection · 31 entries are waiting")
    return replace(
        made,
        view=replace(view, mine=mine),
        connection=ConnectionView("reconnecting", words, 31, Tone.NOTICE),
    )


def play(look: Appearance) -> Frame:
    """The clock above the table, after the signal."""
    t = Words(look.lang)
    made = table.play(look)
    own = choice(t("Turnier", "Tournament"), do.Open(do.Screen.TOURNAMENT), key="tab.tournament")
    strip = RoundStrip(
        t("Tisch 1 · Runde 2", "Table 1 · Round 2"),
        choice(t("Zettel abgeben", "Hand in"), do.Open(do.Screen.TOURNAMENT), key="round.open"),
        ClockView(None, -75),
        t("dieses Spiel noch fertig spielen", "finish this deal"),
        Tone.WARNING,
    )
    return replace(made, round=strip, tabs=(*made.tabs[:2], own, *made.tabs[2:]))


def clock(look: Appearance) -> Frame:
    """The clock above the table, while it runs."""
    t = Words(look.lang)
    made = table.idle(look)
    own = choice(t("Turnier", "Tournament"), do.Open(do.Screen.TOURNAMENT), key="tab.tournament")
    strip = RoundStrip(
        t("Tisch 12 · Runde 2", "Table 12 · Round 2"),
        choice(t("Zettel abgeben", "Hand in"), do.Open(do.Screen.TOURNAMENT), key="round.open"),
        ClockView(None, 2537),
    )
    return replace(made, round=strip, tabs=(*made.tabs[:2], own, *made.tabs[2:]))


SAMPLES = {
    "tournament-choose": choose,
    "tournament-confirm": confirm,
    "tournament-in": handed_in,
    "tournament-offline": offline,
    "table-round-over": play,
    "table-round": clock,
}
