"""Films of whole deals for `kiebitz bench watch`: `python -m server.benchmarks.films --count N --seed S`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from engine.cards import IDS
from engine.dealing import random_deal, with_revoke
from engine.judge import judge
from engine.record import Deal, write_deal
from engine.systems import SYSTEMS
from engine.terms import SEATS
from server.benchmarks.film_scripts import Scene, write_script
from vision.filming import Wish, choose_look, direct, truth_of, write_json, write_video
from vision.rendering import HELD_OUT_DECKS, Assets, load_assets, load_deck
from vision.rendering.faces import read_face
from vision.runtime import MODELS

FOLDER: Final = Path("datasets/films")
OWN_NAME: Final = "kiebitz"
OWN_DECK: Final = MODELS / "deck" / "png"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """A deal to be filmed, and its irregular card if it has one."""

    deal: Deal
    revoke: Row | None


def _with_gifts(record: dict[str, Any]) -> dict[str, Any]:
    """The record as the measuring program reads it: `gift` stands in every trick."""
    return record | {"tricks": [{"gift": None} | trick for trick in record["tricks"]]}


def play(rng: Random, *, revoke: bool, system: str | None = None) -> Played:
    """A random deal of any system and game, played to its end, with or without one irregular card."""
    while True:
        deal = random_deal(rng, system or rng.choice(sorted(SYSTEMS)), announce=0.0)
        if not revoke:
            return Played(deal, None)
        found = with_revoke(rng, deal)
        if found is not None:
            row = {
                "by": SEATS[found.seat],
                "trick": found.trick,
                "card": IDS[found.card],
                "position": found.place,
            }
            return Played(found.deal, row)


def start_of(deal: Deal, *, unsaid: bool = False) -> Row:
    """The record before the first trick, as `kiebitz watch --deal` wants it; `unsaid` is without talon and discards."""
    data = write_deal(replace(deal, tricks=(), hands=None, end="running"))
    left_out = {"tricks", "end"} | ({"talon", "taken", "discards"} if unsaid else set())
    return {key: value for key, value in data.items() if key not in left_out}


def public_rulings(deal: Deal) -> list[Row]:
    """What a reader without a mistake can know of a deal: hands are not among it."""
    return [ruling.as_json() for ruling in judge(replace(deal, hands=None)).rulings]


def film(folder: Path, name: str, seed: int, played: Played, scene: Scene, assets: Assets, wish: Wish) -> Row:
    """Writes one film with its start and its truth; the truth is written last, so that a film with one is whole."""
    deck = assets.decks[seed % len(assets.decks)]
    back = read_face(OWN_DECK / f"BACK-{1 + seed % 3}.png") if deck.name == OWN_NAME else None
    plan = direct(scene.script, choose_look(seed, deck, wish, back))
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / f"{name}.start.json", start_of(scene.deal, unsaid=scene.unsaid))
    write_video(folder / f"{name}.mp4", plan, assets)
    truth = truth_of(plan, scene.seats) | {
        "direction": "clockwise" if scene.deal.system.clockwise else "anti-clockwise",
        "special": list(scene.special),
        "record": _with_gifts(write_deal(scene.deal)),
        "rulings": public_rulings(scene.deal),
        "unsaid": scene.unsaid,
    }
    if played.revoke is not None:
        truth["revoke"] = played.revoke
    write_json(folder / f"{name}.truth.json", truth)
    return truth


def all_assets(shared: Path | None, decks: Sequence[str]) -> Assets:
    """The own deck; with the folder of scans also the prints, surfaces and hands that are kept from training."""
    own = load_deck(OWN_DECK)
    own.name = OWN_NAME
    if shared is None or not (shared / "decks").is_dir():
        return Assets([own])
    names = [name for name in decks if name != OWN_NAME] or sorted(HELD_OUT_DECKS)
    assets = load_assets(shared, "held-out", names)
    if not decks or OWN_NAME in decks:
        assets.decks.append(own)
    return assets


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument(
        "--shared", type=Path, default=None, help="a folder with decks/, textures/ and hands/"
    )
    parser.add_argument("--deck", action="append", default=[], help="only these prints")
    parser.add_argument("--system", choices=sorted(SYSTEMS))
    parser.add_argument("--tilt", type=float, default=None)
    parser.add_argument("--tempo", choices=("slow", "ordinary", "brisk"))
    parser.add_argument("--tricks", type=int, default=12, help="film only so many tricks")
    options = parser.parse_args(arguments)
    assets = all_assets(options.shared, options.deck)
    for seed in range(options.seed, options.seed + options.count):
        name = f"{seed:04d}"
        if (options.folder / f"{name}.truth.json").is_file():
            continue
        begin, rng = time.perf_counter(), Random(seed)
        played = play(rng, revoke=seed % 3 == 0, system=options.system)
        if options.tricks < 12:
            cut = replace(played.deal, tricks=played.deal.tricks[: options.tricks], end="running")
            late = played.revoke is not None and played.revoke["trick"] > options.tricks
            played = Played(cut, None if late else played.revoke)
        scene = write_script(rng, played.deal)
        wish = Wish(tilt=options.tilt, tempo=options.tempo, fps=rng.choice((10, 10, 12)))
        truth = film(options.folder, name, seed, played, scene, assets, wish)
        sys.stdout.write(
            f"{name} {truth['record']['rules']} {truth['record']['contract']['game']} {truth['deck']} tilt {truth['tilt']}"
            f" {truth['tempo']} {','.join(truth['special'])}: {truth['duration']} s, rendered in"
            f" {time.perf_counter() - begin:.0f} s\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
