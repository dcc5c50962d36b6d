/* A closed deal card by card, marked as a replay: buttons, keys, the pictures behind a ruling, a card put right. */

import { get, newId, post, say } from "./api.js";
import { ALL, label, name as cardName, face } from "./cards.js";
import { cloth } from "./cloth.js";
import { contractText, isFull, places, saidBy, SEATS } from "./deal.js";
import { h, put } from "./dom.js";
import { shortThirds, t } from "./i18n.js";
import { icon } from "./icons.js";
import { ask, picker } from "./picker.js";
import { ruling, settledOf, settlement } from "./sheet.js";
import { shell, tableHere } from "./shell.js";

const id = tableHere();
const number = Number(location.pathname.split("/")[3]);
const page = await shell({ title: () => t("replay.title", { number }), words: ["game", "table", "replay"], nav: [{ href: `/board/${id}`, text: "page.board" }, { href: `/table/${id}`, text: "page.table" }, { href: location.pathname, text: "page.replay", here: true }] });
const HANDS = new Set(["scorer", "referee", "admin"]);
const place = h("div", { class: "replay" });
page.main.append(place);
const state = { deal: null, system: null, row: null, players: null, seats: null, me: null, table: null, step: 0, steps: [], timer: null, failed: false };

/* What is drawn anew at each step, around a slider that stays: under a finger it may not be exchanged. */
const slider = h("input", { type: "range", id: "slider", min: 0, oninput: (e) => go(Number(e.target.value)) });
const parts = Object.fromEntries(["head", "stage", "buttons", "where", "here", "side"].map((name) => [name, h("div", { class: "part" })]));
const frame = h("div", { class: "columns" },
  h("div", { class: "stack" }, parts.stage, h("div", { class: "controls" }, parts.buttons, slider, parts.where), parts.here), h("div", { class: "stack" }, parts.side));

/* Each step is a card laid: [trick, card], both from 0; step 0 is before the first. */
function stepsOf(record) {
  return record.tricks.flatMap((trick, n) => trick.cards.map((_, c) => [n, c]));
}

function go(step) {
  state.step = Math.max(0, Math.min(state.steps.length, step));
  draw();
  const at = state.steps[state.step - 1];
  if (at) {
    const [seat, card] = state.deal.record.tricks[at[0]].cards[at[1]];
    page.tell(t("replay.who", { name: state.seats[seat], card: cardName(card) }));
  }
}

const stepAt = (trick, card) => state.steps.findIndex(([n, c]) => n === trick - 1 && c === card - 1) + 1;
const trickNow = () => state.steps[state.step - 1]?.[0] ?? -1;

function byTrick(way) {
  const now = trickNow();
  const target = way > 0 ? now + 1 : now - 1;
  if (target < 0) return go(0);
  const last = state.steps.findLastIndex(([n]) => n === Math.min(target, state.deal.record.tricks.length - 1));
  return go(last + 1);
}

