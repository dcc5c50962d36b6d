/* A deal as a plain result: points, tricks, bonuses, Kontra, Renonce; the server settles it while it is typed.
 *
 *   const form = resultForm(at, { key, seats, contract, wrap(result) → event, still() → bool, done(ok) })     form.element()
 *   For the open deal `wrap` makes result_entered, for a closed one deal_corrected with its reason.
 *   Where `still` says that it is not the same deal any more, nothing is written. */

import { post, newId } from "./api.js";
import { bonusName, familyOf, gameName, SEATS } from "./deal.js";
import { h, put } from "./dom.js";
import { errorText, known, shortThirds, t } from "./i18n.js";
import { choice, draft } from "./picker.js";
import { settlement, settledOf } from "./sheet.js";

const LEVELS = ["kontra", "re", "sub"];
const start = () => ({ points: "", blatt: "0", thirds: ["", "", "", ""], tricks: ["", "", "", ""], partner: null, kingTalon: false, kingLeft: false, bonuses: {}, kontra: {}, kontraBy: {}, renonce: null, claims: {} });

/* What was typed as `kiebitz-result/1`, without format, rules and options: those are the table's. */
function resultOf(now, contract, system) {
  const family = familyOf(system, contract.game);
  const partner = partnerOf(now, contract, family);
  const result = { contract: { game: contract.game, declarer: contract.declarer, partner, with: contract.with ?? [], ...(contract.bird ? { bird: contract.bird } : {}) } };
  if (isPositive(family)) {
    if (now.points !== "") result.declarer_thirds = Number(now.points) * 3 + Number(now.blatt || 0);
    if (family === "calling" && partner === null) Object.assign(result, { king_in_talon: now.kingTalon, king_left: now.kingLeft });
  }
  if ((family === "negative" || family === "trischaken") && now.tricks.every((n) => n !== "")) result.tricks_won = now.tricks.map(Number);
  if (family === "trischaken" && now.thirds.every((n) => n !== "")) result.thirds = now.thirds.map(thirdsOf);
  result.bonuses = bonusesOf(now, contract, family).map(([key, value]) => {
    const [side, what] = key.split(".");
    const [how, by] = value.split(".");
    return how === "silent" ? { what, announced_by: null, side, made: true } : { what, announced_by: by, side, made: how === "won" };
  });
  result.kontra = kontraOn(now, contract, family).filter((key) => now.kontra[key]).flatMap((key) => chain(key, now.kontra[key], now, contract, family));
  if (now.renonce) result.renonce = { by: now.renonce, claims: Object.entries(now.claims).filter(([, what]) => what).map(([by, what]) => ({ by, what })) };
  return result;
}

/* What was chosen counts as long as it can be seen: with another partner or contract some of it is not offered any more. */
const partnerOf = (now, contract, family) => (family === "calling" && now.partner !== contract.declarer ? now.partner : null);
const isPositive = (family) => family === "calling" || family === "alone";

function sideOf(side, now, contract, family) {
  const declarers = [contract.declarer, partnerOf(now, contract, family)];
  return SEATS.filter((s) => declarers.includes(s) === (side === "declarers"));
}

function bonusesOf(now, contract, family) {
  if (!isPositive(family)) return [];
  return Object.entries(now.bonuses).filter(([key, value]) => {
    const [how, by] = value.split(".");
    return how === "silent" || sideOf(key.split(".")[0], now, contract, family).includes(by);
  });
}

/* Who announced what Kontra is said on; a bonus that both sides announced has two. */
function announcersOf(on, now, contract, family) {
  if (on === "game") return [contract.declarer];
  return bonusesOf(now, contract, family).filter(([key, value]) => value !== "silent" && key.split(".")[1] === on).map(([, value]) => value.split(".")[1]);
}

const isDeclarer = (seat, now, contract, family) => sideOf("declarers", now, contract, family).includes(seat);

/* Kontra counts from the other side only: the seat that was chosen as long as it is there, else the first. */
function doublersOf(on, now, contract, family) {
  const own = announcersOf(on, now, contract, family).map((s) => isDeclarer(s, now, contract, family));
  return ["opponents", "declarers"].flatMap((side) => (own.includes(side === "opponents") ? sideOf(side, now, contract, family) : []));
}

function doublerOf(on, now, contract, family) {
  const offered = doublersOf(on, now, contract, family);
  return offered.includes(now.kontraBy[on]) ? now.kontraBy[on] : offered[0];
}

/* Re comes from who announced it. */
const answererOf = (on, by, now, contract, family) =>
  announcersOf(on, now, contract, family).find((s) => isDeclarer(s, now, contract, family) !== isDeclarer(by, now, contract, family));

