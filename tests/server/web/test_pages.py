"""Every page in both languages, on a phone and on a desk: it opens, fits, is labelled, and says nothing false."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.web.conftest import Open
from tests.server.web.site import Site, story

EVIL = "<script>alert(1)</script>"
UNLABELLED = """() => [...document.querySelectorAll('button, a, input, select, img, textarea')].filter((node) => {
  if (node.tagName === 'IMG') return node.getAttribute('alt') === null;
  if (node.labels?.length) return false;
  return !(node.getAttribute('aria-label') || node.textContent.trim() || node.getAttribute('title')
    || node.querySelector('img[alt]:not([alt=""])'));
}).map((node) => node.outerHTML.slice(0, 120))"""
BESIDE = """() => [...document.querySelectorAll('body *')].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1) && !node.closest('.scroll');
}).map((node) => node.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def tables(site: Site) -> dict[str, str]:
    """A table in the middle of its third deal, one for five with an evil name, one where nothing happened yet."""
    lively = site.table(name="Lebhaft", radl=True, pagatkassa_cents=20)
    for seed in (1, 2):
        site.say(lively, *story(seed)[1])
    site.say(lively, *story(5)[1][:30])
    five = site.table(
        "hopfgarten-2023", name=EVIL, players=[EVIL, "=1+2", "Maximilian-Alexander von und zu", "Ö", "Evi"]
    )
    site.say(five, *story(3, "hopfgarten-2023")[1])
    return {"lively": lively, "five": five, "empty": site.table("sb-2023", name="Leer")}


PAGES: dict[str, Callable[[dict[str, str]], str]] = {
    "start": lambda t: "/",
    "pair": lambda t: "/pair",
    "setup": lambda t: "/setup",
    "board": lambda t: f"/board/{t['lively']}",
    "board, five": lambda t: f"/board/{t['five']}",
    "board, empty": lambda t: f"/board/{t['empty']}",
    "table": lambda t: f"/table/{t['lively']}",
    "table, five": lambda t: f"/table/{t['five']}#deal-1",
    "table, empty": lambda t: f"/table/{t['empty']}",
    "replay": lambda t: f"/replay/{t['lively']}/1",
    "replay, five": lambda t: f"/replay/{t['five']}/1",
}


def test_a_damaged_log_is_named_beside_the_others(window: Open, tables: dict[str, str]) -> None:
    page = window("/pair")

    def damaged(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"damaged": ["t00000000dead"]})

    page.route(re.compile(r"/api/(tables|tournaments|cups)(\?|$)"), damaged)
    page.goto(page.url.replace("/pair", "/"))
    page.locator(".damaged", has_text="t00000000dead").wait_for()
    assert page.get_by_role("heading", name="Lebhaft").is_visible()
    page.goto(page.url + "tournaments")
    page.locator(".damaged").nth(1).wait_for()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "lang"), [(360, "de"), (1280, "en")])
def test_a_page_opens_fits_and_is_labelled(
    window: Open, tables: dict[str, str], name: str, width: int, lang: str
) -> None:
    page = window(PAGES[name](tables), width, lang)
    page.wait_for_selector("main h1, main .contract")
    assert page.evaluate("document.documentElement.lang") == lang
    assert page.locator("main").count() == 1 and page.locator("h1").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(BESIDE) == []
    assert page.evaluate(UNLABELLED) == []
    assert "undefined" not in page.inner_text("body") and "NaN" not in page.inner_text("body")
    other = "en" if lang == "de" else "de"
    before = page.inner_text("body")
    page.click(f"[data-key=lang-{other}]")
    assert page.evaluate("document.documentElement.lang") == other
    assert page.inner_text("body") != before


@pytest.mark.parametrize("name", ["start", "board", "table", "setup"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_drawn_can_be_read(window: Open, tables: dict[str, str], name: str, scheme: Any) -> None:
    """The tokens hold for pairs; this looks at what really met on a page."""
    page = window(PAGES[name](tables), 1280, color_scheme=scheme)
    page.wait_for_selector("main h1, main .contract")
    poor = page.evaluate(CONTRAST)
    assert poor == []


def test_a_chosen_theme_and_language_stay(window: Open) -> None:
    page = window("/pair", color_scheme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.click("[data-key=theme]")
    page.click("[data-key=theme]")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate(ground) != light
    page.click("[data-key=lang-en]")
    page.reload()
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_names_are_texts_wherever_they_stand(window: Open, tables: dict[str, str]) -> None:
    for path in ("/", f"/board/{tables['five']}", f"/table/{tables['five']}", f"/replay/{tables['five']}/1"):
        page = window(path)
        page.on("dialog", lambda dialog: pytest.fail("a name was run"))
        page.get_by_text(EVIL).first.wait_for()
        assert page.locator("main script").count() == 0


def test_the_export_links_give_files(window: Open, tables: dict[str, str]) -> None:
    page = window(f"/table/{tables['five']}")
    links = page.locator("a[download]")
    links.first.wait_for()
    for kind in ("pdf", "xlsx", "csv", "jsonl"):
        path = page.locator(f"a[download][href*='.{kind}']").get_attribute("href")
        answer = page.request.get(page.url.partition("/table")[0] + str(path))
        assert answer.ok and len(answer.body()) > 100
    csv = page.request.get(
        page.url.partition("/table")[0] + f"/api/tables/{tables['five']}/exports/sheet.csv"
    )
    assert not re.search(r'(^|[,;"\n])=1\+2', csv.text())


CONTRAST = """() => {
  const parse = (text) => { const m = text.match(/[\\d.]+/g).map(Number); return text.startsWith('color(srgb')
    ? [m[0] * 255, m[1] * 255, m[2] * 255, m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92
    : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || node.closest('.unseen, script, noscript, button:disabled') || !node.checkVisibility()) continue;
    let ground = null;
    for (let up = node; up && !ground; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.backgroundImage.includes('radial')) ground = parse(getComputedStyle(document.querySelector('.head')).backgroundColor);
      else if (parse(style.backgroundColor)[3] === 1) ground = parse(style.backgroundColor);
    }
    const style = getComputedStyle(node);
    const [a, b] = [light(parse(style.color)), light(ground ?? [255, 255, 255])].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.push(`${text.data.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return found;
}"""


def test_the_focus_stays_while_the_list_of_tables_is_filled(window: Open, tables: dict[str, str]) -> None:
    page = window("/")
    held: list[Any] = []
    sheets = "**/api/tables/*/sheet"
    page.route(sheets, lambda route: held.append(route))  # playwright takes no built-in
    page.reload()
    way = f"/board/{tables['empty']}"
    button = page.locator(f"a.button[href='{way}']")
    button.focus()
    page.evaluate("first => { window.first = first }", button.element_handle())
    page.route(sheets, lambda route: route.continue_())
    for route in held:
        route.continue_()
    page.wait_for_function("() => !window.first.isConnected")  # it was drawn anew
    assert page.evaluate("document.activeElement.classList.contains('button')")
    assert page.evaluate("document.activeElement.getAttribute('href')") == way
