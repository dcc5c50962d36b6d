"""Cameras of tables: started, silent, lost, taken over; the deal goes on by hand and back."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.app import create_app
from server.cameras import fleet
from server.cameras.fleet import Lent
from server.cameras.orders import tricks_before
from server.cameras.process import Budget, Keeper, Told
from server.settings import Settings
from server.store.sqlite import SqliteStore
from server.tables.commands import BY_HAND
from server.tables.fold import TableState
from tests.server.cameras.pictures import jpeg
from tests.server.house import House
from tests.server.stories import played, say

VIEW = {
    "width": 1280, "height": 720, "middle": [0.5, 0.5], "reach": [0.2, 0.3],
    "seats": {"S": [0.5, 0.9], "E": [0.8, 0.5], "N": [0.5, 0.1], "W": [0.2, 0.5]},
    "corners": [[0.1, 0.9], [0.9, 0.9], [0.9, 0.1], [0.1, 0.1]],
    "cards": [{"card": "HK", "quad": [[0.4, 0.4], [0.5, 0.4], [0.5, 0.6], [0.4, 0.6]], "seat": "A"}],
}  # fmt: skip


class StandIn(Keeper):
    """A process that is none: the tests say what becomes of it."""

    def start(self) -> None:
        self.fed: list[float] = []

    def push(self, t: float, picture: bytes) -> None:
        self.fed.append(t)

    def kill(self) -> None:
        self.killed = True

    async def stop(self) -> None:
        self.stopped = True


class Yard:
    """A house whose readers are stand-ins, and a clock to turn."""

    def __init__(self, folder: Path) -> None:
        self.made: list[tuple[str, Lent, StandIn]] = []
        self.now = 1000.0

        def make(table: str, source: str, lent: Lent, tell: Told) -> Keeper:
            keeper = StandIn([], {}, tell, Budget())
            self.made.append((source, lent, keeper))
            return keeper

        self.house = House(folder)
        settings: dict[str, Any] = {"data": folder, "hosts": ("kiebitz.test",), "requests_per_second": 1e4}
        store = SqliteStore(folder / "kiebitz.db")
        self.house.app = create_app(Settings(**settings), store, self.house.lan, make_reader=make)
        self.house.host = self.house.client(("127.0.0.1", 40000))
        self.cameras = self.house.app.app.state.services.cameras  # type: ignore[attr-defined]
        self.cameras.clock = lambda: self.now

    def as_reader(self, n: int = -1) -> Any:
        client = self.house.client(("127.0.0.1", 40001))
        client.headers["authorization"] = f"Bearer {self.made[n][1].token}"
        return client

    def sync(self, table: str, client: Any, **more: Any) -> Any:
        body = {"id": "r1", "source": "camera 0", "view": VIEW, "defects": ["dark"]} | more
        return client.post(f"/api/tables/{table}/camera/sync", json=body)

    def told(self, table: str, state: str, words: str = "") -> None:
        """The process of a table's camera says how it is."""
        camera = self.cameras.by_table[table]
        self.house.host.portal.call(self.cameras._process_says, camera, state, words)  # type: ignore[union-attr]

    def look(self, table: str) -> None:
        self.house.host.portal.call(self.cameras._look_at, self.cameras.by_table[table])  # type: ignore[union-attr]

    def status(self, table: str) -> tuple[str, str]:
        section = self.house.host.get(f"/api/tables/{table}").json()["sections"]["table"]["camera"]
        return section["status"], section["notice"]


@pytest.fixture
def yard(tmp_path: Path) -> Iterator[Yard]:
    built = Yard(tmp_path)
    with built.house.host:
        yield built


def test_a_local_camera_from_start_to_stop(yard: Yard) -> None:
    host, table = yard.house.host, yard.house.table()
    path = f"/api/tables/{table}/camera"
    assert host.get(path).json() == {"table": table, "state": "off"}
    secret = host.post(path, json={"source": "rtsp://me:hidden@10.0.0.5/live"}).json()
    assert (
        secret["source"] == "rtsp://10.0.0.5/live" and yard.made.pop()[0] == "rtsp://me:hidden@10.0.0.5/live"
    )
    started = host.post(path, json={"source": "0"}).json()
    assert (started["kind"], started["source"], started["state"]) == ("local", "0", "starting")
    reader = yard.as_reader()
    assert yard.sync(table, reader).json()["deal"] is None
    yard.house.say(table, {"type": "deal_opened"})
    orders = yard.sync(table, reader).json()
    assert orders["deal"]["number"] == 1 and orders["deal"]["start"]["forehand"]
    yard.sync(table, reader, deal=1)
    shown = host.get(path).json()
    assert shown["state"] == "watching" and shown["reader"]["view"]["cards"][0]["card"] == "HK"
    assert yard.status(table) == ("watching", "")
    assert host.delete(path).json()["state"] == "stopped"
    assert yard.status(table)[0] == "manual" and yard.made[0][2].stopped
    assert reader.get("/api/me").status_code == 401  # what was lent is taken back


