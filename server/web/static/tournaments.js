/* The evenings and cups of this house; for the host a new one, with everything that its text says and leaves open. */

import { get, newId, post } from "./api.js";
import { plainQuote } from "./deal.js";
import { h, put } from "./dom.js";
import { t } from "./i18n.js";
import { damagedNotice, shell } from "./shell.js";

const page = await shell({ title: "page.tournaments", words: ["tournament"], nav: [{ href: "/", text: "page.home" }, { href: "/tournaments", text: "page.tournaments", here: true }] });
const state = { me: null, list: [], cups: [], damaged: { list: [], cups: [] }, modes: [], systems: [], form: { mode: "steirischer-cup", options: {}, minutes: "", deals: "", name: "", rules: null }, cup: { name: "", best: "6" }, command: newId(), busy: false };
const RULES = { "steirischer-cup": "steiermark-2017", hopfgarten: "hopfgarten-2023", kantine: "kantine-2.0" };
const USUAL = { "steirischer-cup": ["", ""], hopfgarten: ["", "20"], kantine: ["60", ""], total: ["", ""] };
const HOME = { admin: "director", scorer: "scribe", referee: "referee" };

async function act(work) {
  if (state.busy) return;
  state.busy = true;
  draw();
  try {
    await work();
  } catch (error) {
    page.problem(error);
    if (error.code !== "offline") state.command = newId();   // else it may be there already, and only the answer is lost
    state.busy = false;
    draw();
  }
}

function draw() {
  if (!state.me) return put(page.main, h("p", { class: "empty" }, t("loading")));
  const host = state.me.role === "admin";
  const home = HOME[state.me.role] ?? "hall";
  put(page.main, h("h1", {}, t("page.tournaments")), damagedNotice(state.damaged.list),
    state.list.length ? h("div", { class: "grid" }, state.list.toReversed().map((one) => h("article", { class: "panel" },
      h("h2", {}, h("a", { href: `/${home}/${one.id}`, "data-key": one.id }, one.name)),
      h("p", { class: "quiet" }, `${t(`mode.${one.mode}`)} · ${t("players.count", { count: one.players })} · ${one.closed ? t("closed") : one.round ? t("round", { number: one.round }) : t("hall.before")}`),
      h("div", { class: "row" }, h("a", { class: "button main", href: `/${home}/${one.id}` }, t(`page.${home}`)), home === "hall" ? [] : h("a", { class: "button", href: `/hall/${one.id}` }, t("page.hall")))))) : h("p", { class: "empty" }, t("tournaments.none")),
    host ? create() : [],
    h("h2", { class: "cups" }, t("cups")), damagedNotice(state.damaged.cups),
    state.cups.length ? h("div", { class: "grid" }, state.cups.map((cup) => h("article", { class: "panel" }, h("h2", {}, h("a", { href: `/cup/${cup.id}` }, cup.name)), h("p", { class: "quiet" }, t("cup.events", { count: cup.events }))))) : h("p", { class: "empty" }, t("cups.none")),
    host ? newCup() : []);
}

