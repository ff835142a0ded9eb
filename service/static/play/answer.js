/** The answer as a person reads it: the sets, what each fan rests on, what was removed and why, who pays whom. */

import { h } from "./dom.js";
import { errorText, problemTitle } from "./errors.js";
import { showFact } from "./facts.js";
import { winWith } from "./hand.js";
import { factOf } from "./state.js";
import { tile, tileButton, tileName, tileRun } from "./tiles.js";
import { SEATS, basisName, count, formName, named, partName, setName, t, variantName, waitName, wind } from "./words.js";

const LETTERS = "ABCDEFGHIJKLMNOP";

/** A scored hand. `rows` names the rows of the ruleset, `people` the players by seat. */
export function answerOf(answer, { rows, people, chosen, choose }) {
  const reading = answer.readings[chosen] ?? answer.readings[0];
  const shape = shapeOf(reading, answer.hand.winning_tile);
  return [
    h("div", { class: "total" },
      h("p", { class: "figure", id: "total" }, h("span", { class: "number" }, String(reading.total)), " ", t("番", "fan")),
      h("div", {},
        h("p", {}, [formName(reading.form), waitName(reading.wait)].filter(Boolean).join(t("，", ", "))),
        h("p", { class: "small soft" }, answer.base ? t(`另加底 ${answer.base}`, `and a base of ${answer.base} from each payer`) : t("底已在番內", "the base is among the fan")))),
    chosen === 0
      ? paymentsOf(answer, people)
      : h("p", { class: "soft small" }, t("付款照最高的讀法計。", "The payments are those of the best reading.")),
    answer.readings.length > 1 && readingChoice(answer, chosen, choose),
    shape.node,
    fanList(reading, shape),
    excludedList(reading, shape, rows),
    answer.waits.length > 0 && h("div", { class: "block" }, h("h3", {}, t("等的牌", "Waited for")), tileRun(answer.waits)),
    assumedOf(answer, rows),
  ];
}

function readingChoice(answer, chosen, choose) {
  return h("fieldset", { class: "choice", id: "readings" },
    h("legend", {}, t(`有 ${answer.readings.length} 種讀法`, `${answer.readings.length} ways to read the tiles`)),
    h("div", { class: "options" }, answer.readings.map((reading, n) => h("label", {},
      h("input", { type: "radio", name: "reading", checked: n === chosen, "data-key": `reading-${n}`, onchange: () => choose(n) }),
      h("span", {}, t(`第 ${n + 1} 種 · ${reading.total} 番`, `${n + 1}: ${reading.total} fan`))))));
}

// The sets, each with a letter.

function shapeOf(reading, winner) {
  const sets = [];
  const add = (tiles, caption, { won, kind, melded } = {}) => {
    const letter = LETTERS[sets.length];
    let marked = !won;
    const faces = tiles.map((code, n) => {
      const isWinner = !marked && code === winner;
      if (isWinner) marked = true;
      return tile(code, { kind: [isWinner && "won", kind === "concealed" && (n === 0 || n === 3) && "down"].filter(Boolean).join(" ") });
    });
    const node = h("li", { class: `set${melded ? " melded" : ""}`, "data-set": String(sets.length) },
      h("span", { class: "run" }, faces),
      h("span", { class: "caption" }, letter ? h("b", {}, letter) : null, " ", caption));
    sets.push(node);
    return node;
  };
  const draw = (part) => {
    const nodes = part.sets.map((set) => add(set.tiles, setName(set), set));
    if (part.eyes) nodes.push(add(part.eyes.tiles, t("眼", "eyes"), part.eyes));
    if (part.singles) nodes.push(add(part.singles, t("單張", "single tiles"), { won: part.won_single !== undefined }));
    return nodes;
  };
  const first = draw(reading);
  const offset = sets.length;
  const second = reading.other ? draw(reading.other) : [];
  const node = h("div", { class: "shape" },
    first.length ? h("ol", { class: "sets" }, first) : null,
    second.length ? h("p", { class: "small soft" }, t("又可讀作嚦咕嚦咕", "and at the same time seven pairs and a triplet")) : null,
    second.length ? h("ol", { class: "sets" }, second) : null);
  return { node, sets, offset };
}

/** Where the instances of a line lie: numbers of sets, or flowers. */
function placesOf(line, shape) {
  const shift = line.in === "other" ? shape.offset : 0;
  return line.instances.map((instance) => instance.map((place) => (typeof place === "number" ? place + shift : place)));
}

function light(shape, places, on) {
  const lit = new Set(places.flat());
  shape.node.classList.toggle("lighting", on && [...lit].some((place) => typeof place === "number"));
  shape.sets.forEach((node, n) => node.classList.toggle("lit", on && lit.has(n)));
}

// The fan.

