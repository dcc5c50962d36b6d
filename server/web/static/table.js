/* The sheet of a table, each deal to be opened, exports; for scorers all that keeps a table by hand. */

import { get, say as send, sendLeft } from "./api.js";
import { closedDeal } from "./closed.js";
import { h, put } from "./dom.js";
import { entry } from "./entry.js";
import { euros, lang, t, when } from "./i18n.js";
import { follow } from "./live.js";
import { sheetTable } from "./sheet.js";
import { shell, tableHere, tableWays } from "./shell.js";
import { tournamentWay } from "./tournamentof.js";

const id = tableHere();
const page = await shell({ title: "page.table", words: ["game", "table"], nav: tableWays(id, "table") });
const evening = tournamentWay(id);
const HANDS = new Set(["scorer", "referee", "admin"]);
const place = h("div", { class: "keeping" });
page.main.append(place);

/* What the parts of the page work with. */
const at = { id, page, me: null, system: null, systems: [], sections: null, busy: false, redraw: draw, say, seq: () => line?.seq ?? 0 };
let line = null;
let status = "connecting";
let seen = null;
let closed = null;
let entering = null;
let renaming = false;

async function say(...events) {
  if (events.some((e) => e.type === "deal_corrected" && !e.reason?.replace("?", "").trim())) {
    page.problem({ code: "needreason" });
    return false;
  }
  if (at.busy) return false;   // one after the other: whose turn it is, is known only when the last card has come back
  at.busy = true;
  draw();
  try {
    const done = await send(id, ...events);
    await come(done.last);
    page.problem(null);
    return true;
  } catch (error) {
    page.problem(error);
    return false;
  } finally {
    at.busy = false;
    draw();
  }
}

/* Until the line has brought what was just written; a line that is down is not waited for. */
async function come(seq) {
  for (let n = 0; n < 60 && status === "live" && at.seq() < seq; n += 1) await new Promise((resolve) => setTimeout(resolve, 25));
}

function draw() {
  if (!at.sections || !at.me) {
    put(place, h("p", { class: "empty" }, t(status === "ended" ? "table.gone" : "loading")));
    return;
  }
  const { table, sheet } = at.sections;
  page.title(() => t("table.title", { name: table.name }));
  const late = status === "waiting" || status === "ended";
  put(place,
    h("header", {}, h("h1", {}, table.name), h("p", { class: "quiet" }, table.system)),
    late ? h("p", { class: "notice wrong" }, status === "ended" ? t("table.gone") : t("table.stale", { time: when(seen) })) : [],
    h("div", { class: "columns" },
      h("div", { class: "stack" }, entering?.element() ?? [], closed?.element() ?? []),
      h("section", { class: "panel written" }, h("h2", {}, t("sheet.title")),
        sheetTable(sheet, { link: (n) => `#deal-${n}` }),
        sheet.kassa_cents ? h("p", { class: "quiet" }, t("sheet.kassa", { amount: euros(sheet.kassa_cents).replace(/^[+−]/, "") })) : [],
        HANDS.has(at.me.role) ? [exports(), names(table)] : [])));
}

function exports() {
  const link = (kind, text) => h("a", { class: "button", href: `/api/tables/${id}/exports/${kind}?lang=${lang()}`, download: true }, text);
  return h("section", {}, h("h3", {}, t("table.exports")), h("div", { class: "row" }, link("sheet.pdf", t("table.pdf")), link("sheet.xlsx", t("table.xlsx")), link("sheet.csv", t("table.csv")), link("records.jsonl", t("table.records"))));
}

function names(table) {
  const rename = (n) => async (event) => {
    const name = event.target.value.trim();
    if (name && name !== table.players[n]) await say({ type: "player_renamed", player: n, name });
  };
  return h("details", { open: renaming, ontoggle: (e) => { renaming = e.target.open; } }, h("summary", { "data-key": "names" }, t("table.people")),
    table.players.map((player, n) => h("label", { class: "field" }, h("span", { class: "unseen" }, t("table.rename", { name: player })), h("input", { id: `rename-${n}`, value: player, maxlength: 60, autocomplete: "off", onchange: rename(n) }))));
}

/* A row of the sheet is opened by its address, so that it can be linked and gone back from. */
function opened() {
  const number = Number(location.hash.match(/^#deal-(\d+)$/)?.[1] ?? 0);
  if (!at.sections || (closed?.number ?? 0) === number) return;
  closed = number >= 1 && number <= at.sections.sheet.rows.length ? closedDeal(at, number, () => { window.history.replaceState(null, "", location.pathname); opened(); }) : null;
  draw();
  if (closed) requestAnimationFrame(() => document.getElementById("deal")?.focus());
}

async function begin() {
  const [me, { systems }] = await Promise.all([get("/api/me"), get("/api/systems")]);
  Object.assign(at, { me, systems });
  page.nav([...tableWays(id, "table"), ...(HANDS.has(me.role) ? [{ href: `/setup#${id}`, text: "page.setup" }] : []), ...(await evening)]);
  entering = entry(at);
  sendLeft(id).catch((error) => page.problem(error));
  line = follow(`/api/tables/${id}/stream`, {
    onState(sections) {
      at.sections = { ...sections };
      at.system = systems.find((s) => s.id === sections.table.rules);
      seen = Date.now();
      opened();
      if (choosing()) late = true;   // a list that is open would close under the finger
      else draw();
      entering.changed();
    },
    onStatus(word) {
      status = word;
      page.status(word);
      if (word !== "live") draw();
    },
  });
}

const choosing = () => document.activeElement?.matches("select, input[id^=rename-]") && place.contains(document.activeElement);
let late = false;
place.addEventListener("focusout", () => {
  if (!late) return;
  late = false;
  setTimeout(draw);
});
window.addEventListener("hashchange", opened);
page.draw(draw);
begin().catch((error) => page.problem(error));
