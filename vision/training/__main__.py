"""`python -m vision.training COMMAND`: renders, trains, exports and evaluates the finder, one command each."""

from __future__ import annotations

import argparse
from pathlib import Path

_SHARED = Path("../shared")


def _train(a: argparse.Namespace) -> None:
    from vision.training.finder_train import Plan, train

    keep = tuple(int(n) for n in a.keep_at.split(",") if n)
    plan = Plan(
        head=a.head,
        pictures=a.pictures,
        batch=a.batch,
        rate=a.rate,
        seed=a.seed,
        part=a.part,
        workers=a.workers,
        threads=a.threads,
        decay_share=a.decay_share,
        width=int(a.size.split("x")[0]),
        height=int(a.size.split("x")[1]),
        keep_at=keep,
        classes=a.classes,
    )
    train(a.root, a.run, plan, weights=a.weights, start=a.start, more=tuple(a.more), every=a.every)


def _render(a: argparse.Namespace) -> None:
    import cv2
    import numpy as np

    from vision.rendering import KINDS, SceneSpec, load_assets, render_scene, write_scenes

    cv2.setNumThreads(1)
    assets = load_assets(a.root, a.part, more=list(a.more))
    kinds = a.kinds.split(",") if a.kinds else list(KINDS)
    width, height = (int(n) for n in a.size.split("x"))
    decks = [d.name for d in assets.decks]
    scenes = (
        render_scene(
            np.random.default_rng((a.seed, i)),
            assets,
            SceneSpec(
                width,
                height,
                kind=kinds[i % len(kinds)],
                # Each kind with each deck, however many there are of both.
                deck=decks[i // len(kinds) % len(decks)],
                variety=a.variety,
                invented=0.0,  # labels name cards: made-up faces are for the finder's training only
            ),
        )
        for i in range(a.count)
    )
    print(f"{write_scenes(a.out, scenes)} pictures in {a.out}")


def _train_outline(a: argparse.Namespace) -> None:
    import torch

    from vision.training.outline_train import train

    torch.set_num_threads(a.threads)
    train(
        a.root,
        a.run,
        minutes=a.minutes,
        seed=a.seed,
        part=a.part,
        more=tuple(a.more),
        finder=a.finder,
        render_share=a.render_share,
        start_from=a.start,
        aside=a.aside,
        rate=a.rate,
    )


def _export_outline(a: argparse.Namespace) -> None:
    from vision.outline import CROP_HEIGHT, CROP_WIDTH
    from vision.training.manifest import enter
    from vision.training.outline_train import export

    a.out.parent.mkdir(parents=True, exist_ok=True)
    worst = export(a.checkpoint, a.out)
    enter(a.out, "outline", {"input": [-1, 3, CROP_HEIGHT, CROP_WIDTH]})
    print(f"differs from PyTorch by at most {worst:.5f} crop pixels")


def _export(a: argparse.Namespace) -> None:
    from vision.training.finder_export import export
    from vision.training.manifest import enter

    a.out.parent.mkdir(parents=True, exist_ok=True)
    width, height = (int(n) for n in a.size.split("x"))
    facts = export(a.checkpoint, a.out, width=width, height=height)
    enter(a.out, "finder", {"input": [1, 3, height, width], "head": facts["head"]})
    print(facts)


def _restore(a: argparse.Namespace) -> None:
    from vision.training.finder_restore import rendered, restore

    a.checkpoint.parent.mkdir(parents=True, exist_ok=True)
    away = restore(a.model, rendered(a.root), a.checkpoint)
    print(f"{a.checkpoint}: scores differ from {a.model.name} by at most {away:.1e}")


def _evaluate(a: argparse.Namespace) -> None:
    from vision.detector import THRESHOLD, load_finder
    from vision.training.finder_evaluate import as_text, evaluate

    threshold = THRESHOLD if a.threshold is None else a.threshold
    finder = load_finder(a.model, engine=a.engine, threshold=threshold, exact=not a.rough)
    print(as_text(evaluate(finder, a.folders, by=a.by)))


def _measure(a: argparse.Namespace) -> None:
    from vision.training.measure import run

    table = run(
        a.models,
        a.shared,
        a.folders,
        ways=a.ways.split(","),
        outlines=a.outlines,
        least=tuple(float(n) for n in a.least.split(",")),
        threads=a.threads,
        write=a.json,
    )
    print(table)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    t = commands.add_parser("train-finder", help="train, or go on where the last run stopped")
    t.add_argument("--root", type=Path, default=_SHARED, help="folder with decks/ textures/ hands/")
    t.add_argument("--run", type=Path, default=Path("runs/finder"), help="where checkpoints and logs go")
    t.add_argument("--head", choices=("quad", "obb"), default="quad", help="four corners, or turned boxes")
    t.add_argument("--weights", type=Path, help="official Ultralytics weights to start from")
    t.add_argument("--start", type=Path, help="the checkpoint of another run to begin with")
    t.add_argument(
        "--classes", type=int, choices=(2, 55), default=2, help="55: names cards itself, to compare"
    )
    t.add_argument("--more", type=Path, action="append", default=[], help="a further folder of faces")
    t.add_argument("--pictures", type=int, default=60000)
    t.add_argument("--batch", type=int, default=16)
    t.add_argument("--rate", type=float, default=1.2e-3)
    t.add_argument("--seed", type=int, default=1)
    t.add_argument(
        "--part", choices=("training", "all"), default="training", help="all: the held-out prints, too"
    )
    t.add_argument("--workers", type=int, default=2)
    t.add_argument("--size", default="640x384", help="input; a smaller one is quicker to begin with")
    t.add_argument("--threads", type=int, default=2)
    t.add_argument("--decay-share", type=float, default=0.3, help="the last part, in which the rate falls")
    t.add_argument("--every", type=float, default=180.0, help="seconds between checkpoints")
    t.add_argument(
        "--keep-at", default="", help="numbers of pictures at which to keep a checkpoint, with commas"
    )
    t.set_defaults(run_command=_train)
    o = commands.add_parser("train-outline", help="train the network that moves corners to the card's edge")
    o.add_argument("--root", type=Path, default=_SHARED)
    o.add_argument("--run", type=Path, default=Path("runs/outline"))
    o.add_argument("--minutes", type=float, default=20.0)
    o.add_argument("--finder", type=Path, help="a network (.onnx) whose outlines are to be mended")
    o.add_argument(
        "--render-share", type=float, default=0.5, help="rendering ends after this share of the time"
    )
    o.add_argument("--start", type=Path, help="the checkpoint of another run to begin with")
    o.add_argument("--aside", type=int, default=2, help="so many parts are only measured on")
    o.add_argument("--rate", type=float, default=2e-3)
    o.add_argument("--seed", type=int, default=1000)
    o.add_argument("--part", choices=("training", "all"), default="training")
    o.add_argument("--threads", type=int, default=2)
    o.add_argument("--more", type=Path, action="append", default=[])
    o.set_defaults(run_command=_train_outline)
    p = commands.add_parser(
        "export-outline", help="write it as ONNX and enter it into the manifest beside it"
    )
    p.add_argument("checkpoint", type=Path)
    p.add_argument("out", type=Path)
    p.set_defaults(run_command=_export_outline)
    r = commands.add_parser("render", help="write labelled pictures")
    r.add_argument("--root", type=Path, default=_SHARED)
    r.add_argument("--part", choices=("training", "held-out", "all"), default="held-out")
    r.add_argument("--out", type=Path, required=True)
    r.add_argument("--count", type=int, default=330)
    r.add_argument("--size", default="1280x720")
    r.add_argument("--kinds", default="", help="with commas; all in turn if left out")
    r.add_argument(
        "--variety", type=float, default=1.0, help="how far decks may differ from their scans, 0 to 1"
    )
    r.add_argument("--seed", type=int, default=101)
    r.add_argument("--more", type=Path, action="append", default=[])
    r.set_defaults(run_command=_render)
    x = commands.add_parser(
        "export-finder", help="write a checkpoint as ONNX and enter it into the manifest beside it"
    )
    x.add_argument("checkpoint", type=Path)
    x.add_argument("out", type=Path)
    x.add_argument("--size", default="640x384", help="the input; multiples of 32")
    x.set_defaults(run_command=_export)
    b = commands.add_parser(
        "restore-finder",
        help="make a checkpoint of an exported file, to train on from (train-finder --start)",
    )
    b.add_argument("model", type=Path, help="the exported network, with its manifest beside it")
    b.add_argument("checkpoint", type=Path)
    b.add_argument("--root", type=Path, default=_SHARED)
    b.set_defaults(run_command=_restore)
    e = commands.add_parser("evaluate-finder", help="measure a finder on labelled pictures")
    e.add_argument("model", type=Path)
    e.add_argument("folders", type=Path, nargs="+")
    e.add_argument("--by", help="a field of the labels, as kind or deck")
    e.add_argument("--engine", choices=("openvino", "onnxruntime"))
    e.add_argument("--rough", action="store_true", help="without the outline network")
    e.add_argument("--threshold", type=float, help="as at run time if left out")
    e.set_defaults(run_command=_evaluate)
    m = commands.add_parser("measure", help="measure the whole chain on pictures of held-out decks")
    m.add_argument("folders", type=Path, nargs="+", help="folders with labels.json")
    m.add_argument("--models", type=Path, default=Path("models"), help="finder, outline, namer, prototypes")
    m.add_argument("--shared", type=Path, default=_SHARED)
    m.add_argument("--ways", default="known,scan,phone,none", help="how the decks are known, with commas")
    m.add_argument("--outlines", choices=("finder", "exact", "shaky"), default="finder")
    m.add_argument("--least", default="0", help="shorter cards, in pixels, are not asked for; with commas")
    m.add_argument("--threads", type=int, default=2)
    m.add_argument("--json", type=Path, help="keep the counts here")
    m.set_defaults(run_command=_measure)
    a = parser.parse_args(arguments)
    a.run_command(a)


if __name__ == "__main__":
    main()
