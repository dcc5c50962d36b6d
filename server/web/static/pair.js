/* What a device sees that is not paired: the secret of a scanned QR code is used at once, a code can be typed. */

import { post } from "./api.js";
import { h, put } from "./dom.js";
import { errorText, t } from "./i18n.js";
import { shell } from "./shell.js";

const page = await shell({ title: "pair.title", words: ["pair"], brand: "/pair" });
const state = { code: "", busy: false, problem: null };

function whereTo(device) {
  if (device.role === "camera") return "/phone";
  if (device.table) return device.role === "scorer" ? `/table/${device.table}` : `/board/${device.table}`;
  return "/";
}

async function pair(body) {
  state.busy = true;
  state.problem = null;
  draw();
  try {
    const device = await post("/api/pair", body);
    location.replace(whereTo(device));
  } catch (error) {
    state.busy = false;
    state.problem = error;
    draw();
  }
}

function send(event) {
  event.preventDefault();
  const digits = state.code.replace(/\D/g, "");
  if (digits.length === 8) pair({ code: digits });
  else {
    state.problem = { code: "digits" };
    draw();
  }
}

function typed(event) {
  const digits = event.target.value.replace(/\D/g, "").slice(0, 8);
  state.code = digits.length > 4 ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits;
  if (event.target.value !== state.code) event.target.value = state.code;
  if (digits.length === 8 && !state.busy) pair({ code: digits });
}

function draw() {
  const field = h("input", { id: "code", class: "code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 9, value: state.code, placeholder: "0000 0000", "aria-describedby": "how", "aria-invalid": state.problem ? "true" : null, disabled: state.busy, oninput: typed });
  put(page.main,
    h("div", { class: "panel narrow" },
      h("h1", {}, t("pair.title")),
      h("p", { id: "how" }, t("pair.how")),
      h("form", { onsubmit: send },
        h("label", { class: "field" }, h("span", {}, t("pair.code")), field),
        h("button", { class: "main", disabled: state.busy }, state.busy ? t("pair.busy") : t("pair.go"))),
      h("div", { role: "alert" }, state.problem ? h("p", { class: "notice wrong" }, errorText(state.problem)) : [])),
    h("p", { class: "quiet small", style: { "text-align": "center", margin: "1rem auto" } }, t("pair.why")));
}

function scanned() {
  const secret = location.hash.slice(1);
  if (!secret) return;
  history.replaceState(null, "", "/pair");   // the secret leaves the address line at once
  pair({ secret });
}

page.draw(draw);
window.addEventListener("hashchange", scanned);   // a browser may open the scanned address in the page that is there
scanned();
