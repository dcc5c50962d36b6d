/* The start: the tables that this device may see, and for the host a new table, the network and the pairing of devices. */

import { access } from "./access.js";
import { get } from "./api.js";
import { h, put } from "./dom.js";
import { points, t } from "./i18n.js";
import { newTable } from "./newtable.js";
import { damagedNotice, shell } from "./shell.js";

const page = await shell({ title: "start.title", words: ["start"], nav: [{ href: "/", text: "page.home", here: true }] });
const state = { me: null, tables: [], damaged: [], sheets: {}, panels: null, form: null, older: false };

const HANDS = new Set(["scorer", "referee", "admin"]);

function draw() {
  if (!state.me) {
    put(page.main, h("p", { class: "empty" }, t("loading")));
    return;
  }
  const host = state.me.role === "admin";
  page.nav([{ href: "/", text: "page.home", here: true }, ...(state.me.role === "camera" ? [] : [{ href: "/tournaments", text: "page.tournaments" }]), ...(HANDS.has(state.me.role) ? [{ href: "/setup", text: "page.setup" }] : [])]);
  put(page.main,
    h("h1", {}, t("start.tables")), damagedNotice(state.damaged),
    state.tables.length ? listed() : host ? steps() : h("p", { class: "empty" }, t("start.nonehere")),
    state.me.role === "camera" ? h("p", {}, h("a", { class: "button main", href: "/phone" }, t("start.phone"))) : [],
    host ? h("div", { class: "grid two" }, state.form?.element() ?? [], h("div", { class: "stack" }, state.panels?.lan() ?? [], state.panels?.pairing(state.tables) ?? [], state.panels?.devices() ?? [])) : [],
    h("p", { class: "foot" }, t("start.you", { role: t(`role.${state.me.role}`) })));
}

const SHOWN = 6;

/* The newest first; an old evening is a tap away. */
function listed() {
  const older = state.tables.slice(SHOWN);
  return [h("div", { class: "grid tables" }, state.tables.slice(0, SHOWN).map(card)),
    older.length ? h("details", { open: state.older, ontoggle: (e) => { state.older = e.target.open; } }, h("summary", { "data-key": "older" }, t("start.older", { count: older.length })), h("div", { class: "grid tables" }, older.map(card))) : []];
}

/* For who has never seen it: from here to the first trick on the board. */
function steps() {
  return h("section", { class: "panel" }, h("h2", {}, t("start.steps")), h("ol", { class: "steps" }, [1, 2, 3, 4].map((n) => h("li", {}, t(`start.step${n}`)))));
}

function card(table) {
  const sheet = state.sheets[table.id];
  const count = sheet?.rows.length ?? null;
  return h("article", { class: "panel" },
    h("h2", {}, h("a", { href: `/board/${table.id}`, "data-key": `t-${table.id}` }, table.name)),
    h("p", { class: "quiet small" }, state.names[table.rules] ?? table.rules, count === null ? "" : ` · ${count === 1 ? t("start.deals1") : t("start.deals", { count })}`),
    h("ul", { class: "totals" }, table.players.map((player, n) => h("li", {}, h("span", {}, player), h("b", { class: "numbers" }, sheet ? points(sheet.totals[n]) : "")))),
    h("div", { class: "row" },
      h("a", { class: "button", href: `/board/${table.id}` }, t("start.board")),
      h("a", { class: `button${HANDS.has(state.me.role) ? " main" : ""}`, href: `/table/${table.id}` }, t(HANDS.has(state.me.role) ? "start.enter" : "start.sheet"))));
}

async function load() {
  state.me = await get("/api/me");
  const [{ tables, damaged }, { systems }] = await Promise.all([get("/api/tables?tournaments=false"), get("/api/systems")]);
  state.tables = tables.toReversed();
  state.damaged = damaged;
  state.names = Object.fromEntries(systems.map((s) => [s.id, s.name]));
  if (state.me.role === "admin") {
    state.form = await newTable(systems, tables.length + 1, draw, page);
    state.panels = await access(draw, page);
  }
  draw();
  if (state.me.role === "camera") return;
  for (const table of state.tables) {   // one after the other: a hall has many
    state.sheets[table.id] = await get(`/api/tables/${table.id}/sheet`).catch(() => undefined);
    draw();
  }
}

page.draw(draw);
load().catch((error) => page.problem(error));