function kontraOn(now, contract, family) {
  if (family === "trischaken") return [];
  if (family === "negative") return SEATS.filter((s) => s !== contract.declarer && !(contract.with ?? []).includes(s)).map((s) => `game.${s}`);
  const announced = bonusesOf(now, contract, family).filter(([, value]) => value !== "silent").map(([key]) => key.split(".")[1]);
  return ["game", ...new Set(announced)];
}

/* "23", "23/2" or "23.2": points and Blatt, in thirds. */
function thirdsOf(text) {
  const [points, blatt = "0"] = String(text).split(/[/.,]/);
  return Number(points) * 3 + Number(blatt);
}

/* Kontra, Re, Sub: each level answers the one before, so all up to the last are said. */
function chain(key, level, now, contract, family) {
  const [on, seat] = key.split(".");
  const by = seat ?? doublerOf(on, now, contract, family);
  const answers = seat ? contract.declarer : answererOf(on, by, now, contract, family);
  return LEVELS.slice(0, LEVELS.indexOf(level) + 1).map((each) => ({
    by: each === "re" ? answers : by, on, level: each,
    ...(family === "negative" && each !== "kontra" ? { to: each === "re" ? by : answers } : {}),
  }));
}

export function resultForm(at, { key, seats, contract, wrap, still = () => true, done }) {
  const kept = draft(key, start);
  const now = kept.value;
  const family = familyOf(at.system, contract.game);
  const rules = at.sections.table.rules;
  const check = h("div", { class: "check-result", "aria-live": "polite" });
  const button = h("button", { class: "main", "data-key": "write-result", disabled: true }, t("result.write"));
  let timer = null;
  let asked = 0;
  const set = (change, again = false) => {
    kept.set(change);
    if (again) at.redraw();
    clearTimeout(timer);
    timer = setTimeout(probe, 250);
  };

  async function probe() {
    const mine = (asked += 1);
    button.disabled = true;
    try {
      const event = wrap(resultOf(now, contract, at.system));
      const { sections } = await post(`/api/tables/${at.id}/preview`, { id: newId(), say: [event] });
      if (mine !== asked) return;
      const sheet = sections.sheet ?? at.sections.sheet;
      const row = sheet.rows[(event.number ?? at.sections.deal?.number ?? sheet.rows.length) - 1];
      put(check, h("h3", {}, t("result.check")), settlement(settledOf(row, sheet.players), seats, rules));
      button.disabled = false;
    } catch (error) {
      if (mine === asked) put(check, h("p", { class: "quiet" }, trouble(error)));
    }
  }

  function trouble(error) {
    const place = error.at?.replace(/^say\[0\]\./, "") ?? "";
    const field = [place, place.replace(/\[.*$/, ""), `result.${place.split(".")[0]}`].map((p) => `field.${p}`).find((f) => known(f));
    if (error.code === "missing") return t("result.missing", { what: field ? t(field) : place });
    return field ? `${errorText(error)} (${t(field)})` : errorText(error);
  }

  const number = (label, value, act, more = {}) =>
    h("label", { class: "field" }, h("span", {}, label), h("input", { inputmode: "numeric", autocomplete: "off", value, oninput: (e) => act(e.target.value.trim()), ...more }));

  function points() {
    const all = Number(now.points || 0) * 3 + Number(now.blatt || 0);
    return h("fieldset", { class: "pointed" }, h("legend", {}, t("result.declarers")),
      number(t("result.points"), now.points, (v) => set({ points: v.replace(/\D/g, "").slice(0, 2) }, true), { id: "r-points", maxlength: 2 }),
      choice(t("result.blatt"), [["0", "0"], ["1", "1"], ["2", "2"]], now.blatt, (v) => set({ blatt: v }, true), "blatt"),
      now.points !== "" && all <= 210 ? h("p", { class: "quiet" }, t("result.rest", { points: shortThirds(210 - all) })) : []);
  }

  function each(name, legend, all, count) {
    const sum = now[name].reduce((total, v) => total + (v === "" ? 0 : count(v)), 0);
    return h("fieldset", { class: "four" }, h("legend", {}, legend),
      SEATS.map((s, n) => number(seats[s], now[name][n], (v) => {
        const values = [...now[name]];
        values[n] = v.replace(/[^\d/.,]/g, "").slice(0, 4);
        set({ [name]: values }, true);
      }, { id: `r-${name}-${s}` })),
      h("p", { class: "quiet small" }, t("result.sum", { sum: name === "thirds" ? shortThirds(sum) : sum, all: name === "thirds" ? "70" : all })));
  }

  function partner() {
    const others = SEATS.filter((s) => s !== contract.declarer);
    const chosen = partnerOf(now, contract, family);
    return [choice(t("result.partner"), [...others.map((s) => [s, seats[s]]), [null, t("result.alone")]], chosen, (seat) => set({ partner: seat, kingTalon: false, kingLeft: false }, true), "partner"),
      chosen === null ? [["kingTalon", "result.kingtalon"], ["kingLeft", "result.kingleft"]].map(([field, text]) => h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": field, checked: now[field], onchange: (e) => set({ [field]: e.target.checked }, true) }), t(text))) : []];
  }

  function bonuses() {
    const offered = at.system.bonuses;
    return h("section", {}, h("h3", {}, t("result.bonuses")),
      h("div", { class: "scroll" }, h("table", { class: "bonuses" },
        h("thead", {}, h("tr", {}, h("th", {}), ["declarers", "opponents"].map((side) => h("th", { scope: "col" }, t(`side.${side}`))))),
        h("tbody", {}, offered.map((bonus) => h("tr", {}, h("th", { scope: "row" }, bonusName(rules, bonus.what)), ["declarers", "opponents"].map((side) => h("td", {}, bonusChoice(bonus, side)))))))));
  }

  function bonusChoice(bonus, side) {
    const name = `${side}.${bonus.what}`;
    const options = [["", t("table.nothing")], ...(bonus.silent === null ? [] : [["silent", t("result.silent")]]),
      ...(bonus.announced === null ? [] : sideOf(side, now, contract, family).flatMap((s) => [[`won.${s}`, t("result.won", { name: seats[s] })], [`lost.${s}`, t("result.lost", { name: seats[s] })]]))];
    return h("select", { "data-key": name, "aria-label": `${bonusName(rules, bonus.what)}, ${t(`side.${side}`)}`, onchange: (e) => set({ bonuses: { ...now.bonuses, [name]: e.target.value } }, true) }, options.map(([value, text]) => h("option", { value, selected: value === (now.bonuses[name] ?? "") }, text)));
  }

  function kontra() {
    const level = (name, text) => h("label", { class: "field" }, h("span", {}, text), h("select", { "data-key": `kontra-${name}`, onchange: (e) => set({ kontra: { ...now.kontra, [name]: e.target.value } }, true) }, ["", ...LEVELS].map((value) => h("option", { value, selected: value === (now.kontra[name] ?? "") }, value ? t(`level.${value}`) : t("table.nothing")))));
    const keys = kontraOn(now, contract, family);
    if (family === "negative") return h("div", { class: "four" }, keys.map((key) => level(key, t("result.negativekontra", { name: seats[key.split(".")[1]] }))));
    return h("div", { class: "four" }, keys.map((what) => [
      level(what, t("result.kontra", { what: bonusName(rules, what) })),
      now.kontra[what] ? h("label", { class: "field" }, h("span", {}, t("result.kontraby")), h("select", { "data-key": `kontraby-${what}`, onchange: (e) => set({ kontraBy: { ...now.kontraBy, [what]: e.target.value } }) }, doublersOf(what, now, contract, family).map((s) => h("option", { value: s, selected: s === doublerOf(what, now, contract, family) }, seats[s])))) : []]));
  }

  function renonce() {
    const claims = at.system.claims;
    return h("details", { open: now.renonce !== null }, h("summary", { "data-key": "renonce" }, t("result.renonce")),
      choice(t("result.renonceby"), [[null, t("result.nobody")], ...SEATS.map((s) => [s, seats[s]])], now.renonce, (seat) => set({ renonce: seat, claims: {} }, true), "renonce"),
      now.renonce && claims.length ? h("div", { class: "four" }, SEATS.filter((s) => s !== now.renonce).map((s) => h("label", { class: "field" }, h("span", {}, t("result.claim", { name: seats[s] })), h("select", { "data-key": `claim-${s}`, onchange: (e) => set({ claims: { ...now.claims, [s]: e.target.value } }) }, ["", ...claims].map((what) => h("option", { value: what, selected: what === (now.claims[s] ?? "") }, what ? bonusName(rules, what) : t("table.nothing"))))))) : []);
  }

  async function send(event) {
    event.preventDefault();
    if (!still()) return;
    const ok = await at.say(wrap(resultOf(now, contract, at.system)));
    if (ok) kept.clear();
    done(ok);
  }

  function element() {
    button.textContent = t("result.write");
    const positive = isPositive(family);
    clearTimeout(timer);
    timer = setTimeout(probe, 120);
    return h("form", { class: "stack", onsubmit: send },
      h("p", {}, h("b", {}, `${gameName(rules, contract.game, contract.bird)} · ${seats[contract.declarer]}`)),
      family === "calling" ? partner() : [],
      positive ? points() : [],
      family === "trischaken" ? each("thirds", t("result.thirds"), 210, thirdsOf) : [],
      positive ? [] : each("tricks", t("result.tricks"), 12, Number),
      family === "trischaken" ? [] : [positive ? bonuses() : [], kontra()],
      renonce(), check, button);
  }

  return { element, contract };
}
