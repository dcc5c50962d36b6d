"""Whole deals as printed texts: a changed rule shows as a changed text. Rewrite them with KIEBITZ_UPDATE_GOLDEN=1."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

import pytest
from rich.console import Console

from engine.dealing import random_deal, with_revoke
from engine.judge import judge
from engine.notation import read_notation, write_notation
from engine.record import Deal
from engine.systems import SYSTEMS, agreed
from server.cli import show

GOLDEN = Path(__file__).parent / "playthroughs"
GAMES = {
    "steiermark-2017": ["besserrufer", "trischaken", "farbensolo"],
    "tirol-deluxe": ["solobesser", "bettler_semi", "einer"],
    "hopfgarten-2023": ["besserrufer", "trischaken", "dreier"],
    "kantine-2.0": ["solorufer", "zwiccolo_ouvert", "sechserdreier"],
    "sb-2023": ["besserrufer", "rufer", "solodreier"],
}
CASES = [
    (system, game, revoke)
    for system, games in GAMES.items()
    for game in games
    for revoke in (False, game == games[0])
]


def played(system: str, game: str, revoke: bool) -> Deal:
    rng = random.Random(f"{system} {game} {revoke}")
    row = next(g for g in agreed(system).games if g.id == game)
    while True:
        deal = random_deal(rng, system, row, announce=0.8)
        if not revoke:
            return deal
        if (found := with_revoke(rng, deal)) is not None:
            return found.deal


def printed(deal: Deal, lang: str) -> str:
    out = io.StringIO()
    show.judgement(
        judge(deal), lang, Console(file=out, highlight=False, soft_wrap=True, width=110, color_system=None)
    )
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


@pytest.mark.parametrize(("system", "game", "revoke"), sorted(set(CASES)))
def test_a_printed_deal_stays_as_it_was(system: str, game: str, revoke: bool) -> None:
    deal = played(system, game, revoke)
    text = write_notation(deal) + "\n" + printed(deal, "de") + "\n" + printed(deal, "en")
    path = GOLDEN / f"{system}-{game}{'-renonce' if revoke else ''}.txt"
    if os.environ.get("KIEBITZ_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda p: p.stem)
def test_the_notation_at_its_head_is_the_deal(path: Path) -> None:
    head, _, rest = path.read_text(encoding="utf-8").partition("\n\n")
    deal = read_notation(head)
    assert deal.system.id in SYSTEMS
    assert rest.startswith(printed(deal, "de"))
