/* The sheet as on paper, a settlement line by line, and a ruling with its proof: shared by board, table and replay. */

import { h } from "./dom.js";
import { label } from "./cards.js";
import { euros, points, t } from "./i18n.js";
import { lineText, linePoints, named, plainQuote, textOf } from "./deal.js";

const hasCash = (sheet) => sheet.rows.some((row) => row.cents.some(Boolean)) || sheet.kassa_cents !== 0;

/* `last`: only so many rows; `link(number)`: where a row leads, or null. */
export function sheetTable(sheet, { last = null, link = null, title = t("sheet.title") } = {}) {
  const hidden = last === null ? 0 : Math.max(0, sheet.rows.length - last);
  const rows = sheet.rows.slice(hidden);
  return h("div", { class: "scroll" },
    h("table", { class: "sheet" },
      h("caption", { class: "unseen" }, title),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("sheet.no")), sheet.players.map((p) => h("th", { scope: "col", class: "n name" }, p)))),
      h("tbody", {},
        hidden ? h("tr", {}, h("td", { class: "quiet", colspan: sheet.players.length + 1 }, t("sheet.more", { count: hidden }))) : [],
        rows.length ? rows.map((row) => sheetRow(row, sheet, link)) : h("tr", {}, h("td", { class: "quiet", colspan: sheet.players.length + 1 }, t("sheet.empty")))),
      h("tfoot", {}, totalRow(t("sheet.total"), sheet.totals.map((p) => points(p))), hasCash(sheet) ? totalRow(`${t("sheet.cash")} €`, sheet.cash_cents.map((c) => euros(c, ""))) : [])));
}

function sheetRow(row, sheet, link) {
  const out = new Set(row.sitting_out);
  const href = link?.(row.number);
  const marks = [
    row.double ? h("span", { class: "mark", title: t("sheet.double"), "aria-label": t("sheet.double") }, "×2") : [],
    row.open ? h("span", { class: "mark" }, t("sheet.open")) : [],
    row.earlier.length ? h("span", { class: "mark" }, t("sheet.corrected")) : [],
  ];
  const number = href ? h("a", { href, "data-key": `row-${row.number}` }, row.number) : row.number;
  const cells = sheet.players.map((player, n) =>
    h("td", { class: `n${player === row.dealer ? " dealer" : ""}` },
      row.earlier.map((old) => h("del", { "aria-label": t("sheet.was", { points: points(old[n]) }) }, points(old[n]))),
      out.has(player) ? h("span", { class: "delta", title: t("seat.out") }, "·") : h("span", { class: `delta ${row.points[n] < 0 ? "minus" : "plus"}` }, points(row.points[n])),
      h("b", {}, points(row.totals[n]))));
  return h("tr", { class: row.earlier.length ? "corrected" : null },
    h("th", { scope: "row" }, number, " ", marks, row.reason ? h("small", { class: "quiet why" }, row.reason) : []), cells);
}

function totalRow(head, cells) {
  return h("tr", {}, h("th", { scope: "row" }, head), cells.map((cell) => h("td", { class: "n" }, cell)));
}

/* What a row of the sheet came to, by seats: a record's own judgement does not know that a round counts double. */
export function settledOf(row, players) {
  const bySeat = (amounts) => ["A", "B", "C", "D"].map((seat) => amounts[players.indexOf(row.seats[seat])]);
  return { lines: row.lines, sheet: row.open ? null : bySeat(row.points), kontra_cents: bySeat(row.kontra_cents) };
}

/* Lines adding up before one's eyes: each line with what it is worth to the declarers, then each seat's sum. */
export function settlement({ lines, sheet, kontra_cents: cents }, seats, rules) {
  if (!sheet) return h("p", { class: "quiet" }, t("lines.open"));
  const each = lines.every((line) => !line.by);
  const sum = lines.reduce((total, line) => total + linePoints(line), 0);
  return h("div", { class: "settlement" },
    h("table", {},
      h("caption", { class: "unseen" }, t("line.what")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("line.what")), h("th", { scope: "col", class: "n" }, each ? t("line.per") : t("line.points")))),
      h("tbody", {}, lines.length ? lines.map((line) => h("tr", {}, h("td", {}, lineText(line, seats, rules)), h("td", { class: "n" }, points(linePoints(line))))) : h("tr", {}, h("td", { colspan: 2, class: "quiet" }, t("lines.none")))),
      each && lines.length > 1 ? h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("line.sum")), h("td", { class: "n" }, points(sum)))) : []),
    h("dl", { class: "sums" }, Object.keys(seats).map((seat, n) => h("div", {}, h("dt", {}, seats[seat]), h("dd", { class: sheet[n] < 0 ? "minus" : "plus" }, points(sheet[n]), cents?.[n] ? h("small", {}, ` ${euros(cents[n])}`) : [])))));
}

/* One ruling: the sentence first, then when it was proven, the rule's own words; the proof on demand. */
export function ruling(found, seats, { open = false, more = [] } = {}) {
  const title = `${t(`kind.${found.kind}`)} · ${t(`status.${found.status}`)}`;
  const rule = found.rule;
  const steps = found.steps ? textOf(found.steps) : [];
  return h("article", { class: `ruling ${found.status ?? "open"}` },
    h("h3", {}, h("span", { "aria-hidden": "true" }, found.status === "renonce" ? "✗ " : "! "), title),
    h("p", {}, named(textOf(found.because.text), seats)),
    found.proven ? h("p", { class: "small quiet" }, t("ruling.proven", { trick: found.proven.trick, card: found.proven.card, how: t(`proof.${found.proof}`) })) : [],
    found.because.cards.length ? h("p", { class: "cardsof" }, found.because.cards.map((id) => [label(id), " "])) : [],
    more,
    steps.length ? h("details", { open }, h("summary", { "data-key": `steps-${found.trick}-${found.card}-${found.kind}` }, t("ruling.steps")), h("ol", {}, steps.map((step) => h("li", {}, named(step, seats))))) : [],
    h("blockquote", {}, `«${plainQuote(rule.quote)}»`, h("footer", { class: "small quiet" }, `${rule.section === "assumed" ? t("ruling.assumed") : rule.section} (${rule.system})`)));
}
