/* What the reader sees, drawn over the camera's picture: the middle, the seats with their players, the cards.
 *
 *   finderDrawing(view, seats)   children for an <svg viewBox="0 0 1000 H"> that covers the picture exactly
 *   spoken(view)                 the cards as a sentence's list, for those who do not see the picture */

import { short, name } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

const WIDE = 1000;

export const heightOf = (view) => (WIDE * view.height) / view.width;

export function finderDrawing(view, seats) {
  const high = heightOf(view);
  const at = ([x, y]) => [x * WIDE, y * high];
  const [mx, my] = at(view.middle);
  const [rx, ry] = at(view.reach);
  const ring = h("path", { class: "ring", d: `M${mx - rx} ${my}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0` });
  const table = view.corners ? [h("polygon", { class: "edge", points: view.corners.map((c) => at(c).join(",")).join(" ") })] : [];
  return [ring, ...table, ...Object.entries(view.seats).map(([seat, spot]) => sign(seat, at(spot), high, seats)), ...view.cards.flatMap((card) => outline(card, at))];
}

function sign(seat, [x, y], high, seats) {
  const left = Math.min(WIDE - 60, Math.max(60, x));
  const top = Math.min(high - 24, Math.max(34, y));
  return h("text", { class: "seat", x: left, y: top, "text-anchor": "middle" }, seats[seat] ?? t(`phone.seat.${seat}`));
}

function outline(card, at) {
  const corners = card.quad.map(at);
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, c) => sum + c[axis], 0) / 4);
  const kind = card.card === "??" ? "unsure" : card.card === "BACK" ? "back" : "sure";
  const shape = h("polygon", { class: `seen ${kind}`, points: corners.map((c) => c.join(",")).join(" ") });
  if (kind === "back") return [shape];
  return [shape, h("text", { class: "name", x, y: y + 10, "text-anchor": "middle" }, short(card.card))];
}

export function spoken(view) {
  const cards = view.cards.filter((card) => card.card !== "BACK");
  return cards.length ? t("phone.seen", { cards: cards.map((card) => name(card.card)).join(", ") }) : t("phone.seennone");
}
