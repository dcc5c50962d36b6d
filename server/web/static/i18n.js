/* German and English, switched live and remembered by the browser.
 *
 *   await words("board")             loads words/board.de.json and words/board.en.json (words "common" and "errors" are always there)
 *   t("board.turn", {name})          the text in the language now; {name} is filled in
 *   lang()                           "de" or "en"
 *   setLang("en")                    switches; then every onLang(callback) is called, texts marked data-t are rewritten
 *   points(-3) "−3"   points(3) "+3"   euros(-120) "−1,20 €"   thirds(107) "35 Punkte 2 Blatt"   when(iso) "20:14"
 *
 * Keys and placeholders are the same in both languages; a test compares the files. */

const HERE = new URL(".", import.meta.url);
const LANGS = ["de", "en"];
const table = { de: {}, en: {} };
const loaded = new Map();
const listeners = new Set();

export const lang = () => (document.documentElement.lang === "en" ? "en" : "de");
const locale = () => (lang() === "de" ? "de-AT" : "en-GB");

export function words(name) {
  if (!loaded.has(name)) loaded.set(name, Promise.all(LANGS.map((code) => load(name, code))));
  return loaded.get(name);
}

async function load(name, code) {
  const answer = await fetch(new URL(`words/${name}.${code}.json`, HERE));
  Object.assign(table[code], await answer.json());
}

export function known(key) {
  return key in table[lang()];
}

export function t(key, values = {}) {
  const text = table[lang()][key];
  if (text === undefined) {
    console.error(`no words for ${key}`);   // the tests listen
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

export function setLang(code) {
  document.documentElement.lang = code;
  try {
    localStorage.setItem("kiebitz.lang", code);
  } catch { /* then only for this page */ }
  translate(document);
  for (const listener of listeners) listener(code);
}

export function onLang(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/* Elements that are written in the page itself: data-t="key" is their text, data-t-label="key" their aria-label. */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
}

/* An error of the API in the reader's language, by its code: a test sees to it that each has words. A page may say the
 * same code more precisely, in its own words, also with values of its own. What has none is about the form of what was sent; its place then tells more. */
export function errorText(error) {
  const key = `error.${error.code}`;
  if (known(key)) return t(key, error.values);
  const text = t(error.code ? "error.form" : "error.unknown");
  return error.at ? `${text} (${error.at})` : text;
}

/* --- numbers as players write them ---------------------------------------------------------------------------- */

export function points(value) {
  if (value === null || value === undefined) return "–";
  if (value === 0) return "0";
  return (value > 0 ? "+" : "−") + new Intl.NumberFormat(locale()).format(Math.abs(value));
}

export function euros(cents, unit = " €") {
  const amount = new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const sign = cents < 0 ? "−" : cents > 0 ? "+" : "";
  return `${sign}${amount.format(Math.abs(cents) / 100)}${unit}`;
}

export function thirds(count) {
  const blatt = count % 3;
  const whole = (count - blatt) / 3;
  return blatt === 0 ? t("points.whole", { points: whole }) : t("points.blatt", { points: whole, blatt });
}

export function shortThirds(count) {
  const blatt = count % 3;
  return blatt === 0 ? String((count - blatt) / 3) : `${(count - blatt) / 3}/${blatt}`;
}

export function when(stamp) {
  return new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" }).format(new Date(stamp));
}

export function day(stamp) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(stamp));
}

await Promise.all(["common", "errors"].map(words));
translate(document);
