/* A cup over a season: the standing, its evenings, and two spellings made one person, visibly and undoably. */

import { get, newId } from "./api.js";
import { h, put } from "./dom.js";
import { points, t } from "./i18n.js";
import { shell, tableHere } from "./shell.js";
import { insist, score } from "./tournament.js";

const id = tableHere();
const page = await shell({ title: "cup", words: ["tournament"], nav: [{ href: "/tournaments", text: "page.tournaments" }] });
const state = { cup: null, me: null, closed: [], form: { worth: "" }, busy: false, sure: null, after: null };

async function act(...words) {
  if (state.busy) return;
  state.busy = true;
  draw();
  try {
    await insist(`/api/cups/${id}/commands`, { id: newId(), say: words });
    state.cup = await get(`/api/cups/${id}`);
    state.form = { worth: "" };
    state.sure = null;
    page.problem(null);
  } catch (error) {
    page.problem(error);
  }
  state.busy = false;
  draw();
}

function draw() {
  const { cup } = state;
  if (!cup) return put(page.main, h("p", { class: "empty" }, t("loading")));
  page.title(() => cup.name);
  const host = state.me?.role === "admin";
  const counted = cup.events.filter((event) => !event.removed);
  const rows = state.after === null ? cup.standing : cup.after[state.after] ?? [];
  put(page.main, h("h1", {}, cup.name), h("p", { class: "quiet" }, t("cup.rule", { best: cup.best })),
    cup.evenings.filter((one) => one.damaged).map((one) => h("p", { class: "notice wrong" }, t("cup.damaged", { name: one.name }))),
    cup.evenings.filter((one) => one.stale.length).map((one) => stale(one, host)),
    h("section", { class: "panel" }, h("div", { class: "row apart" }, h("h2", { class: "inline" }, t("cup.standing")),
      h("label", { class: "row" }, h("span", {}, t("cup.after")), h("select", { "data-key": "after", onchange: (e) => { state.after = e.target.value === "" ? null : Number(e.target.value); draw(); } }, h("option", { value: "" }, t("cup.now")), counted.map((event, n) => h("option", { value: n, selected: state.after === n }, event.name))))),
    rows.length ? h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", { class: "n" }, t("place")), h("th", {}, t("name")), h("th", { class: "n" }, t("cup.points")), h("th", {}, t("cup.counted")), h("th", { class: "n" }, t("final")))),
      h("tbody", {}, rows.map((row) => h("tr", {}, h("td", { class: "n" }, row.place), h("th", { scope: "row" }, row.player, merged(row.player)), h("td", { class: "n" }, h("b", {}, score(row.points))), h("td", { class: "small quiet" }, (row.counted ?? []).map((n) => cup.events[n - 1].name).join(", ")), h("td", { class: "n" }, score(row.final))))))) : h("p", { class: "empty" }, t("standing.empty")),
    h("div", { class: "row" }, ["cup.pdf", "cup.csv", "cup.xlsx"].map((kind) => h("a", { class: "button", href: `/api/cups/${id}/exports/${kind}?lang=${document.documentElement.lang}`, target: "_blank" }, kind.slice(4).toUpperCase())))),
    h("section", { class: "panel" }, h("h2", {}, t("cup.evenings")), events(cup, host), host ? add() : []),
    h("section", { class: "panel" }, h("h2", {}, t("cup.people")), merges(cup, host)));
}

/* An evening that was corrected after it was added: what would change, and one touch that does it. */
function stale(one, host) {
  const key = one.event ?? "final";
  return h("div", { class: "notice wrong", role: "status" },
    h("p", {}, h("b", {}, t("cup.stale", { name: one.name }))),
    h("p", {}, one.stale.slice(0, 12).map((row) => t("cup.change", { player: row.player, was: score(row.was), now: score(row.now) })).join(", "), one.stale.length > 12 ? " …" : ""),
    corrections(one),
    host ? h("button", { type: "button", class: "main", "data-key": `renew-${key}`, disabled: state.busy, onclick: () => act({ type: "event_renewed", ...(one.event === null ? {} : { event: one.event }) }) }, t("cup.renew")) : []);
}

const corrections = (one) => one.corrections.length ? h("ul", { class: "small" }, one.corrections.map((row) => h("li", {}, t("cup.corrected", { round: row.round, table: row.table, reason: row.reason, was: row.was.map(points).join(" "), now: row.now.map(points).join(" "), players: row.players.join(", ") })))) : [];

function merged(name) {
  const from = state.cup.merges.filter((merge) => !merge.undone && merge.into === name).map((merge) => merge.name);
  return from.length ? h("small", { class: "quiet" }, ` ${t("cup.also", { names: from.join(", ") })}`) : "";
}

