/* A player's own page, without any login: my seat, my points, my rounds. Nothing of a deal that runs is sent here. */

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { points, t } from "./i18n.js";
import { shell } from "./shell.js";
import { stream } from "./stream.js";
import { bell, games, id, roundClock, roundName, score } from "./tournament.js";

const page = await shell({ title: "page.player", words: ["tournament"], brand: `/player/${id}` });
const KEY = `kiebitz.player.${id}`;
const state = { names: null, name: null, mine: null, find: "", tournament: "" };
let line = null;
const clock = roundClock(() => bell());
const body = h("div", {});
page.main.append(body);

function remember(name) {
  try {
    if (name === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch { /* then only for this visit */ }
}

function choose(name) {
  state.name = name;
  state.mine = null;
  remember(name);
  line?.close();
  line = null;
  if (name === null) page.status(null);
  else listen(name);
  draw();
}

function listen(name) {
  line = stream(() => `/api/player/${id}/stream?name=${encodeURIComponent(name)}`, {
    onMessage(mine) {
      state.mine = mine;
      state.tournament = mine.tournament;
      clock.set(mine.clock);
      draw();
    },
    onStatus(word) {
      page.status(word);
      if (word === "ended") setTimeout(check, 3000);   // perhaps the name was mended in the list
    },
  });
}

async function check() {
  const { names } = await get(`/api/player/${id}`).catch(() => ({ names: null }));
  if (names && !names.includes(state.name)) {
    state.names = names;
    choose(null);
  } else if (state.name !== null) {
    line?.close();
    listen(state.name);
  }
}

function draw() {
  page.title(() => state.tournament || t("page.player"));
  if (state.name === null) return drawNames();
  if (state.mine === null) return put(body, h("p", { class: "empty" }, t("loading")));
  const { rounds, round } = state.mine;
  const now = rounds[round - 1];
  const next = rounds.find((one) => !one.opened);
  put(body,
    h("p", { class: "quiet" }, state.tournament), h("h1", {}, state.mine.player),
    h("section", { class: "panel seat" },
      now ? seat(now) : next ? seat(next) : h("p", {}, t("player.waiting")), now ? clock.node : []),
    now && next ? h("p", { class: "lead" }, t("player.next", { round: roundName(next.round, next.final) }), " ", next.table ? h("b", {}, t("table", { number: next.table })) : t(next.sits_out ? "player.out" : "player.absent")) : [],
    round ? h("section", { class: "panel" },
      h("div", { class: "row apart" },
        h("div", {}, h("h2", {}, t("player.points")), h("p", { class: "big" }, score(state.mine.shown))),
        h("div", {}, h("h2", {}, t("player.place")), h("p", { class: "big" }, state.mine.place ?? "–", h("small", { class: "quiet" }, ` ${t("player.of", { count: state.mine.of })}`)))),
      state.mine.provisional ? h("p", { class: "quiet" }, t("standing.provisional")) : [],
      state.mine.in_final ? h("p", { class: "notice" }, t("player.final")) : [],
      state.mine.cup_points !== null ? h("p", {}, t("cup.points"), ": ", h("b", {}, score(state.mine.cup_points))) : []) : [],
    h("section", { class: "panel" }, h("h2", {}, t("player.rounds")), h("table", { class: "myrounds" }, h("tbody", {}, rounds.map(row)))),
    h("p", {}, h("button", { type: "button", class: "plain", "data-key": "other", onclick: other }, t("player.other"))));
}

function seat(round) {
  const head = h("h2", {}, roundName(round.round, round.final), round.opened ? "" : ` · ${t("player.soon")}`);
  if (!round.table) return [head, h("p", { class: "big" }, t(round.sits_out ? "player.out" : "player.absent"))];
  return [head, h("p", { class: "huge" }, t("table", { number: round.table })), h("p", {}, t("player.with", { names: round.with.join(", ") }))];
}

function row(round) {
  const value = !round.table ? t(round.sits_out ? "player.out" : "player.absent") : round.games ? points(round.points) : "–";
  return h("tr", {}, h("th", { scope: "row" }, roundName(round.round, round.final)),
    h("td", {}, round.table ? t("table", { number: round.table }) : ""),
    h("td", { class: "quiet" }, round.games ? games(round.games) : "", round.in ? ` ${t("player.in")}` : "", round.corrected ? ` · ${t("player.corrected")}` : ""),
    h("td", { class: "n" }, h("b", {}, value)));
}

function drawNames() {
  if (state.names === null) return put(body, h("p", { class: "empty" }, t("loading")));
  const wanted = state.find.trim().toLocaleLowerCase();
  const found = state.names.filter((name) => name.toLocaleLowerCase().includes(wanted));
  put(body, h("p", { class: "quiet" }, state.tournament), h("h1", {}, t("player.who")),
    h("label", { class: "field" }, h("span", {}, t("player.search")), h("input", { id: "find", type: "search", autocomplete: "off", value: state.find, oninput: (e) => { state.find = e.target.value; draw(); } })),
    found.length ? h("ul", { class: "names" }, found.slice(0, 60).map((name) => h("li", {}, h("button", { type: "button", class: "plain", "data-key": `n-${name}`, onclick: () => choose(name) }, name)))) : h("p", { class: "empty" }, t("player.nobody")));
}

async function other() {
  choose(null);
  await load().catch((error) => page.problem(error));   // the names of before stay
}

async function load() {
  const found = await get(`/api/player/${id}`);
  state.names = found.names.sort((a, b) => a.localeCompare(b, "de"));
  state.tournament = found.tournament;
  draw();
}

page.draw(draw);
let kept = null;
try {
  kept = localStorage.getItem(KEY);
} catch { /* asked each time */ }
load().then(() => {
  if (kept !== null && state.names.includes(kept)) choose(kept);
}).catch((error) => page.problem(error));
