/** The hand: a line to type in, the tiles as they lie, and all tiles to press. */

import { h, put, say } from "./dom.js";
import { isMeld, used } from "./notation.js";
import { handle, state, type, wanted } from "./state.js";
import { CODES, FLOWERS, HONORS, SUITED, copies, isFlower, sorted, tile, tileButton, tileName, tileNames } from "./tiles.js";
import { count, setName, t } from "./words.js";

const TARGETS = {
  hand: ["手牌", "the hand"],
  chow: ["上", "a chow"],
  pung: ["碰", "a pung"],
  exposed: ["明槓", "an exposed kong"],
  added: ["加槓", "an added kong"],
  concealed: ["暗槓", "a concealed kong"],
  winning: ["糊牌", "the winning tile"],
};
let target = "hand";

/** Hands that show what there is; the first is on the page when it opens. */
const EXAMPLES = [
  "hand=(123m)+456m+789m+55p+333s+45s+%2B6s&seat=S&by=discard&from=E&pool=31",
  "hand=[CCCC]+(456p)+23467m22s678s+1f3g+%2B8m&seat=E&by=self_draw&replacements=kong&dealer_streak=1&pool=31",
  "hand=778899s22333p22344m+%2B3m&seat=S&by=discard&from=W&pool=18",
  "hand=11122233m678s55p(SSS)+%2B3m&seat=S&round_wind=S&by=discard&from=W&pool=40",
  "hand=19m19p19sESWNCFP+234s+%2BE&seat=W&by=self_draw&pool=25",
];
let example = 0;
export const firstExample = () => EXAMPLES[0];
export function nextExample() {
  example = (example + 1) % EXAMPLES.length;
  return EXAMPLES[example];
}

