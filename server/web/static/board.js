/* The live board for the big screen and for screen readers. Whoever opened it, it shows only what lies openly:
   on the wall, everybody reads it. */

import { get } from "./api.js";
import { face, name as cardName } from "./cards.js";
import { cloth, trickLine } from "./cloth.js";
import { bonusName, contractParts, gameName, isFull, named, places, saidBy, SEATS, textOf, turnOf } from "./deal.js";
import { h, put } from "./dom.js";
import { lang, points, shortThirds, t, when } from "./i18n.js";
import { follow } from "./live.js";
import { ruling, settlement, sheetTable, settledOf } from "./sheet.js";
import { shell, tableHere, tableWays } from "./shell.js";

const id = tableHere();
const page = await shell({ title: "page.board", words: ["game", "board"], nav: tableWays(id, "board") });
const { systems } = await get("/api/systems").catch(() => ({ systems: [] }));
const state = { sections: null, system: null, status: "connecting", seen: null, fresh: null };
const calls = h("div", { class: "unseen", "aria-live": "polite", "aria-atomic": "false" });
const alarms = h("div", { class: "unseen", "aria-live": "assertive" });
const place = h("div", { class: "board" });
page.main.append(place, calls, alarms);

/* --- what is drawn -------------------------------------------------------------------------------------------- */

function draw() {
  if (state.sections === null) {
    put(place, h("p", { class: "empty" }, t(state.status === "ended" ? "board.gone" : "loading")));
    return;
  }
  const { table, deal } = state.sections;
  page.title(() => t("board.title", { name: table.name }));
  const late = state.status === "waiting" || state.status === "ended";
  put(place,
    late ? h("p", { class: "notice wrong stale", role: "alert" }, state.status === "ended" ? t("board.gone") : t("board.stale", { time: when(state.seen) })) : [],
    deal ? running() : between(),
    h("div", { class: "side" }, score(), deal ? [lastTrick(), rulings(state.sections.judgement?.rulings ?? [], deal.seats)] : [],
      h("section", { class: "panel" }, h("h2", {}, t("board.sheet")), sheetTable(state.sections.sheet, { last: 8, link: (n) => `/replay/${id}/${n}` })), wall()));
}

function running() {
  const { table, deal, judgement } = state.sections;
  const { record, seats } = deal;
  const trick = record.tricks.at(-1) ?? null;
  const full = trick !== null && isFull(trick);
  const winner = full ? judgement?.tricks?.[record.tricks.length - 1]?.winner ?? null : null;
  const turn = turnOf(deal, judgement, state.system);
  return h("div", { class: "stage" },
    h("header", { class: "contract" },
      h("p", { class: "quiet" }, table.name, " · ", t("deal.number", { number: deal.number }), trick ? ` · ${t("trick.number", { number: record.tricks.length })}` : ""),
      h("h1", {}, contractParts(record.contract, seats, table.rules).join(", ")),
      sides()),
    deal.questions.length ? h("p", { class: "notice warn" }, t("board.question")) : [],
    table.camera.status === "lost" ? h("p", { class: "notice warn" }, t("board.camera.lost", { notice: table.camera.notice })) : [],
    cloth({ seats, places: places(record, state.system), trick, winner, turn, fresh: state.fresh, number: record.tricks.length, marks: marks(), counts: counts(), said: Object.fromEntries(SEATS.map((s) => [s, saidBy(record, s, table.rules)])) }),
    openCards(record, seats),
    record.contract ? [] : auction());
}

const partner = () => state.sections.judgement?.declarers?.[1] ?? null;

function marks() {
  const { deal, table } = state.sections;
  const contract = deal.record.contract;
  return Object.fromEntries(SEATS.map((seat) => {
    const found = [];
    if (deal.seats[seat] === deal.dealer) found.push({ kind: "dealer", text: t("seat.dealer") });
    if (seat === "A") found.push({ kind: "forehand", text: t("seat.forehand") });
    if (contract && seat === contract.declarer && contract.game !== "trischaken") found.push({ kind: "declarer", text: t("seat.declarer") });
    if (contract?.with?.includes(seat)) found.push({ kind: "declarer", text: gameName(table.rules, contract.game, contract.bird) });
    if (contract && seat === partner()) found.push({ kind: "partner", text: t("seat.partner") });
    return [seat, found];
  }));
}

