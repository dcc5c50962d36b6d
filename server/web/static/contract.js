/* The contract: who plays what, which king is called, which half is taken; then announcements, Kontra and the auction. */

import { label } from "./cards.js";
import { bonusName, contractText, familyOf, gameName, SEATS } from "./deal.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { usedCards } from "./laying.js";
import { choice, draft, pickMany } from "./picker.js";

const KINGS = ["HK", "DK", "SK", "CK"];
const QUEENS = ["HQ", "DQ", "SQ", "CQ"];
const empty = () => ({ declarer: null, game: null, bird: null, called: null, taken: null, beside: [] });

export function contractPart(at) {
  let kept = null;
  let number = null;
  let changing = false;

  function element() {
    const { deal } = at.sections;
    if (deal.number !== number) {
      number = deal.number;
      changing = false;
      kept = draft(`contract-${at.id}-${number}`, empty);
    }
    const contract = deal.record.contract;
    if (contract && !changing) return h("div", { class: "stack" }, standing(contract), talon(deal.record), sayings(), h("button", { type: "button", class: "plain", "data-key": "change", onclick: () => { changing = true; kept.set(fromRecord(deal.record)); at.redraw(); } }, t("entry.change")));
    return h("div", { class: "stack" }, form(deal), contract ? [] : auction(deal));
  }

  function fromRecord({ contract, taken }) {
    return { declarer: contract.declarer, game: contract.game, bird: contract.bird ?? null, called: contract.called ?? null, taken: ["first", "second"].includes(taken) ? taken : null, beside: contract.with ?? [] };
  }

  function standing(contract) {
    return h("p", { class: "standing" }, h("b", {}, contractText(contract, at.sections.deal.seats, at.sections.table.rules)));
  }

  function form(deal) {
    const now = kept.value;
    const rules = at.sections.table.rules;
    const set = (change) => () => {
      kept.set(change);
      at.redraw();
    };
    const seats = SEATS.map((s) => [s, deal.seats[s], s === "A" ? ` ${t("seat.forehand")}` : null]);
    const row = at.system.games.find((g) => g.game === now.game && (!now.bird || g.birds.includes(now.bird)));
    const calling = row?.family === "calling";
    const games = at.system.games.map((g) => (g.birds.length === 1 ? [`${g.game}.${g.birds[0]}`, gameName(rules, g.game, g.birds[0])] : [g.game, gameName(rules, g.game)]));
    const several = row && row.birds.length > 1;   // one bid for every bird: which one is asked next
    const ready = now.declarer && row && (!calling || now.called) && (!several || now.bird);
    const others = SEATS.filter((s) => s !== now.declarer);
    return h("form", { onsubmit: send },
      choice(t("entry.declarer"), seats, now.declarer, (seat) => set({ declarer: seat })(), "declarer"),
      choice(t("entry.game"), games, now.bird && !several ? `${now.game}.${now.bird}` : now.game, pickGame, "game"),
      several ? choice(t("entry.bird"), row.birds.map((bird) => [bird, bonusName(rules, bird)]), now.bird, (bird) => set({ bird })(), "bird") : [],
      calling ? choice(t("entry.called"), [...KINGS.map((k) => [k, label(k)]), ["fourth", t("entry.fourth")]], now.called, (king) => set({ called: king })(), "called") : [],
      calling ? h("details", { open: QUEENS.includes(now.called) }, h("summary", { "data-key": "queens" }, t("entry.queens")), choice(null, QUEENS.map((k) => [k, label(k)]), now.called, (card) => set({ called: card })(), "called")) : [],
      row?.talon === "half" ? choice(t("entry.talon"), [["first", t("entry.first")], ["second", t("entry.second")], [null, t("entry.unknown")]], now.taken, (half) => set({ taken: half })(), "taken") : [],
      row?.family === "negative" && at.system.beside ? h("fieldset", { class: "choices" }, h("legend", {}, t("entry.beside")), others.map((s) => h("button", { type: "button", class: "plain", "aria-pressed": String(now.beside.includes(s)), "data-key": `beside-${s}`, onclick: set({ beside: now.beside.includes(s) ? now.beside.filter((x) => x !== s) : [...now.beside, s] }) }, deal.seats[s]))) : [],
      h("button", { class: "main", "data-key": "set-contract", disabled: at.busy || !ready }, t("entry.set")));
  }

  function pickGame(value) {
    const [game, bird = null] = value.split(".");
    const family = familyOf(at.system, game);
    kept.set({ game, bird, called: family === "calling" ? kept.value.called : null, beside: [], ...(family === "trischaken" ? { declarer: "A" } : {}) });
    at.redraw();
  }

  async function send(event) {
    event.preventDefault();
    const { declarer, game, bird, called, taken, beside } = kept.value;
    const row = at.system.games.find((g) => g.game === game);
    const words = [{ type: "contract_set", game, declarer, ...(bird ? { bird } : {}), ...(called ? { called } : {}), ...(beside.length ? { beside } : {}) }];
    if (taken && row.talon === "half") words.push({ type: "talon_taken", taken });
    if (row.talon === "all") words.push({ type: "talon_taken", taken: "all" });
    if (await at.say(...words)) {
      changing = false;
      kept.clear();
      at.redraw();
    }
  }

  /* What was opened of the talon, what was taken and laid away: without it a deal with hidden cards may stay open. */
  function talon({ contract, talon: opened, taken, discards }) {
    const row = at.system.games.find((g) => g.game === contract.game);
    if (!row || row.talon === "none") return [];
    const away = { half: 3, all: 6, one: 1 }[row.talon];
    const left = opened && row.talon === "half" ? { first: opened[1], second: opened[0] }[taken] ?? [] : [];   // the half that nobody took
    const show = async () => {
      const cards = await pickMany(t("entry.talon.which"), 6, new Set([...usedCards(at.sections.deal.record), ...(discards ?? [])]), 3);
      if (cards) await at.say({ type: "talon_shown", halves: [cards.slice(0, 3), cards.slice(3)] });
    };
    const lay = async () => {
      const cards = await pickMany(t("entry.discards"), away, new Set([...usedCards(at.sections.deal.record), ...left]));
      if (cards) await at.say({ type: "discarded", cards });
    };
    return h("section", {}, h("h3", {}, t("entry.hidden")),
      opened ? h("p", {}, t("seat.talon"), ": ", opened.map((half, n) => [n ? " | " : "", half.map((id) => [label(id), " "])])) : [],
      discards ? h("p", {}, t("entry.discards.are"), ": ", discards.map((id) => [label(id), " "])) : [],
      row.talon === "half" ? choice(t("entry.talon"), [["first", t("entry.first")], ["second", t("entry.second")]], taken, (half) => at.say({ type: "talon_taken", taken: half }), "took") : [],
      row.talon === "one" && opened ? choice(t("entry.one"), opened.flat().filter((id) => id !== "??").map((id) => [id, label(id)]), taken, (id) => at.say({ type: "talon_taken", taken: id }), "took") : [],
      h("div", { class: "row" }, h("button", { type: "button", class: "plain", "data-key": "talon", onclick: show }, t("entry.talon.show")), h("button", { type: "button", class: "plain", "data-key": "discards", onclick: lay }, t("entry.discards.lay"))));
  }

  /* Who says what: an announcement, or Kontra on the game or on what was announced. */
  const word = { by: "A", what: "" };
  function sayings() {
    const { deal, table } = at.sections;
    const { record, seats } = deal;
    const said = (record.announcements ?? []).map((a) => a.what);
    const announced = at.system.bonuses.filter((b) => b.announced !== null).map((b) => [`announce.${b.what}`, bonusName(table.rules, b.what)]);
    const on = ["game", ...(record.contract.bird ? [record.contract.bird] : []), ...said];
    const levels = [...new Set(on)].flatMap((what) => ["kontra", "re", "sub"].map((level) => [`${level}.${what}`, `${t(`level.${level}`)} ${t("entry.on")} ${bonusName(table.rules, what)}`]));
    const list = [...(record.announcements ?? []).map((a) => `${seats[a.by]}: ${bonusName(table.rules, a.what)}`), ...(record.kontra ?? []).map((k) => `${seats[k.by]}: ${t(`level.${k.level}`)} (${bonusName(table.rules, k.on)})`)];
    return h("section", {}, h("h3", {}, t("entry.say")),
      list.length ? h("ul", {}, list.map((text) => h("li", {}, text))) : [],
      choice(null, SEATS.map((s) => [s, seats[s]]), word.by, (seat) => { word.by = seat; at.redraw(); }, "say-by"),
      h("div", { class: "row" },
        h("select", { "data-key": "say-what", "aria-label": t("entry.say"), onchange: (e) => { word.what = e.target.value; at.redraw(); } },
          h("option", { value: "" }, "…"), h("optgroup", { label: t("entry.announce") }, announced.map(option)), h("optgroup", { label: t("entry.kontra") }, levels.map(option))),
        h("button", { type: "button", class: "plain", "data-key": "say", disabled: at.busy || !word.what, onclick: speak }, t("entry.saying"))));
  }
  const option = ([value, text]) => h("option", { value, selected: value === word.what }, text);

  async function speak() {
    const [kind, what] = word.what.split(".");
    const { record } = at.sections.deal;
    const event = kind === "announce" ? { type: "announced", by: word.by, what } : { type: "kontra_said", by: word.by, on: what, level: kind, ...answered(record, word.by, kind) };
    const sent = word.what;
    // Whoever is quick has chosen the next word before this one's receipt is here.
    if ((await at.say(event)) && word.what === sent) word.what = "";
    at.redraw();
  }

  /* In negative games each doubles for himself: Re and Sub say whom they answer. */
  function answered(record, by, level) {
    if (level === "kontra" || familyOf(at.system, record.contract.game) !== "negative") return {};
    const asked = (record.kontra ?? []).filter((k) => k.on === "game" && k.by !== by && k.level === (level === "re" ? "kontra" : "re")).at(-1);
    return asked ? { to: asked.by } : {};
  }

  function auction(deal) {
    const now = deal.auction;
    if (!now) return [];
    const rules = at.sections.table.rules;
    const name = (call) => (["vorhand", "weiter"].includes(call.call) ? t(`call.${call.call}`) : gameName(rules, call.call, call.bird));
    return h("details", { class: "auctioning" }, h("summary", { "data-key": "auction" }, t("entry.auction")),
      h("ol", {}, (deal.record.auction ?? []).map((call) => h("li", {}, `${deal.seats[call.by]}: ${name(call)}`))),
      now.turn ? [h("p", {}, t("entry.turn", { name: deal.seats[now.turn] })), h("div", { class: "row" }, now.options.map((call) => h("button", { type: "button", class: "plain", "data-key": `call-${call.call}-${call.bird ?? ""}`, disabled: at.busy, onclick: () => at.say({ type: "call_said", by: now.turn, ...call }) }, name(call))))] : []);
  }

  return { element, sayings };
}
