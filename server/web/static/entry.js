/* Entering by hand what happens at a table: contract, cards, a plain result, what was noted, the end of the deal. */

import { get, newId, post } from "./api.js";
import { name as cardName } from "./cards.js";
import { contractPart } from "./contract.js";
import { bonusName, contractText, gameName, SEATS } from "./deal.js";
import { h } from "./dom.js";
import { known, t, when } from "./i18n.js";
import { layingPart } from "./laying.js";
import { ask, choice } from "./picker.js";
import { resultForm } from "./result.js";
import { ruling, settlement, settledOf } from "./sheet.js";

const HANDS = new Set(["scorer", "referee", "admin"]);

export function entry(at) {
  const contract = contractPart(at);
  const laying = layingPart(at);
  let tab = "contract";
  let chosen = false;
  let result = null;
  let events = { deal: null, list: [] };

  function element() {
    const role = at.me.role;
    if (!HANDS.has(role) && role !== "player") return [];
    const { deal, table, sheet } = at.sections;
    if (!deal) return HANDS.has(role) ? opening(table, sheet) : [];
    if (role === "player") return h("section", { class: "panel entry" }, deal.record.contract ? contract.sayings() : []);
    if (!chosen) tab = deal.record.contract ? "cards" : "contract";
    return h("section", { class: "panel entry" },
      h("h2", {}, `${t("entry.title")} · ${t("deal.number", { number: deal.number })}`),
      h("p", { class: "quiet small" }, t("table.next", { dealer: deal.dealer, forehand: deal.seats.A }), deal.sitting_out.length ? ` · ${t("table.out", { names: deal.sitting_out.join(", ") })}` : ""),
      laying.questions(),
      h("div", { class: "tabs", role: "tablist", "aria-label": t("entry.tabs") }, ["contract", "cards", "result", "more", "history"].map(tabButton)),
      h("div", { role: "tabpanel", "aria-label": t(`entry.${tab}`) }, { contract: contract.element, cards: laying.element, result: plainResult, more: ending, history }[tab]()),
      warnings());
  }

  /* As the table's mode lets this role know of them. */
  function warnings() {
    const found = at.sections.judgement?.rulings ?? [];
    return found.length ? h("section", { class: "warnings", "aria-live": "polite" }, h("h3", {}, t("deal.rulings")), found.map((each) => ruling(each, at.sections.deal.seats))) : [];
  }

  function opening(table, sheet) {
    const next = table.next;
    return h("section", { class: "panel entry" }, h("h2", {}, t("entry.title")),
      h("p", {}, t("table.next", { dealer: next.dealer, forehand: next.seats.A }), next.sitting_out.length ? ` · ${t("table.out", { names: next.sitting_out.join(", ") })}` : ""),
      sheet.next.double ? h("p", { class: "notice warn" }, t("sheet.nextdouble")) : [],
      h("button", { type: "button", class: "main", "data-key": "open-deal", disabled: at.busy, onclick: open }, t("entry.open", { number: table.deals + 1 })));
  }

  async function open() {
    chosen = tab === "result" ? chosen : false;   // who enters results goes on entering results
    if (tab !== "result") tab = "contract";
    result = null;
    await at.say({ type: "deal_opened", number: at.sections.table.deals + 1 });
  }

  function tabButton(name) {
    return h("button", { type: "button", role: "tab", class: "tab", "data-key": `tab-${name}`, "aria-selected": String(tab === name), onclick: () => {
      tab = name;
      chosen = true;
      if (name === "history") loadEvents();
      at.redraw();
    } }, t(`entry.${name}`));
  }

  function plainResult() {
    const { deal } = at.sections;
    if (!deal.record.contract) return contract.element();
    const key = JSON.stringify(deal.record.contract) + deal.number;
    if (result?.key !== key) {
      const form = resultForm(at, { key: `result-${at.id}-${deal.number}`, seats: deal.seats, contract: deal.record.contract, wrap: (r) => ({ type: "result_entered", result: r }), still: () => stillOpen(deal.number), done: at.redraw });
      result = { key, form };
    }
    return result.form.element();
  }

  /* What was begun for one deal is not done to another one that somebody opened meanwhile. */
  function stillOpen(number) {
    const now = at.sections.deal?.number;
    if (now === number) return true;
    at.page.problem({ code: now === undefined ? "no_deal" : "other_deal" });
    at.redraw();
    return false;
  }

  /* --- the end ------------------------------------------------------------------------------------------------ */

  function ending() {
    const { deal } = at.sections;
    const { record } = deal;
    const game = record.contract?.game;
    const family = at.system.games.find((g) => g.game === game)?.family;
    const plain = game === "rufer" && !(record.announcements ?? []).length && record.tricks.length === 0;
    return h("div", { class: "stack" },
      h("button", { type: "button", class: "main", "data-key": "end", disabled: at.busy || !game, onclick: () => end({ type: "deal_ended", end: "played" }) }, t("entry.end")),
      family === "calling" ? h("button", { type: "button", class: "plain", "data-key": "schleifen", onclick: () => end({ type: "deal_ended", end: "schleifen" }) }, t("entry.schleifen")) : [],
      plain && at.system.blank_rufer ? h("button", { type: "button", class: "plain", "data-key": "blank", onclick: blank }, t("entry.blank")) : [],
      h("button", { type: "button", class: "plain danger", "data-key": "struck", onclick: () => end({ type: "deal_struck", redeal: true }) }, `${t("entry.struck")} (${t("entry.redeal")})`));
  }

  async function blank() {
    const { deal } = at.sections;
    const { declarer, called } = deal.record.contract;
    const partner = await ask(t("entry.partner"), (close) => choice(null, SEATS.filter((s) => s !== declarer).map((s) => [s, deal.seats[s]]), null, close, "blank"));
    if (partner && stillOpen(deal.number)) await end({ type: "contract_set", game: "rufer", declarer, ...(called ? { called } : {}), partner }, { type: "deal_ended", end: "blank" });
  }

  /* Shown before it is written: the lines, and what comes of them for each. */
  async function end(...said) {
    const { deal, table } = at.sections;
    let shown;
    try {
      const { sections } = await post(`/api/tables/${at.id}/preview`, { id: newId(), say: said });
      const { rows, players } = sections.sheet;
      shown = settlement(settledOf(rows.at(-1), players), deal.seats, table.rules);
    } catch (error) {
      at.page.problem(error);
      return;
    }
    const sure = await ask(t("entry.preview"), (close) => h("div", { class: "stack" }, shown, h("button", { type: "button", class: "main", onclick: () => close(true) }, t("entry.write"))));
    if (sure && stillOpen(deal.number) && (await at.say(...said))) chosen = false;
  }

  /* --- what was noted ------------------------------------------------------------------------------------------- */

  async function loadEvents() {
    const seq = at.seq();
    const found = await get(`/api/tables/${at.id}/events?after=${Math.max(0, seq - 1000)}&limit=1000`).catch(() => ({ events: [] }));
    const from = found.events.findLastIndex((e) => e.event.type === "deal_opened");
    events = { deal: at.sections.deal?.number, list: from < 0 ? [] : found.events.slice(from + 1) };
    at.redraw();
  }

  function history() {
    const { deal } = at.sections;
    const gone = new Set(events.list.filter((e) => e.event.type === "retracted").map((e) => e.event.event));
    const fixed = new Map(events.list.filter((e) => e.event.type === "corrected").map((e) => [e.event.event, e.event.to]));
    const live = events.list.filter((e) => !gone.has(e.seq) && !["retracted", "corrected", "settled"].includes(e.event.type)).reverse();
    if (events.deal !== deal.number || live.length === 0) return h("p", { class: "quiet" }, t("entry.history.none"));
    return h("ol", { class: "history", reversed: true }, live.map(({ seq, at: stamp, event }) =>
      h("li", {}, h("span", { class: "quiet small" }, when(stamp)), h("span", {}, eventText(fixed.get(seq) ?? event, deal.seats)),
        ["deal_opened", "players_seated", "player_renamed", "camera_noted", "fair_play_chosen", "options_agreed"].includes(event.type) ? [] : h("button", { type: "button", class: "plain", "data-key": `retract-${seq}`, disabled: at.busy, onclick: () => retract(seq) }, t("entry.retract")))));
  }

  async function retract(event) {
    if (await at.say({ type: "retracted", event })) loadEvents();
  }

  function eventText(event, seats) {
    const rules = at.sections.table.rules;
    const name = seats[event.by ?? event.seat] ?? "";
    const what = {
      call_said: () => (["vorhand", "weiter"].includes(event.call) ? t(`call.${event.call}`) : gameName(rules, event.call, event.bird)),
      contract_set: () => contractText({ ...event, with: event.beside }, seats, rules),
      talon_taken: () => ({ first: t("entry.first"), second: t("entry.second") })[event.taken] ?? event.taken,
      announced: () => bonusName(rules, event.what),
      kontra_said: () => `${t(`level.${event.level}`)} (${bonusName(rules, event.on)})`,
    }[event.type]?.() ?? (event.card ? cardName(event.card) : "");
    const key = `event.${event.type}`;
    return known(key) ? t(key, { name, what, trick: event.trick ?? "" }) : event.type;
  }

  return { element, changed: () => tab === "history" && loadEvents() };
}
