"""Around the table: start, pairing, choosing a table, the form for a new one, settings."""

from __future__ import annotations

from companion_app import actions as do
from companion_app.pictures.samples.parts import NAMES, Words, choice, frame
from companion_app.viewmodels.common import Group, Tone
from companion_app.viewmodels.frame import Appearance, Frame
from companion_app.viewmodels.new_table import NameField, NewTableView
from companion_app.viewmodels.settings import SettingsView, Slider, Switch
from companion_app.viewmodels.start import StartView


def start_find(look: Appearance) -> Frame:
    t = Words(look.lang)
    view = StartView(
        "find",
        t("Servus!", "Servus!"),
        t("Wo läuft der Tisch? Tippe auf einen Server, oder führe den Tisch auf diesem Gerät.",
          "Where is the table kept? Touch a server, or keep the table on this device."),
        servers=(
            choice("Gasthaus Post", do.ChooseServer("https://192.168.1.5:8766"), "192.168.1.5", key="server.0"),
            choice("Tarockrunde Graz", do.ChooseServer("https://192.168.1.9:8766"), "192.168.1.9", key="server.1"),
        ),
        searching=True,
        address_label=t("Oder die Adresse eintippen", "Or type the address"),
        address="192.168.1.",
        connect=choice(t("Verbinden", "Connect"), do.ChooseServer("192.168.1."), key="connect"),
        run_here=choice(t("Auf diesem Gerät", "On this device"), do.RunHere(), key="here"),
        again=choice(t("Noch einmal suchen", "Look again"), do.FindServers(), key="again"),
    )  # fmt: skip
    return frame("Kiebitz", view, look, tabbed=False)


def start_pair(look: Appearance) -> Frame:
    t = Words(look.lang)
    keys = [(str(n), do.TypeCode("4711" + str(n))) for n in (7, 8, 9, 4, 5, 6, 1, 2, 3)]
    view = StartView(
        "pair",
        t("Code eingeben", "Enter the code"),
        t("Am Server steht unter „Gerät verbinden“ ein Code mit acht Ziffern.",
          "The server shows a code of eight digits under “pair a device”."),
        code="4711",
        code_label=t("Code", "Code"),
        keys=(
            *(choice(label, action, key=f"key.{label}") for label, action in keys),
            choice(t("Lösch", "Del"), do.TypeCode("471"), key="key.delete"),
            choice("0", do.TypeCode("47110"), key="key.0"),
        ),
        again=choice(t("Anderer Server", "Another server"), do.Forget(), key="again"),
        message=t("Der Code stimmt nicht. Noch vier Versuche.", "That code is wrong. Four tries are left."),
        tone=Tone.BAD,
    )  # fmt: skip
    return frame("Gasthaus Post", view, look, tabbed=False)


def start_tables(look: Appearance) -> Frame:
    t = Words(look.lang)
    view = StartView(
        "tables",
        t("An welchem Tisch?", "At which table?"),
        t("Verbunden mit Gasthaus Post.", "Connected to Gasthaus Post."),
        tables=(
            choice(t("Stammtisch", "Regulars"), do.ChooseTable("t1"), "Anna, Bert, Cilli, Dora", key="table.t1"),
            choice(t("Tisch am Fenster", "Table at the window"), do.ChooseTable("t2"), "Emil, Fritz, Gerda, Hans, Ida", key="table.t2"),
        ),
        new_table=choice(t("Neuer Tisch", "New table"), do.Open(do.Screen.NEW_TABLE), key="new"),
        again=choice(t("Anderer Server", "Another server"), do.Forget(), key="again"),
    )  # fmt: skip
    return frame("Kiebitz", view, look, tabbed=False)


