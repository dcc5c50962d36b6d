/* The referee's page: who calls, what is asked, the ruling with its proof, and the decision with his name. */

import { get, newId } from "./api.js";
import { h, put } from "./dom.js";
import { points, t, when } from "./i18n.js";
import { follow } from "./live.js";
import { ruling } from "./sheet.js";
import { shell } from "./shell.js";
import { bell, insist, order, path, roundClock, roundName, ways } from "./tournament.js";

const page = await shell({ title: "page.referee", words: ["tournament", "game", "board"], nav: ways("referee", "referee") });
const KEY = "kiebitz.referee";
const state = { sections: null, name: "", open: null, form: {}, tables: {}, deals: {}, busy: false, count: null, ended: false };
const clock = roundClock();
const body = h("div", {});
page.main.append(clock.node, body);
try {
  state.name = localStorage.getItem(KEY) ?? "";
} catch { /* asked each time */ }

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

function draw() {
  if (state.sections === null) return put(body, h("p", { class: "empty" }, t(state.ended ? "gone" : "loading")));
  const { tournament, calls } = state.sections;
  page.title(() => tournament.name);
  const open = calls.filter((call) => !call.decision);
  const done = calls.filter((call) => call.decision).reverse();
  put(body, h("h1", {}, t("referee.title")),
    h("label", { class: "field narrowfield" }, h("span", {}, t("referee.name")), h("input", { id: "name", maxlength: 60, autocomplete: "name", value: state.name, oninput: (e) => { state.name = e.target.value; try { localStorage.setItem(KEY, state.name); } catch { /* then not */ } draw(); } })),
    open.length ? h("div", { class: "stack" }, open.map(card)) : h("p", { class: "empty" }, t("referee.none")),
    done.length ? h("section", { class: "panel" }, h("h2", {}, t("decided")), h("ul", { class: "plainlist" }, done.map((call) => h("li", {}, h("b", {}, t("table", { number: call.table })), ` · ${call.question}: ${call.decision} `, h("span", { class: "quiet" }, `(${call.referee}, ${when(call.decided_at)})`))))) : []);
}

function card(call) {
  const round = state.sections.rounds[call.round - 1];
  const table = round.tables[call.table - 1];
  const open = state.open === call.call;
  return h("article", { class: "panel call" },
    h("div", { class: "row apart" }, h("h2", {}, t("table", { number: call.table }), h("small", { class: "quiet" }, ` ${roundName(round.number, round.final)} · ${when(call.at)}`)), call.referee ? h("b", {}, t("referee.comes", { name: call.referee })) : []),
    h("p", { class: "lead" }, `„${call.question}“`), h("p", { class: "quiet" }, table.players.join(", ")),
    h("div", { class: "row" },
      call.referee ? [] : h("button", { type: "button", class: "plain", "data-key": `come-${call.call}`, disabled: state.busy || !state.name.trim(), onclick: () => act(() => order({ type: "referee_comes", call: call.call, referee: state.name.trim() })) }, t("referee.come")),
      h("button", { type: "button", class: "main", "data-key": `look-${call.call}`, "aria-pressed": String(open), onclick: () => look(call, open) }, t(open ? "close" : "referee.look"))),
    open ? detail(call, table) : []);
}

async function look(call, open) {
  state.open = open ? null : call.call;
  state.form = {};
  state.deals = {};
  draw();
  if (open) return;
  try {
    const found = await get(`/api/tables/${call.log}`);
    state.tables[call.call] = found.sections;
    const last = found.sections.last;
    if (last && state.open === call.call) state.form.deal ??= String(last.number);   // another call may be open by now
  } catch (error) {
    page.problem(error);
  }
  draw();
}

function detail(call, table) {
  const found = state.tables[call.call];
  if (!found) return h("p", { class: "empty" }, t("loading"));
  const running = found.deal ? found.judgement?.rulings ?? [] : [];
  const chosen = state.deals[`${call.log}/${state.form.deal}`] ?? found.last;
  const last = chosen?.judgement?.rulings ?? [];
  const seats = found.deal?.seats ?? {};
  return h("div", { class: "stack" },
    found.deal ? h("section", {}, h("h3", {}, t("referee.running", { number: found.deal.number })), running.length ? running.map((one) => ruling(one, seats, { more: pictures(call.log, found.deal, one) })) : h("p", { class: "quiet" }, t("referee.norulings"))) : [],
    chosen ? h("section", {}, h("h3", {}, t(chosen.number === found.last.number ? "referee.last" : "referee.deal", { number: chosen.number })), last.length ? last.map((one) => ruling(one, seatsOf(found, chosen), { more: pictures(call.log, chosen, one) })) : h("p", { class: "quiet" }, t("referee.norulings")),
      h("p", {}, h("a", { href: `/replay/${call.log}/${chosen.number}` }, t("referee.replay")))) : [],
    h("p", {}, h("a", { href: `/table/${call.log}` }, t("referee.sheet"))),
    form(call, table, found));
}

/* Who sat where in a closed deal. */
const seatsOf = (found, deal) => found.sheet.rows.find((row) => row.number === deal.number)?.seats ?? {};

/* Another deal than the last one is asked about: it is fetched with its rulings. */
async function choose(call, number) {
  state.form.deal = number;
  draw();
  const key = `${call.log}/${number}`;
  try {
    state.deals[key] = await get(`/api/tables/${call.log}/deals/${number}`);
  } catch (error) {
    page.problem(error);
  }
  draw();
}

