/* Before the first paint: the theme and the language that this browser chose. A plain script, loaded in the head of each page. */
"use strict";
(() => {
  let theme = null;
  let lang = null;
  try {
    theme = localStorage.getItem("kiebitz.theme");
    lang = localStorage.getItem("kiebitz.lang");
  } catch { /* a browser that keeps nothing gets the defaults */ }
  const root = document.documentElement;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const german = (navigator.language || "de").toLowerCase().startsWith("de");
  root.lang = lang === "de" || lang === "en" ? lang : german ? "de" : "en";
})();
