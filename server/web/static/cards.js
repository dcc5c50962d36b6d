/* The 54 cards: their order, names and faces (the project's own deck).
 *
 *   face("HK")                 an <img> with the card's spoken name as its text; "??" and hidden cards are a back
 *   name("HK")  "Herz-König"   short("HK")  "♥K"       in the language now
 *   label("HK")                a <span> with sign and letter, coloured by suit: for sentences and tables
 *   GROUPS                     [["T", [22 ids]], ["H", [8 ids]], …] in falling order, as a picker shows them */

import { h } from "./dom.js";
import { known, lang, t } from "./i18n.js";

const RED = ["K", "Q", "C", "J", "1", "2", "3", "4"];
const BLACK = ["K", "Q", "C", "J", "10", "9", "8", "7"];
const SUITS = { H: "♥", D: "♦", S: "♠", C: "♣" };
export const GROUPS = [
  ["T", Array.from({ length: 22 }, (_, n) => `T${String(22 - n).padStart(2, "0")}`)],
  ...Object.keys(SUITS).map((suit) => [suit, (suit === "H" || suit === "D" ? RED : BLACK).map((rank) => suit + rank)]),
];
export const ALL = GROUPS.flatMap(([, ids]) => ids);
const NAMED = { T01: "Pagat", T02: "Uhu", T03: "Kakadu", T04: "Quapil", T21: "Mond", T22: "Sküs" };
const LETTERS = { de: { Q: "D", C: "R", J: "B" }, en: {} };

const isTarock = (id) => id.startsWith("T");

function roman(number) {
  if (number === 4) return "IIII";
  let text = "";
  for (const [value, digits] of [[10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]]) {
    while (number >= value) {
      text += digits;
      number -= value;
    }
  }
  return text;
}

export function short(id) {
  if (id === "??") return "?";
  if (id === "T22") return "Sküs";
  if (isTarock(id)) return roman(Number(id.slice(1)));
  const rank = id.slice(1);
  return SUITS[id[0]] + (LETTERS[lang()][rank] ?? rank);
}

export function name(id) {
  if (id === "??") return t("card.unknown");
  if (id === "BACK") return t("card.back");
  if (NAMED[id]) return NAMED[id];
  if (isTarock(id)) return `Tarock ${roman(Number(id.slice(1)))}`;
  const rank = id.slice(1);
  return t("card.of", { suit: t(`suit.${id[0]}`), rank: known(`rank.${rank}`) ? t(`rank.${rank}`) : rank });
}

export function face(id, more = {}) {
  const file = id === "??" || id === "BACK" ? "BACK-2" : id;
  const { class: extra = "", ...rest } = more;
  return h("img", {
    class: `card ${extra}`.trim(),
    src: `/static/cards/${file}.svg`,
    alt: name(id),
    width: 61,
    height: 113,
    draggable: "false",
    "data-card": id,
    ...rest,
  });
}

export function label(id) {
  const suit = isTarock(id) ? "T" : id === "??" ? "none" : id[0];
  return h("span", { class: `suit suit-${suit}` }, h("span", { "aria-hidden": "true" }, short(id)), h("span", { class: "unseen" }, name(id)));
}