/* The pictures behind a ruling, where a camera saw the cards: the irregular one, and the one that proved it. */
function pictures(log, deal, found) {
  const laid = deal.record?.tricks?.[found.trick - 1]?.cards ?? [];
  const at = laid.findIndex(([seat, card]) => seat === found.by && card === found.card) + 1;
  const places = [[found.trick, at], ...(found.proven ? [[found.proven.trick, found.proven.card]] : [])];
  const seen = places.map(([trick, position]) => (deal.cards ?? []).find((one) => one.trick === trick && one.position === position)).filter((one) => one?.picture);
  return [...new Set(seen)].map((one) => h("img", { class: "crop", src: `/api/tables/${log}/evidence/${one.event}`, alt: t("referee.picture", { trick: one.trick, card: one.position }), onerror: (e) => e.target.remove() }));
}

function form(call, table, found) {
  const deals = found.sheet.rows.map((row) => row.number);
  const rows = Object.fromEntries(found.sheet.rows.map((row) => [row.number, row]));
  const effect = state.form.effect ?? "none";
  const set = (change) => { Object.assign(state.form, change); draw(); };
  const ready = state.name.trim() && (state.form.word ?? "").trim() && (effect !== "renonce" || state.form.by);
  const radio = (value) => h("label", { class: "check" }, h("input", { type: "radio", name: "effect", value, "data-key": `e-${value}`, checked: effect === value, disabled: value !== "none" && !deals.length, onchange: () => set({ effect: value }) }), t(`effect.${value}`));

  async function send(event) {
    event.preventDefault();
    const number = Number(state.form.deal);
    const decision = { id: newId(), referee: state.name.trim(), decision: state.form.word.trim() };
    if (effect !== "none") decision.deal = number;
    if (effect === "strike") decision.strike = true;
    await act(async () => {
      if (effect === "renonce") decision.result = await renonce(call.log, number, state.form.by);
      await insist(`${path}/calls/${call.call}/decision`, decision);
      state.open = null;
    });
  }

  return h("form", { class: "stack", onsubmit: send }, h("h3", {}, t("decision")),
    h("label", { class: "field" }, h("span", {}, t("decision.words")), h("input", { id: "word", maxlength: 200, autocomplete: "off", value: state.form.word ?? "", oninput: (e) => { state.form.word = e.target.value; draw(); } })),
    h("fieldset", { class: "choices" }, h("legend", {}, t("effect")), h("div", { class: "stack" }, ["none", "strike", "renonce"].map(radio))),
    effect === "none" || !deals.length ? [] : h("label", { class: "field" }, h("span", {}, t("effect.deal")), h("select", { "data-key": "deal", onchange: (e) => choose(call, e.target.value) }, deals.map((n) => h("option", { value: n, selected: String(n) === state.form.deal }, `${n}: ${rows[n].points.map(points).join(" ")}`)))),
    effect === "renonce" ? h("fieldset", { class: "choices" }, h("legend", {}, t("effect.by")), h("div", { class: "row" }, table.players.map((name) => h("label", { class: "check" }, h("input", { type: "radio", name: "by", "data-key": `b-${name}`, checked: state.form.by === name, onchange: () => set({ by: name }) }), name)))) : [],
    h("button", { class: "main", "data-key": "decide", disabled: !ready || state.busy }, t("decide")));
}

/* The deal as it was played, settled as a Renonce of one of the four: its contract and what was announced stay. */
async function renonce(log, number, by) {
  const [deal, sheet] = await Promise.all([get(`/api/tables/${log}/deals/${number}`), get(`/api/tables/${log}/sheet`)]);
  const row = sheet.rows.find((one) => one.number === number);
  const seat = Object.entries(row.seats).find(([, name]) => name === by)?.[0];
  if (!seat) throw { code: "notthere", values: { name: by } };
  const old = deal.result ?? deal.record;
  const { called, ...contract } = old.contract;
  const partner = deal.judgement?.declarers?.find((one) => one !== contract.declarer);
  const said = (old.announcements ?? []).map((one) => ({ what: one.what, announced_by: one.by, side: side(deal, one.by, contract, partner), made: null }));
  const bird = contract.bird ? [{ what: contract.bird, announced_by: contract.declarer, side: "declarers", made: null }] : [];
  return {
    contract: { ...contract, ...(deal.record && partner ? { partner } : {}) },
    bonuses: old.bonuses ?? [...bird, ...said], kontra: old.kontra ?? [], end: "played", renonce: { by: seat, claims: [] },
  };
}

function side(deal, seat, contract, partner) {
  return seat === contract.declarer || seat === partner ? "declarers" : "opponents";
}

page.draw(draw);
get("/api/me").then((me) => page.nav(ways(me.role, "referee"))).catch(() => {});
follow(`${path}/stream`, {
  onState(sections) {
    state.sections = { ...sections };
    clock.set(sections.clock);
    const open = sections.calls.filter((call) => !call.decision).length;
    if (state.count !== null && open > state.count) bell();
    state.count = open;
    draw();
  },
  onStatus(word) {
    state.ended = word === "ended";
    page.status(word);
    if (state.ended) draw();
  },
});
