/* The director's page: what comes next as one button, every table at a glance, what is missing or contested, people, paper. */

import { get, post } from "./api.js";
import { h, put } from "./dom.js";
import { points, t, when } from "./i18n.js";
import { follow } from "./live.js";
import { shell } from "./shell.js";
import { slipForm } from "./slip.js";
import { bell, field, games, id, order, path, roundClock, roundName, standing, status, ways } from "./tournament.js";

const page = await shell({ title: "page.director", words: ["tournament"], nav: ways("admin", "director") });
const state = { sections: null, busy: false, ended: false, form: {}, names: null, slips: {}, open: null, sure: null, find: "", tab: "tables", code: null };
const clock = roundClock(() => bell());
const body = h("div", {});
page.main.append(body);

async function act(work) {
  if (state.busy) return;
  state.busy = true;
  draw();
  try {
    await work();
    page.problem(null);
    state.sure = null;
  } catch (error) {
    page.problem(error);
  }
  state.busy = false;
  draw();
}

const say = (...words) => act(() => order(...words));
const button = (key, text, onclick, more = {}) => h("button", { type: "button", class: "plain", "data-key": key, disabled: state.busy, onclick, ...more }, text);

/* What cannot be taken back is asked once more, in the place of the button. */
function twice(key, text, question, work, kind = "plain") {
  if (state.sure !== key) return button(key, text, () => { state.sure = key; draw(); }, { class: kind });
  return h("span", { class: "row sure" }, h("b", {}, question), button(`${key}-yes`, t("yes"), work, { class: "main" }), button(`${key}-no`, t("cancel"), () => { state.sure = null; draw(); }));
}

function draw() {
  if (state.sections === null) return put(body, h("p", { class: "empty" }, t(state.ended ? "gone" : "loading")));
  const { tournament, hall, calls } = state.sections;
  page.title(() => tournament.name);
  const waiting = calls.filter((call) => !call.decision).length;
  const contested = hall.filter((row) => row.contested);
  put(body,
    h("div", { class: "row apart" }, h("div", {}, h("h1", {}, tournament.name), h("p", { class: "quiet" }, t(`mode.${tournament.mode}`), " · ", tournament.system, " · ", t("players.count", { count: tournament.present }))), tournament.closed ? [] : clock.node),
    next(),
    tournament.round && !tournament.closed ? clockPanel() : [],
    waiting ? h("p", { class: "notice warn", role: "status" }, h("a", { href: `/referee/${id}` }, t("calls.open", { count: waiting }))) : [],
    contested.length ? h("p", { class: "notice wrong", role: "status" }, t("contested.tables"), " ", contested.map((row, n) => [n ? ", " : "", h("a", { href: `#${cardId(row)}`, onclick: showCard }, t("table", { number: row.table }))])) : [],
    h("div", { class: "row tabs", role: "group", "aria-label": t("tabs") }, ["tables", "people", "standing", "paper"].map((name) => button(`tab-${name}`, t(`tab.${name}`), () => { state.tab = name; draw(); }, { "aria-pressed": String(state.tab === name) }))),
    { tables, people, standing: list, paper }[state.tab]());
}

/* --- the next step --------------------------------------------------------------------------------------------- */

function next() {
  const { tournament, rounds, players } = state.sections;
  const now = rounds[tournament.round - 1];
  const drawn = rounds[tournament.round];
  const owed = rounds.some((round) => round.opened && !round.complete);   // of the round that is played, or of an earlier one
  const box = (...content) => h("section", { class: "panel next" }, h("h2", {}, t("next")), content);
  if (tournament.closed) return box(h("p", {}, t("next.closed")), h("p", {}, h("a", { class: "button main", href: paperHref("standing.pdf"), target: "_blank" }, t("paper.standing"))));
  if (drawn && owed) return box(missing(), early(drawn));
  if (now && !now.complete) return box(missing());
  if (drawn) return box(h("p", {}, t("next.open", { round: roundName(drawn.number, drawn.final) })), seatsOf(drawn),
    h("div", { class: "row" }, button("open", t("open.round", { round: roundName(drawn.number, drawn.final) }), () => say({ type: "round_opened", round: drawn.number }), { class: "main" }),
      h("a", { class: "button", href: paperHref("seats-by-name.pdf", drawn.number), target: "_blank" }, t("paper.byname")),
      twice("withdraw", t("draw.again"), t("draw.sure"), () => say({ type: "draw_withdrawn", reason: t("draw.reason") }))));
  const over = tournament.limit !== null ? rounds.some((r) => r.final) || (tournament.round >= tournament.limit && !tournament.finalists) : false;
  const few = players.filter((p) => p.present).length < 4;
  const waits = owed && finalIsNext();   // it is drawn of whole Vorrunden
  return box(owed ? missing() : [], over || waits ? [] : few ? [h("p", {}, t("next.names")), nameForm()] : drawForm(now),
    now && !owed ? [h("hr"), h("p", {}, t("next.close")), twice("close", t("close.tournament"), t("close.sure"), () => say({ type: "tournament_closed" }), over || few ? "main" : "plain")] : []);
}

