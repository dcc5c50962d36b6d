/* The host's panels for network, pairing and devices: on the start page and on the setup page alike.
 *
 *   const panels = await access(page);   loads what they need; null for who is not the host
 *   panels.lan()  panels.pairing(tables)  panels.devices()      elements, drawn anew at each change through `page.redraw` */

import { del, get, post, put as send } from "./api.js";
import { h } from "./dom.js";
import { day, t, words } from "./i18n.js";

const ROLES = ["scorer", "viewer", "player", "camera", "referee", "admin"];

export async function access(redraw, page) {
  await words("access");
  const state = { lan: await get("/api/lan"), devices: (await get("/api/devices")).devices, role: "scorer", table: "", name: "", offer: null, known: null, sure: null, busy: false };
  const tried = (f) => async (event) => {
    event?.preventDefault();
    state.busy = true;
    try {
      await f();
      page.problem(null);
    } catch (error) {
      page.problem(error);
    }
    state.busy = false;
    redraw();
  };

  const setLan = (open) => tried(async () => { state.lan = await send("/api/lan", { open }); });

  const offer = tried(async () => {
    const name = state.name.trim();
    const asked = { role: state.role, table: state.table || null, ...(name ? { name } : {}) };
    state.known = new Set(state.devices.map((d) => d.id));
    state.done = null;
    state.offer = await post("/api/pairings", asked);
  });

  /* While a code is shown: has somebody used it, has it lapsed? */
  setInterval(async () => {
    if (!state.offer) return;
    if (Date.now() / 1000 > state.offer.expires) {
      state.offer = null;
      page.tell(t("pair.expired"));
    } else {
      state.devices = (await get("/api/devices").catch(() => state)).devices;
      const fresh = state.devices.find((d) => !state.known.has(d.id));
      if (fresh) {
        state.offer = null;
        state.done = fresh.name;
        page.tell(t("pair.done", { name: fresh.name }));
      }
    }
    redraw();
  }, 2000);

  function lan() {
    const { open, addresses, possible } = state.lan;
    return h("section", { class: "panel" }, h("h2", {}, t("lan.title")),
      h("p", {}, t(open ? "lan.open" : possible ? "lan.closed" : "lan.impossible")),
      open ? [h("ul", { class: "addresses", "aria-label": t("lan.addresses") }, addresses.map((a) => h("li", {}, h("code", {}, a)))), h("p", { class: "small quiet" }, t("lan.certificate"), " ", h("a", { href: "/pair/authority.pem", download: "kiebitz-authority.pem" }, t("lan.authority"))), h("p", { class: "small" }, t("lan.fingerprint"), " ", h("code", {}, (state.lan.fingerprint ?? "").replace(/(.{4})(?=.)/g, "$1 ")))] : [],
      possible ? h("button", { type: "button", class: open ? "plain" : "main", "data-key": "lan", disabled: state.busy, onclick: setLan(!open) }, t(open ? "lan.do.close" : "lan.do.open")) : []);
  }

  function pairing(tables) {
    const role = (name) =>
      h("label", { class: "check" }, h("input", { type: "radio", name: "role", value: name, "data-key": `role-${name}`, checked: state.role === name, onchange: () => { state.role = name; redraw(); } }),
        h("span", {}, h("b", {}, t(`role.${name}`)), " ", h("span", { class: "quiet small" }, t(`pair.role.${name}`))));
    const bound = h("select", { "data-key": "pair-table", onchange: (e) => { state.table = e.target.value; } },
      h("option", { value: "" }, t("pair.alltables")), tables.map((one) => h("option", { value: one.id, selected: one.id === state.table }, one.name)));
    return h("section", { class: "panel", id: "pair" }, h("h2", {}, t("pair.title")),
      state.done ? h("p", { class: "notice" }, t("pair.done", { name: state.done })) : [],
      !state.lan.open && state.lan.possible ? h("p", { class: "notice warn" }, t("lan.first")) : [],
      state.offer ? shown() : h("form", { onsubmit: offer },
        h("fieldset", { class: "choices" }, h("legend", {}, t("pair.role")), h("div", { class: "roles" }, ROLES.map(role))),
        h("label", { class: "field" }, h("span", {}, t("pair.table")), bound),
        h("label", { class: "field" }, h("span", {}, t("pair.name")), h("input", { id: "pair-name", maxlength: 60, autocomplete: "off", value: state.name, placeholder: t(`role.${state.role}`), oninput: (e) => { state.name = e.target.value; } })),
        h("button", { class: "main", "data-key": "offer", disabled: state.busy }, t("pair.show"))));
  }

  function shown() {
    const { code, url, qr, expires } = state.offer;
    const picture = h("img", { class: "qr", alt: t("pair.qr"), src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(qr))}` });
    return h("div", { class: "offer" }, picture,
      h("div", {}, h("p", {}, t("pair.scan", { address: url.split("#")[0] })), h("p", { class: "code" }, `${code.slice(0, 4)} ${code.slice(4)}`),
        h("p", { class: "small quiet" }, t("pair.until", { minutes: Math.max(1, Math.round((expires - Date.now() / 1000) / 60)) })),
        h("div", { class: "row" }, h("button", { type: "button", class: "plain", "data-key": "offer", onclick: offer }, t("pair.again")), h("button", { type: "button", class: "plain", "data-key": "offer-close", onclick: () => { state.offer = null; redraw(); } }, t("close")))));
  }

  function devices() {
    const active = state.devices.filter((d) => !d.revoked);
    return h("section", { class: "panel" }, h("h2", {}, t("device.title")),
      active.length ? h("ul", { class: "devices" }, active.map(device)) : h("p", { class: "quiet" }, t("device.none")));
  }

  function device(one) {
    const revoke = tried(async () => {
      if (state.sure !== one.id) {
        state.sure = one.id;
        return;
      }
      await del(`/api/devices/${one.id}`);
      state.devices = (await get("/api/devices")).devices;
      state.sure = state.done = null;
      page.tell(t("device.revoked", { name: one.name }));
    });
    const sure = state.sure === one.id;
    return h("li", {}, h("span", {}, h("b", {}, one.name), " ", h("span", { class: "quiet small" }, `${t(`role.${one.role}`)} · ${t("device.since", { time: day(one.created) })}`)),
      h("button", { type: "button", class: "plain danger", "data-key": `revoke-${one.id}`, onclick: revoke }, sure ? t("device.sure", { name: one.name }) : t("device.revoke")));
  }

  return { lan, pairing, devices, state };
}

/* The picture comes for use inside a page; alone it needs its namespace. */
const standalone = (svg) => (svg.includes("xmlns=") ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'));
