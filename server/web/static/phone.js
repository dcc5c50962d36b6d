/* The phone as the camera of a table: allow the camera, aim by what is recognised, done. Pictures go by POST, two under way
 * at most; what the reader sees comes back with each answer. */

import { get } from "./api.js";
import { goesClockwise } from "./deal.js";
import { h, put } from "./dom.js";
import { finderDrawing, heightOf, spoken } from "./finder.js";
import { errorText, lang, onLang, setLang, t, words } from "./i18n.js";
import { Lens, LensError } from "./lens.js";
import { Pace } from "./pace.js";

const GONE = new Set([401, 403, 404]);
const TROUBLED = new Set(["offline", "failed", "busy", "none"]);
const SIDES = ["S", "E", "N", "W"];
const state = { me: null, tables: null, table: null, on: false, problem: null, told: null, line: "sending", lit: false, turnable: false, seats: {}, turn: turnKept() };
let shownHints = "";
let shownCards = "";
const video = h("video", { playsinline: true, muted: true, autoplay: true });
video.muted = true;
const drawing = h("svg", { class: "drawing", viewBox: "0 0 1000 563", "aria-hidden": "true" });
const stage = h("div", { class: "stage", role: "img" }, video, drawing);
const bar = h("div", { class: "bar" });
const said = h("p", { class: "hints", role: "status" });
const cards = h("p", { class: "unseen", "aria-live": "polite" });
const corner = h("div", { class: "corner" });
const panel = h("main", { id: "main", class: "sheet" });
const lens = new Lens(video, () => fail(new LensError("ended")));
const pace = new Pace();

document.body.classList.add("phone");
document.body.replaceChildren(stage, corner, panel, h("div", { class: "under" }, said, bar), cards);
await words("phone");
onLang(draw);
video.addEventListener("resize", fit);
window.addEventListener("resize", () => state.on && draw());
document.addEventListener("visibilitychange", () => state.on && draw());
await begin();

/* --- before the camera is on ---------------------------------------------------------------------------------- */

async function begin() {
  draw();
  try {
    state.me = await get("/api/me");
    state.tables = (await get("/api/tables")).tables;
    const wanted = new URLSearchParams(location.search).get("table") ?? state.me.table;
    state.table = state.tables.find((table) => table.id === wanted) ?? (state.tables.length === 1 ? state.tables[0] : null);
  } catch (error) {
    state.problem = error;
  }
  draw();
  if (state.table && (await allowedBefore())) await open();
}

async function allowedBefore() {
  const answer = await navigator.permissions?.query({ name: "camera" }).catch(() => null);
  return answer?.state === "granted";
}

async function open() {
  state.problem = null;
  try {
    await lens.open();
    state.on = true;
    state.turnable = (await lens.others()).length > 1;
    fit();
    lens.each(take);
    nameSeats();
  } catch (error) {
    state.problem = error;
  }
  draw();
}

function close() {
  lens.close();
  state.on = state.lit = false;
  state.told = null;
  draw();
}

function fail(error) {
  close();
  state.problem = error;
  draw();
}

/* Who sits where: with four at the table it follows from the first seat and the direction of play. */
async function nameSeats() {
  try {
    const [{ sections }, { systems }] = await Promise.all([get(`/api/tables/${state.table.id}`), get("/api/systems")]);
    const { players, first_seat: first, rules, options } = sections.table;
    if (players.length !== 4) return;
    const step = goesClockwise(systems.find((system) => system.id === rules), options) ? -1 : 1;
    state.seats = Object.fromEntries(players.map((player, n) => [SIDES[(SIDES.indexOf(first) + step * n + 4) % 4], player]));
  } catch { /* then the edges have their own names */ }
}

/* --- pictures ------------------------------------------------------------------------------------------------- */

async function take(taken) {
  if (!state.on || document.hidden || !pace.due(performance.now())) return;
  const begun = pace.begin(performance.now());
  let ok = false;
  try {
    const { width, quality } = pace.size();
    const picture = await lens.shot(width, quality, state.turn);
    if (picture === null) return;
    const answer = await fetch(`/api/tables/${state.table.id}/camera/pictures`, {
      method: "POST",
      headers: { "content-type": "image/jpeg", "x-taken-at": taken.toFixed(3) },
      body: picture,
      signal: AbortSignal.timeout(8000),
    });
    const told = await answer.json();
    ok = answer.ok;
    hear(answer.status, told);
  } catch {
    state.line = "offline";
    await new Promise((resolve) => setTimeout(resolve, 700));
  } finally {
    pace.end(begun, performance.now(), ok);
    draw();
  }
}

function hear(status, told) {
  if (status === 200 && told.reader === "stopped") {
    close();
    state.problem = new LensError("stopped");
  } else if (status === 200) {
    state.told = told;
    state.line = told.reader;
    pace.reads(told.frame_ms);
  } else if (GONE.has(status)) {
    close();
    state.line = "out";
    state.problem = new LensError("out");
  } else if (told.error?.code === "camera") {
    state.line = "busy";
    state.told = null;
  }
}

/* --- what is shown -------------------------------------------------------------------------------------------- */

function fit() {
  const sizes = [video.videoWidth || 16, video.videoHeight || 9];
  const [w, tall] = state.turn % 180 === 0 ? sizes : sizes.reverse();
  stage.style.setProperty("--shape", `${w} / ${tall}`);
  stage.style.setProperty("--ratio", String(w / tall));
  video.className = `turn-${state.turn}`;
}

function turnKept() {
  try {
    return [90, 180, 270].find((turn) => String(turn) === localStorage.getItem("kiebitz.turn")) ?? 0;
  } catch {
    return 0;
  }
}

