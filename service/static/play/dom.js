/** Elements without a framework. */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "selected", "open"]);

/** Make an element: `h("p", { class: "soft", onclick }, "text", [more])`; null and false are left out. */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** Make an SVG element. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(node, props, children) {
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) node[name] = value;
    else if (value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  return node;
}

/**
 * Replace what an element holds, keeping the focus: it goes to the new element with the same `data-key`; where
 * there is none (the tile was removed), to the last of its kind (`c-7` → `c-6`), else to the element itself.
 */
export function put(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused === undefined) return;
  const kind = focused.replace(/\d+$/, "");
  const keyed = [...place.querySelectorAll("[data-key]")];
  const next = keyed.find((node) => node.dataset.key === focused)
    ?? keyed.filter((node) => node.dataset.key.replace(/\d+$/, "") === kind).at(-1);
  (next ?? place).focus({ preventScroll: true });
}

/** Tell a screen reader, politely. */
export function say(text) {
  const place = document.getElementById("said");
  if (place && place.textContent !== text) place.textContent = text;
}
