/* The table from above: four names around the cloth, the cards of a trick in the middle as they lie.
 *
 *   cloth({ seats, places, trick, winner, turn, marks, counts, said, number })
 *     seats    {A: "Anna", …}          places  {A: "S", …} from deal.js
 *     trick    a trick of the record, or null           winner  the seat that takes it, or null
 *     marks    {A: ["deals", …]}       counts  {A: "3 tricks"}      said  {A: ["Pagat", …]}
 *     fresh    the seat whose card was laid just now: it slides in */

import { face, name as cardName } from "./cards.js";
import { SEATS } from "./deal.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

export function cloth({ seats, places, trick, winner = null, turn = null, marks = {}, counts = {}, said = {}, fresh = null, number = null, evidence = null }) {
  return h("div", { class: "cloth" },
    SEATS.map((seat) => plate(seat, { seats, places, winner, turn, marks, counts, said })),
    middle(trick, { seats, places, winner, fresh, number, evidence }));
}

function plate(seat, { seats, places, winner, turn, marks, counts, said }) {
  const classes = ["seat", seat === turn ? "turn" : "", seat === winner ? "winner" : ""].join(" ").trim();
  return h("section", { class: classes, "data-side": places[seat], "data-seat": seat, "aria-label": seats[seat] },
    h("h3", {}, seats[seat]),
    seat === turn ? h("p", { class: "now" }, h("span", { "aria-hidden": "true" }, "▶ "), t("seat.turn")) : [],
    marks[seat]?.length ? h("p", { class: "marks" }, marks[seat].map((mark) => h("span", { class: `mark ${mark.kind}` }, mark.text))) : [],
    counts[seat] ? h("p", { class: "count" }, counts[seat]) : [],
    said[seat]?.length ? h("p", { class: "said" }, said[seat].map((word) => h("span", { class: "word" }, word))) : []);
}

function middle(trick, { seats, places, winner, fresh, number, evidence }) {
  const cards = trick?.cards ?? [];
  const gifts = trick?.gift ? [trick.gift].flat() : [];
  const seen = {};
  return h("ol", { class: "middle", "aria-label": number ? t("trick.number", { number }) : null },
    cards.length === 0 ? h("li", { class: "nothing" }, t("trick.empty")) : [],
    cards.map(([seat, id], order) => {
      const again = (seen[seat] = (seen[seat] ?? 0) + 1) - 1;   // two cards of one seat lie side by side
      const classes = ["laid", seat === winner ? "winner" : "", seat === fresh && order === cards.length - 1 ? "fresh" : ""].join(" ").trim();
      return h("li", { class: classes, "data-side": places[seat], style: { "--order": order, "--again": again } },
        face(id, { alt: t("trick.laid", { name: seats[seat], card: cardName(id) }) }),
        seat === winner && again === 0 ? h("span", { class: "tick", "aria-label": t("trick.wins", { name: seats[seat] }) }, "✓") : [],
        evidence?.(order) ?? []);
    }),
    gifts.map((id, n) => h("li", { class: "laid gift", style: { "--order": 4 + n, "--again": n } }, face(id, { alt: `${t("trick.gift")}: ${cardName(id)}` }))));
}

/* A trick in one small line: who laid what, the winner underlined by a word. */
export function trickLine(trick, seats, winner) {
  return h("ol", { class: "trickline" },
    trick.cards.map(([seat, id]) =>
      h("li", { class: seat === winner ? "winner" : null }, face(id, { alt: t("trick.laid", { name: seats[seat], card: cardName(id) }) }), h("span", { "aria-hidden": "true" }, seats[seat]))),
    trick.gift ? [trick.gift].flat().map((id) => h("li", {}, face(id), h("span", {}, t("trick.gift")))) : []);
}
