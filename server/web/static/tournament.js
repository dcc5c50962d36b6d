/* What the tournament's pages share: commands, ways, the clock of the round, the standing, names of states.
 *
 *   await order({type: "clock_started", round: 1})   one command of the tournament, done exactly once
 *   ways(role, here)                                 the pages between which this device may go
 *   const clock = roundClock(onSignal)               clock.set(section); clock.node shows what is left, by the server's time
 *   standing(section, {mine, limit})                 the list as it is now
 *   score("1/2")                                     a score as people write it */

import { ApiError, get, newId, post } from "./api.js";
import { h, put } from "./dom.js";
import { lang, t, when } from "./i18n.js";
import { tableHere } from "./shell.js";

export const id = tableHere();
export const path = `/api/tournaments/${id}`;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/* Sent again under the same id while the line is broken. */
export async function insist(address, body) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await post(address, body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "offline" || attempt === 4) throw error;
      await pause(400 * 2 ** attempt);
    }
  }
}

export const order = (...words) => insist(`${path}/commands`, { id: newId(), say: words });

const PAGES = { admin: ["director", "hall", "referee", "scribe"], referee: ["referee", "hall"], scorer: ["scribe", "hall"] };

export function ways(role, here) {
  return [{ href: "/tournaments", text: "page.tournaments" }, ...(PAGES[role] ?? ["hall"]).map((name) => ({ href: `/${name}/${id}`, text: `page.${name}`, here: name === here }))];
}

export const roundName = (round, final) => (final ? t("final") : t("round", { number: round }));
export const score = (text) => (text === null || text === undefined ? "–" : lang() === "de" ? text.replace(".", ",").replace("-", "−") : text.replace("-", "−"));

/* --- the clock ------------------------------------------------------------------------------------------------- */

let offset = 0;
export async function setByServer() {
  const asked = Date.now();
  const { now } = await get("/api/now");
  offset = now - (asked + Date.now()) / 2;
}

export function leftOf(clock) {
  const now = clock.paused ?? Date.now() + offset;
  return Math.round((clock.ends - now) / 1000);
}

export function roundClock(onSignal = () => {}) {
  const time = h("span", { class: "time" });
  const word = h("span", { class: "word" });
  const node = h("div", { class: "clock", role: "timer" }, time, word);
  let clock = null;
  let before = null;
  setByServer().then(tick, () => {});
  setInterval(() => setByServer().catch(() => {}), 300_000);
  setInterval(tick, 250);

  function tick() {
    node.hidden = clock === null;
    if (clock === null) return;
    const left = leftOf(clock);
    const shown = Math.abs(left);
    time.textContent = `${left < 0 ? "+" : ""}${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
    const state = clock.paused !== null ? "paused" : left <= 0 ? "over" : left <= 300 ? "soon" : "runs";
    node.dataset.state = state;
    word.textContent = state === "over" ? t("clock.over") : t(`clock.${state}`, { time: when(clock.ends) });
    if (before !== null && before > 0 && left <= 0 && clock.paused === null) onSignal();
    before = left;
  }

  return {
    node,
    set(section) {
      if (section?.started !== clock?.started) before = null;
      clock = section ?? null;
      tick();
    },
    redraw: tick,
  };
}

/* Three notes of a bell, where the browser lets a page sound (after it was touched once). */
export function bell() {
  try {
    const sound = new AudioContext();
    [660, 880, 660].forEach((pitch, n) => {
      const tone = sound.createOscillator();
      const loud = sound.createGain();
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, sound.currentTime + n * 0.7);
      loud.gain.exponentialRampToValueAtTime(0.5, sound.currentTime + n * 0.7 + 0.03);
      loud.gain.exponentialRampToValueAtTime(0.0001, sound.currentTime + n * 0.7 + 0.65);
      tone.connect(loud).connect(sound.destination);
      tone.start(sound.currentTime + n * 0.7);
      tone.stop(sound.currentTime + n * 0.7 + 0.7);
    });
  } catch { /* a silent screen still shows the signal */ }
}

/* --- lists ----------------------------------------------------------------------------------------------------- */

export function standing(section, { mine = null, limit = Infinity, rounds = true } = {}) {
  const rows = section.standings;
  if (!rows.length) return h("p", { class: "empty" }, t("standing.empty"));
  const count = rows[0].rounds.length;
  const cup = "cup_points" in rows[0];
  const final = rows.some((row) => row.final !== undefined && row.final !== null);
  return h("div", { class: "scroll" }, h("table", { class: "standing" },
    h("thead", {}, h("tr", {}, h("th", { class: "n", scope: "col" }, t("place")), h("th", { scope: "col" }, t("name")), h("th", { class: "n", scope: "col" }, t("score")),
      rounds ? Array.from({ length: count }, (_, n) => h("th", { class: "n", scope: "col" }, t("round.short", { number: n + 1 }))) : [],
      final ? h("th", { class: "n", scope: "col" }, t("final")) : [],
      cup ? h("th", { class: "n", scope: "col" }, t("cup.points")) : [])),
    h("tbody", {}, rows.slice(0, limit).map((row) =>
      h("tr", { class: [row.player === mine ? "mine" : "", section.finalists?.includes(row.player) ? "in" : ""].join(" ").trim() || null },
        h("td", { class: "n" }, row.place), h("th", { scope: "row" }, row.player), h("td", { class: "n" }, h("b", {}, score(row.shown))),
        rounds ? row.round_shown.map((one) => h("td", { class: "n" }, score(one))) : [],
        final ? h("td", { class: "n" }, score(row.final)) : [],
        cup ? h("td", { class: "n" }, score(row.cup_points)) : [])))));
}

/* What a table is doing, as a sign and a word; its colour only comes on top. */
const SIGNS = { waiting: "○", taken: "◔", playing: "●", between: "◑", in: "✓" };
export function status(row, short = false) {
  const word = row.contested ? `contested.${row.contested}` : `status.${row.status}`;
  const sign = row.contested ? "⚠" : row.calls.length ? "!" : SIGNS[row.status];
  return h("span", { class: "status", "data-status": row.contested ? "contested" : row.calls.length ? "called" : row.status }, h("span", { "aria-hidden": "true" }, sign), " ", h("span", { class: short ? "unseen" : null }, t(row.calls.length && !row.contested ? "status.called" : word)));
}

export const games = (count) => (count === 1 ? t("games.1") : t("games", { count }));

/* A field that keeps its text while the page is drawn anew around it. */
export function field(store, key, label, more = {}) {
  return h("label", { class: "field" }, h("span", {}, label), h("input", { id: `f-${key}`, autocomplete: "off", value: store[key] ?? "", oninput: (e) => { store[key] = e.target.value; }, ...more }));
}

export { get, h, newId, put, t, when };