/** Build the part; returns its node and what brings it up to date. */
export function handPart(load) {
  const input = h("input", {
    id: "line", type: "text", class: "line mono", spellcheck: "false", autocomplete: "off", autocapitalize: "off",
    "aria-describedby": "line-help line-fault", value: state.text,
    oninput: () => type(input.value),
    onblur: () => { showFaults(true); },
  });
  const fault = h("p", { id: "line-fault", class: "fault" });
  const tray = h("div", { class: "tray", tabindex: "-1", role: "group", "aria-label": t("你的牌", "The tiles of the hand") });
  const status = h("p", { class: "status small soft", id: "status" });
  const picker = pickerPart();

  function showFaults(left) {
    const shown = [...state.faults, ...(state.pending && left ? [state.pending] : [])];
    fault.textContent = shown.map((one) => t(one.zh, one.en)).join(t("；", "; "));
    if (shown.length) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  function update(source) {
    if (source !== "text") input.value = state.text;
    showFaults(source !== "text");
    put(tray, trayOf(state.hand));
    picker.update(state.hand);
    status.textContent = statusOf(state.hand);
  }

  const node = h(
    "section",
    { class: "card", "aria-labelledby": "hand-title" },
    h("div", { class: "row" },
      h("h2", { id: "hand-title" }, t("牌", "The hand")),
      h("span", { class: "push" },
        h("button", { type: "button", class: "button quiet", onclick: () => load(nextExample()) }, t("另一例", "Another example")),
        h("button", { type: "button", class: "button quiet", id: "clear", onclick: () => { type(""); input.value = ""; tray.focus(); } }, t("清空", "Clear")))),
    tray, status,
    targets(() => picker.update(state.hand)),
    picker.node,
    h("label", { for: "line", class: "above" }, t("或者打成一行", "Or type it in one line")),
    input, fault,
    h("p", { id: "line-help", class: "small soft" },
      t("數字加花色 m 萬 p 筒 s 索，E S W N 東南西北，C F P 中發白，1f–4f 梅蘭菊竹，1g–4g 春夏秋冬。( ) 上碰明槓，(EEE+E) 加槓，[ ] 暗槓，+ 糊牌。",
        "Digits, then m characters, p dots, s bamboos; winds E S W N; dragons C F P; flowers 1f–4f, 1g–4g. ( ) a claimed meld, (EEE+E) an added kong, [ ] a concealed kong, + the winning tile.")),
  );
  update("start");
  return { node, update };
}

/** Which part of the hand the next tile goes to. */
function targets(changed) {
  return h(
    "fieldset",
    { class: "choice targets" },
    h("legend", {}, t("按一張牌，放入", "Press a tile to add it to")),
    h("div", { class: "options" }, Object.entries(TARGETS).map(([name, [zh, en]]) => h("label", {},
      h("input", { type: "radio", name: "target", value: name, checked: target === name, onchange: () => { target = name; changed(); } }),
      h("span", {}, t(zh, en))))),
  );
}

// The tiles as they lie.

function trayOf(hand) {
  const remove = (code) => t(`移走${tileName(code)}`, `Remove ${tileName(code)}`);
  const parts = hand.melds.map((meld, n) => part(
    `meld-${n}`, setName({ ...meld, melded: true }),
    meld.tiles.map((code, m) => (m ? tile(code, { kind: shut(meld, m) }) : tileButton(
      code, t(`移走${setName({ ...meld, melded: true })}：${tileNames(meld.tiles)}`, `Remove the ${setName({ ...meld, melded: true })}: ${tileNames(meld.tiles)}`),
      () => handle((h_) => h_.melds.splice(n, 1)), { kind: shut(meld, m), "data-key": `meld-${n}` }))),
  ));
  if (hand.concealed.length || !hand.melds.length) {
    parts.push(part("concealed", t("手牌", "in hand"), hand.concealed.length
      ? hand.concealed.map((code, n) => tileButton(code, remove(code), () => handle((h_) => h_.concealed.splice(n, 1)), { "data-key": `tile-${n}` }))
      : h("span", { class: "soft small" }, t("還沒有牌", "no tiles yet"))));
  }
  if (hand.winning) {
    parts.push(part("winning_tile", t("糊牌", "won with"), tileButton(
      hand.winning, t(`移走糊牌${tileName(hand.winning)}`, `Remove the winning tile, ${tileName(hand.winning)}`),
      () => handle((h_) => { h_.winning = null; }), { kind: "won", "data-key": "winning-0" })));
  }
  if (hand.flowers.length) {
    parts.push(part("flowers", t("花", "flowers"), hand.flowers.map((code, n) => tileButton(
      code, remove(code), () => handle((h_) => h_.flowers.splice(n, 1)), { "data-key": `flower-${n}` }))));
  }
  return parts;
}

/** The middle tiles of a concealed kong lie face down, as they do on the table. */
const shut = (meld, n) => (meld.kind === "concealed" && (n === 0 || n === 3) ? "down" : "");

const part = (name, label, tiles) => h("div", { class: "part", "data-part": name },
  h("span", { class: "run" }, tiles), h("span", { class: "caption" }, label), h("span", { class: "fault" }));

function statusOf(hand) {
  const short = wanted(hand) - hand.concealed.length;
  if (hand.melds.length > 5) return t("最多五副", "Five melds is the most");
  if (short > 0) return t(`手牌還差 ${short} 張`, `${count(short, "張", "tile")} to go`);
  if (short < 0) return t(`手牌多了 ${-short} 張`, `${count(-short, "張", "tile")} too many`);
  return hand.winning ? "" : t("叫糊？再按一張糊牌", "Full. Add the winning tile, or see below what it waits for");
}

// All tiles.

/** Built once: the buttons stay, so the focus does too. */
function pickerPart() {
  const buttons = new Map(CODES.map((code) => [code, tileButton(code, tileName(code), () => add(code))]));
  const line = (codes) => h("div", { class: "line-of-tiles" }, codes.map((code) => buttons.get(code)));
  return {
    node: h("div", { class: "picker", role: "group", "aria-label": t("所有牌", "All tiles") }, SUITED.map(line), line(HONORS), line(FLOWERS)),
    update(hand) {
      const counts = used(hand);
      for (const [code, button] of buttons) {
        const left = copies(code) - counts.get(code);
        const can = possible(hand, code, left);
        button.setAttribute("aria-label", t(`${tileName(code)}，餘 ${Math.max(left, 0)}`, `${tileName(code)}, ${Math.max(left, 0)} left`));
        button.setAttribute("aria-disabled", String(!can));
        button.classList.toggle("spent", !can);
      }
    },
  };
}

/** The chow that a pressed tile starts; an 8 or 9 ends it. */
function chowFrom(code) {
  const rank = Math.min(Number(code[0]), 7);
  return [0, 1, 2].map((step) => `${rank + step}${code[1]}`);
}

function possible(hand, code, left) {
  if (left < 1) return false;
  if (isFlower(code)) return true;
  if (target === "chow") return code.length === 2 && chowFrom(code).every((one) => used(hand).get(one) < 4);
  if (target === "pung") return left >= 3;
  if (["exposed", "added", "concealed"].includes(target)) return left === 4;
  return true;
}

function add(code) {
  const { hand } = state;
  const left = copies(code) - used(hand).get(code);
  if (!possible(hand, code, left)) {
    say(t(`${tileName(code)}放不下`, `${tileName(code)} cannot be added`));
    return;
  }
  if (isFlower(code)) handle((h_) => { h_.flowers = sorted([...h_.flowers, code]); });
  else if (target === "winning") handle((h_) => { h_.winning = code; });
  else if (target === "hand") addToHand(code);
  else if (target === "chow") handle((h_) => h_.melds.push({ type: "chow", tiles: chowFrom(code) }));
  else if (target === "pung") handle((h_) => h_.melds.push({ type: "pung", tiles: [code, code, code] }));
  else handle((h_) => h_.melds.push({ type: "kong", tiles: [code, code, code, code], kind: target }));
  say(t(`加了${tileName(code)}。${statusOf(state.hand)}`, `${tileName(code)} added. ${statusOf(state.hand)}`));
}

/** A full hand takes the next tile as the winning one. */
function addToHand(code) {
  if (state.hand.concealed.length < wanted(state.hand)) handle((h_) => { h_.concealed = sorted([...h_.concealed, code]); });
  else if (!state.hand.winning) handle((h_) => { h_.winning = code; });
  else say(t("已經十七張", "Seventeen tiles are there already"));
}

/** Make a tile the winning one: pressed among the waits. */
export const winWith = (code) => handle((h_) => { h_.winning = code; });

// Faults, each at its tiles.

/** What can be said without asking, and before the hand is full: no such meld, no fifth tile of a kind. */
function localFaults(hand) {
  const over = [...used(hand)].filter(([code, n]) => n > copies(code));
  const places = [
    ["concealed", hand.concealed], ["flowers", hand.flowers], ["winning_tile", hand.winning ? [hand.winning] : []],
    ...hand.melds.map((meld, n) => [`melds/${n}/tiles`, meld.tiles]),
  ];
  const crowded = places.flatMap(([place, codes]) => over.filter(([code]) => codes.includes(code)).map(([code, n]) => ({
    pointer: `/hand/${place}`, code: "too_many_copies", message: code,
    text: t(`${tileName(code)}有 ${n} 張，只有 ${copies(code)} 張`, `${n} × ${tileName(code)}; there ${copies(code) === 1 ? "is one" : `are ${copies(code)}`}`),
  })));
  const broken = hand.melds.flatMap((meld, n) => (isMeld(meld) ? [] : [{
    pointer: `/hand/melds/${n}/tiles`, code: `not_a_${meld.type}`, message: meld.tiles.join(" "),
    text: t(`${tileNames(meld.tiles)}不成${setName(meld)}`, `${tileNames(meld.tiles)}: this is no ${setName(meld)}`),
  }]));
  return [...crowded, ...broken];
}

/** Mark what the faults point at. */
export function markHand(node, found) {
  const local = localFaults(state.hand);
  const same = (one) => local.some(({ pointer, code }) => pointer === one.pointer && (code === one.code || one.code === "flower_twice"));
  const errors = [...local, ...found.filter((one) => !same(one))];
  for (const old of node.querySelectorAll(".tile.bad")) old.classList.remove("bad");
  for (const part_ of node.querySelectorAll(".part")) {
    const place = part_.dataset.part.replace(/^meld-/, "melds/");
    const mine = errors.filter(({ pointer }) => pointer === `/hand/${place}` || pointer.startsWith(`/hand/${place}/`));
    part_.classList.toggle("wrong", mine.length > 0);
    part_.querySelector(".fault").textContent = mine.map((error) => error.text).join(t("；", "; "));
    for (const { message } of mine) {
      const codes = new Set(message.match(/\b([1-9][mps]|[1-4][fg]|[ESWNCFP])\b/g) ?? []);
      for (const one of part_.querySelectorAll(".tile")) if (codes.has(one.dataset.tile)) one.classList.add("bad");
    }
  }
}