function events(cup, host) {
  if (!cup.events.length) return h("p", { class: "empty" }, t("cup.noevents"));
  return h("ol", { class: "plainlist" }, cup.events.map((event, n) => h("li", { class: event.removed ? "away" : null },
    h("div", { class: "row apart" }, h("span", {}, h("b", {}, event.name), " ", h("span", { class: "quiet small" }, t("players.count", { count: Object.keys(event.points).length }), event.removed ? ` · ${t("cup.removed", { reason: event.removed })}` : "")),
      host && !event.removed ? leave(n, { type: "event_removed", event: n + 1 }) : []), history(event, n + 1))),
  cup.withdrawn.map((event) => h("li", { class: "away" }, h("b", {}, `${t("final")}: ${event.name}`), h("span", { class: "quiet small" }, ` · ${t("cup.removed", { reason: event.removed })}`))),
  cup.final ? h("li", {}, h("div", { class: "row apart" }, h("b", {}, `${t("final")}: ${cup.final.name}`), host ? leave("final", { type: "final_withdrawn" }) : [])) : []);
}

/* What was corrected in an evening, and how often its points were looked up anew. */
function history(event, number) {
  const found = state.cup.evenings.find((one) => one.event === number);
  if (!found || (!found.corrections.length && !event.earlier.length)) return [];
  return h("details", {}, h("summary", { "data-key": `history-${number}` }, t("cup.history"), event.earlier.length ? ` · ${t("cup.renewed", { count: event.earlier.length })}` : ""), corrections(found));
}

/* Taken out with a reason, asked for at the second touch. */
function leave(key, word) {
  if (state.sure !== key) return h("button", { type: "button", class: "plain", "data-key": `ask-${key}`, onclick: () => { state.sure = key; draw(); } }, t("cup.remove"));
  return h("span", { class: "row" },
    h("input", { id: "why", "aria-label": t("slip.reason"), placeholder: t("slip.reason"), maxlength: 200, value: state.form.why ?? "", oninput: (e) => { state.form.why = e.target.value; } }),
    h("button", { type: "button", class: "main", "data-key": `rm-${key}`, onclick: () => act({ ...word, reason: (state.form.why ?? "").trim() || "–" }) }, t("cup.remove")));
}

function add() {
  const { form } = state;
  const set = (change) => { Object.assign(form, change); draw(); };
  return h("form", { class: "stack", onsubmit: (event) => {
    event.preventDefault();
    const one = state.closed.find((x) => x.id === form.tournament);
    if (one) act({ type: "event_added", name: (form.name ?? "").trim() || one.name, tournament: one.id, ...(form.worth ? { worth: form.worth } : {}), ...(form.final ? { final: true } : {}) });
  } }, h("h3", {}, t("cup.add")),
  state.closed.length ? [
    h("label", { class: "field" }, h("span", {}, t("cup.which")), h("select", { "data-key": "which", onchange: (e) => set({ tournament: e.target.value }) }, h("option", { value: "" }, "–"), state.closed.map((one) => h("option", { value: one.id, selected: one.id === form.tournament }, one.name)))),
    h("label", { class: "field" }, h("span", {}, t("cup.worth")), h("select", { "data-key": "worth", onchange: (e) => set({ worth: e.target.value }) }, ["", "table", "score"].map((worth) => h("option", { value: worth, selected: worth === form.worth }, t(`worth.${worth || "own"}`))))),
    h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": "isfinal", checked: form.final, onchange: (e) => set({ final: e.target.checked }) }), t("cup.isfinal")),
    h("button", { class: "main", "data-key": "addevent", disabled: state.busy || !form.tournament }, t("cup.addnow")),
  ] : h("p", { class: "quiet" }, t("cup.noneclosed")));
}

function merges(cup, host) {
  const names = [...new Set([...cup.events.filter((e) => !e.removed), ...(cup.final ? [cup.final] : [])].flatMap((event) => Object.keys(event.points)))].sort((a, b) => a.localeCompare(b, "de"));
  const { form } = state;
  const pick = (key, label) => h("label", { class: "field" }, h("span", {}, label), h("select", { "data-key": key, onchange: (e) => { form[key] = e.target.value; draw(); } }, h("option", { value: "" }, "–"), names.map((name) => h("option", { value: name, selected: form[key] === name }, name))));
  return [cup.merges.length ? h("ul", { class: "plainlist" }, cup.merges.map((merge) => h("li", { class: merge.undone ? "away" : null }, h("div", { class: "row apart" }, h("span", {}, t("cup.merged", { name: merge.name, into: merge.into }), merge.undone ? ` · ${t("cup.undone")}` : ""),
    host && !merge.undone ? h("button", { type: "button", class: "plain", "data-key": `undo-${merge.merge}`, onclick: () => act({ type: "merge_undone", merge: merge.merge }) }, t("cup.undo")) : [])))) : h("p", { class: "quiet" }, t("cup.nomerges")),
  host && names.length > 1 ? h("div", { class: "row" }, pick("from", t("cup.from")), pick("into", t("cup.into")),
    h("button", { type: "button", class: "main", "data-key": "merge", disabled: state.busy || !form.from || !form.into || form.from === form.into, onclick: () => act({ type: "names_merged", name: form.from, into: form.into }) }, t("cup.merge"))) : []];
}

page.draw(draw);
Promise.all([get("/api/me"), get(`/api/cups/${id}`), get("/api/tournaments")]).then(([me, cup, { tournaments }]) => {
  Object.assign(state, { me, cup, closed: tournaments.filter((one) => one.closed) });
  draw();
}).catch((error) => page.problem(error));
