/** The tiles: codes in their order, names, and the drawing of one. */

import { h, svg } from "./dom.js";
import { t } from "./words.js";

/** `1m` … `9m`. */
export const numbers = (suit, most) => Array.from({ length: most }, (_, n) => `${n + 1}${suit}`);

export const SUITED = ["m", "p", "s"].map((suit) => numbers(suit, 9));
export const HONORS = [..."ESWNCFP"];
export const FLOWERS = [...numbers("f", 4), ...numbers("g", 4)];
export const CODES = [...SUITED.flat(), ...HONORS, ...FLOWERS];

const PLACE = new Map(CODES.map((code, n) => [code, n]));
const NUMERALS = "一二三四五六七八九";
const SUIT_NAMES = { m: ["萬", "characters"], p: ["筒", "dots"], s: ["索", "bamboos"] };
const OTHERS = {
  E: ["東", "East wind"], S: ["南", "South wind"], W: ["西", "West wind"], N: ["北", "North wind"],
  C: ["中", "Red dragon"], F: ["發", "Green dragon"], P: ["白", "White dragon"],
  "1f": ["梅", "Plum"], "2f": ["蘭", "Orchid"], "3f": ["菊", "Chrysanthemum"], "4f": ["竹", "Bamboo"],
  "1g": ["春", "Spring"], "2g": ["夏", "Summer"], "3g": ["秋", "Autumn"], "4g": ["冬", "Winter"],
};

export const isFlower = (code) => code.endsWith("f") || code.endsWith("g");
export const copies = (code) => (isFlower(code) ? 1 : 4);
export const sorted = (codes) => [...codes].sort((a, b) => PLACE.get(a) - PLACE.get(b));

/** Both names of a tile, as `GET /v1/tiles` has them. */
export function names(code) {
  if (OTHERS[code]) return { zh: OTHERS[code][0], en: OTHERS[code][1] };
  const [zh, en] = SUIT_NAMES[code[1]];
  return { zh: NUMERALS[code[0] - 1] + zh, en: `${code[0]} of ${en}` };
}

export const tileName = (code) => t(names(code).zh, names(code).en);

/** Tiles as a person says them. */
export const tileNames = (codes) => codes.map(tileName).join(t("、", ", "));

/** What stands small in the corner for readers of English: the number, or the letter that is its code. */
const corner = (code) => (code.endsWith("m") ? code[0] : HONORS.includes(code) ? code : undefined);

const face = (code) => svg("svg", { "aria-hidden": "true", viewBox: "0 0 60 80" }, svg("use", { href: `/static/tiles.svg#t${code}` }));

/** A tile to look at. */
export function tile(code, { kind = "", label = tileName(code) } = {}) {
  return h("span", { class: `tile ${kind}`, role: "img", "aria-label": label, title: label, "data-tile": code, "data-i": corner(code) }, face(code));
}

/** A tile to press. */
export function tileButton(code, label, onclick, { kind = "", ...props } = {}) {
  return h(
    "button",
    { type: "button", class: `tile ${kind}`, "aria-label": label, title: label, "data-tile": code, "data-i": corner(code), onclick, ...props },
    face(code),
  );
}

/** Some tiles in a row, named as a whole. */
export const tileRun = (codes) => h("span", { class: "run" }, codes.map((code) => tile(code)));