def test_people_send_the_camera_away_and_back(yard: Yard) -> None:
    """What a person chose stays so, whatever the reader says; it has no deal to read until then."""
    table = yard.house.table()
    yard.house.host.post(f"/api/tables/{table}/camera", json={"source": "0"})
    reader = yard.as_reader()
    yard.house.say(table, {"type": "deal_opened"})
    assert yard.sync(table, reader).json()["deal"]["number"] == 1
    yard.house.say(table, {"type": "camera_noted", "status": "manual"})
    assert yard.sync(table, reader, deal=1).json()["deal"] is None
    assert yard.status(table) == ("manual", BY_HAND)
    assert yard.house.host.get(f"/api/tables/{table}/camera").json()["state"] == "byhand"
    yard.house.say(table, {"type": "camera_noted", "status": "watching"})
    assert yard.sync(table, reader).json()["deal"]["number"] == 1
    assert yard.status(table) == ("watching", "")


def test_a_reader_that_dies_is_noted_and_comes_back(yard: Yard) -> None:
    table = yard.house.table()
    yard.house.host.post(f"/api/tables/{table}/camera", json={"source": "0"})
    yard.sync(table, yard.as_reader())
    yard.told(table, "restarting", "killed")
    assert yard.status(table)[0] == "lost"
    yard.sync(table, yard.as_reader(), id="r2")
    assert yard.status(table) == ("watching", "")
    yard.told(table, "failed", "camera 0 cannot be opened")
    status, notice = yard.status(table)
    assert status == "manual" and "von Hand" in notice and "by hand" in notice
    shown = yard.house.host.get(f"/api/tables/{table}/camera").json()
    assert (shown["state"], shown["words"]) == ("failed", "camera 0 cannot be opened")


def test_a_reader_that_hangs_is_killed(yard: Yard) -> None:
    table = yard.house.table()
    yard.house.host.post(f"/api/tables/{table}/camera", json={"source": "0"})
    yard.sync(table, yard.as_reader())
    yard.now += fleet.SILENT + 1
    yard.look(table)
    assert yard.house.host.get(f"/api/tables/{table}/camera").json()["state"] == "silent"
    yard.now += fleet.LOST
    yard.look(table)
    assert yard.made[0][2].killed


def test_a_reader_elsewhere_that_falls_silent_makes_room(yard: Yard) -> None:
    table = yard.house.table()
    first, second = yard.house.device("camera", table), yard.house.device("camera", table)
    assert yard.sync(table, first).status_code == 200
    assert yard.sync(table, second, id="r2").status_code == 409
    yard.now += fleet.LOST + 1
    yard.look(table)
    assert yard.status(table)[0] == "manual"
    assert yard.sync(table, second, id="r2").status_code == 200
    assert yard.sync(table, first).status_code == 409


def test_a_phone_feeds_a_reader_of_its_own(yard: Yard) -> None:
    table = yard.house.table()
    phone, other = yard.house.device("camera", table), yard.house.device("camera", table)
    path = f"/api/tables/{table}/camera/pictures"
    answer = phone.post(path, content=jpeg(640, 360), headers={"x-taken-at": "12.5"})
    assert answer.json() == {"number": 1, "reader": "starting"}
    assert yard.made[0][0] == "-" and yard.made[0][2].fed == [12.5]
    yard.sync(table, yard.as_reader(), deal=None)
    told = phone.post(path, content=jpeg(640, 360), headers={"x-taken-at": "12.7"}).json()
    assert told["reader"] == "waiting" and told["defects"] == ["dark"]
    assert told["view"]["cards"][0]["card"] == "HK"
    assert other.post(path, content=jpeg(640, 360)).json()["error"]["code"] == "camera"
    yard.now += fleet.SILENT + 1  # another phone takes over
    assert other.post(path, content=jpeg(640, 360)).json()["reader"] in ("waiting", "silent")
    assert phone.post(path, content=jpeg(640, 360)).status_code == 409
    yard.now += fleet.IDLE + 1
    yard.look(table)
    assert yard.made[0][2].stopped and yard.status(table)[0] == "manual"


