"""Standardregeln de luxe (Tirol): what a table may agree on, what the system does not have, and its quotes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.systems import SYSTEMS, agreed
from tests.engine.helpers import Json, bonus, call, error_places, settled
from tests.engine.tirol_results import FREE, ONES, TIROL, Sheet, alone, fahren, pagat, pair, ti

SYSTEM = SYSTEMS[TIROL]
SEED = Path(__file__).parents[3] / "shared" / "rules" / "seeds" / "tirol-deluxe.txt"

SKOTY = {"skoty": True}
AGREED: list[tuple[Json, Sheet, list[int]]] = [
    # «keine blanken Rufer (Rufer ohne Ansage werden nicht gespielt, sondern sofort abgerechnet)»
    (ti("rufer", "A", "C", options=SKOTY, end="blank"), pair(1, 0, 2), FREE),
    # «Triccolo-ouvert»
    (ti("triccolo_ouvert", options=SKOTY, tricks_won=[3, 3, 3, 3]), alone(7), FREE),
    (ti("triccolo_ouvert", options=SKOTY, tricks_won=[4, 2, 3, 3]), alone(-7), FREE),
    # «zehn Cent pro Punkt / nur das einfache Kontra zählt auf die Schrift»
    (ti("dreier", options=SKOTY, declarer_thirds=120, kontra=[call("A")]), alone(10), FREE),
    (
        ti("dreier", options=SKOTY, declarer_thirds=120, kontra=[call("A"), call("B", "re")]),
        alone(10),
        [-100, 300, -100, -100],
    ),
    (
        ti(
            "rufer",
            "A",
            "C",
            options=SKOTY,
            declarer_thirds=90,
            kontra=[call("B"), call("C", "re"), call("D", "sub")],
        ),
        pair(-2, 0, 2),
        [-60, 60, -60, 60],
    ),
    (
        ti(
            "bettler",
            "D",
            options=SKOTY,
            tricks_won=[5, 4, 3, 0],
            kontra=[call("A"), call("D", "re", to="A")],
        ),
        (-8, -4, -4, 16),
        [-80, 0, 0, 80],
    ),
    # «diese Spiele zählen doppelt»
    (ti("dreier", options={"radl": True}, declarer_thirds=120), alone(10), FREE),
    (
        ti(
            "rufer",
            "A",
            "C",
            options={"radl": True} | SKOTY,
            declarer_thirds=120,
            kontra=[call("B"), call("A", "re")],
        ),
        pair(4, 0, 2),
        [40, -40, 40, -40],
    ),
    # «Vorhand kann bestimmen, ob mit oder ohne Stichzwang …»: the settlement is the same
    (
        ti(
            "trischaken",
            "A",
            options={"trischaken_stichzwang": False, "trischaken_talon": "last_trick"},
            thirds=[20, 100, 50, 40],
            tricks_won=[1, 9, 1, 1],
        ),
        (2, -6, 2, 2),
        FREE,
    ),
    # the other readings of A17, A18 and A20, alone and together
    (
        ti(
            "bettler",
            "D",
            options={"kontra_im_negativspiel": False},
            tricks_won=[5, 4, 3, 0],
            kontra=[call("A")],
        ),
        alone(4, 3),
        FREE,
    ),
    (
        fahren([110, 60, 20, 20], ONES, options={"trischaken_vorhand_buergermeister": "doppelt"}),
        alone(-4, 0),
        FREE,
    ),
    (
        fahren([75, 75, 30, 30], ONES, options={"trischaken_vorhand_gleichstand": "teilt"}),
        (-3, -3, 3, 3),
        FREE,
    ),
    (fahren([90, 75, 30, 15], ONES, options={"trischaken_vorhand_gleichstand": "teilt"}), alone(-4, 0), FREE),
    (
        fahren(
            [110, 60, 20, 20],
            ONES,
            options={
                "trischaken_vorhand_gleichstand": "teilt",
                "trischaken_vorhand_buergermeister": "doppelt",
            },
        ),
        alone(-4, 0),
        FREE,
    ),
    # «Zwiccolo(-bei)»
    (ti("zwiccolo", options={"zwiccolo": True}, tricks_won=[4, 2, 3, 3]), alone(2), FREE),
    # «Kakadu-/Quapilrufer statt Solobesser (Besserrufer aufgeteilt)»
    (
        ti(
            "besserrufer",
            "B",
            "D",
            bird="quapil",
            options={"kakadu_quapilrufer": True},
            declarer_thirds=120,
            bonuses=[bonus("quapil", "B")],
        ),
        pair(10),
        FREE,
    ),
    # «Königsbesser (4 Könige statt Vogel)»
    (
        ti(
            "besserrufer",
            "B",
            "D",
            options={"koenigsbesser": True},
            declarer_thirds=120,
            bonuses=[bonus("vier_koenige", "B", made=False)],
        ),
        pair(0),
        FREE,
    ),
    # «Besserdreier», «Königfang»
    (
        ti("dreier", bird="pagat", options={"besserdreier": True}, declarer_thirds=120, bonuses=[pagat()]),
        alone(7),
        FREE,
    ),
    (
        ti(
            "rufer",
            "A",
            "C",
            options={"koenigfang": True},
            declarer_thirds=120,
            bonuses=[bonus("koenigfang", side="opponents")],
        ),
        pair(0, 0, 2),
        FREE,
    ),
    (
        ti(
            "rufer",
            "A",
            "C",
            options={"koenigfang": True},
            renonce={"by": "A", "claims": [{"by": "B", "what": "koenigfang"}]},
        ),
        (-4, 2, 1, 1),
        FREE,
    ),
    # A38: a silent bird lost in its trick
    (
        ti(
            "dreier",
            options={"stiller_vogel_verloren": "minus"},
            declarer_thirds=120,
            bonuses=[pagat(False, None)],
        ),
        alone(4),
        FREE,
    ),
]


@pytest.mark.parametrize(("document", "sheet", "cents"), AGREED)
def test_agreements_change_what_they_name(document: Json, sheet: Sheet, cents: list[int]) -> None:
    settlement = settled(document)
    assert settlement.sheet == sheet
    assert list(settlement.kontra_cents) == cents


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (ti("triccolo_ouvert", tricks_won=[3, 3, 3, 3]), "contract.game"),  # only «Skoty Trophy»
        (ti("zwiccolo", tricks_won=[4, 2, 3, 3]), "contract.game"),  # only by agreement
        (ti("zwiccolo_semi", options={"ohne_zwiccolo_semi": True}, tricks_won=[4, 2, 3, 3]), "contract.game"),
        (ti("solobesser", "B", "D", options={"kakadu_quapilrufer": True}, declarer_thirds=120), "contract.game"),
        (ti("dreier", bird="pagat", declarer_thirds=120, bonuses=[pagat()]), "contract.bird"),
        (ti("dreier", declarer_thirds=120, bonuses=[bonus("zehn_tarock", "B")]), "bonuses[0].what"),
        (ti("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus("koenigfang")]), "bonuses[0].what"),
        (ti("rufer", "A", "C", end="blank"), "end"),  # «Mit jedem Blatt muss gespielt werden»
        (ti("dreier", end="schleifen"), "end"),
        (ti("rufer", "A", "C", declarer_thirds=120, king_in_talon=True), "king_in_talon"),
        (ti("piccolo", beside="B", tricks_won=[5, 1, 4, 2]), "contract.with[0]"),
        (ti("dreier", beside="C", declarer_thirds=120), "contract.with"),
        (ti("trischaken", "A", thirds=[20, 100, 50, 41], tricks_won=[1, 9, 1, 1]), "thirds"),
        (ti("bettler", tricks_won=[5, 0, 4, 4]), "tricks_won"),
        (ti("dreier", options={"radln": True}, declarer_thirds=120), "options.radln"),
        (ti("dreier", options={"trischaken_talon": "nie"}, declarer_thirds=120), "options.trischaken_talon"),
        (ti("besserrufer", "B", "D", bird="uhu", declarer_thirds=120), "bonuses"),
        (ti("rufer", "A", "C", renonce={"by": "B", "claims": [{"by": "A", "what": "sack1"}]}), "renonce.claims[0].what"),
        # the called king lies in the talon, so there is no partner
        (ti("rufer", "A", "C", end="schleifen"), "contract.partner"),  # reported
    ],
)  # fmt: skip
def test_what_the_system_does_not_have_is_an_error_with_its_place(document: Json, place: str) -> None:
    assert place in error_places(document)


def test_the_games_stand_in_the_order_of_the_table() -> None:
    # «Angesagte Spiele dürfen nur durch höherrangige überboten werden»
    rising = (
        "rufer trischaken piccolo solorufer besserrufer bettler sechserdreier farbendreier dreier zwiccolo_semi "
        "piccolo_semi bettler_semi farbeneiner einer solobesser zwiccolo_ouvert piccolo_ouvert bettler_ouvert "
        "farbensolo solodreier"
    )
    assert " ".join(g.id for g in SYSTEM.games) == rising


def test_the_extras_have_their_places() -> None:
    extras = agreed(TIROL, {"skoty": True, "zwiccolo": True, "kakadu_quapilrufer": True})
    order = [(g.id, g.birds) for g in extras.games]
    assert order.index(("zwiccolo", ())) == order.index(("piccolo", ())) + 1
    assert order.index(("triccolo_ouvert", ())) == order.index(("zwiccolo_ouvert", ())) + 1
    assert order.index(("besserrufer", ("quapil",))) > order.index(("einer", ()))
    assert ("besserrufer", ("pagat", "uhu")) in order


@pytest.mark.skipif(not SEED.exists(), reason="the rule texts are not here")
def test_every_quote_stands_in_the_text() -> None:
    text = " ".join(SEED.read_text(encoding="utf-8").split())
    extras = agreed(TIROL, {o.name: True for o in SYSTEM.options if not o.choices})
    sources = [*SYSTEM.sources.values()]
    for system in (SYSTEM, extras):
        sources += [g.source for g in system.games] + [b.source for b in system.bonuses]
    sources += [o.source for o in SYSTEM.options]
    quoted = [s.quote for s in sources if s.section != "assumed"]
    assert [q for q in quoted if " ".join(q.split()) not in text] == []
