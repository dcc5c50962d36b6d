/* The hall's board: who sits where, the clock, which tables still play, and the standing as it changes. */

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { points, t } from "./i18n.js";
import { follow } from "./live.js";
import { shell } from "./shell.js";
import { bell, games, path, roundClock, roundName, standing, status, ways } from "./tournament.js";

const page = await shell({ title: "page.hall", words: ["tournament"], nav: ways("viewer", "hall") });
const state = { sections: null, code: null, find: "", scrolling: false, bell: false, ended: false };
const signal = h("div", { class: "signal", role: "alert", hidden: true });
const clock = roundClock(() => {
  signal.textContent = t("clock.signal");
  signal.hidden = false;
  if (state.bell) bell();
  setTimeout(() => { signal.hidden = true; }, 30_000);
});
const head = h("div", { class: "row apart" });
const top = h("div", { class: "halltop" }, head, clock.node);
const body = h("div", { class: "hallbody" });
page.main.classList.add("hall");
page.main.append(signal, top, body);

function draw() {
  if (state.sections === null) {
    put(body, h("p", { class: "empty" }, t(state.ended ? "gone" : "loading")));
    return;
  }
  const { tournament, rounds, hall } = state.sections;
  page.title(() => tournament.name);
  const now = rounds[tournament.round - 1];
  put(head, h("div", {}, h("h1", {}, tournament.name), h("p", { class: "lead" }, now ? roundName(now.number, now.final) : t("hall.before"), now ? ` · ${where(hall)}` : "")),
    h("div", { class: "row" },
      h("button", { type: "button", class: "plain", "data-key": "bell", "aria-pressed": String(state.bell), onclick: () => { state.bell = !state.bell; if (state.bell) bell(); draw(); } }, t("hall.bell")),
      h("button", { type: "button", class: "plain", "data-key": "scroll", "aria-pressed": String(state.scrolling), onclick: () => { state.scrolling = !state.scrolling; draw(); } }, t("hall.scroll"))));
  const upcoming = rounds.find((round) => !round.opened && (!now || now.complete));
  put(body,
    h("div", { class: "seats" }, upcoming ? seats(upcoming) : tables(hall, now)),
    h("section", { class: "panel list" }, h("h2", {}, t(state.sections.standing.provisional ? "standing.provisional" : tournament.closed ? "standing.final" : "standing.now")),
      state.sections.standing.undecided?.length ? h("p", { class: "notice warn" }, t("lot", { names: state.sections.standing.undecided.join(", ") })) : [],
      standing(state.sections.standing, { rounds: window.innerWidth > 900 })),
    decisions(), code());
}

function where(hall) {
  const out = hall.filter((row) => row.status !== "in");
  if (!out.length) return t("hall.allin");
  if (out.length > 6) return t("hall.playing", { count: out.length });
  return t("hall.still", { tables: out.map((row) => row.table).join(", ") });
}

function tables(hall, now) {
  if (!hall.length) return h("p", { class: "empty" }, t("hall.nobody"));
  return [h("ul", { class: "tables" }, hall.map((row) =>
    h("li", { class: "table", "data-status": row.contested ? "contested" : row.status },
      h("div", { class: "row apart" }, h("b", { class: "number" }, row.round === now.number ? row.table : `${row.table}·${t("round.short", { number: row.round })}`), status(row)),
      h("ol", {}, row.players.map((name, n) => h("li", {}, h("span", {}, name), row.games ? h("b", { class: "numbers" }, points(row.points[n])) : []))),
      row.games ? h("small", { class: "quiet" }, games(row.games)) : []))),
  now?.sitting_out.length ? h("p", { class: "lead" }, t("sits.out", { names: now.sitting_out.join(", ") })) : []];
}

function seats(round) {
  return [h("h2", {}, t("hall.next", { round: roundName(round.number, round.final) })),
    h("ul", { class: "tables" }, round.tables.map((table) => h("li", { class: "table" }, h("b", { class: "number" }, table.table), h("ol", {}, table.players.map((name) => h("li", {}, h("span", {}, name))))))),
    round.sitting_out.length ? h("p", { class: "lead" }, t("sits.out", { names: round.sitting_out.join(", ") })) : [],
    h("p", { class: "quiet" }, t("seed", { seed: round.seed }), " ", round.again ? t("again", { count: round.again, floor: round.floor }) : t("never"))];
}

function decisions() {
  const { calls, rounds } = state.sections;
  const decided = calls.filter((call) => call.decision);
  const corrected = rounds.flatMap((round) => round.tables.flatMap((table) => table.sheets.slice(1).map((sheet, n) => ({ round, table, sheet, old: table.sheets[n] }))));
  if (!decided.length && !corrected.length) return [];
  return h("section", { class: "panel" }, h("h2", {}, t("corrections")), h("ul", { class: "plainlist" },
    corrected.map(({ round, table, sheet, old }) => h("li", {}, `${roundName(round.number, round.final)}, ${t("table", { number: table.table })}: ${sheet.reason} `, h("span", { class: "quiet" }, t("was", { points: table.players.map((p, n) => `${p} ${points(old.points[n])}`).join(", ") })))),
    decided.map((call) => h("li", {}, `${t("table", { number: call.table })}: ${call.decision} `, h("span", { class: "quiet" }, `(${call.referee})`)))));
}

function code() {
  if (!state.code) return [];
  const picture = h("img", { class: "qr", alt: "", src: state.code });
  return h("section", { class: "panel ownpage" }, picture, h("div", {}, h("h2", {}, t("hall.own")), h("p", {}, t("hall.own.how")), h("p", { class: "quiet small" }, state.url)));
}

setInterval(() => {
  if (!state.scrolling) return;
  const end = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 4;
  window.scrollTo({ top: end ? 0 : window.scrollY + window.innerHeight * 0.8, behavior: "smooth" });
}, 8000);

page.draw(draw);
get("/api/me").then((me) => page.nav(ways(me.role, "hall"))).catch(() => {});
get(`${path}/code`).then((found) => {
  state.url = found.url;
  state.code = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.qr)}`;
  draw();
}).catch(() => {});
follow(`${path}/stream`, {
  onState(sections) {
    state.sections = sections;
    clock.set(sections.clock);
    draw();
  },
  onStatus(word) {
    state.ended = word === "ended";
    page.status(word);
    if (state.ended) draw();
  },
});