def test_a_phone_that_sends_nothing_is_silent_although_its_reader_goes_on_speaking(yard: Yard) -> None:
    """Its battery is empty, or another app hides the page."""
    table = yard.house.table()
    phone = yard.house.device("camera", table)
    path = f"/api/tables/{table}/camera/pictures"
    phone.post(path, content=jpeg(640, 360))
    yard.sync(table, yard.as_reader(), deal=None)
    yard.now += fleet.SILENT + 1
    yard.sync(table, yard.as_reader(), deal=None)
    assert yard.cameras.by_table[table].state == "silent"
    yard.look(table)
    assert yard.cameras.by_table[table].state == "silent"
    phone.post(path, content=jpeg(640, 360))
    yard.sync(table, yard.as_reader(), deal=None)
    assert yard.cameras.by_table[table].state == "waiting"


def test_a_picture_that_was_overtaken_on_its_way_is_left_out(yard: Yard) -> None:
    """Two are under way: the table must not jump back to what it was. A clock that was set back is believed."""
    table = yard.house.table()
    phone = yard.house.device("camera", table)
    for taken in ("100.0", "100.2", "100.1", "100.3", "40.0", "40.1"):
        headers = {"x-taken-at": taken}
        answer = phone.post(f"/api/tables/{table}/camera/pictures", content=jpeg(640, 360), headers=headers)
        assert answer.status_code == 200
    assert yard.made[0][2].fed == [100.0, 100.2, 100.3, 40.0, 40.1]


def test_a_phone_whose_reader_was_given_up_waits_a_minute(yard: Yard) -> None:
    table = yard.house.table()
    phone = yard.house.device("camera", table)
    path = f"/api/tables/{table}/camera/pictures"
    phone.post(path, content=jpeg(640, 360))
    yard.told(table, "failed", "no networks here")
    assert phone.post(path, content=jpeg(640, 360)).json()["reader"] == "failed"
    assert len(yard.made) == 1
    yard.now += fleet.AGAIN + 1
    assert phone.post(path, content=jpeg(640, 360)).json()["reader"] == "starting"


@pytest.mark.parametrize(
    ("picture", "status", "code"),
    [
        (b"", 415, "picture"),
        (b"GIF89a", 415, "picture"),
        (b"\xff\xd8\xff", 415, "truncated"),
        (jpeg(640, 360)[:-300], 415, "truncated"),
        (b"\xff\xd8\xff\xc0\x00\x0b\x08\xff\xff\xff\xff\x01\x01\x11\x00\xff\xda\x00\x02\xff\xd9", 415, "picture_size"),
        (jpeg(48, 32), 415, "picture_size"),
        (jpeg(640, 360) + bytes(5 << 20), 413, "too_large"),
    ],
)  # fmt: skip
def test_hostile_pictures_never_reach_a_reader(yard: Yard, picture: bytes, status: int, code: str) -> None:
    table = yard.house.table()
    phone = yard.house.device("camera", table)
    answer = phone.post(f"/api/tables/{table}/camera/pictures", content=picture)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert yard.made == []


def test_a_phone_of_another_table_and_one_that_is_revoked(yard: Yard) -> None:
    table, other = yard.house.table(), yard.house.table()
    phone = yard.house.device("camera", table)
    path = f"/api/tables/{table}/camera/pictures"
    assert phone.post(f"/api/tables/{other}/camera/pictures", content=jpeg(640, 360)).status_code == 404
    assert phone.post(path, content=jpeg(640, 360)).status_code == 200
    me = phone.get("/api/me").json()["device"]
    yard.house.host.delete(f"/api/devices/{me}")
    assert phone.post(path, content=jpeg(640, 360)).status_code == 401


def test_who_starts_what(yard: Yard) -> None:
    """A scorer starts the cameras of this machine; addresses and files are the host's."""
    table = yard.house.table()
    scorer = yard.house.device("scorer", table)
    path = f"/api/tables/{table}/camera"
    for source in ("rtsp://10.0.0.5/", "/etc/passwd", "0x1", "٣"):
        assert scorer.post(path, json={"source": source}).json()["error"]["code"] == "source"
    for source in ("-", "--help", "", "a\nb"):
        assert yard.house.host.post(path, json={"source": source}).status_code == 422
    assert scorer.post(path, json={"source": "1"}).status_code == 201
    listed = scorer.get("/api/cameras").json()
    assert [row["source"] for row in listed["tables"]] == ["1"]