/* Points of a running deal are shown where the table's mode lets everybody count along; in the other modes nobody is helped. */
const counting = () => state.sections.table.fair_play === "fair_play";

function counts() {
  const { judgement, deal } = state.sections;
  if (!judgement || deal.record.tricks.length === 0) return {};
  const trischaken = deal.record.contract?.game === "trischaken";
  return Object.fromEntries(SEATS.map((seat, n) => {
    const tricks = judgement.tricks_won[n];
    const word = tricks === 1 ? t("seat.tricks1") : t("seat.tricks", { count: tricks });
    return [seat, trischaken && counting() ? `${word} · ${shortThirds(judgement.thirds[n])}` : word];
  }));
}

function sides() {
  const { judgement, deal } = state.sections;
  const contract = deal.record.contract;
  if (!contract || !counting() || contract.game === "trischaken" || judgement?.declarer_thirds == null || !deal.record.tricks.length) return [];
  const ours = SEATS.reduce((sum, seat, n) => sum + (judgement.declarers.includes(seat) ? judgement.thirds[n] : 0), 0);
  const theirs = judgement.thirds.reduce((sum, n) => sum + n, 0) - ours;
  return h("p", { class: "counting" }, h("span", {}, t("count.declarers", { points: shortThirds(ours) })), h("span", {}, t("count.opponents", { points: shortThirds(theirs) })));
}

function auction() {
  const { deal, table } = state.sections;
  const said = deal.record.auction ?? [];
  if (!said.length) return [];
  return h("ol", { class: "auction" }, said.map((call) => h("li", {}, h("b", {}, deal.seats[call.by]), " ", callName(call, table.rules))));
}

/* What lies open beside the trick: the opened talon, and the hands of an ouvert game as far as they are not yet played. */
function openCards(record, seats) {
  const laid = new Set(record.tricks.flatMap((trick) => trick.cards.map(([, card]) => card)));
  const hands = Object.entries(record.hands ?? {}).map(([seat, cards]) => [seats[seat], cards.filter((card) => !laid.has(card))]);
  const halves = record.talon && record.tricks.length === 0 ? [[t("seat.talon"), record.talon.flat()]] : [];
  const shown = [...halves, ...hands].filter(([, cards]) => cards.length);
  return shown.length ? h("div", { class: "open" }, shown.map(([who, cards]) => h("section", { "aria-label": who }, h("b", {}, who), h("div", { class: "fan" }, cards.map((card) => face(card)))))) : [];
}

function callName(call, rules) {
  return call.call === "vorhand" || call.call === "weiter" ? t(`call.${call.call}`) : gameName(rules, call.call, call.bird);
}

function score() {
  const { sheet, deal, table } = state.sections;
  const seats = deal?.seats ?? table.next?.seats ?? {};
  const playing = new Set(Object.values(seats));
  const last = sheet.rows.at(-1);
  return h("section", { class: "panel" }, h("h2", { class: "unseen" }, t("board.score")),
    h("ul", { class: "score" }, sheet.players.map((player, n) =>
      h("li", { class: playing.has(player) ? null : "out" },
        h("span", { class: "who" }, player, playing.has(player) ? [] : h("small", {}, ` ${t("seat.out")}`)),
        last ? h("span", { class: `delta ${last.points[n] < 0 ? "minus" : ""}` }, points(last.points[n])) : [],
        h("b", {}, points(sheet.totals[n]))))),
    sheet.next.double ? h("p", { class: "quiet small" }, t("sheet.nextdouble")) : []);
}

function lastTrick() {
  const { deal, judgement } = state.sections;
  const { tricks } = deal.record;
  const number = tricks.length - 1;
  if (number < 1) return [];
  const winner = judgement?.tricks?.[number - 1]?.winner ?? null;
  return h("section", { class: "panel" }, h("h2", {}, t("board.last")), trickLine(tricks[number - 1], deal.seats, winner));
}

function rulings(found, seats) {
  if (!found.length) return [];
  return h("section", { class: "panel" }, h("h2", {}, t("board.rulings")), found.map((each) => ruling(each, seats)));
}

