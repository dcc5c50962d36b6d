"""What works on this machine and what is missing: the checks behind `kiebitz doctor`."""

from __future__ import annotations

import errno
import importlib.util
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.extras import how_to_get
from server.settings import Settings

ROOM_MB = 500
_YEAR = 365 * 24 * 3600
_GERMAN = {
    "python": "Python",
    "disk": "Speicherplatz",
    "folder": "Ordner",
    "store": "Datenbank",
    "ports": "Ports",
    "port": "Port",
    "network": "Netzwerk",
    "certificates": "Zertifikate",
    "clock": "Uhr",
    "models": "Modelle",
    "runtime": "Erkennung",
    "model": "Modell",
    "camera": "Kamera",
    "extras": "Zusätze",
    "extra": "Zusatz",
}
"""The names of the checks; to programs they stay what they are."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. `good` None: not needed, but something goes better with it."""

    name: str
    good: bool | None
    de: str
    en: str
    how_de: str = ""
    how_en: str = ""

    def called(self, lang: str) -> str:
        """What the check is called in a language."""
        word, _, which = self.name.partition(" ")
        german = _GERMAN.get(word, word)
        return self.name if lang != "de" else f"{german} {which}".strip()

    def as_json(self) -> dict[str, Any]:
        state = {True: "ok", False: "missing", None: "optional"}[self.good]
        text = {"de": self.de, "en": self.en}
        how = {"de": self.how_de, "en": self.how_en} if self.how_en else None
        return {"check": self.name, "state": state, "text": text, "how": how}


def checkup(settings: Settings) -> Iterator[Check]:
    """Every check by itself: one that fails unexpectedly says so and holds up no other."""
    checks: tuple[tuple[str, Callable[[Settings], Iterator[Check]]], ...] = (
        ("python", _python),
        ("disk", _disk),
        ("store", _store),
        ("ports", _ports),
        ("network", _network),
        ("certificates", _certificates),
        ("clock", _clock),
        ("models", _models),
        ("camera", _camera),
        ("extras", _extras),
    )
    for name, check in checks:
        try:
            yield from check(settings)
        except Exception as error:  # a check-up that breaks down helps nobody
            text = f"{type(error).__name__}: {error}"
            yield Check(name, False, f"nicht prüfbar: {text}", f"cannot be checked: {text}")


def _python(_: Settings) -> Iterator[Check]:
    version = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= (3, 11)
    yield Check("python", good, f"Python {version}", f"Python {version}", "Python 3.11 oder neuer installieren", "install Python 3.11 or newer")  # fmt: skip


def _disk(settings: Settings) -> Iterator[Check]:
    folder = settings.data
    existing = next(p for p in (folder, *folder.parents) if p.exists())
    free = shutil.disk_usage(existing).free // 2**20
    text = f"{folder}: {free} MB"
    yield Check(
        "disk", free >= ROOM_MB, f"{text} frei", f"{text} free",
        f"mindestens {ROOM_MB} MB frei machen oder mit --data einen anderen Ordner nennen",
        f"free at least {ROOM_MB} MB, or name another folder with --data",
    )  # fmt: skip
    try:
        with tempfile.TemporaryFile(dir=existing):
            good = True
    except OSError:
        good = False
    yield Check(
        "folder", good, f"{existing} ist {'' if good else 'nicht '}beschreibbar", f"{existing} is {'' if good else 'not '}writable",
        "mit --data einen beschreibbaren Ordner nennen", "name a writable folder with --data",
    )  # fmt: skip


def _store(settings: Settings) -> Iterator[Check]:
    if settings.database is not None:
        yield from _database(settings.database)
        return
    file = settings.database_file
    if not file.is_file():
        yield Check(
            "store", True, "noch keine; kiebitz serve legt sie an", "still empty; kiebitz serve makes it"
        )
        return
    from server.store.sqlite import for_reading

    db = for_reading(file)
    try:
        good = db.execute("PRAGMA quick_check").fetchone() == ("ok",)
        count = db.execute("SELECT count(DISTINCT table_id), count(*) FROM events").fetchone()
    finally:
        db.close()
    yield Check(
        "store", good, f"{count[0]} Tische, {count[1]} Ereignisse", f"{count[0]} tables, {count[1]} events",
        "eine Sicherung einspielen: kiebitz restore", "put a backup in its place: kiebitz restore",
    )  # fmt: skip


def _database(url: str) -> Iterator[Check]:
    from server.store.postgres import PostgresStore
    from server.store.protocol import StoreError

    try:
        store = PostgresStore(url)
        store.close()
    except StoreError as error:
        yield Check(
            "store",
            False,
            str(error),
            str(error),
            "Adresse und Rechte prüfen",
            "check the address and the rights",
        )
    else:
        yield Check("store", True, "PostgreSQL antwortet", "PostgreSQL answers")


