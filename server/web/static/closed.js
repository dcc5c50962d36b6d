/* A deal that was closed: what came of it, its rulings, what stood there before, and how it is put right. */

import { get } from "./api.js";
import { contractText } from "./deal.js";
import { h } from "./dom.js";
import { points, thirds, t } from "./i18n.js";
import { choice } from "./picker.js";
import { contractPart } from "./contract.js";
import { resultForm } from "./result.js";
import { ruling, settlement, settledOf } from "./sheet.js";

const HANDS = new Set(["scorer", "referee", "admin"]);

export function closedDeal(at, number, close) {
  let shown = null;
  let version = null;
  const fix = { open: false, reason: "", way: null, form: null };

  async function load() {
    try {
      shown = await get(`/api/tables/${at.id}/deals/${number}`);
      at.page.problem(null);
    } catch (error) {
      at.page.problem(error);
    }
    at.redraw();
  }

  function element() {
    const row = at.sections.sheet.rows[number - 1];
    if (!row) return [];
    const stamp = JSON.stringify([row.points, row.earlier.length, row.reason]);
    if (version !== stamp) {   // it was put right meanwhile
      version = stamp;
      load();
    }
    if (!shown) return h("section", { class: "panel" }, h("p", {}, t("loading")));
    const rules = at.sections.table.rules;
    const content = shown.record ?? shown.result;
    const settled = settledOf(row, at.sections.sheet.players);
    return h("section", { class: "panel closed", id: "deal", tabindex: "-1" },
      h("div", { class: "row apart" }, h("h2", {}, t("deal.settled", { number })), h("button", { type: "button", class: "plain", "aria-label": t("close"), "data-key": "close-deal", onclick: close }, "✕")),
      content?.contract ? h("p", {}, contractText(content.contract, row.seats, rules)) : [],
      shown.struck ? h("p", {}, t("lines.struck")) : [shown.judgement?.declarer_thirds == null ? [] : h("p", { class: "quiet" }, t("deal.points", { points: thirds(shown.judgement.declarer_thirds) })), settlement(settled, row.seats, rules)],
      row.reason ? h("p", { class: "quiet" }, t("deal.reason", { reason: row.reason })) : [],
      row.earlier.map((old) => h("p", { class: "quiet small" }, t("deal.earlier", { points: at.sections.sheet.players.map((p, n) => `${p} ${points(old[n])}`).join(", ") }))),
      (shown.judgement?.rulings ?? []).length ? [h("h3", {}, t("deal.rulings")), shown.judgement.rulings.map((r) => ruling(r, row.seats))] : [],
      h("div", { class: "row" },
        shown.record ? h("a", { class: "button", href: `/replay/${at.id}/${number}` }, t("deal.replay")) : shown.struck ? [] : h("span", { class: "quiet" }, t("deal.noreplay")),
        HANDS.has(at.me.role) ? h("button", { type: "button", class: "plain", "data-key": "fix", "aria-expanded": String(fix.open), onclick: () => { fix.open = !fix.open; at.redraw(); } }, t("deal.fix")) : []),
      fix.open ? fixing(row, content) : []);
  }

  function fixing(row, content) {
    const ways = [["rewrite", t("deal.rewrite")], ["strike", t("deal.strike")]];
    return h("div", { class: "stack fixing" },
      shown.record ? h("p", { class: "quiet small" }, t("deal.fixcard")) : [],
      h("label", { class: "field" }, h("span", {}, t("entry.reason")), h("input", { id: "fix-reason", maxlength: 200, autocomplete: "off", value: fix.reason, oninput: (e) => { fix.reason = e.target.value; } })),
      choice(null, ways, fix.way, (way) => { fix.way = way; fix.form = null; at.redraw(); }, "way"),
      fix.way === "strike" ? h("button", { type: "button", class: "main", "data-key": "strike", onclick: strike }, t("deal.strike")) : [],
      fix.way === "rewrite" ? rewriting(row, content) : []);
  }

  function rewriting(row, content) {
    if (!fix.form && content?.contract) fix.form = formFor(row, content.contract);
    if (fix.form) return fix.form.element();
    /* Struck before: the contract is asked first, as in an open deal. */
    const fake = { ...at, sections: { ...at.sections, deal: { number, seats: row.seats, record: {}, auction: null } }, say: async (event) => {
      fix.form = formFor(row, { ...event, with: event.beside ?? [] });
      at.redraw();
      return true;
    } };
    fix.asking ??= contractPart(fake);
    return fix.asking.element();
  }

  function formFor(row, contract) {
    return resultForm(at, {
      key: `fix-${at.id}-${number}`, seats: row.seats, contract,
      wrap: (result) => ({ type: "deal_corrected", number, result, reason: fix.reason.trim() || "?" }),
      done: finished,
    });
  }

  async function strike() {
    finished(await at.say({ type: "deal_corrected", number, reason: fix.reason.trim() }));
  }

  function finished(ok) {
    if (ok) {
      Object.assign(fix, { open: false, reason: "", way: null, form: null });
      at.page.tell(t("deal.changed", { number: t("deal.number", { number }) }));
    }
    at.redraw();
  }

  load();
  return { element, number };
}
