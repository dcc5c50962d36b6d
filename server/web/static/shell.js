/* The frame of a page: head with name, ways, language and theme; the place for the content; the sign whether it is live.
 *
 *   const page = await shell({ title: "board.title", words: ["board"], nav: [{ href, text: "key" or () => text, here: true }] });
 *   page.main            where the page draws
 *   page.status("live")  the word of stream.js, shown in the head
 *   page.nav(list)       other ways, once they are known
 *   page.draw(f)         calls f now and whenever the language changes
 *   page.tell(text)      said politely by screen readers, and shown for a moment
 *   page.problem(error)  an error, shown until the next thing works */

import { h, put } from "./dom.js";
import { errorText, known, lang, onLang, setLang, t, translate, words } from "./i18n.js";

const THEMES = ["auto", "light", "dark"];
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

function themeNow() {
  return document.documentElement.dataset.theme ?? "auto";
}

function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "auto") localStorage.removeItem("kiebitz.theme");
    else localStorage.setItem("kiebitz.theme", theme);
  } catch { /* then only for this page */ }
}

function tools(redraw) {
  const next = THEMES[(THEMES.indexOf(themeNow()) + 1) % THEMES.length];
  const language = (code, own) =>
    h("button", { type: "button", "data-key": `lang-${code}`, lang: code, "aria-label": own, "aria-pressed": String(lang() === code), onclick: () => setLang(code) }, code.toUpperCase());
  const theme = h("button", { type: "button", "data-key": "theme", "aria-label": t("theme.switch", { now: t(`theme.${themeNow()}`), next: t(`theme.${next}`) }), title: t(`theme.${themeNow()}`), onclick: () => { setTheme(next); redraw(); } }, SIGNS[themeNow()]);
  return [language("de", "Deutsch"), language("en", "English"), theme];
}

export async function shell({ title, words: names = [], nav = [], brand = "/" }) {
  await Promise.all(names.map(words));
  const state = { nav, status: null, title };
  const drawers = [];
  const ways = h("nav", {});
  const line = h("span", { class: "line", role: "status", hidden: true });
  const toolbox = h("div", { class: "tools" });
  const said = h("p", { class: "unseen", "aria-live": "polite" });
  const trouble = h("div", { role: "alert" });
  const main = h("main", { id: "main", tabindex: "-1" });
  const skip = h("a", { class: "skip", href: "#main", "data-t": "skip" });
  const bird = h("img", { src: new URL("kiebitz.svg", import.meta.url).pathname, alt: "", width: 36, height: 36 });
  const head = h("header", { class: "head" }, h("a", { class: "brand", href: brand }, bird, "Kiebitz"), ways, h("div", { class: "tools" }, line, toolbox));
  document.body.replaceChildren(skip, head, h("div", { class: "wide" }, trouble), main, said);

  const text = (word) => (typeof word === "function" ? word() : known(word) ? t(word) : word);
  function frame() {
    const name = text(state.title);
    document.title = name === "Kiebitz" ? name : `${name} · Kiebitz`;
    ways.setAttribute("aria-label", t("nav"));
    put(ways, state.nav.map((way) => h("a", { href: way.href, "data-key": way.href, ...(way.here ? { "aria-current": "page" } : {}) }, text(way.text))));
    put(toolbox, tools(frame));
    line.hidden = state.status === null;
    line.dataset.status = state.status ?? "";
    line.textContent = state.status === null ? "" : t(`line.${state.status}`);
    translate(document);
  }
  frame();
  onLang(() => {
    frame();
    for (const draw of drawers) draw();
  });
  return {
    main,
    title(word) {
      state.title = word;
      frame();
    },
    nav(list) {
      state.nav = list;
      frame();
    },
    status(word) {
      if (word === state.status) return;
      state.status = word;
      frame();
    },
    draw(f) {
      drawers.push(f);
      f();
    },
    tell(sentence) {
      said.textContent = "";
      requestAnimationFrame(() => { said.textContent = sentence; });
    },
    problem(error) {
      put(trouble, error === null ? [] : h("p", { class: "notice wrong" }, errorText(error)));
      if (error !== null) trouble.scrollIntoView({ block: "nearest" });
    },
  };
}

/* Logs that cannot be read: what is there is listed all the same, and a person sees what is missing. */
export const damagedNotice = (ids) => (ids.length ? h("p", { class: "notice wrong damaged" }, t("damaged", { ids: ids.join(", ") })) : []);

/* The ways between the pages of one table. */
export function tableWays(id, here) {
  return ["board", "table"].map((name) => ({ href: `/${name}/${id}`, text: `page.${name}`, here: name === here }));
}

/* The last part of the address: /board/t0123 → "t0123". */
export const tableHere = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");
