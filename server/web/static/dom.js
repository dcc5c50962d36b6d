/* Elements made by hand, and put in place without losing the keyboard's focus.
 *
 *   h("p", {class: "quiet", onclick: act}, "text", h("b", "more"))   an element; texts are texts, never markup
 *   put(place, ...children)      the new content of a place; what had the focus (by id, data-key or where it leads) has it again,
 *                                what somebody unfolded (by the data-key of its summary) stays so
 *   $("main")                    the element with this id
 *
 * Names of players come from people: nothing here, and nothing in the pages, ever parses them as HTML. */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "line", "circle", "rect", "polyline", "polygon", "text", "title"]);

export const $ = (id) => document.getElementById(id);

export function h(tag, ...rest) {
  const vector = SVG_TAGS.has(tag);
  const node = vector ? document.createElementNS(SVG, tag) : document.createElement(tag);
  const first = rest[0];
  const plain = first !== null && typeof first === "object" && !(first instanceof Node) && !Array.isArray(first);
  if (plain) attributes(node, rest.shift());
  node.append(...flat(rest));
  return node;
}

function attributes(node, given) {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else if (name === "value" && "value" in node && node.tagName !== "LI") node.value = value;
    else if (name === "checked" || name === "disabled" || name === "selected" || name === "open") node[name] = Boolean(value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/* How an element is found again after the next drawing: by its id, its data-key, or where it leads. */
function finds(node) {
  if (node.id) return `#${CSS.escape(node.id)}`;
  if (node.dataset?.key) return `[data-key="${CSS.escape(node.dataset.key)}"]`;
  const way = node.getAttribute("href");
  return way === null ? null : `a[href="${CSS.escape(way)}"]:not([data-key])`;
}

/* Folding parts by the data-key of their summary; several with one key, or with none, by their order. */
function foldsIn(place) {
  const seen = {};
  return [...place.querySelectorAll("details")].map((node) => {
    const key = node.querySelector("summary")?.dataset.key ?? "";
    seen[key] = (seen[key] ?? 0) + 1;
    return [`${seen[key]} ${key}`, node];
  });
}

/* How the page drew a folding part; as long as it draws it the same way, people decide. */
const drawn = new WeakMap();

const foldedIn = (place) => new Map(foldsIn(place).map(([key, node]) => [key, { open: node.open, drawn: drawn.get(node) }]));

function foldAgain(place, before) {
  for (const [key, node] of foldsIn(place)) {
    drawn.set(node, node.open);
    const old = before.get(key);
    if (old?.drawn === node.open) node.open = old.open;
  }
}

export function put(place, ...children) {
  const active = document.activeElement;
  const found = active && active !== document.body && place.contains(active) ? finds(active) : null;
  const caret = found !== null && typeof active.selectionStart === "number" ? [active.selectionStart, active.selectionEnd] : null;
  const folded = foldedIn(place);
  place.replaceChildren(...flat(children));
  foldAgain(place, folded);
  const again = found === null ? null : place.querySelector(found);
  if (again === null) return;
  again.focus({ preventScroll: true });
  if (caret !== null && typeof again.setSelectionRange === "function") {
    try {
      again.setSelectionRange(...caret);
    } catch { /* a number field has no caret to set */ }
  }
}