function play() {
  if (state.timer) {
    clearInterval(state.timer);
    state.timer = null;
    return draw();
  }
  if (state.step >= state.steps.length) state.step = 0;
  state.timer = setInterval(() => {
    if (state.step >= state.steps.length) play();
    else go(state.step + 1);
  }, 1200);
  return go(state.step + 1);
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

function draw() {
  const { deal } = state;
  if (!deal) {
    put(place, h("p", { class: "empty" }, t(state.failed ? "replay.none" : "loading")));
    return;
  }
  const head = h("header", { class: "row apart" },
    h("div", {}, h("h1", {}, t("replay.of", { number, name: state.table.name })), deal.record?.contract ? h("p", { class: "quiet" }, contractText(deal.record.contract, state.seats, state.table.rules)) : []),
    h("p", { class: "again" }, h("span", { "aria-hidden": "true" }, "⟲ "), t("replay.mark")));
  if (!deal.record) {
    put(place, head, h("p", { class: "empty" }, t("replay.missing")), h("p", {}, h("a", { class: "button", href: `/table/${id}#deal-${number}` }, t("replay.back"))));
    return;
  }
  if (!frame.isConnected) put(place, parts.head, frame);
  for (const [name, content] of Object.entries({ head, stage: stage(), buttons: buttons(), where: where(), here: evidenceHere(), side: [rulings(), outcome(), hidden()] })) put(parts[name], content);
  slide();
}

function stage() {
  const { record, judgement } = state.deal;
  const [n, c] = state.steps[state.step - 1] ?? [-1, -1];
  const whole = record.tricks[n];
  const shown = whole ? { ...whole, cards: whole.cards.slice(0, c + 1), gift: c + 1 === whole.cards.length ? whole.gift : null } : null;
  const full = shown && c + 1 === whole.cards.length && isFull(whole);
  const before = judgement.tricks.slice(0, full ? n + 1 : Math.max(n, 0));
  const marks = Object.fromEntries(SEATS.map((s) => [s, [
    ...(s === "A" ? [{ kind: "forehand", text: t("seat.forehand") }] : []),
    ...(record.contract?.declarer === s && record.contract.game !== "trischaken" ? [{ kind: "declarer", text: t("seat.declarer") }] : []),
    ...(judgement.declarers[1] === s ? [{ kind: "partner", text: t("seat.partner") }] : []),
  ]]));
  const counts = Object.fromEntries(SEATS.map((s) => {
    const mine = before.filter((trick) => trick.winner === s);
    const word = mine.length === 1 ? t("seat.tricks1") : t("seat.tricks", { count: mine.length });
    return [s, `${word} · ${shortThirds(mine.reduce((sum, trick) => sum + (trick.thirds ?? 0), 0))}`];
  }));
  return cloth({ seats: state.seats, places: places(record, state.system), trick: shown, winner: full ? judgement.tricks[n]?.winner ?? null : null, marks, counts, said: Object.fromEntries(SEATS.map((s) => [s, saidBy(record, s, state.table.rules)])), number: n + 1 || null, fresh: shown?.cards.at(-1)?.[0] ?? null });
}

function buttons() {
  const button = (key, act, off) => h("button", { type: "button", class: "plain", "data-key": key, "aria-label": t(`replay.${key}`), title: t(`replay.${key}`), disabled: off, onclick: act }, icon(key));
  const start = state.step === 0;
  const end = state.step >= state.steps.length;
  return h("div", { class: "row" },
    button("start", () => go(0), start), button("trickprev", () => byTrick(-1), start), button("prev", () => go(state.step - 1), start),
    button(state.timer ? "pause" : "play", play, false),
    button("next", () => go(state.step + 1), end), button("tricknext", () => byTrick(1), end), button("end", () => go(state.steps.length), end));
}

function slide() {
  slider.max = state.steps.length;
  slider.value = state.step;
  slider.setAttribute("aria-label", t("replay.step", { step: state.step, all: state.steps.length }));
}

function where() {
  const { tricks } = state.deal.record;
  const [n] = state.steps[state.step - 1] ?? [-1];
  return h("p", { class: "quiet small" }, n < 0 ? t("replay.before") : `${t("trick.number", { number: n + 1 })} · ${t("replay.step", { step: state.step, all: state.steps.length })}`, tricks[n]?.taken_back?.length ? ` · ${t("replay.taken_back", { what: tricks[n].taken_back.map(([s, c]) => `${state.seats[s]} ${cardName(c)}`).join(", ") })}` : "", h("span", { class: "keys" }, ` · ${t("replay.keys")}`));
}

const refOf = (trick, card) => state.deal.cards?.find((c) => c.trick === trick && c.position === card) ?? null;

/* The crop of one card; what is not there takes itself away and leaves a word. */
function picture(trick, card, caption) {
  const ref = refOf(trick, card);
  const laid = state.deal.record.tricks[trick - 1]?.cards[card - 1];
  const what = laid ? t("replay.who", { name: state.seats[laid[0]], card: cardName(laid[1]) }) : "";
  const none = h("p", { class: "quiet small" }, t("replay.nopicture"));
  const body = ref?.picture ? h("img", { src: `/api/tables/${id}/evidence/${ref.event}`, alt: t("replay.picture", { what }), loading: "lazy", onerror: (e) => e.target.replaceWith(none) }) : none;
  return h("figure", { class: "evidence" }, h("figcaption", {}, h("b", {}, caption), h("span", { class: "quiet small" }, t("replay.shown", { trick, card }))),
    h("div", { class: "both" }, laid ? face(laid[1]) : [], body),
    h("button", { type: "button", class: "plain", "data-key": `goto-${trick}-${card}-${caption}`, "aria-label": t("replay.goto", { trick, card }), onclick: () => go(stepAt(trick, card)) }, t("replay.there")),
    ref?.picture && HANDS.has(state.me.role) ? h("a", { class: "small", href: `/api/tables/${id}/evidence/${ref.event}?frame=1`, target: "_blank" }, t("replay.frame")) : []);
}

/* The card that lies on top now, with its picture, and for who keeps the table the way to put it right. */
function evidenceHere() {
  const at = state.steps[state.step - 1];
  if (!at) return [];
  const [n, c] = at;
  const ref = refOf(n + 1, c + 1);
  const [seat, card] = state.deal.record.tricks[n].cards[c];
  return h("section", { class: "panel here" },
    h("h2", {}, state.seats[seat], ": ", label(card)),
    ref?.picture ? h("img", { class: "crop", src: `/api/tables/${id}/evidence/${ref.event}`, alt: t("replay.picture", { what: cardName(card) }), onerror: (e) => e.target.remove() }) : [],
    HANDS.has(state.me.role) && ref ? h("button", { type: "button", class: "plain", "data-key": "fix-card", onclick: () => fix(n, c, ref) }, t("replay.fix")) : []);
}

function rulings() {
  const found = state.deal.judgement.rulings;
  if (!found.length) return [];
  return h("section", { class: "panel" }, h("h2", {}, t("replay.ruling")), found.map((each) => {
    const trick = each.trick ? state.deal.record.tricks[each.trick - 1] : null;
    const act = trick ? trick.cards.findIndex(([s, card]) => card === each.card && (each.by === null || s === each.by)) + 1 : 0;
    const proof = each.proven;
    const pair = act || proof ? h("div", { class: "pair" }, act ? picture(each.trick, act, t("replay.act")) : [], proof && !(proof.trick === each.trick && proof.card === act) ? picture(proof.trick, proof.card, t("replay.proof")) : []) : [];
    return ruling(each, state.seats, { open: true, more: pair });
  }));
}

function outcome() {
  return h("section", { class: "panel" }, h("h2", {}, t("replay.result")), settlement(settledOf(state.row, state.players), state.seats, state.table.rules),
    h("p", {}, h("a", { class: "button", href: `/table/${id}#deal-${number}` }, t("replay.back"))));
}

const inOrder = (cards) => [...cards].sort((a, b) => ALL.indexOf(a) - ALL.indexOf(b));
const hand = (cards) => h("div", { class: "hand" }, inOrder(cards).map((card) => face(card)));

function hidden() {
  const { hands = {}, talon, taken, discards } = state.deal.record;
  const known = Object.entries(hands).filter(([, cards]) => cards.length);
  if (!known.length && !talon && !discards?.length) return [];
  const word = { first: t("replay.first"), second: t("replay.second"), all: t("replay.all"), none: t("replay.notaken") }[taken] ?? (taken ? cardName(taken) : null);
  return h("details", { class: "panel", open: false }, h("summary", { "data-key": "hands" }, t("replay.hands")),
    known.map(([seat, cards]) => [h("h3", {}, t("replay.hand", { name: state.seats[seat] })), hand(cards)]),
    talon ? [h("h3", {}, t("replay.talon"), word ? h("small", { class: "quiet" }, ` ${t("replay.taken", { what: word })}`) : []), h("div", { class: "row" }, talon.map((half) => hand(half)))] : [],
    discards?.length ? [h("h3", {}, t("replay.discards")), hand(discards)] : []);
}

/* --- putting right ------------------------------------------------------------------------------------------------ */

async function fix(n, c, ref) {
  const [seat] = state.deal.record.tricks[n].cards[c];
  const card = await ask(t("replay.fixto"), (close) => picker({ onPick: close, unseen: true }));
  if (!card) return;
  const made = { type: "corrected", event: ref.event, to: { type: "card_laid", by: seat, card, trick: n + 1 } };
  let after;
  try {
    after = (await post(`/api/tables/${id}/preview`, { id: newId(), say: [made] })).sections;
  } catch (error) {
    page.problem(error);
    return;
  }
  const row = after.sheet?.rows[number - 1];
  const reason = await ask(t("replay.would"), (close) => {
    const field = h("input", { maxlength: 200, autocomplete: "off", required: true });
    return h("form", { class: "stack", onsubmit: (e) => { e.preventDefault(); close(field.value.trim()); } },
      row ? settlement(settledOf(row, after.sheet.players), state.seats, state.table.rules) : h("p", { class: "quiet" }, t("table.nothing")),
      h("label", { class: "field" }, h("span", {}, t("entry.reason")), field), h("button", { class: "main" }, t("entry.write")));
  });
  if (!reason) return;
  try {
    await say(id, { ...made, reason });
    page.problem(null);
    page.tell(t("replay.fixed"));
    await load();
  } catch (error) {
    page.problem(error);
  }
}

/* --- keys and loading --------------------------------------------------------------------------------------------- */

const KEYS = {
  ArrowRight: () => go(state.step + 1), ArrowLeft: () => go(state.step - 1), ArrowDown: () => byTrick(1), ArrowUp: () => byTrick(-1),
  Home: () => go(0), End: () => go(state.steps.length), " ": play,
};

document.addEventListener("keydown", (event) => {
  const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName) || document.querySelector("dialog[open]");
  const pressing = event.key === " " && ["BUTTON", "A", "SUMMARY"].includes(event.target.tagName);
  if (!state.steps.length || typing || pressing || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

async function load() {
  try {
    const [me, { systems }, deal, whole] = await Promise.all([get("/api/me"), get("/api/systems"), get(`/api/tables/${id}/deals/${number}`), get(`/api/tables/${id}`)]);
    const { table, sheet } = whole.sections;
    const row = sheet.rows[number - 1];
    Object.assign(state, { me, deal, table, row, players: sheet.players, seats: row.seats, system: systems.find((s) => s.id === table.rules), steps: deal.record ? stepsOf(deal.record) : [] });
  } catch (error) {
    state.failed = true;
    page.problem(error);
  }
  state.step = Math.min(state.step, state.steps.length);
  draw();
}

page.draw(draw);
await load();
