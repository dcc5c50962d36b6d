/* What the sections of a table say, in words: who sits where, what is played, whose turn it is. Pure functions.
 *
 * `deal`, `judgement`, `table`, `sheet` are sections as the server sends them; `system` is one of GET /api/systems. */

import { name as cardName } from "./cards.js";
import { known, lang, t } from "./i18n.js";

export const SEATS = ["A", "B", "C", "D"];
const ROUND = ["S", "E", "N", "W"];

export function gameName(rules, game, bird = null) {
  const own = `game.${rules}.${game}`;
  if (bird && known(`${own}.${bird}`)) return t(`${own}.${bird}`);
  const plain = known(own) ? t(own) : t(`game.${game}`);
  return bird ? t("game.bird", { game: plain, bird: bonusName(rules, bird) }) : plain;
}

export function bonusName(rules, what) {
  const own = `bonus.${rules}.${what}`;
  return known(own) ? t(own) : t(`bonus.${what}`);
}

/* The direction of play: the written system's, or what the table agreed where its text leaves it open. */
export const goesClockwise = (system, options) => Boolean(system?.clockwise) || options?.direction === "clockwise";

/* Where each seat is on the screen: as at the table, the camera's south at the bottom. */
export function places(record, system) {
  const first = ROUND.indexOf(record?.forehand ?? "S");
  const step = goesClockwise(system, record?.options) ? -1 : 1;
  return Object.fromEntries(SEATS.map((seat, n) => [seat, ROUND[(((first + step * n) % 4) + 4) % 4]]));
}

export function contractParts(contract, seats, rules) {
  if (!contract) return [t("contract.none")];
  const parts = [t("contract.plays", { name: seats[contract.declarer], game: gameName(rules, contract.game, contract.bird) })];
  if (contract.called === "fourth") parts.push(t("contract.fourth"));
  else if (contract.called) parts.push(t("contract.calls", { card: cardName(contract.called) }));
  if (contract.with?.length) parts.push(t("contract.beside", { names: contract.with.map((s) => seats[s]).join(", ") }));
  return parts;
}

export function contractText(contract, seats, rules) {
  return contractParts(contract, seats, rules).join(", ");
}

export const familyOf = (system, game) => system?.games.find((row) => row.game === game)?.family ?? null;

export function isFull(trick) {
  return Boolean(trick.collected_by) || new Set(trick.cards.map(([seat]) => seat)).size === 4;
}

/* The seat whose turn it is to play, or to bid; null when nobody is waited for. */
export function turnOf(deal, judgement, system) {
  const contract = deal.record.contract;
  if (!contract) return deal.auction?.turn ?? null;
  const tricks = deal.record.tricks;
  const last = tricks.at(-1);
  const led = last?.cards.length ? tricks.length : tricks.length - 1;   // a lead that was taken back is to be laid anew
  if (led < 1) return familyOf(system, contract.game) === "negative" ? contract.declarer : "A";
  if (led < tricks.length) return judgement?.tricks?.[led - 1]?.winner ?? null;
  if (!isFull(last)) {
    const laid = new Set(last.cards.map(([seat]) => seat));
    let next = SEATS.indexOf(last.cards.at(-1)?.[0] ?? "D");
    do next = (next + 1) % 4;
    while (laid.has(SEATS[next]));
    return SEATS[next];
  }
  return tricks.length === 12 ? null : judgement?.tricks?.[tricks.length - 1]?.winner ?? null;
}

/* What a seat announced and doubled, in words. */
export function saidBy(record, seat, rules) {
  const said = (record.announcements ?? []).filter((a) => a.by === seat).map((a) => t("seat.says", { what: bonusName(rules, a.what) }));
  const doubled = (record.kontra ?? [])
    .filter((k) => k.by === seat)
    .map((k) => t("seat.kontra", { level: t(`level.${k.level}`), on: bonusName(rules, k.on) }));
  return [...said, ...doubled];
}

/* Sentences of the rules speak of seats; people know names. A letter after a suit sign is a card. */
export function named(text, seats) {
  return text.replace(/(^|[^\p{L}\p{N}♥♦♠♣-])([ABCD])(?![\p{L}\p{N}-])/gu, (_, before, seat) => before + (seats[seat] ?? seat));
}

export function lineText(line, seats, rules) {
  const parts = [bonusName(rules, line.what)];
  if (line.by) parts.push(line.to === "each" ? t("line.each", { name: seats[line.by] }) : seats[line.by]);
  if (!["game", "trischaken", "renonce", "kontra"].includes(line.what)) {
    parts.push(line.announced_by ? t("line.announced", { name: seats[line.announced_by] }) : t("line.silent"));
  }
  if (line.factor) parts.push(t("line.factor", { factor: line.factor }));
  if (line.kontra) parts.push(t(`level.${line.kontra}`));
  if (!line.by) parts.push(t(`side.${line.side}`), t(line.won ? "line.won" : "line.lost"));
  return parts.join(", ");
}

/* A line's points for who declared: what the opponents won counts against him. */
export function linePoints(line) {
  if (line.by) return line.won ? line.points : -line.points;
  return line.won === (line.side === "declarers") ? line.points : -line.points;
}

export const textOf = (both) => both[lang()] ?? both.de;

export const plainQuote = (quote) => quote.replace(/\*\*|\*|<\/?b>/g, "").replace(/\t/g, " · ");