function missing() {
  const { hall, tournament, rounds } = state.sections;
  const out = hall.filter((row) => row.status !== "in");
  const all = rounds.filter((round) => round.opened && !round.complete).flatMap((round) => round.tables);
  return [h("p", { class: "lead" }, t("next.missing", { count: out.length, of: all.length })), h("p", { class: "quiet" }, out.slice(0, 30).map((row) => (row.round === tournament.round ? t("table", { number: row.table }) : `${t("round.short", { number: row.round })} ${t("table", { number: row.table })}`)).join(", "))];
}

function early(drawn) {
  return twice("early", t("open.early", { round: roundName(drawn.number, drawn.final) }), t("open.early.sure"), () => say({ type: "round_opened", round: drawn.number, despite_missing: true }));
}

function finalIsNext() {
  const { tournament, rounds } = state.sections;
  return tournament.limit !== null && rounds.length >= tournament.limit;
}

function drawForm(now) {
  const { tournament, rounds } = state.sections;
  const final = finalIsNext();
  const most = final ? 1 : (tournament.limit ?? 100) - rounds.length;
  const planned = Math.max(1, Math.min(most, (tournament.mode === "kantine" ? tournament.planned : rounds.length + 1) - rounds.length));
  state.form.count ??= String(planned);
  const many = Math.max(1, Math.min(most, Number(state.form.count) || 1));
  const words = () => [{ type: "rounds_drawn", count: final ? 1 : many, ...((state.form.seed ?? "").trim() ? { seed: state.form.seed.trim() } : {}) }];
  return h("form", { onsubmit: (e) => { e.preventDefault(); act(async () => { await order(...words()); state.form.seed = ""; delete state.form.count; }); } },
    h("p", {}, final ? t("next.final") : now ? t("next.draw") : t("next.first")),
    h("div", { class: "row" },
      final ? [] : field(state.form, "count", t("draw.count"), { type: "number", min: 1, max: most, inputmode: "numeric" }),
      field(state.form, "seed", t("draw.seed"), { placeholder: tournament.seed ?? t("draw.seed.any"), maxlength: 200 })),
    h("p", { class: "quiet small" }, t("draw.seed.why")),
    h("div", { class: "row" },
      h("button", { class: "main", "data-key": "draw", disabled: state.busy }, final ? t("draw.final") : t("draw.now")),
      (state.form.seed ?? "").trim() ? button("announce", t("draw.announce"), () => say({ type: "seed_announced", seed: state.form.seed.trim() })) : []));
}

function seatsOf(drawn) {
  return h("details", {}, h("summary", { "data-key": "seats" }, t("seats.show", { tables: drawn.tables.length })),
    h("ul", { class: "tables" }, drawn.tables.map((table) => h("li", { class: "table" }, h("b", { class: "number" }, table.table), h("ol", {}, table.players.map((name) => h("li", {}, name)))))),
    drawn.sitting_out.length ? h("p", {}, t("sits.out", { names: drawn.sitting_out.join(", ") })) : [],
    h("p", { class: "quiet" }, t("seed", { seed: drawn.seed }), " ", drawn.again ? t("again", { count: drawn.again, floor: drawn.floor }) : t("never")));
}

/* --- the clock ------------------------------------------------------------------------------------------------- */