const labelOf = (line) => h("span", { class: "name" },
  t(line.name.zh, line.name.en), " ", h("span", { class: "small soft" }, t(line.name.en, line.name.zh)),
  line.variant && h("span", { class: "tag" }, variantName(line.variant)));

const lettersOf = (places) => places.map((instance) => instance.map((place) => (typeof place === "number" ? LETTERS[place] ?? "·" : tileName(place))).join(" ")).join(t("；", "; "));

function fanList(reading, shape) {
  if (!reading.fan.length) return h("p", { class: "soft" }, t("一番也沒有", "No fan at all"));
  let held = null;
  const lines = reading.fan.map((line) => {
    const places = placesOf(line, shape);
    const rests = places.length ? lettersOf(places) : t("全副牌", "the whole hand");
    const button = h("button", {
      type: "button", class: "fan", "aria-pressed": "false", "data-fan": line.id,
      onmouseenter: () => { if (!held) light(shape, places, true); },
      onmouseleave: () => { if (!held) light(shape, places, false); },
      onfocus: () => { if (!held) light(shape, places, true); },
      onblur: () => { if (!held) light(shape, places, false); },
      onclick: () => {
        const mine = held === button;
        if (held) held.setAttribute("aria-pressed", "false");
        held = mine ? null : button;
        button.setAttribute("aria-pressed", String(!mine));
        light(shape, places, !mine);
      },
    },
    labelOf(line),
    h("span", { class: "rests small soft" }, h("span", { class: "unseen" }, t("建於：", "rests on ")), rests),
    h("span", { class: "times small soft number" }, line.count > 1 ? `${line.each} × ${line.count}` : ""),
    h("span", { class: "fans number" }, String(line.total), h("span", { class: "unseen" }, t(" 番", " fan"))),
    line.basis !== "stated" && h("span", { class: "tag basis" }, t("價錢", "price "), basisName(line.basis)));
    return h("li", {}, button);
  });
  return h("div", { class: "block" },
    h("h3", {}, t("計的番", "What counts")),
    h("ul", { class: "fans-list", role: "list" }, lines),
    h("p", { class: "small soft" }, t("按一項，看它建於哪幾組。", "Press a line to see the sets it rests on.")));
}

function excludedList(reading, shape, rows) {
  if (!reading.excluded.length) return null;
  return h("details", { class: "block", open: reading.excluded.length <= 4 },
    h("summary", {}, t(`不計的 ${reading.excluded.length} 項，及為什麼`, `${count(reading.excluded.length, "項", "row")} removed, and why`)),
    h("ul", { class: "excluded", role: "list" }, reading.excluded.map((line) => {
      const places = placesOf(line, shape);
      return h("li", { onmouseenter: () => light(shape, places, true), onmouseleave: () => light(shape, places, false) },
        h("del", {}, labelOf(line), " ", h("span", { class: "number" }, line.count > 1 ? `${line.each} × ${line.count}` : String(line.each))),
        h("span", { class: "small" }, reasonOf(line, rows)));
    })));
}

function reasonOf(line, rows) {
  const by = rows.get(line.by);
  if (!by) return line.reason;
  if (line.by === line.id) return t("同一組牌只計一次", "counts once for these tiles");
  return t(`${by.zh}已包括或取代`, line.reason.replace(`${by.zh} (${line.by})`, `${by.en} (${by.zh})`));
}

// The money.

function paymentsOf(answer, people) {
  const who = (seat) => h("span", { class: "who" }, wind(seat), people[seat] ? h("span", { class: "small soft" }, ` ${people[seat]}`) : null);
  return h("div", { class: "block paid" },
    h("h3", { class: "unseen" }, t("誰付給誰", "Who pays whom")),
    h("ul", { class: "payments", role: "list" }, answer.payments.map((payment) => h("li", {},
      who(payment.from), h("span", { class: "arrow", "aria-hidden": "true" }), h("span", { class: "unseen" }, t("付給", "pays")), who(payment.to),
      h("b", { class: "number" }, t(`${payment.fan} 番`, `${payment.fan} fan`)),
      (payment.currency || payment.amount !== String(payment.fan)) && h("span", { class: "number" }, `${payment.amount} ${payment.currency ?? ""}`),
      h("span", { class: "small soft" }, payment.parts.map(({ id, fan }) => `${partName(id)} ${fan}`).join(" + ")),
      h("span", { class: "tag" }, payment.settlement === "cash" ? t("即時現金", "cash at once") : t("可上拉帳", "for the 拉 ledger"))))));
}

