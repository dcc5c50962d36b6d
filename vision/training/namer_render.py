"""Renders crops for the namer in shards: `python -m vision.training.namer_render --shared DIR --out DIR`.

Shard k depends on its number alone, so rendering stops and goes on at any moment. With `--ring N` only N shards stay
on disk and the oldest are drawn anew, so that training always meets new pictures.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.cards import IDS
from vision.detector import Finder, load_finder
from vision.identity import CROP_HEIGHT, CROP_WIDTH
from vision.rendering import Assets, load_assets
from vision.training.namer_crops import GRID_SHAPE, Crop, Pyramid, World, make_crop
from vision.training.namer_faces import Copy, contact_sheet, load_copies, load_pictures, pyramid
from vision.training.namer_inventions import find_fonts, invent_copy
from vision.training.namer_scenes import crops_of, decks_of, some_scene
from vision.training.namer_strangers import back, make_stranger

SHARD: Final = 2048
INVENTED: Final = 72
STRANGERS: Final = 0.14
PRINT_SHARE: Final = {
    "B": 0.42,
    "D": 0.14,
    "E": 0.14,
    "F": 0.05,
    "H": 0.14,
    "I": 0.13,
    "kiebitz": 0.16,
    "invented": 0.5,
}


@dataclass(frozen=True, slots=True)
class Source:
    """All that crops are made of, with the chance of each copy."""

    copies: list[Copy]
    pyramids: list[dict[int, Pyramid]]
    chances: NDArray[np.float64]
    world: World
    backs: list[Pyramid]


def load_source(
    shared: Path, own_deck: Path | None, *, held_out: bool, everything: bool, invented: int
) -> Source:
    copies = load_copies(shared / "decks", own_deck, held_out=held_out)
    aside = None if everything else held_out
    world = World(
        load_pictures(shared / "textures" / "surfaces", held_out=aside),
        load_pictures(shared / "textures" / "photos", held_out=aside),
        load_pictures(shared / "hands", held_out=aside),
    )
    fonts = find_fonts()
    art = load_pictures(shared / "textures" / "photos", held_out=False)  # the same decks in any case
    for k in range(invented):
        copies.append(invent_copy(np.random.default_rng(9000 + k), f"invented-{k:02d}", art, fonts))
    if everything:  # last, so that each copy has the same number as in shards without them
        copies += load_copies(shared / "decks", held_out=True)
    groups = ["invented" if c.name.startswith("invented") else c.print_name for c in copies]
    chances = np.array([PRINT_SHARE.get(g, 0.1) / groups.count(g) for g in groups])
    pyramids = [{card: pyramid(face) for card, face in c.faces.items()} for c in copies]
    backs = [pyramid(back(np.random.default_rng(7000 + k), world)) for k in range(24)]
    return Source(copies, pyramids, chances / chances.sum(), world, backs)


@dataclass(frozen=True, slots=True)
class Tables:
    """What whole tables are drawn from, and the finder that looks at them."""

    assets: Assets
    finder: Finder


def load_tables(
    shared: Path, copies: list[Copy], finder: Path, *, everything: bool, held_out: bool = False
) -> Tables:
    """On surfaces and under hands of the same part as the single crops."""
    part = "all" if everything else "held-out" if held_out else "training"
    assets = load_assets(shared, part, decks=[])
    assets.decks.extend(decks_of(copies))
    return Tables(assets, load_finder(finder, threads=1))


Labelled = tuple[Crop, int, int]
"""A crop with the numbers of its copy and card, both -1 for a stranger."""


def single_crops(source: Source, rng: Generator) -> Iterator[Labelled]:
    """Cards of their own, each in a little world around it."""
    fonts = find_fonts()
    while True:
        copy = int(rng.choice(len(source.copies), p=source.chances))
        own = source.pyramids[copy]
        cards = list(own)
        others = [own[cards[int(rng.integers(len(cards)))]] for _ in range(3)]
        others.append(source.backs[int(rng.integers(len(source.backs)))])
        if rng.random() < STRANGERS:
            yield make_stranger(rng, source.world, others, fonts), -1, -1
            continue
        card = cards[int(rng.integers(len(cards)))]
        if rng.random() < 0.25 and IDS[card][0] == "T":  # pips and courts are told apart by little
            card = cards[int(rng.integers(len(cards)))]
        yield make_crop(rng, source.world, own[card], others), copy, card


def table_crops(source: Source, tables: Tables, rng: Generator) -> Iterator[Labelled]:
    """The cards of whole tables, as the finder leaves them."""
    while True:
        copy = int(rng.choice(len(source.copies), p=source.chances))
        scene = some_scene(rng, tables.assets, source.copies[copy].name)
        for crop, card in crops_of(rng, scene, tables.finder):
            yield crop, copy if card >= 0 else -1, card


def render_shard(
    source: Source, number: int, size: int = SHARD, tables: Tables | None = None
) -> dict[str, NDArray[Any]]:
    """`size` crops with copy, card, flip (label -1: a stranger), cells, offsets and visible share."""
    rng: Generator = np.random.default_rng([20, number])
    stream = table_crops(source, tables, rng) if tables else single_crops(source, rng)
    pictures = np.empty((size, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    labels = np.full((size, 3), -1, np.int16)
    cells = np.zeros((size, *GRID_SHAPE), np.float16)
    offsets = np.zeros((size, 8), np.float16)
    visible = np.zeros(size, np.float16)
    for i, (crop, copy, card) in zip(range(size), stream, strict=False):
        if card >= 0:
            labels[i] = copy, card, int(crop.flipped)
        pictures[i], cells[i], offsets[i], visible[i] = crop.picture, crop.cells, crop.offsets, crop.visible
    return {"pictures": pictures, "labels": labels, "cells": cells, "offsets": offsets, "visible": visible}


def save_shard(out: Path, number: int, shard: dict[str, NDArray[Any]], slot: int) -> None:
    """Pictures apart from the rest, so that training maps them into memory. Replaced in one step."""
    rest: dict[str, Any] = {k: v for k, v in shard.items() if k != "pictures"}
    part = out / f".{slot:04d}.part.npz"
    np.savez(part, number=number, **rest)
    pictures = out / f".{slot:04d}.part.npy"
    np.save(pictures, shard["pictures"])
    (out / f"{slot:04d}.npz").unlink(missing_ok=True)
    pictures.replace(out / f"{slot:04d}.npy")
    part.replace(out / f"{slot:04d}.npz")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--shared", type=Path, required=True, help="the folder with decks/, textures/ and hands/"
    )
    parser.add_argument("--own-deck", type=Path, default=Path("models/deck"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=24)
    parser.add_argument("--ring", type=int, default=0, help="keep only this many shards (0: all)")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first shard (workers take different ones)"
    )
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--size", type=int, default=SHARD)
    parser.add_argument("--held-out", action="store_true", help="render what is kept aside, for evaluation")
    parser.add_argument("--everything", action="store_true", help="leave nothing aside (last training only)")
    parser.add_argument("--invented", type=int, default=INVENTED)
    parser.add_argument(
        "--tables", type=Path, metavar="FINDER.onnx", help="crops of whole tables that this finder sees"
    )
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    source = load_source(
        args.shared, args.own_deck, held_out=args.held_out, everything=args.everything, invented=args.invented
    )
    tables = (
        load_tables(
            args.shared, source.copies, args.tables, everything=args.everything, held_out=args.held_out
        )
        if args.tables
        else None
    )
    classes = [{"copy": c.name, "print": c.print_name, "cards": sorted(c.faces)} for c in source.copies]
    (args.out / "copies.json").write_text(json.dumps(classes), "utf-8")
    for number in range(args.first, args.shards, args.step):
        slot = number % args.ring if args.ring else number
        done = args.out / f"{slot:04d}.npz"
        if done.exists() and int(np.load(done)["number"]) >= number:
            continue
        begin = time.monotonic()
        shard = render_shard(source, number, args.size, tables)
        save_shard(args.out, number, shard, slot)
        if number == args.first:
            sheet = contact_sheet(list(shard["pictures"][:160]), 20)
            cv2.imwrite(str(args.out / "sheet.png"), sheet)
        rate = args.size / (time.monotonic() - begin)
        print(f"shard {number}: {rate:.0f} crops/s", flush=True)


if __name__ == "__main__":
    main()