function clockPanel() {
  const { tournament, clock: now } = state.sections;
  const running = now && now.round === tournament.round;
  state.form.minutes ??= String(tournament.minutes ?? 60);
  return h("section", { class: "panel" }, h("div", { class: "row" }, h("h2", { class: "inline" }, t("clock")),
    running ? [
      now.paused === null ? button("pause", t("clock.pause"), () => say({ type: "clock_paused" })) : button("resume", t("clock.resume"), () => say({ type: "clock_resumed" }), { class: "main" }),
      button("plus", t("clock.plus", { minutes: 5 }), () => say({ type: "clock_extended", minutes: 5 })),
      button("minus", t("clock.minus", { minutes: 5 }), () => say({ type: "clock_extended", minutes: -5 })),
      h("span", { class: "quiet" }, t("clock.signal.at", { time: when(now.ends) })),
    ] : [
      h("label", { class: "row" }, h("span", {}, t("clock.minutes")), h("input", { id: "f-minutes", class: "few", type: "number", min: 1, max: 600, value: state.form.minutes, oninput: (e) => { state.form.minutes = e.target.value; } })),
      button("start", t("clock.start"), () => say({ type: "clock_started", round: tournament.round, minutes: Number(state.form.minutes) || 60 }), { class: "main" }),
    ]));
}

/* --- tables ---------------------------------------------------------------------------------------------------- */

function tables() {
  const { hall, tournament, rounds } = state.sections;
  if (!tournament.round) return h("p", { class: "empty" }, t("tables.none"));
  const earlier = rounds.filter((round) => round.opened && round.number < tournament.round);
  return [glance(hall), h("ul", { class: "tables wide" }, hall.map(tableCard)),
    earlier.map((round) => h("details", { open: state.open === round.number, ontoggle: (e) => { if (e.target.open) state.open = round.number; } }, h("summary", { "data-key": `r-${round.number}` }, roundName(round.number, round.final)),
      h("ul", { class: "tables wide" }, round.tables.filter((table) => table.sheets.length).map((table) => tableCard({ round: round.number, table: table.table, players: table.players, log: table.log, status: "in", contested: null, calls: [], games: table.sheets.at(-1).games, points: table.sheets.at(-1).points })))))];
}

const cardId = (row) => `t-${row.round}-${row.table}`;

/* To a table's card; the tables may be on another tab. */
function showCard(event) {
  event.preventDefault();
  const target = event.currentTarget.getAttribute("href").slice(1);
  state.tab = "tables";
  draw();
  document.getElementById(target)?.scrollIntoView({ block: "start" });
}

/* Every table in one line: its number, and a sign for what it does. */
function glance(hall) {
  return h("nav", { class: "glance", "aria-label": t("tab.tables") }, hall.map((row) => h("a", { href: `#${cardId(row)}`, "data-status": row.contested ? "contested" : row.calls.length ? "called" : row.status, onclick: showCard, title: t(row.contested ? `contested.${row.contested}` : row.calls.length ? "status.called" : `status.${row.status}`) }, h("b", {}, row.table), status(row, true))));
}

function sheetsOf(row) {
  return state.sections.rounds[row.round - 1].tables[row.table - 1].sheets;
}

function tableCard(row) {
  const key = `${row.round}-${row.table}`;
  const sheets = sheetsOf(row);
  const sheet = sheets.at(-1);
  const open = state.slips[key];
  const correct = sheets.length > 0;
  if (open?.sent) delete state.slips[key];
  const toggle = () => { state.slips[key] = state.slips[key] ? undefined : {}; draw(); };
  return h("li", { class: "table", id: cardId(row), "data-status": row.contested ? "contested" : row.status, "data-table": key },
    h("div", { class: "row apart" }, h("b", { class: "number" }, row.table, row.round !== state.sections.tournament.round ? h("small", {}, ` ${t("round.short", { number: row.round })}`) : ""), status(row)),
    h("ol", {}, row.players.map((name, n) => h("li", {}, h("span", {}, name), row.games ? h("b", { class: "numbers" }, points(row.points[n])) : []))),
    h("p", { class: "quiet small" }, row.games ? games(row.games) : "", sheet ? ` · ${t(`by.${sheet.by}`)}` : "", sheet?.struck.length ? ` · ${t("struck", { lines: sheet.struck.join(", ") })}` : ""),
    sheets.slice(1).map((one, n) => h("p", { class: "small" }, `${one.reason} `, h("span", { class: "quiet" }, t("was", { points: sheets[n].points.map(points).join(" ") })))),
    row.contested === "differs" ? differs(row) : [],
    h("div", { class: "row" },
      button(`slip-${key}`, t(correct ? "slip.correct" : "slip.type"), toggle, { "aria-pressed": String(Boolean(open)) }),
      !correct && row.games && row.status !== "playing" ? twice(`in-${key}`, t("handin.for"), t("handin.sure"), () => say({ type: "sheet_handed_in", round: row.round, table: row.table, seq: row.seq, confirmed: [] })) : [],
      row.log ? h("a", { class: "button", href: `/table/${row.log}` }, t("table.open")) : []),
    state.slips[key] ? slipForm(row, state.slips[key], act, draw, { correct, mode: state.sections.tournament.mode }) : []);
}