function create() {
  const { form } = state;
  const mode = state.modes.find((one) => one.id === form.mode);
  const set = (change) => { Object.assign(form, change); draw(); };
  const choose = (id) => set({ mode: id, options: {}, minutes: USUAL[id][0], deals: USUAL[id][1], rules: RULES[id] ?? form.rules });

  function send(event) {
    event.preventDefault();
    const body = { name: form.name.trim() || t("tournament.default"), mode: form.mode, options: form.options, rules: form.rules };
    if (Number(form.minutes) > 0) body.minutes = Number(form.minutes);
    if (Number(form.deals) > 0) body.deals = Number(form.deals);
    act(async () => {
      const made = await post(`/api/tournaments?command=${state.command}`, body);
      location.href = `/director/${made.id}`;
    });
  }

  return h("section", { class: "panel" }, h("h2", {}, t("tournament.new")), h("form", { onsubmit: send },
    h("label", { class: "field" }, h("span", {}, t("tournament.name")), h("input", { id: "t-name", maxlength: 60, autocomplete: "off", placeholder: t("tournament.default"), value: form.name, oninput: (e) => { form.name = e.target.value; } })),
    h("fieldset", { class: "choices" }, h("legend", {}, t("tournament.mode")), h("div", { class: "stack" }, state.modes.map((one) =>
      h("label", { class: "check" }, h("input", { type: "radio", name: "mode", value: one.id, "data-key": `m-${one.id}`, checked: one.id === form.mode, onchange: () => choose(one.id) }), h("span", {}, h("b", {}, t(`mode.${one.id}`)), h("span", { class: "quiet small why" }, t(`mode.${one.id}.why`))))))),
    mode.sources.length ? h("details", {}, h("summary", { "data-key": "sources" }, t("sources")), h("dl", { class: "sources" }, mode.sources.map((source) => [h("dt", {}, known(source.about)), h("dd", {}, `„${plainQuote(source.quote)}“`, h("small", { class: "quiet" }, ` ${source.section}`))]))) : [],
    h("fieldset", { class: "choices" }, h("legend", {}, t("options.open")), h("div", { class: "stack" }, mode.options.map((option) => h("label", { class: "field" }, h("span", {}, t(`option.${option.name}`)),
      h("select", { "data-key": `o-${option.name}`, onchange: (e) => { form.options = { ...form.options, [option.name]: e.target.value }; } }, option.values.map((value) => h("option", { value, selected: (form.options[option.name] ?? option.default) === value }, t(`option.${option.name}.${value}`)))))))),
    h("label", { class: "field" }, h("span", {}, t("tournament.rules")), h("select", { "data-key": "rules", onchange: (e) => { form.rules = e.target.value; } }, state.systems.map((one) => h("option", { value: one.id, selected: one.id === form.rules }, one.name)))),
    h("div", { class: "row" },
      h("label", { class: "field short" }, h("span", {}, t("tournament.minutes")), h("input", { id: "t-minutes", type: "number", min: 1, max: 600, value: form.minutes, oninput: (e) => { form.minutes = e.target.value; } })),
      h("label", { class: "field short" }, h("span", {}, t("tournament.deals")), h("input", { id: "t-deals", type: "number", min: 1, max: 1000, value: form.deals, oninput: (e) => { form.deals = e.target.value; } }))),
    h("button", { class: "main", "data-key": "create", disabled: state.busy }, t("tournament.create"))));
}

const known = (about) => { const text = t(`source.${about}`); return text.startsWith("source.") ? about : text; };

function newCup() {
  const { cup } = state;
  return h("section", { class: "panel" }, h("h2", {}, t("cup.new")), h("form", { onsubmit: (event) => {
    event.preventDefault();
    act(async () => {
      const made = await post(`/api/cups?command=${state.command}`, { name: cup.name.trim() || t("cup.default"), best: Number(cup.best) || 6 });
      location.href = `/cup/${made.id}`;
    });
  } },
  h("div", { class: "row" },
    h("label", { class: "field" }, h("span", {}, t("cup.name")), h("input", { id: "c-name", maxlength: 60, autocomplete: "off", placeholder: t("cup.default"), value: cup.name, oninput: (e) => { cup.name = e.target.value; } })),
    h("label", { class: "field short" }, h("span", {}, t("cup.best")), h("input", { id: "c-best", type: "number", min: 1, max: 300, value: cup.best, oninput: (e) => { cup.best = e.target.value; } }))),
  h("button", { class: "main", "data-key": "createcup", disabled: state.busy }, t("cup.create"))));
}

async function load() {
  state.me = await get("/api/me");
  const [{ tournaments, damaged: list }, { cups, damaged: gone }, { modes }, { systems }] = await Promise.all([get("/api/tournaments"), get("/api/cups"), get("/api/tournaments/modes"), get("/api/systems")]);
  Object.assign(state, { list: tournaments, cups, modes, systems, damaged: { list, cups: gone } });
  state.form.rules = RULES[state.form.mode];
  draw();
}

page.draw(draw);
load().catch((error) => page.problem(error));
