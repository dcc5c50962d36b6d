/* The form for a new table: rules, players in their order, and the agreements, each with the words of its text. */

import { newId, post } from "./api.js";
import { h } from "./dom.js";
import { lang, t } from "./i18n.js";
import { plainQuote } from "./deal.js";

const MODES = ["fair_play", "referee", "off"];
const SIDES = ["S", "E", "N", "W"];

export async function newTable(systems, number, redraw, page) {
  const state = { name: null, rules: systems[0].id, players: ["", "", "", ""], dealer: 0, seat: "S", mode: "fair_play", radl: false, kassa: "", options: {}, more: false, command: newId(), busy: false };
  const set = (change) => {
    Object.assign(state, change);
    redraw();
  };

  async function create(event) {
    event.preventDefault();
    const players = state.players.map((p) => p.trim()).filter(Boolean);
    const before = state.players.slice(0, state.dealer).filter((p) => p.trim()).length;   // names that stay empty are nobody
    const name = (state.name ?? t("start.default", { number })).trim();
    if (players.length < 4) return page.problem({ code: "missingname" });
    if (!name) return page.problem({ code: "missingtable" });
    const body = { name, rules: state.rules, players, options: state.options, first_dealer: Math.min(before, players.length - 1), first_seat: state.seat, fair_play: state.mode, radl: state.radl };
    if (state.kassa !== "") body.pagatkassa_cents = Number(state.kassa);
    set({ busy: true });
    try {
      const made = await post(`/api/tables?command=${state.command}`, body);
      location.href = `/table/${made.id}`;
    } catch (error) {
      page.problem(error);
      set({ busy: false, ...(error.code === "offline" ? {} : { command: newId() }) });   // perhaps it was made, and only the answer is lost
    }
  }

  const radio = (name, value, now, words, why, act) =>
    h("label", { class: "check" }, h("input", { type: "radio", name, value, "data-key": `${name}-${value}`, checked: now === value, onchange: act }), h("span", {}, words, why ? h("span", { class: "quiet small why" }, why) : []));

  function players() {
    const label = (n) => state.players[n].trim() || t("start.player", { number: n + 1 });
    // Their words change in place: to draw anew while somebody goes from name to name would take the keyboard away.
    const dealers = state.players.map((_, n) => h("option", { value: n, selected: n === state.dealer }, label(n)));
    return h("fieldset", { class: "players" }, h("legend", {}, t("start.players")),
      state.players.map((name, n) =>
        h("div", { class: "row player" },
          h("input", { id: `player-${n}`, "aria-label": t("start.player", { number: n + 1 }), placeholder: t("start.player", { number: n + 1 }), maxlength: 60, autocomplete: "off", value: name, oninput: (e) => { state.players[n] = e.target.value; dealers[n].textContent = label(n); } }),
          state.players.length > 4 ? h("button", { type: "button", class: "plain", "aria-label": t("start.remove", { name: label(n) }), onclick: () => set({ players: state.players.filter((_, k) => k !== n), dealer: n < state.dealer ? state.dealer - 1 : n === state.dealer ? 0 : state.dealer }) }, "✕") : [])),
      state.players.length < 6 ? h("button", { type: "button", class: "plain", "data-key": "add", onclick: () => set({ players: [...state.players, ""] }) }, `+ ${t("start.add")}`) : [],
      state.players.length > 4 ? h("p", { class: "quiet small" }, t("start.fifth")) : [],
      h("label", { class: "field" }, h("span", {}, t("start.dealer")),
        h("select", { "data-key": "dealer", onchange: (e) => { state.dealer = Number(e.target.value); } }, dealers)));
  }

  function option(one) {
    const now = state.options[one.name] ?? one.default;
    const change = (value) => {
      const options = { ...state.options, [one.name]: value };
      if (value === one.default) delete options[one.name];
      set({ options });
    };
    const source = one.source.section === "assumed" ? t("start.assumed", { quote: plainQuote(one.source.quote) }) : t("start.source", { quote: plainQuote(one.source.quote), section: one.source.section });
    const quote = h("span", { class: "quiet small why" }, source);
    if (!one.choices.length) return h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": `o-${one.name}`, checked: now, onchange: (e) => change(e.target.checked) }), h("span", {}, one[lang()], quote));
    return h("label", { class: "field" }, h("span", {}, one[lang()]),
      h("select", { "data-key": `o-${one.name}`, onchange: (e) => change(e.target.value) }, one.choices.map((c) => h("option", { value: c, selected: c === now }, c))), quote);
  }

  function element() {
    const system = systems.find((s) => s.id === state.rules);
    return h("section", { class: "panel" }, h("h2", {}, t("start.new")),
      h("form", { onsubmit: create },
        h("label", { class: "field" }, h("span", {}, t("start.name")), h("input", { id: "table-name", maxlength: 60, autocomplete: "off", value: state.name ?? t("start.default", { number }), oninput: (e) => { state.name = e.target.value; } })),
        h("fieldset", { class: "choices" }, h("legend", {}, t("start.system")), h("div", { class: "roles" }, systems.map((s) => radio("rules", s.id, state.rules, s.name, null, () => set({ rules: s.id, options: {} }))))),
        system.assumed_tariff ? h("p", { class: "notice warn small" }, t("start.assumedtariff")) : [],
        players(),
        h("details", { open: state.more, ontoggle: (e) => { state.more = e.target.open; } }, h("summary", { "data-key": "more" }, t("start.more")),
          h("fieldset", { class: "choices" }, h("legend", {}, t("start.mode")), h("div", { class: "roles" }, MODES.map((m) => radio("mode", m, state.mode, t(`start.mode.${m}`), t(`start.mode.${m}.why`), () => set({ mode: m }))))),
          h("label", { class: "field" }, h("span", {}, t("start.seat")), h("select", { "data-key": "seat", onchange: (e) => { state.seat = e.target.value; } }, SIDES.map((s) => h("option", { value: s, selected: s === state.seat }, t(`start.seat.${s}`))))),
          h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": "radl", checked: state.radl, onchange: (e) => set({ radl: e.target.checked }) }), t("start.radl")),
          h("label", { class: "field" }, h("span", {}, t("start.kassa")), h("input", { id: "kassa", type: "number", min: 0, max: 1000000, inputmode: "numeric", value: state.kassa, oninput: (e) => { state.kassa = e.target.value; } })),
          h("h3", {}, t("start.options")), h("div", { class: "options" }, system.options.filter((o) => o.name !== "radl").map(option))),
        h("button", { class: "main", "data-key": "create", disabled: state.busy }, t(state.busy ? "start.creating" : "start.create"))));
  }

  return { element, state };
}