def new_table(look: Appearance) -> Frame:
    t = Words(look.lang)
    systems = (("Steirischer Tarockcup", "steiermark-2017"), ("Tirol deluxe", "tirol-deluxe"),
               ("Hopfgarten", "hopfgarten-2023"), ("Kant_Ine 2.0", "kantine-2.0"), ("sb-2023", "sb-2023"))  # fmt: skip
    view = NewTableView(
        t("Neuer Tisch", "New table"),
        NameField("name", t("Name des Tisches", "Name of the table"), t("Stammtisch", "Regulars")),
        Group(
            t("Regeln", "Rules"),
            tuple(choice(n, do.FillTable("rules", i), chosen=i == "steiermark-2017", key=f"rules.{i}") for n, i in systems),
        ),
        Group(
            t("Wie viele?", "How many?"),
            tuple(
                choice(str(n), do.FillTable("players", n), chosen=n == 4, key=f"count.{n}", detail=t("Spieler", "players"))
                for n in (4, 5, 6)
            ),
        ),
        tuple(
            NameField(f"player{i}", t("{}. Name", "name {}").format(i + 1), name, problem)
            for i, (name, problem) in enumerate(
                zip((*NAMES[:3], "Anna"), ("", "", "", t("Anna sitzt schon da.", "Anna sits here already.")), strict=True)
            )
        ),
        t("In der Reihenfolge, in der gespielt wird: gegen den Uhrzeigersinn.", "In the order of play: anti-clockwise."),
        Group(
            t("Wer gibt zuerst?", "Who deals first?"),
            tuple(choice(n, do.FillTable("dealer", i), chosen=i == 3, key=f"dealer.{i}") for i, n in enumerate(NAMES)),
        ),
        Group(
            t("Hinweise auf Regelfehler", "Warnings"),
            (
                choice("Fair Play", do.FillTable("fair_play", "fair_play"), chosen=True, key="fair.fair_play",
                       detail=t("nur was offen liegt", "only what lies openly")),
                choice(t("Schiedsrichter", "Referee"), do.FillTable("fair_play", "referee"), key="fair.referee",
                       detail=t("nur auf seinem Gerät", "only on his device")),
                choice(t("Aus", "Off"), do.FillTable("fair_play", "off"), key="fair.off"),
            ),
        ),
        (
            Group(
                "Radl",
                (
                    choice(t("ja", "yes"), do.FillTable("radl", True), chosen=True, key="radl.yes"),
                    choice(t("nein", "no"), do.FillTable("radl", False), key="radl.no"),
                ),
            ),
        ),
        choice(t("Tisch anlegen", "Make the table"), do.CreateTable(), enabled=False, key="create",
               why=t("Zwei heißen gleich.", "Two have the same name.")),
    )  # fmt: skip
    return frame(view.title, view, look, back=True, tabbed=False)


def settings(look: Appearance) -> Frame:
    t = Words(look.lang)

    def group(title: str, setting: str, *named: tuple[str, str], chosen: str) -> Group:
        return Group(
            title,
            tuple(
                choice(n, do.Change(setting, v), chosen=v == chosen, key=f"{setting}.{v}") for n, v in named
            ),
            setting,
        )

    def switch(label: str, setting: str, on: bool, hint: str = "") -> Switch:
        return Switch(label, on, choice(label, do.Change(setting, not on), key=setting), hint)

    percent = f"{round(look.scale * 100)} %"
    view = SettingsView(
        t("Einstellungen", "Settings"),
        group(t("Sprache", "Language"), "lang", ("Deutsch", "de"), ("English", "en"), chosen=look.lang),
        Slider("scale", t("Schriftgröße", "Text size"), look.scale, 0.8, 2.0, 0.1, percent),
        (
            group(t("Farben", "Colours"), "theme", (t("Hell", "Light"), "light"), (t("Dunkel", "Dark"), "dark"), chosen=look.theme),
            group(t("Kartenfarben", "Suits"), "suits", (t("zwei Farben", "two colours"), "two"),
                  (t("vier Farben", "four colours"), "four"), chosen=look.suits),
            group(t("Hand", "Hand"), "hand", (t("links", "left"), "left"), (t("rechts", "right"), "right"), chosen=look.hand),
            group(t("Mein Platz", "My seat"), "seat", *((n, n) for n in NAMES), chosen="Anna"),
        ),
        (
            switch(t("Hoher Kontrast", "High contrast"), "contrast", look.contrast),
            switch(t("Bewegung", "Motion"), "motion", True, t("Karten gleiten herein", "cards slide in")),
            switch(t("Töne", "Sounds"), "sounds", True),
            switch(t("Ansager", "Caller"), "caller", False, t("sagt jede Karte an", "speaks every card")),
        ),
        (
            group(t("Hinweise am Tisch", "Warnings at the table"), "table.fair_play", ("Fair Play", "fair_play"),
                  (t("Schiedsrichter", "Referee"), "referee"), (t("Aus", "Off"), "off"), chosen="fair_play"),
        ),
        t("Verbunden mit https://192.168.1.5:8766 als Schreiber", "Connected to https://192.168.1.5:8766 as scorer"),
        choice(t("Diesen Server verlassen", "Leave this server"), do.Forget(), tone=Tone.BAD, key="leave"),
        "Kiebitz 0.1.0",
    )  # fmt: skip
    return frame(view.title, view, look, do.Screen.SETTINGS)


SAMPLES = {
    "start-find": start_find,
    "start-pair": start_pair,
    "start-tables": start_tables,
    "new-table": new_table,
    "settings": settings,
}
