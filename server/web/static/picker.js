/* Choosing one of the 54 cards, a question in a dialog, and rows of buttons of which one is chosen.
 *
 *   picker({ used, onPick, suits })      all cards by suit; those that lie already cannot be tapped
 *   choice(legend, [[value, text], …], now, act, name)   buttons of which one is pressed
 *   ask(title, build)                    a dialog; build(close) gives its content; resolves when it is closed */

import { face, GROUPS, label, name as cardName } from "./cards.js";
import { h, put } from "./dom.js";
import { t } from "./i18n.js";

export function picker({ used = new Set(), onPick, first = [], unseen = false }) {
  const button = (id) =>
    h("button", { type: "button", class: "pick", "data-key": `pick-${id}`, "data-pick": id, "aria-label": cardName(id), disabled: used.has(id), onclick: () => onPick(id) }, face(id, { alt: "" }));
  return h("div", { class: "picker" },
    first.length ? h("div", { class: "picks likely" }, first.map(button)) : [],
    GROUPS.map(([suit, ids]) => h("div", { class: "picks", role: "group", "aria-label": t(`suit.${suit}`) }, ids.map(button))),
    unseen ? h("button", { type: "button", class: "plain", "data-key": "pick-unseen", onclick: () => onPick("??") }, t("entry.unseen")) : []);
}

/* Several cards one after the other; resolves to their ids in the order of tapping, or null. */
export function pickMany(title, count, used, split = count) {
  return ask(title, (close) => {
    const picked = [];
    const box = h("div", { class: "stack" });
    const draw = () => put(box,
      h("p", { class: "row picked", "aria-live": "polite" }, picked.map((id, n) => [n > 0 && n % split === 0 ? h("span", { class: "quiet" }, "|") : [], label(id)]), h("span", { class: "quiet" }, t("entry.count", { count: picked.length, all: count }))),
      picker({ used: new Set([...used, ...picked.filter((id) => id !== "??")]), unseen: true, onPick: (id) => { if (picked.length < count) picked.push(id); draw(); } }),
      h("div", { class: "row" },
        h("button", { type: "button", class: "main", "data-key": "picked", disabled: picked.length !== count, onclick: () => close(picked) }, t("ok")),
        h("button", { type: "button", class: "plain", "data-key": "unpick", disabled: picked.length === 0, onclick: () => { picked.pop(); draw(); } }, `↶ ${t("entry.undo")}`)));
    draw();
    return box;
  });
}

export function choice(legend, options, now, act, name, more = {}) {
  return h("fieldset", { class: "choices" }, legend ? h("legend", {}, legend) : [],
    options.map(([value, text, extra]) =>
      h("button", { type: "button", class: "plain", "aria-pressed": String(value === now), "data-key": `${name}-${value}`, ...more, onclick: () => act(value) }, text, extra ? h("small", {}, extra) : [])));
}

export function ask(title, build) {
  return new Promise((resolve) => {
    const box = h("dialog", { "aria-label": title });
    const close = (value = null) => {
      box.close();
      box.remove();
      resolve(value);
    };
    box.append(h("div", { class: "row apart" }, h("h2", {}, title), h("button", { type: "button", class: "plain", "aria-label": t("close"), onclick: () => close() }, "✕")), build(close));
    box.addEventListener("cancel", (event) => {
      event.preventDefault();
      close();
    });
    document.body.append(box);
    box.showModal();
  });
}

/* Something half entered, kept until it is written, also when the page is loaded again. */
export function draft(key, start) {
  let value = start();
  try {
    value = { ...value, ...JSON.parse(sessionStorage.getItem(key) ?? "{}") };
  } catch { /* then it begins empty */ }
  return {
    value,
    set(change) {
      Object.assign(value, change);
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch { /* not kept */ }
    },
    clear() {
      try {
        sessionStorage.removeItem(key);
      } catch { /* nothing to clear */ }
    },
  };
}
