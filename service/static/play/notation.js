/** The one-string notation, `(123m) [EEEE] 45678p99s 1g3f +6p`: read as the service reads it, and written. */

import { CODES, FLOWERS, isFlower, numbers, sorted } from "./tiles.js";

const DIGITS = new Map([..."0123456789"].map((digit, n) => [digit, n]));
[..."一二三四五六七八九"].forEach((digit, n) => DIGITS.set(digit, n + 1));

const GROUPS = new Map([
  ...["m", "p", "s"].map((suit) => [suit, numbers(suit, 9)]),
  ["z", [..."ESWNPFC"]],
  ...["f", "g"].map((suit) => [suit, numbers(suit, 4)]),
]);
for (const [chinese, suit] of [["萬", "m"], ["筒", "p"], ["索", "s"]]) GROUPS.set(chinese, GROUPS.get(suit));

const SINGLES = new Map([..."ESWNCFP"].map((code) => [code, code]));
[..."東南西北中發白"].forEach((name, n) => SINGLES.set(name, "ESWNCFP"[n]));
[..."梅蘭菊竹春夏秋冬"].forEach((name, n) => SINGLES.set(name, FLOWERS[n]));
SINGLES.set("发", "F").set("兰", "2f");
[..."ESWNCFP", ...numbers("m", 9), ...numbers("s", 9), ...numbers("p", 9), "1f", "2f", "4f", "3f", ...FLOWERS.slice(4)]
  .forEach((code, n) => SINGLES.set(String.fromCodePoint(0x1f000 + n), code));

/** A fault is `{zh, en}`. */
const fault = (zh, en) => ({ zh, en });

/** Read tiles; digits share the suit that follows. Digits at the very end may still get one: they are `pending`. */
export function scan(text) {
  const tiles = [];
  const faults = [];
  let digits = "";
  const noSuit = () => fault(`「${digits}」之後沒有花色 (m p s z f g)`, `“${digits}” has no suit letter after it (m p s z f g)`);
  for (const char of text) {
    if (DIGITS.has(char)) {
      digits += char;
      continue;
    }
    if (GROUPS.has(char)) {
      const group = GROUPS.get(char);
      if (!digits) faults.push(fault(`「${char}」之前沒有數字`, `the suit letter “${char}” has no digit before it`));
      for (const digit of digits) {
        const code = group[DIGITS.get(digit) - 1];
        if (code) tiles.push(code);
        else faults.push(fault(`沒有「${digit}${char}」這張牌`, `“${digit}${char}” is no tile`));
      }
    } else {
      if (digits) faults.push(noSuit());
      if (SINGLES.has(char)) tiles.push(SINGLES.get(char));
      else if (!/[\s\ufe0e\ufe0f]/u.test(char)) faults.push(fault(`「${char}」不是牌`, `“${char}” is no tile`));
    }
    digits = "";
  }
  return { tiles, faults, pending: digits ? noSuit() : null };
}

const PIECE = /\(([^()[\]]*)\)|\[([^()[\]]*)\]|\+([^()[\]\s+]*)|([^()[\]+]+)|(.)/gsu;

const isRun = (tiles) => tiles.every((code, n) => code[1] && !isFlower(code) && (n === 0 || (code[1] === tiles[0][1] && Number(code[0]) === Number(tiles[n - 1][0]) + 1)));

/** What three tiles in round brackets mean: with two equal ones a pung, else a chow. */
const typeOf = (tiles) => (isRun(tiles) || new Set(tiles).size === tiles.length ? "chow" : "pung");

/** Whether a meld is what it says. */
export function isMeld({ type, tiles }) {
  if (type === "chow") return tiles.length === 3 && isRun(tiles);
  return tiles.length === (type === "pung" ? 3 : 4) && new Set(tiles).size === 1 && !isFlower(tiles[0]);
}

/**
 * Read a hand: `{hand, faults, pending}`. What can be read is read, whatever else is wrong; `pending` says that the
 * end is unfinished, which is no fault while somebody types. A meld that is none is kept: the service says why.
 */
export function read(text) {
  const hand = { concealed: [], melds: [], flowers: [], winning: null };
  const faults = [];
  let pending = null;
  const tilesOf = (piece, last) => {
    const found = scan(piece);
    faults.push(...found.faults);
    if (found.pending) {
      if (last) pending = found.pending;
      else faults.push(found.pending);
    }
    return found.tiles;
  };
  // An opened bracket at the end is still being written.
  const open = /[([][^()[\]]*$/u.exec(text);
  const whole = open ? text.slice(0, open.index) : text;
  if (open) pending = fault("括號未完", "a bracket is still open");
  for (const piece of whole.matchAll(PIECE)) {
    const [all, exposed, concealed, won, free, stray] = piece;
    const last = piece.index + all.length === whole.length && !open;
    if (free !== undefined) {
      for (const code of tilesOf(free, last)) (isFlower(code) ? hand.flowers : hand.concealed).push(code);
    } else if (won !== undefined) {
      const tiles = tilesOf(won, last);
      if (tiles.length === 1 && hand.winning === null) [hand.winning] = tiles;
      else if (tiles.length || won === "") {
        const wrong = fault("「+」之後要有一張糊牌", "“+” marks exactly one winning tile");
        if (won === "" && last) pending ??= wrong;
        else faults.push(wrong);
      }
    } else if (stray !== undefined) {
      faults.push(fault(`「${stray}」不成對`, `“${stray}” has no partner`));
    } else {
      addMeld(hand, exposed ?? concealed, concealed !== undefined, tilesOf);
    }
  }
  hand.concealed = sorted(hand.concealed);
  hand.flowers = sorted(hand.flowers);
  return { hand, faults, pending };
}

function addMeld(hand, text, concealed, tilesOf) {
  const [base, added] = text.split("+", 2);
  const tiles = sorted([...tilesOf(base, false), ...(added === undefined ? [] : tilesOf(added, false))]);
  if (!tiles.length) return;
  const kong = concealed || tiles.length > 3 || added !== undefined;
  if (kong) hand.melds.push({ type: "kong", tiles, kind: concealed ? "concealed" : added === undefined ? "exposed" : "added" });
  else hand.melds.push({ type: typeOf(tiles), tiles });
}

/** Write tiles short: `123m55pEE`. */
export function written(codes) {
  let text = "";
  sorted(codes).forEach((code, n, all) => {
    const next = all[n + 1];
    text += code[1] && next && next[1] === code[1] ? code[0] : code;
  });
  return text;
}

function writtenMeld(meld) {
  const text = written(meld.tiles);
  if (meld.kind === "concealed") return `[${text}]`;
  if (meld.kind === "added") return `(${written(meld.tiles.slice(1))}+${meld.tiles[0]})`;
  return `(${text})`;
}

/** Write a hand. */
export function write(hand) {
  return [
    ...hand.melds.map(writtenMeld),
    written(hand.concealed),
    written(hand.flowers),
    hand.winning ? `+${hand.winning}` : "",
  ].filter(Boolean).join(" ");
}

/** How often each tile is used. */
export function used(hand) {
  const counts = new Map(CODES.map((code) => [code, 0]));
  const all = [...hand.concealed, ...hand.melds.flatMap((meld) => meld.tiles), ...hand.flowers, ...(hand.winning ? [hand.winning] : [])];
  for (const code of all) counts.set(code, counts.get(code) + 1);
  return counts;
}
