/* The few signs of the replay's buttons, drawn: not every system's fonts have them. */

import { h } from "./dom.js";

const SHAPES = {
  start: ["M5 4v16", "M20 4L8 12l12 8z"],
  trickprev: ["M12 5L3 12l9 7z", "M21 5l-9 7 9 7z"],
  prev: ["M17 4L6 12l11 8z"],
  next: ["M7 4l11 8L7 20z"],
  tricknext: ["M12 5l9 7-9 7z", "M3 5l9 7-9 7z"],
  end: ["M19 4v16", "M4 4l12 8-12 8z"],
  play: ["M12 2a10 10 0 100 20 10 10 0 000-20", "M10 8l6 4-6 4z"],
  pause: ["M8 5v14", "M16 5v14"],
};

export function icon(name) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, SHAPES[name].map((d) => h("path", { d })));
}