def test_without_readers_the_server_says_so(tmp_path: Path) -> None:
    at = House(tmp_path)
    with at.host:
        table = at.table()
        answer = at.host.post(f"/api/tables/{table}/camera", json={"source": "0"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no_readers")
        assert "no_readers" in at.host.get("/api/cameras").json()["missing"]


def test_corners_and_picture_go_by_the_readers_next_word(yard: Yard) -> None:
    table, host = yard.house.table(), yard.house.host
    path = f"/api/tables/{table}/camera"
    corners = {"corners": [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]}
    assert host.put(f"{path}/corners", json=corners).status_code == 409
    host.post(path, json={"source": "0"})
    reader = yard.as_reader()
    yard.sync(table, reader)
    aim = host.put(f"{path}/corners", json=corners).json()["aim"]
    orders = yard.sync(table, reader).json()
    assert (orders["aim"], orders["corners"]) == (aim, corners["corners"]) and orders["picture"] is False
    assert host.put(f"{path}/corners", json={"corners": [[0, 0]]}).status_code == 422
    line = {"corners": [[0.1, 0.1], [0.2, 0.2], [0.3, 0.3], [0.4, 0.4]]}
    refused = host.put(f"{path}/corners", json=line)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "corners")
    assert yard.sync(table, reader).json()["aim"] == aim
    yard.cameras.want_picture(table)
    assert yard.sync(table, reader).json()["picture"] is True
    assert reader.put(f"{path}/picture", content=jpeg(640, 360)).status_code == 200
    drawn = host.get(f"{path}/picture?seats=true")
    assert drawn.headers["content-type"] == "image/jpeg" and drawn.content != jpeg(640, 360)


def test_a_reader_that_comes_later_begins_behind_the_swept_tricks() -> None:
    cards = [say("card_laid", by=s, card=c) for s, c in zip("ABCD", ("HK", "H4", "H3", "T18"), strict=True)]
    words = [say("deal_opened"), *cards]

    def before(state: TableState) -> int:
        return tricks_before(state.deals[0].play)

    assert before(played(words)[0]) == 0  # it still lies
    assert before(played([*words, say("trick_collected", trick=1, by="D")])[0]) == 1
    assert before(played([*words, say("card_laid", by="D", card="S8", trick=2)])[0]) == 1


def test_evidence_for_those_who_may(yard: Yard) -> None:
    table = yard.house.table()
    camera = yard.house.device("camera", table)
    yard.house.say(table, {"type": "deal_opened"})
    event = {"t": 1, "event": "card", "seat": "A", "card": "HK", "evidence": "r1.0"}
    seq = camera.post(f"/api/tables/{table}/camera/events", json={"id": "r1", "events": [event]}).json()[
        "events"
    ][0]["seq"]
    place = f"/api/tables/{table}/camera/evidence/r1.0"
    for kind in ("crop", "frame"):
        assert camera.put(f"{place}/{kind}", content=jpeg(192, 384)).status_code == 200
    path = f"/api/tables/{table}/evidence/{seq}"
    viewer, referee = yard.house.device("viewer"), yard.house.device("referee", table)
    first = viewer.get(path).content
    assert first[:3] == b"\xff\xd8\xff"
    assert camera.put(f"{place}/crop", content=jpeg(200, 300, 10)).status_code == 200
    assert viewer.get(path).content == first  # what a ruling rests on is not exchanged later
    assert viewer.get(path + "?frame=1").status_code == 403
    assert referee.get(path + "?frame=1").headers["content-type"] == "image/jpeg"
    assert referee.get(f"/api/tables/{table}/evidence/{seq + 50}").status_code == 404
    assert referee.get(f"/api/tables/{table}/evidence/1").status_code == 404
    assert yard.house.device("viewer", yard.house.table()).get(path).status_code == 404
    assert camera.get(path).status_code == 403


@pytest.mark.parametrize(
    ("kind", "picture", "status"),
    [
        ("crop", b"<script>", 422),
        ("crop", jpeg(900, 900), 422),
        ("frame", jpeg(2500, 900), 422),
        ("frame", jpeg(640, 360)[:-200], 422),
        ("film", jpeg(640, 360), 422),
    ],
)
def test_what_is_no_evidence(yard: Yard, kind: str, picture: bytes, status: int) -> None:
    table = yard.house.table()
    camera = yard.house.device("camera", table)
    answer = camera.put(f"/api/tables/{table}/camera/evidence/r1.0/{kind}", content=picture)
    assert answer.status_code == status
    assert camera.put(f"/api/tables/{table}/camera/evidence/..%2Fx/crop", content=jpeg(9, 9)).status_code in (
        404,
        422,
    )


def test_evidence_is_kept_within_its_bound(tmp_path: Path) -> None:
    from server.cameras.evidence import Pictures

    pictures = Pictures(tmp_path, most=20)
    for n in range(50):
        pictures.keep("t1", f"r.{n}", "crop", jpeg(96, 192))
    left = list((tmp_path / "t1").iterdir())
    assert len(left) <= 20 and pictures.find("t1", "r.49", "crop") and not pictures.find("t1", "r.0", "crop")


class Slow(StandIn):
    """One that takes its time to end."""

    async def stop(self) -> None:
        await asyncio.sleep(0.2)
        self.stopped = True


def test_while_a_camera_is_exchanged_no_other_one_slips_in(
    yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a process would go on that nobody looks after."""
    monkeypatch.setattr(StandIn, "stop", Slow.stop)
    table, phone = yard.house.table(), None
    path = f"/api/tables/{table}/camera"
    yard.house.host.post(path, json={"source": "0"})
    phone = yard.house.device("camera", table)
    exchanged: list[int] = []
    thread = threading.Thread(
        target=lambda: exchanged.append(yard.house.host.post(path, json={"source": "1"}).status_code)
    )
    thread.start()
    while yard.cameras.by_table:
        time.sleep(0.005)
    assert phone.post(f"{path}/pictures", content=jpeg(640, 360)).json()["error"]["code"] == "camera"
    assert yard.house.host.post(path, json={"source": "2"}).status_code == 409
    thread.join()
    assert exchanged == [201] or exchanged == [200]
    assert [source for source, _, _ in yard.made] == ["0", "1"]


def test_a_phone_that_was_put_down_stays_so_until_it_begins_anew(yard: Yard) -> None:
    table = yard.house.table()
    phone, path = yard.house.device("camera", table), f"/api/tables/{table}/camera"
    phone.post(f"{path}/pictures", content=jpeg(640, 360))
    assert yard.house.host.delete(path).json()["state"] == "stopped"
    for _ in range(3):
        yard.now += fleet.PAUSE / 2
        assert phone.post(f"{path}/pictures", content=jpeg(640, 360)).json()["reader"] == "stopped"
    yard.now += fleet.PAUSE + 0.1
    assert phone.post(f"{path}/pictures", content=jpeg(640, 360)).json()["reader"] == "starting"


def test_by_hand_stays_by_hand_whatever_becomes_of_the_camera(yard: Yard) -> None:
    table = yard.house.table()
    yard.house.host.post(f"/api/tables/{table}/camera", json={"source": "0"})
    reader = yard.as_reader()
    yard.house.say(table, {"type": "deal_opened"})
    yard.sync(table, reader)
    yard.house.say(table, {"type": "camera_noted", "status": "manual"})
    yard.told(table, "restarting", "killed")
    assert yard.status(table) == ("manual", BY_HAND)
    assert yard.sync(table, reader, id="r2").json()["deal"] is None


def test_a_reader_of_another_machine_that_was_put_down_stays_so_until_it_begins_anew(yard: Yard) -> None:
    table = yard.house.table()
    yard.house.say(table, {"type": "deal_opened"})
    reader = yard.house.device("camera", table)
    assert yard.sync(table, reader).json()["deal"]["number"] == 1
    assert yard.house.host.delete(f"/api/tables/{table}/camera").json()["state"] == "stopped"
    told = yard.status(table)
    assert yard.sync(table, reader).json()["deal"] is None and yard.status(table) == told
    assert yard.sync(table, reader, id="another").json()["deal"]["number"] == 1
    yard.house.host.delete(f"/api/tables/{table}/camera")
    yard.house.say(table, {"type": "camera_noted", "status": "watching"})
    assert yard.sync(table, reader, id="another").json()["deal"]["number"] == 1