function assumedOf(answer, rows) {
  if (!answer.assumed.length) return null;
  return h("div", { class: "block small" },
    h("h3", {}, t("沒有說、當作的事", "Not said, and taken for granted")),
    h("ul", { class: "assumed", role: "list" }, answer.assumed.map(({ field, value, affects }) => {
      const fact = factOf(field);
      const names = affects.map((id) => named(rows.get(id) ?? { zh: id, en: id })).join(t("、", ", "));
      const shown = assumedValue(value);
      return h("li", {},
        h("button", { type: "button", class: "link", onclick: () => showFact(fact), disabled: !fact }, factName(fact) ?? field), ` = ${shown}`,
        h("span", { class: "soft" }, t(`，關乎 ${names}`, `; matters for ${names}`)));
    })));
}

function assumedValue(value) {
  if (value === null) return t("不知道", "unknown");
  if (value === false) return t("沒有", "no");
  if (Array.isArray(value) && !value.length) return t("沒有", "none");
  return SEATS.includes(value) ? wind(value) : String(value);
}

const FACT_NAMES = {
  pool: ["牌池張數", "Tiles in the pool"], visible: ["看得見的牌", "Tiles face up"], table_flowers: ["全桌的花", "Flowers at the table"],
  dealer_streak: ["連莊次數", "Dealer’s streak"], round_wind: ["圈風", "Round wind"], calls_made: ["有人叫過", "Calls made"],
  own_discards_since: ["叮後打出的牌", "Discards since ready"], calls_since: ["叮後有人叫過", "Calls since ready"],
};
const factName = (fact) => (FACT_NAMES[fact] ? t(...FACT_NAMES[fact]) : undefined);

// What is not a win.

/** The errors of a problem, each with the text in the language chosen and the fact it is about. */
export const errorsOf = (problem) => (problem.errors ?? []).map((error) => ({
  ...error,
  fact: factOf(error.pointer),
  text: errorText(error),
}));

/** A refusal. */
export function problemOf(problem) {
  const kind = problem.type?.split("/").pop();
  const errors = errorsOf(problem);
  return [
    h("h3", { class: "refused" }, problemTitle(problem)),
    kind === "not-a-winning-hand"
      ? h("p", {}, problem.missing > 1 ? t(`還差 ${problem.missing} 張牌。`, `It is ${count(problem.missing, "張", "tile")} away from one.`) : t("只差一張牌。", "One other tile would have done."))
      : h("ul", { class: "errors", role: "list" }, errors.length
        ? errors.map((error) => h("li", {}, error.fact
          ? h("button", { type: "button", class: "link", onclick: () => showFact(error.fact) }, error.text)
          : error.text, " ", h("code", { class: "soft" }, error.pointer)))
        : h("li", {}, problem.detail)),
    problem.waits?.length ? waitsOf(problem.waits.map((code) => ({ tile: code })), t("這些才食得", "What it does wait for")) : null,
  ];
}

/** Waits, drawn; pressing one wins with it. */
export function waitsOf(waits, title = t("叫糊，等：", "Ready. It waits for")) {
  if (!waits.length) return h("p", {}, t("還沒有叫糊：沒有一張牌可以食糊。", "Not ready: no tile would win."));
  return h("div", { class: "block" },
    h("h3", {}, title),
    h("ul", { class: "waits", role: "list" }, waits.map(({ tile: code, left, discard, self_draw: drawn }) => h("li", {},
      tileButton(code, t(`以${tileName(code)}食糊`, `Win with ${tileName(code)}`), () => winWith(code), { "data-key": `wait-${code}-` }),
      left !== undefined && h("span", { class: "small soft" }, t(`餘 ${left}`, `${left} left`)),
      discard && h("span", { class: "small" }, t(`出銃 ${worth(discard)}`, `discard: ${worth(discard)}`)),
      drawn && h("span", { class: "small" }, t(`自摸 ${worth(drawn)}`, `drawn: ${worth(drawn)}`))))),
    whyNot(waits));
}

/** Why the ruleset allows no win with some of them. */
function whyNot(waits) {
  const reasons = new Set(waits.flatMap(({ discard, self_draw: drawn }) => [discard, drawn]).filter((one) => one?.reason)
    .map(({ reason }) => errorText({ code: "win_not_allowed", message: reason })));
  return reasons.size > 0 && h("p", { class: "small soft" }, "— = ", [...reasons].join(t("；", "; ")));
}

/** What a wait is worth; nothing where the ruleset does not allow the win. */
const worth = ({ total_fan: fan }) => (fan === null ? "—" : t(`${fan} 番`, `${fan} fan`));

/** The discards that leave a ready hand, each with what it then waits for. */
export function discardsOf(discards) {
  if (!discards.length) return null;
  return h("div", { class: "block" },
    h("h3", {}, t("改打這一張就叫糊", "Or discard another tile and be ready")),
    h("ul", { class: "discards", role: "list" }, discards.map(({ tile: code, waits }) => h("li", {},
      tile(code), h("span", { class: "small soft" }, t("等", "waits for")), tileRun(waits.map(({ tile: wait }) => wait))))));
}