def _ports(settings: Settings) -> Iterator[Check]:
    for host, port in (("127.0.0.1", settings.port), ("0.0.0.0", settings.lan_port)):
        taken = _taken(host, port)
        yield Check(
            "port", not taken, f"Port {port} ist {'belegt' if taken else 'frei'}", f"port {port} is {'taken' if taken else 'free'}",
            "läuft Kiebitz schon? Sonst mit --port oder --lan-port einen anderen nennen",
            "is Kiebitz running already? Else name another one with --port or --lan-port",
        )  # fmt: skip


def _taken(host: str, port: int) -> bool:
    from server.doors import claim

    with socket.socket() as sock:
        claim(sock)
        try:
            sock.bind((host, port))
        except OSError as error:
            return error.errno in (errno.EADDRINUSE, errno.EACCES)
    return False


def _network(_: Settings) -> Iterator[Check]:
    from server.security.origins import local_addresses

    found = local_addresses()
    text = ", ".join(found) or "–"
    yield Check(
        "network", True if found else None, f"Adressen im Netz: {text}", f"addresses in the network: {text}",
        "für Telefone und Tablets mit einem WLAN verbinden", "connect to a Wi-Fi for phones and tablets",
    )  # fmt: skip


def _certificates(settings: Settings) -> Iterator[Check]:
    from server.security.certificates import Papers, problem

    folder = settings.data / "certificates"
    found = problem(Papers(folder / "server.pem", folder / "server.key", folder / "authority.pem"))
    good = "das Zertifikat gilt", "the certificate is valid"
    yield Check("certificates", None if found else True, *(found or good))


def _clock(settings: Settings) -> Iterator[Check]:
    """A clock that went back would date cards before those that lie already."""
    newest = Path(__file__).stat().st_mtime
    if settings.database_file.is_file():
        newest = max(newest, settings.database_file.stat().st_mtime)
    now = time.time()
    good = newest - 60 <= now < newest + 20 * _YEAR
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    yield Check(
        "clock",
        good,
        f"auf diesem Rechner ist es {shown}",
        f"this machine says {shown}",
        "die Uhr dieses Rechners stellen",
        "set the clock of this machine",
    )


def _models(_: Settings) -> Iterator[Check]:
    from vision.runtime import ENGINE_VARIABLE, MODELS, ModelError, check, engines, manifest, runs

    # One that is installed may still lack a library of the system.
    names, wanted = [name for name in engines() if runs(name)], os.environ.get(ENGINE_VARIABLE)
    if wanted and wanted not in names:
        text = f"{ENGINE_VARIABLE}={wanted[:20]}"
        choice = " / ".join(names) or "–"
        yield Check(
            "runtime", False, f"Erkennung läuft nicht mit {text}", f"recognition does not run with {text}",
            f"weglassen, oder: {choice}", f"leave it out, or: {choice}",
        )  # fmt: skip
    else:
        text = wanted or ", ".join(names) or "–"
        yield Check(
            "runtime", bool(names), f"Erkennung läuft mit {text}", f"recognition runs with {text}",
            "pip install onnxruntime", "pip install onnxruntime",
        )  # fmt: skip
    for name in manifest():
        try:
            check(MODELS / name)
            yield Check("model", True, f"{name}: unverändert", f"{name}: unchanged")
        except (ModelError, OSError) as error:
            yield Check(
                "model", False, str(error), str(error), "Kiebitz neu installieren", "install Kiebitz again"
            )


def _camera(_: Settings) -> Iterator[Check]:
    from vision.sources.cameras import list_cameras

    found = list_cameras()
    names = ", ".join(f"{camera.index} ({camera.name})" for camera in found)
    if found:
        denied = [
            c.index
            for c in found
            if sys.platform == "linux" and not os.access(f"/dev/video{c.index}", os.R_OK)
        ]
        yield Check(
            "camera", not denied, f"Kameras: {names}", f"cameras: {names}",
            "sich in die Gruppe video aufnehmen lassen", "have yourself added to the group video",
        )  # fmt: skip
        return
    yield Check(
        "camera", None, "keine Kamera an diesem Rechner", "no camera at this machine",
        "eine anstecken, oder ein Telefon als Kamera koppeln; von Hand geht es immer",
        "plug one in, or pair a phone as camera; by hand it always works",
    )  # fmt: skip


def _extras(_: Settings) -> Iterator[Check]:
    for module, extra, de, en in (
        ("kivy", "app", "die Tablet-App", "the tablet app"),
        ("psycopg", "postgres", "mehrere Server an einer Datenbank", "several servers on one database"),
        ("ultralytics", "train", "Netze trainieren", "training networks"),
    ):
        there = importlib.util.find_spec(module) is not None
        install = how_to_get(extra)
        yield Check(f"extra {extra}", True if there else None, de, en, install, install)
