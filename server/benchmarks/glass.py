"""From glass to glass: a card comes to rest in the film, a connected client has it (`kiebitz bench glass`).

The film's pictures are sent as a phone sends them (JPEG by HTTPS, one after the other at the film's own pace) to a server
with a reader of its own; a client follows the table by server-sent events. What is not in the figure: the phone's lens and
encoder, and the radio between the phone and the server.
"""

from __future__ import annotations

import http.client
import json
import os
import queue
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np

from engine.record import write_deal
from server.benchmarks.demo_film import demo_deal
from server.benchmarks.film_scripts import write_script
from server.benchmarks.films import Played, all_assets, film
from server.benchmarks.story import PLAYERS, told
from server.settings import environment_of_its_own
from server.tables.events import event_json
from vision.filming import Wish

TO_REACH: Final = {"median": 0.5, "p95": 1.0}
LEAD: Final = 3.0
"""Seconds of an empty table before the film, so that the reader knows the cloth."""
Row = dict[str, Any]


@dataclass(slots=True)
class Served:
    """A server of its own, as a host starts it."""

    port: int
    lan_port: int
    process: subprocess.Popen[str]

    def connection(self) -> http.client.HTTPConnection:
        blind = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE  # this machine, this minute
        return http.client.HTTPSConnection("127.0.0.1", self.lan_port, timeout=20, context=blind)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        with closing(self.connection()) as connection:
            data = None if body is None else json.dumps(body).encode()
            connection.request(method, path, data, {"content-type": "application/json"})
            return json.loads(connection.getresponse().read())


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    ports = []
    for _ in range(2):
        with closing(socket.create_server(("127.0.0.1", 0))) as sock:
            ports.append(int(sock.getsockname()[1]))
    command = [sys.executable, "-c", "from server.cli import main; main()", "serve", "--lan"]
    command += ["--port", str(ports[0]), "--lan-port", str(ports[1]), "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment_of_its_own())
    assert process.stdout is not None
    for _ in range(2):  # its own door, then the one to the network
        process.stdout.readline()
    try:
        yield Served(ports[0], ports[1], process)
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


@dataclass(slots=True)
class Client:
    """Follows a table and notes when it had each card."""

    served: Served
    table: str
    heard: dict[tuple[str, str], float] = field(default_factory=dict)

    def follow(self) -> None:
        threading.Thread(target=self._listen, daemon=True, name="client").start()

    def _listen(self) -> None:
        with closing(self.served.connection()) as connection:
            connection.request("GET", f"/api/tables/{self.table}/stream")
            answer = connection.getresponse()
            while line := answer.readline():
                now = time.time()
                if line.startswith(b"data: "):
                    for row in json.loads(line[6:])["events"]:
                        self._note(row["event"], now)

    def _note(self, event: Row, now: float) -> None:
        event = event.get("to", event)
        if event["type"] == "card_laid" and event.get("source") == "camera":
            self.heard.setdefault((event["by"], event["card"]), now)


@dataclass(slots=True)
class Phone:
    """Sends pictures, two under way at most; a frame for which there is no room is left out."""

    served: Served
    path: str
    sent: int = 0
    left_out: int = 0
    told: Row = field(default_factory=dict)
    _waiting: queue.Queue[tuple[float, bytes] | None] = field(default_factory=lambda: queue.Queue(1))

    def start(self) -> None:
        for _ in range(2):
            threading.Thread(target=self._send, daemon=True, name="phone").start()

    def show(self, taken: float, picture: bytes) -> None:
        try:
            self._waiting.put_nowait((taken, picture))
        except queue.Full:
            self.left_out += 1

    def _send(self) -> None:
        with closing(self.served.connection()) as connection:
            while (item := self._waiting.get()) is not None:
                taken, picture = item
                headers = {"content-type": "image/jpeg", "x-taken-at": f"{taken:.3f}"}
                connection.request("POST", self.path, picture, headers)
                self.told = json.loads(connection.getresponse().read())
                self.sent += 1


def shot(folder: Path, tricks: int, rate: float) -> tuple[list[bytes], Row, list[Row]]:
    """The film of a deal's last tricks as pictures, its truth, and what is entered by hand before it."""
    deal = demo_deal().deal
    end = replace(deal, tricks=deal.tricks[-tricks:], end="running")
    scene = write_script(Random(4), end, frozenset())
    wish = Wish(fps=rate, tilt=12.0, yaw=0.0, tempo="brisk", calm=True)
    truth = film(folder, "glass", 4, Played(end, None), scene, all_assets(None, []), wish)
    words = [event_json(word) for word in told(write_deal(deal)) if word.type != "hand_shown"]
    first = len(deal.tricks) - tricks + 1
    pictures = []
    capture = cv2.VideoCapture(str(folder / "glass.mp4"))
    while True:
        good, image = capture.read()
        if not good:
            break
        pictures.append(bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()))
    capture.release()
    return pictures, truth, [word for word in words[:-1] if word.get("trick", 0) < first]


def glass(tricks: int = 6, rate: float = 12.0) -> Row:
    """Plays the film once and measures every card."""
    with tempfile.TemporaryDirectory() as folder:
        pictures, truth, before = shot(Path(folder), tricks, rate)
        with serving(Path(folder) / "data") as served:
            return _measured(served, pictures, truth, before, rate)


def _measured(served: Served, pictures: list[bytes], truth: Row, before: list[Row], rate: float) -> Row:
    created = {"name": "Glass", "rules": truth["record"]["rules"], "players": list(PLAYERS)}
    table = served.ask("POST", "/api/tables?command=glass", created)["id"]
    for at in range(0, len(before), 60):
        done = served.ask(
            "POST", f"/api/tables/{table}/commands", {"id": f"b{at}", "say": before[at : at + 60]}
        )
        if "error" in done:
            raise RuntimeError(done["error"]["message"])
    client, phone = Client(served, table), Phone(served, f"/api/tables/{table}/camera/pictures")
    client.follow()
    phone.start()
    while phone.told.get("reader") != "watching":  # the networks are loaded once
        phone.show(time.time(), pictures[0])
        time.sleep(0.2)
    load = os.getloadavg()[0]
    begin = _played(phone, pictures, rate)
    time.sleep(3.0)
    delays: list[float] = []
    missed: list[str] = []
    for card in truth["cards"]:
        heard = client.heard.get((card["seat"], card["card"]))
        if heard is None:
            missed.append(f"{card['seat']} {card['card']}")
        else:
            delays.append(heard - (begin + card["t_rest"]))
    return {
        "cards": len(truth["cards"]),
        "not_seen": missed,
        "median": round(float(np.median(delays)), 3) if delays else None,
        "p95": round(float(np.percentile(delays, 95)), 3) if delays else None,
        "longest": round(max(delays), 3) if delays else None,
        "pictures_per_second": rate,
        "pictures_sent": phone.sent,
        "pictures_left_out": phone.left_out,
        "reading_ms": phone.told.get("frame_ms"),
        "cpus": os.cpu_count(),
        "load_before": round(load, 2),
        "load_after": round(os.getloadavg()[0], 2),
        "to_reach": TO_REACH,
    }


def _played(phone: Phone, pictures: Sequence[bytes], rate: float) -> float:
    """Shows the film at its own pace; answers when it began."""
    lead = round(LEAD * rate)
    start = time.time() + 0.1
    for n in range(lead + len(pictures)):
        wait = start + n / rate - time.time()
        if wait > 0:
            time.sleep(wait)
        phone.show(start + n / rate, pictures[max(0, n - lead)])
    return start + lead / rate
