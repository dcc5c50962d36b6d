"""The whole thing: a real window, touched; a real server, asked afterwards."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.dealing import random_deal
from engine.judge import judge
from engine.record import write_deal
from engine.systems import agreed
from tests.companion_app.table_server import TableServer

RULES = "steiermark-2017"
PLAYERS = ["Anna", "Bert", "Cilli", "Dora"]


@pytest.mark.skipif(find_spec("kivy") is None, reason="Kivy is not installed")
def test_a_newcomer_plays_corrects_a_card_settles_and_finds_the_sheet_right(tmp_path: Path) -> None:
    row = next(g for g in agreed(RULES).games if g.id == "rufer")
    deal = random_deal(random.Random(21), RULES, row, announce=0)
    (tmp_path / "deal.json").write_text(json.dumps(write_deal(deal)), encoding="utf-8")
    server = TableServer(tmp_path / "server")
    server.start()
    try:
        table = server.table(RULES)
        done = subprocess.run(
            [sys.executable, "-m", "tests.companion_app.window_evening", server.address, str(tmp_path), str(tmp_path / "deal.json")],
            capture_output=True, text=True, timeout=280, env=os.environ | {"PYTHONPATH": str(Path.cwd())},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        seen = json.loads(done.stdout.splitlines()[-1])
        sheet = server.ask(f"/api/tables/{table}/sheet")
    finally:
        server.stop()
    wanted = judge(deal).sheet
    assert wanted is not None
    line = sheet["rows"][0]
    assert [line["points"][PLAYERS.index(line["seats"][s])] for s in "ABCD"] == list(wanted)
    assert line["earlier"] == []  # the misread card was set right before the deal was settled
    shown = {name: int(text.replace("−", "-")) for name, text in seen["settlement"].items()}
    assert shown == dict(zip(PLAYERS, line["points"], strict=True))
    totals = {name: int(text.replace("−", "-")) for name, text in seen["sheet"].items()}
    assert totals == dict(zip(PLAYERS, sheet["totals"], strict=True))
