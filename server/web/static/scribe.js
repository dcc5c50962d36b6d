/* The scribe's page, on the table's tablet or a phone: take a table over with one tap, call the referee, hand the sheet in. */

import { get, newId, post } from "./api.js";
import { h, put } from "./dom.js";
import { points, t } from "./i18n.js";
import { follow } from "./live.js";
import { shell } from "./shell.js";
import { slipForm } from "./slip.js";
import { bell, games, id, order, path, roundClock, roundName, status, ways } from "./tournament.js";

const page = await shell({ title: "page.scribe", words: ["tournament"], nav: ways("scorer", "scribe") });
const KEY = `kiebitz.scribe.${id}`;
const state = { sections: null, place: null, table: null, confirmed: new Set(), question: "", slip: null, busy: false, ended: false };
const clock = roundClock(() => bell());
const body = h("div", {});
page.main.append(clock.node, body);

try {
  state.place = JSON.parse(localStorage.getItem(KEY) ?? "null");
} catch { /* chosen anew */ }

const own = () => state.sections.hall.find((row) => state.place && row.round === state.place.round && row.table === state.place.table) ?? null;

async function act(work) {
  if (state.busy) return;
  state.busy = true;
  draw();
  try {
    await work();
    page.problem(null);
  } catch (error) {
    page.problem(error);
  }
  state.busy = false;
  draw();
}

function take(row) {
  return act(async () => {
    await order({ type: "table_taken", round: row.round, table: row.table });
    state.place = { round: row.round, table: row.table };
    state.confirmed = new Set();
    state.slip = null;
    try {
      localStorage.setItem(KEY, JSON.stringify(state.place));
    } catch { /* asked again next time */ }
  });
}

function call(row) {
  return act(async () => {
    await post(`${path}/call`, { id: newId(), round: row.round, table: row.table, question: state.question.trim() || t("call.please") });
    state.question = "";
    page.tell(t("call.done"));
  });
}

/* What is confirmed is the sheet as it stands at this number; if the table went on meanwhile, it is confirmed anew. */
function handIn(row) {
  return act(async () => {
    try {
      await order({ type: "sheet_handed_in", round: row.round, table: row.table, seq: row.seq, confirmed: [...state.confirmed] });
    } catch (error) {
      if (error.code === "expect") state.confirmed = new Set();
      throw error;
    }
  });
}

function draw() {
  if (state.sections === null) return put(body, h("p", { class: "empty" }, t(state.ended ? "gone" : "loading")));
  const { tournament, hall } = state.sections;
  page.title(() => tournament.name);
  if (!tournament.round) return put(body, h("h1", {}, tournament.name), h("p", { class: "empty" }, t("scribe.before")));
  const row = own();
  const late = row && row.status === "in" && row.round < tournament.round;
  put(body, row && !late ? mine(row) : [h("h1", {}, tournament.name), h("p", {}, t("scribe.choose"))],
    h("section", { class: "panel" }, h("h2", {}, t("scribe.tables", { round: roundName(tournament.round, state.sections.rounds[tournament.round - 1].final) })),
      h("ul", { class: "tables" }, hall.filter((one) => one !== row || late).map(other))));
}

function other(row) {
  return h("li", { class: "table", "data-status": row.status },
    h("div", { class: "row apart" }, h("b", { class: "number" }, row.table), status(row)),
    h("p", { class: "small" }, row.players.join(", ")),
    row.status === "in" ? [] : h("button", { type: "button", class: "main", "data-key": `take-${row.round}-${row.table}`, disabled: state.busy, onclick: () => take(row) }, t("scribe.take")));
}

function mine(row) {
  const open = row.status !== "in";
  const slip = state.slip ?? {};   // the form writes into what opening it makes
  return h("section", { class: "panel" },
    h("div", { class: "row apart" }, h("h1", {}, t("table", { number: row.table })), status(row)),
    h("table", {}, h("tbody", {}, row.players.map((name, n) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "n" }, h("b", {}, points(row.points[n]))))))),
    h("p", { class: "quiet" }, games(row.games)),
    row.contested ? h("p", { class: "notice warn" }, t(`why.${row.contested}`)) : [],
    open ? h("p", {}, h("a", { class: "button main", href: `/table/${row.log}` }, t("scribe.write"))) : h("p", { class: "notice" }, t("scribe.in")),
    open ? confirm(row) : [],
    open && !row.games ? h("details", { open: state.slip !== null, ontoggle: (e) => { state.slip = e.target.open ? slip : null; } }, h("summary", { "data-key": "slip" }, t("slip.type")), slipForm(row, slip, act, draw, { mode: state.sections.tournament.mode })) : [],
    h("details", {}, h("summary", { "data-key": "call" }, t("call.referee")),
      h("label", { class: "field" }, h("span", {}, t("call.question")), h("input", { id: "question", maxlength: 200, value: state.question, oninput: (e) => { state.question = e.target.value; } })),
      h("button", { type: "button", class: "main", "data-key": "callnow", disabled: state.busy, onclick: () => call(row) }, t("call.now"))),
    row.calls.length ? h("p", { class: "notice" }, t("call.coming")) : []);
}

function confirm(row) {
  if (!row.games) return [];
  const all = row.players.every((name) => state.confirmed.has(name));
  const playing = row.status === "playing";
  return h("fieldset", { class: "choices" }, h("legend", {}, t("confirm.title")),
    playing ? h("p", { class: "quiet" }, t("confirm.playing")) : [],
    h("div", { class: "stack" }, row.players.map((name, n) => h("label", { class: "check" },
      h("input", { type: "checkbox", "data-key": `c-${name}`, disabled: playing, checked: state.confirmed.has(name), onchange: (e) => { if (e.target.checked) state.confirmed.add(name); else state.confirmed.delete(name); draw(); } }),
      t("confirm.one", { name, points: points(row.points[n]) })))),
    h("button", { type: "button", class: "main", "data-key": "handin", disabled: !all || playing || state.busy, onclick: () => handIn(row) }, t("confirm.handin")));
}

page.draw(draw);
get("/api/me").then((me) => page.nav(ways(me.role, "scribe"))).catch(() => {});
follow(`${path}/stream`, {
  onState(sections) {
    const before = state.sections ? own() : null;
    state.sections = structuredClone(sections);
    const row = own();
    if (before && row && JSON.stringify(before.points) !== JSON.stringify(row.points)) state.confirmed = new Set();
    clock.set(sections.clock);
    draw();
  },
  onStatus(word) {
    state.ended = word === "ended";
    page.status(word);
    if (state.ended) draw();
  },
});