function between() {
  const { last, table, sheet } = state.sections;
  const next = table.next;
  const waiting = h("p", { class: "quiet" }, next ? t("deal.next", { dealer: next.dealer, forehand: next.seats.A }) : t("board.waiting"));
  if (!last) return h("div", { class: "stage" }, h("header", { class: "contract" }, h("h1", {}, table.name), waiting), h("p", { class: "empty" }, t("board.nothing")));
  const row = sheet.rows[last.number - 1];
  const judged = last.judgement;
  const content = last.record ?? last.result;
  return h("div", { class: "stage" },
    h("header", { class: "contract" },
      h("p", { class: "quiet" }, table.name, " · ", t("deal.number", { number: last.number })),
      h("h1", {}, content?.contract ? contractParts(content.contract, row.seats, table.rules).join(", ") : t("lines.struck")), waiting),
    h("section", { class: "panel big" }, h("h2", {}, t("board.settled", { number: last.number })),
      last.struck ? h("p", {}, t("lines.struck")) : settlement(settledOf(row, sheet.players), row.seats, table.rules)),
    judged ? rulings(judged.rulings, row.seats) : []);
}

/* --- what is said --------------------------------------------------------------------------------------------- */

function announce(message, before) {
  if (message.type !== "update") return;
  const { deal, judgement, table, sheet } = state.sections;
  const seats = deal?.seats ?? before?.deal?.seats ?? {};
  const sentences = message.events.map(({ event }) => sentence(event, seats, table, sheet)).filter(Boolean);
  const laid = deal?.record.tricks.at(-1);
  if (laid && isFull(laid) && message.events.some((e) => e.event.type === "card_laid")) {
    const winner = judgement?.tricks?.[deal.record.tricks.length - 1]?.winner;
    if (winner) sentences.push(t("say.wins", { name: seats[winner] }));
  }
  for (const text of sentences) calls.append(h("p", { lang: lang() }, text));
  while (calls.childElementCount > 12) calls.firstElementChild.remove();
  const known = new Set((before?.judgement?.rulings ?? []).map((r) => JSON.stringify([r.kind, r.by, r.trick, r.card])));
  const fresh = (judgement?.rulings ?? []).filter((r) => !known.has(JSON.stringify([r.kind, r.by, r.trick, r.card])));
  if (fresh.length) put(alarms, fresh.map((r) => h("p", {}, t("say.ruling", { text: named(textOf(r.because.text), seats) }))));
}

function sentence(event, seats, table, sheet) {
  const who = seats[event.by];
  switch (event.type) {
    case "deal_opened": return t("say.open", { number: state.sections.deal?.number ?? "" });
    case "call_said": return t("say.call", { name: who, call: callName(event, table.rules) });
    case "contract_set": return t("say.contract", { text: contractParts({ ...event, with: event.beside }, seats, table.rules).join(", ") });
    case "announced": return t("say.announced", { name: who, what: bonusName(table.rules, event.what) });
    case "kontra_said": return t("say.kontra", { name: who, level: t(`level.${event.level}`), on: bonusName(table.rules, event.on) });
    case "card_laid": return t("say.card", { name: who, card: cardName(event.card) });
    case "card_taken_back": return t("say.back", { name: who, card: cardName(event.card) });
    case "corrected": case "retracted": return t("say.corrected");
    case "settled": return t("say.settled", { number: event.number, points: sheet.players.map((p, n) => `${p} ${points(event.points[n])}`).join(", ") });
    default: return null;
  }
}

/* --- on the wall: the whole screen, and a screen that stays awake ------------------------------------------------ */

function wall() {
  if (!document.fullscreenEnabled) return [];
  return h("button", { type: "button", class: "plain wall", "data-key": "full", onclick: () => document.documentElement.requestFullscreen().catch(() => {}) }, t("board.full"));
}

async function stayAwake() {
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

/* --- following -------------------------------------------------------------------------------------------------- */

follow(`/api/tables/${id}/stream?public=true`, {
  onState(sections, message) {
    const before = state.sections;
    const card = message.type === "update" ? message.events.findLast((e) => e.event.type === "card_laid") : null;
    state.fresh = card ? card.event.by : null;
    state.sections = { ...sections };
    state.seen = Date.now();
    state.system = systems.find((s) => s.id === sections.table.rules) ?? null;
    draw();
    announce(message, before);
  },
  onStatus(status) {
    state.status = status;
    page.status(status);
    if (status !== "live") draw();
  },
});
page.draw(draw);