/* The table's own log says something else than the sheet that is in: a decision, or a correction after it. */
function differs(row) {
  const { points: values, games: count } = row.log_says;
  const call = state.sections.calls.findLast((one) => one.round === row.round && one.table === row.table && one.decision);
  const reason = call ? `${call.referee}: ${call.decision}` : t("differs.reason");
  const words = { type: "sheet_corrected", round: row.round, table: row.table, games: count, points: values, reason: reason.slice(0, 200) };
  return h("div", { class: "notice warn small" }, h("p", {}, t("differs.now", { points: row.players.map((p, n) => `${p} ${points(values[n])}`).join(", "), games: games(count), reason })),
    twice(`accept-${row.round}-${row.table}`, t("differs.accept"), t("differs.sure"), () => say(words)));
}

/* --- people ---------------------------------------------------------------------------------------------------- */

function people() {
  const wanted = state.find.trim().toLocaleLowerCase();
  const found = state.sections.players.filter((p) => p.name.toLocaleLowerCase().includes(wanted));
  return [state.sections.tournament.closed ? [] : h("section", { class: "panel" }, h("h2", {}, t("players.add")), nameForm()),
    h("section", { class: "panel" }, h("h2", {}, t("players")),
      h("label", { class: "field" }, h("span", {}, t("player.search")), h("input", { id: "find", type: "search", autocomplete: "off", value: state.find, oninput: (e) => { state.find = e.target.value; draw(); } })),
      h("ul", { class: "people" }, found.map(person)))];
}

function person(player) {
  const key = `p-${player.name}`;
  const edit = state.edit === player.name;
  return h("li", { class: player.present ? null : "away" },
    h("div", { class: "row apart" }, h("b", {}, player.name, player.table ? h("small", { class: "quiet" }, ` ${t("table", { number: player.table })}`) : "", player.present ? "" : h("small", { class: "quiet" }, ` ${t("player.away")}`)),
      h("span", { class: "row" },
        button(`${key}-there`, t(player.present ? "player.leave" : "player.come"), () => say({ type: player.present ? "player_left" : "player_came", player: player.name })),
        button(`${key}-edit`, t("player.edit"), () => { state.edit = edit ? null : player.name; state.form.to = player.name; state.form.seat = player.table ?? ""; draw(); }, { "aria-pressed": String(edit) }))),
    edit ? h("div", { class: "stack" },
      h("div", { class: "row" }, field(state.form, "to", t("player.spelling"), { maxlength: 60 }), button(`${key}-rename`, t("save"), () => act(async () => { await order({ type: "player_renamed", player: player.name, to: state.form.to.trim() }); state.edit = null; }))),
      h("div", { class: "row" }, field(state.form, "seat", t("player.fixed"), { type: "number", min: 1, inputmode: "numeric" }), button(`${key}-fix`, t("save"), () => say({ type: "seat_fixed", player: player.name, ...(Number(state.form.seat) ? { table: Number(state.form.seat) } : {}) }))),
      player.seated ? [] : twice(`${key}-strike`, t("player.strike"), t("player.strike.sure"), () => say({ type: "player_struck", player: player.name }))) : []);
}

