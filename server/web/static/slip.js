/* A slip typed in: the sums of a table, or line by line. What has to be zero is shown while one types. */

import { get } from "./api.js";
import { h } from "./dom.js";
import { points, t } from "./i18n.js";
import { games, order } from "./tournament.js";

const whole = (text) => (/^[-−+]?\d{1,9}$/.test((text ?? "").trim()) ? Number(text.trim().replace("−", "-")) : null);
const total = (values) => values.reduce((sum, value) => sum + (value ?? 0), 0);

/* `store` keeps what is typed; `type` is slip_entered or, with a reason, sheet_corrected. */
export function slipForm(row, store, act, redraw, { correct = false, mode = null } = {}) {
  if (correct) return sumsForm(row, store, act, redraw, true);
  const tab = (kind) => h("button", { type: "button", class: "plain", "data-key": `by-${kind}-${row.round}-${row.table}`, "aria-pressed": String((store.kind ?? "sums") === kind), onclick: () => { store.kind = kind; redraw(); } }, t(`slip.by.${kind}`));
  return h("div", { class: "stack" },
    h("div", { class: "row", role: "group", "aria-label": t("slip.type") }, tab("sums"), tab("lines")),
    store.kind === "lines" ? linesForm(row, store, act, redraw, mode) : sumsForm(row, store, act, redraw, false));
}

function sumsForm(row, store, act, redraw, correct) {
  store.points ??= row.players.map((_, n) => (correct ? String(row.points[n]) : ""));
  store.games ??= correct ? String(row.games) : "";
  const values = store.points.map(whole);
  const sum = total(values);
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

/* --- line by line ---------------------------------------------------------------------------------------------- */

const blank = (row) => ({ values: row.players.map(() => ""), struck: false });
const empty = (line) => line.values.every((text) => !text.trim());

/* A line as it stands: `open` while figures are missing, `wrong` while its sum is not 0, `struck`, or `good`. */
function stateOf(line) {
  const values = line.values.map(whole);
  if (line.struck) return "struck";
  if (values.some((value) => value === null)) return "open";
  return total(values) === 0 ? "good" : "wrong";
}

function linesForm(row, store, act, redraw, mode) {
  store.lines ??= [blank(row)];
  if (!empty(store.lines.at(-1))) store.lines.push(blank(row));
  if (mode && store.quote === undefined) quote(store, mode, redraw);
  const typed = store.lines.filter((line, n) => n < store.lines.length - 1 || !empty(line));
  const kept = typed.filter((line) => !line.struck);
  const states = typed.map(stateOf);
  const sums = row.players.map((_, n) => total(kept.map((line) => whole(line.values[n]))));
  const ready = kept.length > 0 && states.every((state) => state === "good" || state === "struck");
  const key = `${row.round}-${row.table}`;

  function send(event) {
    event.preventDefault();
    if (!ready) return;
    const lines = typed.map((line) => line.values.map((text) => whole(text) ?? 0));
    const struck = typed.flatMap((line, n) => (line.struck ? [n + 1] : []));
    act(async () => {
      await order({ type: "slip_entered", round: row.round, table: row.table, lines, ...(struck.length ? { struck } : {}) });
      store.sent = true;
    });
  }

  const wrong = states.flatMap((state, n) => (state === "wrong" ? [n + 1] : []));
  return h("form", { class: "slip", onsubmit: send },
    h("div", { class: "scroll" }, h("table", { class: "sliplines" },
      h("thead", {}, h("tr", {}, h("th", { class: "n", scope: "col" }, t("slip.line")), row.players.map((name) => h("th", { scope: "col", class: "who" }, name)), h("th", { class: "n", scope: "col" }, t("slip.check")), h("th", { scope: "col" }, h("span", { class: "unseen" }, t("slip.strike"))))),
      h("tbody", {}, store.lines.map((line, n) => oneLine(row, line, n, store, redraw))),
      h("tfoot", {}, h("tr", {}, h("th", { class: "n", scope: "row" }, "Σ"), sums.map((sum) => h("td", { class: "n" }, h("b", {}, points(sum)))), h("td", { class: "n" }, points(total(sums))), h("td"))))),
    h("p", { class: "quiet small" }, games(kept.length)),
    wrong.length ? h("p", { class: "notice wrong", role: "status" }, t("slip.lines.wrong", { lines: wrong.join(", ") })) : [],
    store.quote ? h("p", { class: "quiet small" }, t("slip.quote", { quote: store.quote.quote, section: store.quote.section })) : mode ? h("p", { class: "quiet small" }, t("slip.noquote")) : [],
    h("button", { class: "main", "data-key": `send-${key}`, disabled: !ready }, t("slip.enter")));
}

function oneLine(row, line, n, store, redraw) {
  const key = `${row.round}-${row.table}-${n}`;
  const now = stateOf(line);
  const last = n === store.lines.length - 1 && empty(line);
  const sum = total(line.values.map(whole));
  const sign = { good: "✓", struck: h("span", {}, h("span", { class: "sign", "aria-hidden": "true" }, "–"), h("span", { class: "word" }, t("slip.struck"))), open: "", wrong: points(sum) }[now];
  return h("tr", { "data-line": now },
    h("th", { class: "n", scope: "row" }, n + 1),
    row.players.map((name, at) => h("td", {}, h("input", { id: `l-${key}-${at}`, "aria-label": t("slip.cell", { line: n + 1, name }), inputmode: "text", autocomplete: "off", value: line.values[at], oninput: (e) => { line.values[at] = e.target.value; redraw(); }, onkeydown: (e) => further(e, row, n, at) }))),
    h("td", { class: "n sum" }, sign),
    h("td", {}, last ? [] : h("button", { type: "button", class: "plain", "data-key": `x-${key}`, "aria-pressed": String(line.struck), onclick: () => { line.struck = !line.struck; redraw(); } }, h("span", { class: "sign", "aria-hidden": "true" }, line.struck ? "↺" : "✕"), h("span", { class: "word" }, t(line.struck ? "slip.unstrike" : "slip.strike")))));
}

/* Enter goes to the next figure, as on an adding machine; at the end of a line to the next line. */
function further(event, row, n, at) {
  if (event.key !== "Enter") return;
  const next = at + 1 < row.players.length ? [n, at + 1] : [n + 1, 0];
  const field = document.getElementById(`l-${row.round}-${row.table}-${next[0]}-${next[1]}`);
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/* What the mode's text says of lines that nobody can explain; nothing where it is silent. */
async function quote(store, mode, redraw) {
  store.quote = null;
  try {
    const { modes } = await get("/api/tournaments/modes");
    store.quote = modes.find((one) => one.id === mode)?.sources.find((one) => one.about === "struck") ?? null;
    redraw();
  } catch { /* the words are only missing then */ }
}