/* The edge that is at the bottom of the picture is where S sits. */
function turnPicture() {
  state.turn = (state.turn + 90) % 360;
  try {
    localStorage.setItem("kiebitz.turn", String(state.turn));
  } catch { /* then only for this page */ }
  state.told = null;   // what was seen lay the other way
  fit();
  draw();
}

/* The most urgent first; on a phone that lies on its side there is room for one. */
function hints() {
  if (document.hidden) return [t("phone.state.paused")];
  const wrong = (state.told?.defects ?? []).map((defect) => t(`phone.defect.${defect}`));
  const line = t(`phone.state.${state.line}`, { deal: state.told?.deal ?? "" });
  const found = TROUBLED.has(state.line) ? [line, ...wrong] : [...wrong, line];
  if (pace.slow) found.push(t("phone.state.slow"));
  if (state.on && !lens.keptAwake) found.push(t("phone.awake"));
  if (window.innerHeight > window.innerWidth && state.line === "waiting") found.push(t("phone.portrait"));
  return found.slice(0, window.innerHeight < 500 ? 1 : 3);
}

function draw() {
  document.title = `${t("phone.title")} · Kiebitz`;
  document.body.classList.toggle("on", state.on);
  stage.setAttribute("aria-label", t("phone.finder"));
  stage.hidden = !state.on;
  panel.hidden = state.on;
  put(corner, state.on ? [] : languages());
  if (!state.on) put(panel, entry());
  drawFinder();
  drawHints();
  put(bar, state.on ? buttons() : []);
}

function languages() {
  return ["de", "en"].map((code) => h("button", { type: "button", class: "language", lang: code, "data-key": code, "aria-pressed": String(lang() === code), "aria-label": code === "de" ? "Deutsch" : "English", onclick: () => setLang(code) }, code.toUpperCase()));
}

function drawFinder() {
  const view = state.on ? state.told?.view : null;
  if (!view) {
    drawing.replaceChildren();
    return;
  }
  drawing.setAttribute("viewBox", `0 0 1000 ${Math.round(heightOf(view))}`);
  drawing.replaceChildren(...finderDrawing(view, state.seats));
  const sentence = spoken(view);
  if (sentence !== shownCards) cards.textContent = shownCards = sentence;
}

/* Screen readers hear a hint when it changes, not with every picture. */
function drawHints() {
  const now = state.on ? hints() : [];
  const bad = Boolean(state.told?.defects?.length) || TROUBLED.has(state.line);
  said.dataset.kind = bad ? "warn" : state.line === "watching" ? "good" : "quiet";
  said.hidden = now.length === 0;
  const text = now.join("\n");
  if (text === shownHints) return;
  shownHints = text;
  put(said, now.map((hint) => h("span", {}, hint)));
}

function buttons() {
  const light = async () => {
    await lens.light(!state.lit).then(() => { state.lit = !state.lit; }).catch(() => {});
    draw();
  };
  const other = () => lens.other().then(() => { lens.each(take); fit(); }).catch(fail);
  return [
    h("button", { type: "button", class: "plain", "data-key": "stop", onclick: close }, t("phone.stop")),
    lens.canLight ? h("button", { type: "button", class: "plain", "data-key": "light", "aria-pressed": String(state.lit), onclick: light }, t("phone.light")) : [],
    h("button", { type: "button", class: "plain", "data-key": "turn", onclick: turnPicture }, t("phone.turn")),
    state.turnable ? h("button", { type: "button", class: "plain", "data-key": "other", onclick: other }, t("phone.other")) : [],
    languages(),
    h("span", { class: "rate" }, pace.rate > 0 ? t("phone.rate", { rate: Math.round(pace.rate), width: Math.min(pace.size().width, Math.max(video.videoWidth, video.videoHeight)) }) : ""),
  ];
}

function entry() {
  const { me, tables, table, problem } = state;
  if (me === null) return [h("h1", {}, t("phone.title")), problem ? h("p", { class: "notice wrong", role: "alert" }, errorText(problem)) : h("p", { class: "quiet" }, t("loading"))];
  const may = me.role === "camera" || me.role === "admin";
  return [
    h("h1", {}, t("phone.title"), table ? h("span", { class: "quiet" }, ` · ${table.name}`) : ""),
    problem ? h("p", { class: "notice wrong", role: "alert" }, trouble(problem)) : [],
    may ? h("p", {}, t("phone.how")) : h("p", { class: "notice wrong" }, t("phone.role")),
    may && tables?.length === 0 ? h("p", { class: "empty" }, t("phone.notables")) : [],
    may && tables?.length > 1 ? choice() : [],
    may && table ? h("button", { type: "button", class: "main wide-button", "data-key": "start", onclick: open }, t("phone.start")) : [],
  ];
}

function choice() {
  const pick = (event) => {
    state.table = state.tables.find((table) => table.id === event.target.value) ?? null;
    draw();
  };
  const options = state.tables.map((table) => h("option", { value: table.id, selected: table.id === state.table?.id }, table.name));
  return h("label", { class: "field" }, h("span", {}, t("phone.table")), h("select", { "data-key": "table", onchange: pick }, state.table ? [] : h("option", { value: "" }, "…"), options));
}

function trouble(problem) {
  if (problem instanceof LensError) {
    if (["out", "stopped"].includes(problem.kind)) return t(`phone.state.${problem.kind}`);
    const known = ["insecure", "NotAllowedError", "NotFoundError", "NotReadableError", "OverconstrainedError", "ended"];
    return t(`phone.error.${known.includes(problem.kind) ? problem.kind : "other"}`);
  }
  return errorText(problem);
}