function nameForm() {
  const look = async (text) => {
    state.form.names = text;
    try {
      state.names = text.trim() ? await post("/api/tournaments/names", { text }) : null;
      page.problem(null);
    } catch (error) {
      page.problem(error);
    }
    draw();
  };
  const known = new Set(state.sections.players.map((p) => p.name));
  const fresh = (state.names?.names ?? []).filter((name) => !known.has(name));
  const there = (state.names?.names ?? []).filter((name) => known.has(name));
  return h("div", { class: "stack" },
    h("label", { class: "field" }, h("span", {}, t("names.paste")), h("textarea", { id: "names", rows: 8, "data-key": "names", oninput: (e) => { state.form.names = e.target.value; clearTimeout(state.timer); state.timer = setTimeout(() => look(e.target.value), 300); }, value: state.form.names ?? "" })),
    h("label", { class: "field" }, h("span", {}, t("names.file")), h("input", { type: "file", accept: ".csv,.txt,text/csv,text/plain", "data-key": "file", onchange: async (e) => { const file = e.target.files[0]; if (file) look(readText(await file.arrayBuffer())); } })),
    state.names ? h("div", { role: "status" },
      h("p", {}, t("names.found", { count: fresh.length })),
      there.length ? h("p", { class: "quiet small" }, t("names.there", { names: there.join(", ") })) : [],
      state.names.twice.length ? h("p", { class: "notice warn small" }, t("names.twice", { names: state.names.twice.join(", ") })) : [],
      state.names.alike.length ? h("p", { class: "notice warn small" }, t("names.alike", { names: state.names.alike.map((pair) => pair.join(" / ")).join(", ") })) : [],
      state.names.refused.length ? h("p", { class: "notice wrong small" }, t("names.refused", { lines: state.names.refused.map((one) => `${one.line} („${one.text}“)`).join(", ") })) : []) : [],
    h("button", { type: "button", class: "main", "data-key": "addnames", disabled: state.busy || !fresh.length, onclick: () => act(async () => { await order({ type: "players_listed", players: fresh }); state.form.names = ""; state.names = null; }) }, t("names.add", { count: fresh.length })));
}

/* Files of any age: UTF-8, UTF-16 with its mark, or what older spreadsheets write. */
function readText(buffer) {
  const bytes = new Uint8Array(buffer);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/* --- lists and paper ------------------------------------------------------------------------------------------- */

function list() {
  const { standing: now } = state.sections;
  return h("section", { class: "panel" }, h("h2", {}, t(now.provisional ? "standing.provisional" : "standing.now")),
    now.finalists?.length ? h("p", {}, t("finalists", { names: now.finalists.join(", ") })) : [],
    now.undecided?.length ? h("p", { class: "notice warn" }, t("lot", { names: now.undecided.join(", ") })) : [],
    standing(now));
}

const paperHref = (kind, round = 0) => `${path}/exports/${kind}?lang=${document.documentElement.lang}${round ? `&round=${round}` : ""}`;

function paper() {
  const { rounds } = state.sections;
  const link = (kind, text, round) => h("a", { class: "button", href: paperHref(kind, round), target: "_blank" }, text);
  const picture = h("img", { class: "qr", alt: "", src: state.code });
  return [rounds.map((round) => h("section", { class: "panel" }, h("h2", {}, roundName(round.number, round.final)), h("div", { class: "row" },
    link("seats-by-name.pdf", t("paper.byname"), round.number), link("seats-by-table.pdf", t("paper.bytable"), round.number), link("slips.pdf", t("paper.slips"), round.number)))),
  h("section", { class: "panel" }, h("h2", {}, t("paper.lists")), h("div", { class: "row" }, link("standing.pdf", t("paper.standing")), link("standing.csv", "CSV"), link("standing.xlsx", "XLSX"), link("record.json", t("paper.record")), link("evening.json", t("paper.evening")))),
  state.code ? h("section", { class: "panel ownpage" }, picture, h("div", {}, h("h2", {}, t("hall.own")), h("p", {}, t("hall.own.how")), h("p", {}, h("a", { href: `/player/${id}` }, state.url)))) : []];
}

page.draw(draw);
get(`${path}/code`).then((found) => {
  state.url = found.url;
  state.code = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.qr)}`;
  draw();
}).catch(() => {});
follow(`${path}/stream`, {
  onState(sections) {
    state.sections = { ...sections };
    clock.set(sections.clock);
    draw();
  },
  onStatus(word) {
    state.ended = word === "ended";
    page.status(word);
    if (state.ended) draw();
  },
});
