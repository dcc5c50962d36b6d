/* Cards by tapping: whose card, which card; a card of the trick can be changed; questions of the camera are answered. */

import { face, label, name as cardName } from "./cards.js";
import { cloth } from "./cloth.js";
import { isFull, places, SEATS, turnOf } from "./deal.js";
import { h } from "./dom.js";
import { lang, t } from "./i18n.js";
import { ask, choice, picker } from "./picker.js";

export const usedCards = (record) => new Set(record.tricks.flatMap((trick) => [...trick.cards.map(([, id]) => id), ...(trick.gift ? [trick.gift].flat() : [])]).filter((id) => id !== "??"));

export function layingPart(at) {
  let chosen = null;      // a seat chosen against the turn, for one card
  let gift = false;

  function element() {
    const { deal, judgement } = at.sections;
    const { record, seats } = deal;
    if (!record.contract) return h("p", { class: "notice" }, t("entry.nocontract"));
    const tricks = record.tricks;
    const trick = tricks.at(-1) ?? null;
    const winner = trick && isFull(trick) ? judgement?.tricks?.[tricks.length - 1]?.winner ?? null : null;
    const turn = turnOf(deal, judgement, at.system);
    const seat = chosen ?? turn ?? "A";
    const over = tricks.length === 12 && isFull(tricks[11]);
    const number = trick ? tricks.length : 1;
    return h("div", { class: "stack laying" },
      cloth({ seats, places: places(record, at.system), trick, winner, turn, number: trick ? tricks.length : null }),
      h("div", { class: "row apart touchable" },
        h("div", { class: "row", role: "group", "aria-label": t("trick.number", { number }) }, (trick?.cards ?? []).map(([who, id], n) => h("button", { type: "button", class: "pick", "data-key": `laid-${n}`, "aria-label": t("entry.picked", { card: cardName(id), name: seats[who] }), onclick: () => amend(tricks.length, n + 1, who, id) }, face(id, { alt: "" }), h("small", {}, seats[who])))),
        trick?.cards.length ? h("button", { type: "button", class: "plain", "data-key": "undo", disabled: at.busy, onclick: undo }, `↶ ${t("entry.undo")}`) : []),
      h("p", { class: "quiet small" }, `${t("trick.number", { number })} · ${trick ? t("entry.tap") : t("trick.empty")}`),
      over ? h("p", { class: "notice" }, t("entry.all")) : [
        winner ? h("p", { role: "status" }, t("entry.full", { name: seats[winner] })) : [],
        choice(t("entry.whose"), SEATS.map((s) => [s, seats[s]]), seat, (value) => { chosen = value; at.redraw(); }, "whose"),
        record.contract.game === "trischaken" ? h("label", { class: "check" }, h("input", { type: "checkbox", checked: gift, "data-key": "gift", onchange: (e) => { gift = e.target.checked; at.redraw(); } }), t("entry.gift")) : []],
      over && !gift ? [] : hand(usedCards(record), (id) => lay(seat, id, number)));
  }

  /* The 54 faces are drawn once and stay: to draw them anew for each card is too much for an old phone. */
  const all = { node: null, lang: null, pick: null };
  function hand(used, pick) {
    if (all.lang !== lang()) Object.assign(all, { lang: lang(), node: picker({ unseen: true, onPick: (id) => all.pick(id) }) });
    all.pick = pick;
    for (const button of all.node.querySelectorAll("[data-pick]")) button.disabled = used.has(button.dataset.pick);
    return all.node;
  }

  async function lay(seat, id, number) {
    if (at.busy) return;
    const event = gift ? { type: "gift_laid", trick: number, card: id } : { type: "card_laid", by: seat, card: id };
    const was = { chosen, gift };
    if (!(await at.say(event))) return;
    if (chosen === was.chosen) chosen = null;   // what was tapped meanwhile is for the next card
    if (gift === was.gift) gift = false;
    at.redraw();
    at.page.tell(t("entry.picked", { card: cardName(id), name: at.sections.deal?.seats[seat] ?? "" }));
  }

  const eventOf = (trick, position) => at.sections.deal.cards.find((c) => c.trick === trick && c.position === position)?.event;

  /* What was laid last need not lie last: what is laid for a card that was taken back has its place. */
  async function undo() {
    const { cards } = at.sections.deal;
    const laid = cards.filter((c) => c.trick === cards.at(-1).trick).map((c) => c.event);
    if (laid.length) await at.say({ type: "retracted", event: Math.max(...laid) });
  }

  async function amend(trick, position, who, id) {
    const { deal } = at.sections;
    const event = eventOf(trick, position);
    const what = await ask(t("entry.picked", { card: cardName(id), name: deal.seats[who] }), (close) =>
      h("div", { class: "stack" },
        h("button", { type: "button", class: "plain", onclick: () => close("other") }, t("entry.isother")),
        SEATS.filter((s) => s !== who).map((s) => h("button", { type: "button", class: "plain", onclick: () => close(s) }, t("entry.wasother", { name: deal.seats[s] }))),
        h("button", { type: "button", class: "plain", onclick: () => close("back") }, t("entry.wasback")),
        h("button", { type: "button", class: "plain danger", onclick: () => close("never") }, t("entry.never"))));
    if (what === null) return;
    if (what === "never") await at.say({ type: "retracted", event });
    else if (what === "back") await at.say(id === "??" ? { type: "retracted", event } : { type: "card_taken_back", by: who, card: id });
    else if (what === "other") {
      const card = await ask(t("entry.whichcard"), (close) => picker({ used: usedCards(deal.record), unseen: true, onPick: close }));
      if (card) await at.say({ type: "corrected", event, to: { type: "card_laid", by: who, card, trick } });
    } else await at.say({ type: "corrected", event, to: { type: "card_laid", by: what, card: id, trick } });
  }

  function questions() {
    const { deal } = at.sections;
    if (!deal?.questions.length) return [];
    return deal.questions.map((question) => {
      const answer = (card) => at.say({ type: "question_answered", id: question.id, card });
      const other = async () => {
        const card = await ask(t("entry.whichcard"), (close) => picker({ used: new Set(), onPick: close }));
        if (card) answer(card);
      };
      return h("section", { class: "notice warn question" },
        h("h3", {}, t("entry.question", question)),
        question.evidence ? h("img", { class: "crop", src: `/api/tables/${at.id}/evidence/${eventOf(question.trick, question.position)}`, alt: "", onerror: (e) => e.target.remove() }) : [],
        h("div", { class: "row" }, (question.candidates ?? []).map(([card]) => h("button", { type: "button", class: "plain", "data-key": `answer-${question.id}-${card}`, onclick: () => answer(card) }, label(card), " ", cardName(card))),
          h("button", { type: "button", class: "plain", onclick: other }, t("entry.other")),
          h("button", { type: "button", class: "plain", onclick: () => answer("??") }, t("entry.nobody"))));
    });
  }

  return { element, questions };
}
