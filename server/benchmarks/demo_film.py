"""The demo's film: one whole deal with the project's own deck and one Renonce, drawn when it is first wanted."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from engine.cards import IDS
from engine.dealing import random_deal, with_revoke
from engine.terms import SEATS
from server.benchmarks.film_scripts import write_script
from server.benchmarks.films import Played, all_assets, film, public_rulings
from vision.filming import Wish

NAME: Final = "demo"
SYSTEM: Final = "steiermark-2017"
LOOK: Final = 5
"""Hands, table and light of the film: one whose 48 cards are all read without a question (4 has one)."""
WISH: Final = Wish(fps=10.0, tilt=12.0, yaw=0.0, tempo="brisk", calm=True)


def demo_deal() -> Played:
    """The first random Rufer with an early Renonce that a card on the table soon shows to everybody."""
    for seed in range(10_000):
        rng = Random(seed)
        deal = random_deal(rng, SYSTEM, announce=0.0)
        contract = deal.contract
        if contract is None or contract.game != "rufer" or not isinstance(contract.called, int):
            continue
        found = with_revoke(rng, deal)
        if found is None or found.trick > 3:
            continue
        rulings = public_rulings(found.deal)
        if len(rulings) == 1 and rulings[0]["proof"] == "direct" and rulings[0]["status"] == "renonce":
            late = rulings[0]["proven"]["trick"] - found.trick
            if rulings[0]["trick"] == found.trick and 1 <= late <= 3:
                row = {
                    "by": SEATS[found.seat],
                    "trick": found.trick,
                    "card": IDS[found.card],
                    "position": found.place,
                }
                return Played(found.deal, row)
    raise AssertionError("no deal of ten thousand has an early Renonce")


def is_drawn(folder: Path) -> bool:
    """Whether the film lies there already, as it looks today."""
    try:
        truth = json.loads((folder / f"{NAME}.truth.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return (folder / f"{NAME}.mp4").is_file() and isinstance(truth, dict) and truth.get("seed") == LOOK


def demo_film(folder: Path) -> Path:
    """The film in this folder, drawn if it is not there; START and truth lie beside it."""
    place = folder / f"{NAME}.mp4"
    if not is_drawn(folder):
        played = demo_deal()
        scene = write_script(Random(LOOK), played.deal, frozenset({"hover", "fidget"}))
        film(folder, NAME, LOOK, played, scene, all_assets(None, []), WISH)
    return place


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    sys.stdout.write(f"{demo_film(parser.parse_args(arguments).folder)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
