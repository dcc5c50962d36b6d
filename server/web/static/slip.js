/* A slip typed in: games and points of a table. The sum is shown while one types, because it has to be zero. */

import { h } from "./dom.js";
import { points, t } from "./i18n.js";
import { order } from "./tournament.js";

const whole = (text) => (/^[-−+]?\d{1,9}$/.test((text ?? "").trim()) ? Number(text.trim().replace("−", "-")) : null);

/* `store` keeps what is typed; `type` is slip_entered or, with a reason, sheet_corrected. */
export function slipForm(row, store, act, redraw, { correct = false } = {}) {
  store.points ??= row.players.map((_, n) => (correct ? String(row.points[n]) : ""));
  store.games ??= correct ? String(row.games) : "";
  const values = store.points.map(whole);
  const sum = values.reduce((total, value) => total + (value ?? 0), 0);
  const done = values.every((value) => value !== null);
  const ready = done && sum === 0 && whole(store.games) > 0 && (!correct || (store.reason ?? "").trim());
  const key = `${row.round}-${row.table}`;

  function send(event) {
    event.preventDefault();
    if (!ready) return;
    const fields = { round: row.round, table: row.table, games: whole(store.games), points: values };
    act(async () => {
      await order(correct ? { type: "sheet_corrected", reason: store.reason.trim(), ...fields } : { type: "slip_entered", ...fields });
      store.sent = true;
    });
  }

  return h("form", { class: "slip", onsubmit: send },
    h("div", { class: "slipgrid" }, row.players.map((name, n) => h("label", { class: "field" }, h("span", {}, name),
      h("input", { id: `s-${key}-${n}`, inputmode: "text", autocomplete: "off", value: store.points[n], oninput: (e) => { store.points[n] = e.target.value; redraw(); } })))),
    h("label", { class: "field short" }, h("span", {}, t("slip.games")), h("input", { id: `s-${key}-g`, inputmode: "numeric", autocomplete: "off", value: store.games, oninput: (e) => { store.games = e.target.value; redraw(); } })),
    correct ? h("label", { class: "field" }, h("span", {}, t("slip.reason")), h("input", { id: `s-${key}-r`, maxlength: 200, autocomplete: "off", value: store.reason ?? "", oninput: (e) => { store.reason = e.target.value; redraw(); } })) : [],
    done && sum !== 0 ? h("p", { class: "notice wrong", role: "status" }, t("slip.sum", { sum: points(sum) })) : [],
    h("button", { class: "main", "data-key": `send-${key}`, disabled: !ready }, t(correct ? "slip.correct" : "slip.enter")));
}
