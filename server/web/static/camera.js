/* The camera of one table, for the setup page: its state, its picture with the seats, its corners, on and off. */

import { ApiError, del, get, post, put as send } from "./api.js";
import { h, put } from "./dom.js";
import { known, t } from "./i18n.js";

const PACE = 2000;
const START = [[0.15, 0.15], [0.85, 0.15], [0.85, 0.85], [0.15, 0.85]];

export function cameraPanel(page, me, redraw) {
  const state = { table: null, here: null, shown: null, picture: null, trouble: null, source: "", url: "", corners: null, busy: false };
  let generation = 0;

  /* Drawn by itself every two seconds, so that the rest of the page stays as it is under the finger. */
  const box = h("section", { class: "panel" });
  const refresh = () => {
    const active = document.activeElement;
    if (!(box.contains(active) && active.tagName === "SELECT")) put(box, content());
  };

  function watch(table) {
    state.table = table;
    state.corners = null;
    setPicture(null);
    generation += 1;
    look(generation);
  }

  /* Again and again while the page is open; another table, and this round ends. */
  async function look(mine) {
    while (mine === generation && state.table) {
      if (!document.hidden) {
        try {
          [state.here, state.shown] = await Promise.all([get("/api/cameras"), get(`/api/tables/${state.table}/camera`)]);
          if (state.shown.state !== "off" && state.corners === null) await fetchPicture();
        } catch (error) {
          if (error instanceof ApiError && error.code === "role") return;
        }
        if (mine === generation && state.corners === null) refresh();
      }
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
  }

  async function fetchPicture() {
    const answer = await fetch(`/api/tables/${state.table}/camera/picture?seats=true`).catch(() => null);
    if (answer?.ok) setPicture(URL.createObjectURL(await answer.blob()));
  }

  function setPicture(url) {
    if (state.picture) URL.revokeObjectURL(state.picture);
    state.picture = url;
  }

  const tried = (act) => async (event) => {
    event?.preventDefault();
    state.busy = true;
    redraw();
    try {
      await act();
      page.problem(null);
    } catch (error) {
      page.problem(error);
    }
    state.busy = false;
    redraw();
  };

  const path = () => `/api/tables/${state.table}/camera`;
  const start = tried(async () => { state.shown = await post(path(), { source: state.source === "url" ? state.url.trim() : state.source || state.here.cameras[0]?.source }); });
  const stop = tried(async () => { state.shown = await del(path()); setPicture(null); });
  const keep = tried(async () => {
    await send(`${path()}/corners`, { corners: state.corners });
    state.corners = null;
    page.tell(t("camera.aimed"));
  });

  function element() {
    put(box, content());
    return box;
  }

  function content() {
    const { shown, here } = state;
    if (!shown || !here) return [h("h2", {}, t("camera.title")), h("p", { class: "quiet" }, t("loading"))];
    const on = !["off", "stopped", "failed", "ended", "lost"].includes(shown.state);
    const reader = shown.reader;
    return [h("h2", {}, t("camera.title")),
      h("p", { class: "camera-state", role: "status" }, h("span", { class: "line", "data-status": on ? "live" : "off" }, t(`camera.state.${shown.state}`)), shown.kind ? h("span", { class: "quiet small" }, ` ${t(`camera.kind.${shown.kind}`)} · ${shown.source}`) : []),
      shown.words ? h("p", { class: "notice warn" }, shown.words) : [],
      reader?.trouble ? h("p", { class: "notice wrong" }, t(`camera.trouble.${reader.trouble}`)) : [],
      (reader?.defects ?? []).map((d) => h("p", { class: "notice warn" }, known(`camera.defect.${d}`) ? t(`camera.defect.${d}`) : d)),
      on && reader ? h("p", { class: "quiet small" }, t("camera.rate", { rate: Math.round(reader.frames_per_second) }), reader.waiting ? ` · ${t("camera.waiting", { count: reader.waiting })}` : "") : [],
      on ? picture(reader) : [],
      on ? h("div", { class: "row" }, h("button", { type: "button", class: "plain", "data-key": "camera-stop", disabled: state.busy, onclick: stop }, t("camera.stop"))) : starting(here),
      h("p", { class: "quiet small" }, t("camera.phone"))];
  }

  function starting({ cameras, missing }) {
    const sources = [...cameras.map((c) => [c.source, t("camera.local", { number: c.source, name: c.name })]), ...(me.role === "admin" ? [["url", t("camera.address")]] : [])];
    const chosen = state.source || (cameras[0]?.source ?? "url");
    if (!state.source) state.source = chosen;
    const ready = !missing.includes("no_readers") && sources.length > 0;
    return h("form", { onsubmit: start },
      missing.map((m) => h("p", { class: "notice" }, t(`camera.missing.${m}`))),
      ready ? [
        h("label", { class: "field" }, h("span", {}, t("camera.source")), h("select", { "data-key": "source", onchange: (e) => { state.source = e.target.value; redraw(); } }, sources.map(([value, text]) => h("option", { value, selected: value === chosen }, text)))),
        chosen === "url" ? h("label", { class: "field" }, h("span", {}, t("camera.url")), h("input", { id: "camera-url", maxlength: 500, autocomplete: "off", value: state.url, oninput: (e) => { state.url = e.target.value; } })) : [],
        h("button", { class: "main", "data-key": "camera-start", disabled: state.busy }, t("camera.start"))] : []);
  }

  function picture(reader) {
    if (!state.picture) return h("p", { class: "empty" }, t("camera.nopicture"));
    const image = h("img", { src: state.picture, alt: t("camera.picture"), draggable: "false" });
    if (state.corners === null) {
      const begin = () => {
        state.corners = (reader?.view?.corners ?? START).map(([x, y]) => [clamp(x), clamp(y)]);
        redraw();
      };
      return [h("div", { class: "aim" }, image), h("button", { type: "button", class: "plain", "data-key": "corners", onclick: begin }, t("camera.corners"))];
    }
    return [h("p", {}, t("camera.cornersnow")), aiming(image),
      h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-key": "keep", onclick: keep }, t("camera.keep")), h("button", { type: "button", class: "plain", "data-key": "leave", onclick: () => { state.corners = null; redraw(); } }, t("cancel")))];
  }

  function aiming(image) {
    const shape = h("polygon", {});
    const box = h("div", { class: "aim" }, image, h("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" }, shape));
    const handles = state.corners.map((_, n) => handle(n, box, place));
    function place() {
      shape.setAttribute("points", state.corners.map((p) => p.join(",")).join(" "));
      handles.forEach((node, n) => {
        node.style.left = `${state.corners[n][0] * 100}%`;
        node.style.top = `${state.corners[n][1] * 100}%`;
      });
    }
    box.append(...handles);
    place();
    return box;
  }

  function handle(n, box, place) {
    const move = (x, y) => {
      state.corners[n] = [clamp(x), clamp(y)];
      place();
    };
    const drag = (event) => {
      const frame = box.getBoundingClientRect();
      move((event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height);
    };
    const keys = { ArrowLeft: [-0.005, 0], ArrowRight: [0.005, 0], ArrowUp: [0, -0.005], ArrowDown: [0, 0.005] };
    return h("button", { type: "button", class: "handle", "data-key": `corner-${n}`, "aria-label": t("camera.corner", { number: n + 1 }),
      onpointerdown: (e) => e.target.setPointerCapture(e.pointerId),
      onpointermove: (e) => e.target.hasPointerCapture(e.pointerId) && drag(e),
      onkeydown: (e) => {
        if (!keys[e.key]) return;
        e.preventDefault();
        const [dx, dy] = keys[e.key];
        move(state.corners[n][0] + dx, state.corners[n][1] + dy);
      } }, n + 1);
  }

  return { element, watch, state };
}

const clamp = (value) => Math.round(Math.min(1, Math.max(0, value)) * 10000) / 10000;
