/* Setup: the camera of each table with its picture, who is warned, and for the host network, devices and the check-up. */

import { access } from "./access.js";
import { get, say } from "./api.js";
import { cameraPanel } from "./camera.js";
import { h, put } from "./dom.js";
import { t } from "./i18n.js";
import { choice } from "./picker.js";
import { shell } from "./shell.js";
import { textOf } from "./deal.js";

const page = await shell({ title: "setup.title", words: ["setup"], nav: [{ href: "/", text: "page.home" }, { href: "/tournaments", text: "page.tournaments" }, { href: "/setup", text: "page.setup", here: true }] });
const HANDS = new Set(["scorer", "referee", "admin"]);
const state = { me: null, tables: [], table: null, mode: null, panels: null, camera: null, checks: null, checking: false };

function draw() {
  if (!state.me) {
    put(page.main, h("p", { class: "empty" }, t("loading")));
    return;
  }
  const host = state.me.role === "admin";
  put(page.main, h("h1", {}, t("setup.title")),
    h("div", { class: "grid two" },
      h("div", { class: "stack" }, tables(), state.table && HANDS.has(state.me.role) ? [state.camera.element(), modes()] : []),
      host ? h("div", { class: "stack" }, state.panels.lan(), state.panels.pairing(state.tables), state.panels.devices(), checkup()) : h("p", { class: "quiet" }, t("setup.onlyhost"))));
}

function tables() {
  if (!state.tables.length) return h("p", { class: "empty" }, t("setup.notable"));
  return h("section", { class: "panel" }, choice(t("setup.table"), state.tables.map((one) => [one.id, one.name]), state.table, choose, "table"),
    h("div", { class: "row" }, h("a", { class: "button", href: `/board/${state.table}` }, t("page.board")), h("a", { class: "button", href: `/table/${state.table}` }, t("page.table"))));
}

async function choose(table) {
  state.table = table;
  if (state.panels && !state.panels.state.offer) state.panels.state.table = table;   // who sets a table up pairs for it
  state.camera.watch(table);
  draw();
  const whole = await get(`/api/tables/${table}`).catch(() => null);
  state.mode = whole?.sections.table.fair_play ?? null;
  draw();
}

function modes() {
  if (!state.mode) return [];
  const may = state.me.role !== "scorer";
  return h("section", { class: "panel" }, choice(t("mode.title"), ["fair_play", "referee", "off"].map((m) => [m, t(`mode.${m}`)]), state.mode, setMode, "mode", may ? {} : { disabled: true }));
}

async function setMode(mode) {
  try {
    await say(state.table, { type: "fair_play_chosen", mode });
    state.mode = mode;
    page.problem(null);
    page.tell(t("mode.set"));
  } catch (error) {
    page.problem(error);
  }
  draw();
}

/* --- the check-up ------------------------------------------------------------------------------------------------- */

const SIGNS = { ok: "✓", missing: "✗", optional: "–" };

function checkup() {
  return h("section", { class: "panel" }, h("h2", {}, t("check.title")),
    state.checks ? h("ul", { class: "checks" }, state.checks.map(check)) : h("p", { class: "quiet" }, t("check.running")),
    h("button", { type: "button", class: "plain", "data-key": "check", disabled: state.checking, onclick: runChecks }, t(state.checking ? "check.running" : "check.again")));
}

function check(one) {
  const how = one.state !== "ok" && one.how ? h("span", { class: "small quiet how" }, textOf(one.how)) : [];
  return h("li", { class: one.state }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[one.state]), h("span", {}, h("span", { class: "unseen" }, `${t(`check.${one.state}`)}: `), textOf(one.text), how));
}

async function runChecks() {
  state.checking = true;
  draw();
  try {
    state.checks = (await get("/api/checkup")).checks;
  } catch (error) {
    page.problem(error);
  }
  state.checking = false;
  draw();
}

async function load() {
  const [me, { tables: found }] = await Promise.all([get("/api/me"), get("/api/tables")]);
  state.camera = cameraPanel(page, me, draw);
  if (me.role === "admin") state.panels = await access(draw, page);
  Object.assign(state, { me, tables: found });
  const wanted = location.hash.slice(1);
  if (found.length) await choose(found.some((one) => one.id === wanted) ? wanted : found[0].id);
  else draw();
  if (me.role === "admin") await runChecks();
}

page.draw(draw);
load().catch((error) => page.problem(error));
