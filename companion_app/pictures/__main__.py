"""`python -m companion_app.pictures OUT`: every screen with sample data as PNG, without a display."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from companion_app.pictures import studio

SIZES = {"phone": (480, 800), "tablet": (1024, 600), "tall": (800, 1280), "tv": (1920, 1080)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m companion_app.pictures", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="", help="samples whose name contains this")
    parser.add_argument("--sizes", default="phone,tablet", help=", ".join(SIZES))
    parser.add_argument("--langs", default="de,en")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--scale", type=float, default=1.0, help="of text, 0.8 to 2.0")
    parser.add_argument("--density", type=float, default=1.0)
    parser.add_argument("--contrast", action="store_true")
    parser.add_argument("--hand", default="right", choices=("right", "left"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        studio.prepare(Path(home))
        from companion_app.pictures.samples import SAMPLES
        from companion_app.viewmodels.frame import Appearance

        scene = studio.Studio()
        for size in args.sizes.split(","):
            scene.resize(*SIZES[size], args.density)
            for theme in args.themes.split(","):
                for lang in args.langs.split(","):
                    look = Appearance(
                        lang, theme, args.contrast, scale=args.scale, hand=args.hand, motion=False
                    )
                    for name, sample in SAMPLES.items():
                        if args.only in name:
                            scene.show(sample(look))
                            scene.save(args.out / f"{name}-{size}-{theme}-{lang}.png")


if __name__ == "__main__":
    main()
