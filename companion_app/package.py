"""`python -m companion_app.package OUT`: puts together what the Android package holds, ready for buildozer."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

ROOMS: Final = ("engine", "companion_app")
"""Only these: the app needs neither the server nor the recognition."""
KINDS: Final = frozenset({".py", ".kv", ".png"})
LEFT_OUT: Final = frozenset({"pictures", "__pycache__", "tournament"})
"""Sample pictures of the screens, and what only the server asks for."""
MAIN: Final = '''"""Where Android begins."""

from companion_app.app import run

run()
'''


def assemble(out: Path) -> list[Path]:
    """Copies the rooms, writes `main.py` and `buildozer.spec`; the files of the package."""
    here = Path(__file__).parent
    found = []
    for room in ROOMS:
        for source in sorted((here.parent / room).rglob("*")):
            inside = source.relative_to(here.parent)
            if source.suffix in KINDS and not LEFT_OUT & set(inside.parts):
                target = out / inside
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
                found.append(target)
    (out / "main.py").write_text(MAIN, encoding="utf-8")
    spec = (here / "buildozer.spec").read_text(encoding="utf-8")
    (out / "buildozer.spec").write_text(with_version(spec, _version()), encoding="utf-8")
    return [*found, out / "main.py"]


def with_version(spec: str, number: str) -> str:
    return re.sub(r"(?m)^version = .*$", f"version = {number}", spec)


def _version() -> str:
    try:
        return version("kiebitz")
    except PackageNotFoundError:
        return "0.1.0"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m companion_app.package", description=__doc__)
    parser.add_argument("out", type=Path)
    out: Path = parser.parse_args().out
    if out.exists() and any(out.iterdir()) and not (out / "buildozer.spec").is_file():
        sys.exit(f"{out}: is not empty and holds no earlier package; name an empty folder")
    files = assemble(out)
    size = sum(path.stat().st_size for path in files)
    sys.stdout.write(
        f"{out}: {len(files)} files, {size // 1024} KiB. Next: cd {out} && buildozer android debug\n"
    )


if __name__ == "__main__":
    main()
