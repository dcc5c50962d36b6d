"""The phone's page before the camera is on, without one, and how its pictures keep pace with line and reader."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.server.web.conftest import Open
from tests.server.web.site import Site

_PACE = """async ({answer, reading, seconds}) => {
  const { Pace } = await import("/static/pace.js");
  const pace = new Pace();
  const under = [];
  let sent = 0;
  let most = 0;
  for (let now = 0; now < seconds * 1000; now += 10) {
    while (under.length && under[0].ends <= now) {
      const done = under.shift();
      pace.end(done.begun, now, answer < 8000);
      pace.reads(reading);
    }
    if (pace.due(now)) {
      under.push({ begun: pace.begin(now), ends: now + answer });
      sent += 1;
      most = Math.max(most, under.length);
    }
  }
  return { rate: sent / seconds, most, width: pace.size().width, quality: pace.size().quality, slow: pace.slow };
}"""


@pytest.fixture
def pace(window: Open, site: Site) -> Any:
    page = window("/phone")

    def run(answer: int, reading: int = 30, seconds: int = 40) -> dict[str, Any]:
        found: dict[str, Any] = page.evaluate(
            _PACE, {"answer": answer, "reading": reading, "seconds": seconds}
        )
        return found

    return run


def test_a_quick_line_carries_large_pictures_as_fast_as_they_are_read(pace: Any) -> None:
    quick = pace(100)
    assert (quick["width"], quick["quality"], quick["slow"]) == (1280, 0.86, False)
    assert 11 <= quick["rate"] <= 15 and quick["most"] == 2
    busy = pace(60, reading=200)
    assert 4 <= busy["rate"] <= 5 and busy["width"] == 1280


@pytest.mark.parametrize("answer", [600, 1500, 9000])
def test_a_slow_line_carries_small_pictures_and_never_more_than_two(pace: Any, answer: int) -> None:
    slow = pace(answer)
    assert slow["width"] == 800 and slow["slow"] is True and slow["most"] == 2
    assert slow["rate"] <= 2000 / answer + 0.1


def test_a_device_without_a_camera_is_told_so(window: Open, site: Site) -> None:
    """And the page is still one in which everything can be reached and read, upright and lying, in both languages."""
    table = site.table(name="Tisch 9")
    for lang, width, words in (("de", 360, "Kamera einschalten"), ("en", 844, "Switch the camera on")):
        page = window(f"/phone?table={table}", width=width, lang=lang)
        page.get_by_text(words).click()
        alert = page.wait_for_selector("[role=alert]")
        assert alert is not None and len(alert.inner_text()) > 20
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert "Tisch 9" in page.inner_text("h1")


_CAMERA = """navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement("canvas");
  const paint = () => canvas.getContext("2d").fillRect(0, 0, canvas.width, canvas.height);
  paint();
  setInterval(paint, 50);
  return canvas.captureStream(15);
}"""


@pytest.mark.parametrize(("direction", "names"), [("anti-clockwise", "ABCD"), ("clockwise", "ADCB")])
def test_the_seats_in_the_picture_follow_the_direction_that_the_table_agreed(
    window: Open, site: Site, direction: str, names: str
) -> None:
    players = ["A", "B", "C", "D"]
    table = site.table("sb-2023", name="Runde", players=players, options={"direction": direction})
    page = window("/pair")
    page.add_init_script(_CAMERA)
    spots = {"S": [0.5, 0.9], "E": [0.9, 0.5], "N": [0.5, 0.1], "W": [0.1, 0.5]}
    view = {
        "width": 640,
        "height": 360,
        "middle": [0.5, 0.5],
        "reach": [0.2, 0.2],
        "seats": spots,
        "cards": [],
    }
    told = {"reader": "watching", "view": view, "defects": [], "deal": 1, "frame_ms": 30}
    page.route("**/camera/pictures", lambda route: route.fulfill(json=told))
    page.goto(f"{site.url}/phone?table={table}")
    page.click("[data-key=start]")
    page.locator(".drawing text.seat", has_text=re.compile("^A$")).wait_for()
    assert page.locator(".drawing text.seat").all_text_contents() == list(names)


def test_the_table_is_chosen_where_there_are_several(window: Open, site: Site) -> None:
    site.table(name="Tisch A")
    site.table(name="Tisch B")
    page = window("/phone")
    page.wait_for_selector("select")
    assert page.locator("[data-key=start]").count() == 0
    page.select_option("select", label="Tisch B")
    assert "Tisch B" in page.inner_text("h1") and page.locator("[data-key=start]").count() == 1
