/** What is on the page of a hand: the tiles, the facts, the ruleset. Kept in the URL, so that a link says it all. */

import { read, write, written } from "./notation.js";
import { SEATS } from "./words.js";

const NO_HOUSE_RULES = () => ({ fan: {}, enable: [], disable: [], options: {} });

export const state = {
  hand: { concealed: [], melds: [], flowers: [], winning: null },
  text: "",
  faults: [],
  pending: null,
  feeders: {}, // who fed a meld, by the meld's place
  ruleset: "baike",
  house: NO_HOUSE_RULES(),
  context: { seat: "S", by: "discard", from: "E" },
  stakes: {},
};

const listeners = [];
export const onChange = (listener) => listeners.push(listener);

/** Change the state and tell everybody; `source` names who did, so that a field being typed in is left alone. */
export function change(source, action) {
  action?.(state);
  settle();
  for (const listener of listeners) listener(source);
}

/** The string was typed: read the hand from it. */
export function type(text) {
  const { hand, faults, pending } = read(text);
  keepFeeders(hand);
  Object.assign(state, { text, hand, faults, pending });
  change("text");
}

/** The hand was changed by clicks: write the string anew. */
export function handle(action) {
  const before = state.hand.melds;
  action(state.hand);
  keepFeeders(state.hand, before);
  Object.assign(state, { text: write(state.hand), faults: [], pending: null });
  change("hand");
}

/** A meld keeps its feeder while it stays the same meld. */
function keepFeeders(hand, before = state.hand.melds) {
  const fed = before.map((meld, n) => [JSON.stringify(meld), state.feeders[n]]).filter(([, seat]) => seat);
  state.feeders = {};
  hand.melds.forEach((meld, n) => {
    const at = fed.findIndex(([key]) => key === JSON.stringify(meld));
    if (at >= 0) state.feeders[n] = fed.splice(at, 1)[0][1];
  });
}

/** Facts that cannot stand together through mere choosing are put right; the service judges the rest. */
function settle() {
  const { context } = state;
  if (context.from === context.seat) delete context.from;
  if (context.by === "self_draw") delete context.from;
  else if (context.by !== "flowers" && !context.from) context.from = SEATS[(SEATS.indexOf(context.seat) + 3) % 4];
  if (context.also) context.also = context.also.filter((seat) => seat !== context.seat && seat !== context.from);
}

export const wanted = (hand) => 16 - 3 * hand.melds.length;

// The facts, and when each has a meaning. A fact that has none is kept and not sent.

const given = (context) => context.by === "discard" || context.by === "robbed_kong";
const drawn = (context) => context.by === "self_draw" || context.by === "flowers";
const robbed = (context) => context.by === "robbed_kong";
const ready = (context) => Boolean(context.ready);

/** Name in the URL, and where it stands in the request: `[name, type, applies?]`. */
export const FACTS = {
  seat: ["word"],
  by: ["word"],
  from: ["word", (context) => context.by !== "self_draw"],
  round_wind: ["word"],
  also: ["list", given],
  dealer_streak: ["number"],
  dealer_marker_forgotten: ["flag"],
  ready: ["word"],
  own_discards_since: ["number", ready],
  calls_since: ["flag", ready],
  on_ready_discard: ["flag", (context) => context.by === "discard"],
  opening: ["word"],
  calls_made: ["yesno"],
  pool: ["number"],
  last_tile: ["flag", (context) => context.by !== "robbed_kong"],
  replacements: ["list", drawn],
  kong_fed_by: ["word", drawn],
  robbed_kong: ["word", robbed],
  kong_chain_robbed: ["flag", robbed],
  visible: ["word"],
  flowers_paid: ["flag", (context) => context.by !== "flowers"],
  table_flowers: ["number"],
  fed_winners: ["number"],
};

export const applies = (name, context) => FACTS[name][1]?.(context) ?? true;

const empty = (value) => value === undefined || value === null || value === "" || value === false || (Array.isArray(value) && !value.length);

/** The facts that are said, of those that have a meaning here. */
export const said = (context) => Object.keys(FACTS).filter((name) => !empty(context[name]) && applies(name, context));

/** The context of a request. */
export function contextOf(context) {
  const body = {};
  for (const name of said(context)) {
    const value = context[name];
    if (name === "also") body.winners = [context.seat, ...value].sort((a, b) => SEATS.indexOf(a) - SEATS.indexOf(b));
    else if (name === "ready") body.ready = { at: value };
    else if (name === "own_discards_since" || name === "calls_since") body.ready[name] = value;
    else if (name === "fed_winners") body.previous_deal = { fed_winners: value };
    else if (FACTS[name][0] === "yesno") body[name] = value === "yes";
    else body[name] = value;
  }
  return body;
}

/** Which control shows the fault of a pointer: the name of a fact, or null. */
export function factOf(pointer) {
  const [, root, ...steps] = pointer.split("/");
  if (root !== "context") return null;
  if (steps[0] === "winners") return "also";
  if (steps[0] === "ready") return { own_discards_since: "own_discards_since", calls_since: "calls_since" }[steps[1]] ?? "ready";
  if (steps[0] === "previous_deal") return "fed_winners";
  return steps[0] in FACTS ? steps[0] : null;
}

/** The hand of a request: an object, so that a fault points at the part that has it. */
export function handOf(hand, feeders = {}) {
  const body = { concealed: written(hand.concealed) };
  if (hand.winning) body.winning_tile = hand.winning;
  if (hand.melds.length) {
    body.melds = hand.melds.map((meld, n) => ({
      type: meld.type,
      ...(meld.kind ? { kind: meld.kind } : {}),
      tiles: written(meld.tiles),
      ...(feeders[n] && meld.kind !== "concealed" ? { from: feeders[n] } : {}),
    }));
  }
  if (hand.flowers.length) body.flowers = written(hand.flowers);
  return body;
}

/** The ruleset of a request: an id, or an object that derives a house table. */
export function rulesetOf({ ruleset, house } = state) {
  const changed = Object.entries(house).filter(([, value]) => (Array.isArray(value) ? value.length : Object.keys(value).length));
  return changed.length ? { id: ruleset, ...Object.fromEntries(changed) } : ruleset;
}

export function requestOf() {
  const stakes = Object.fromEntries(Object.entries(state.stakes).filter(([, value]) => value));
  return {
    ruleset: rulesetOf(),
    hand: handOf(state.hand, state.feeders),
    context: contextOf(state.context),
    ...(Object.keys(stakes).length ? { stakes: { per_fan: "1", ...stakes } } : {}),
  };
}

// The URL.

/** What stands after the `#`: readable, and short where nothing special was said. */
export function toHash() {
  const query = new URLSearchParams();
  query.set("hand", state.text.trim());
  query.set("ruleset", state.ruleset);
  for (const name of said(state.context)) {
    const value = state.context[name];
    query.set(name, Array.isArray(value) ? value.join(".") : value === true ? "yes" : value);
  }
  for (const [n, seat] of Object.entries(state.feeders)) query.set(`meld.${n}`, seat);
  for (const [name, value] of Object.entries(state.stakes)) if (value) query.set(`stakes.${name}`, value);
  const { fan, enable, disable, options } = state.house;
  for (const [row, price] of Object.entries(fan)) {
    if (typeof price === "object") for (const [variant, one] of Object.entries(price)) query.set(`fan.${row}.${variant}`, one);
    else query.set(`fan.${row}`, price);
  }
  if (enable.length) query.set("on", enable.join("."));
  if (disable.length) query.set("off", disable.join("."));
  for (const [name, value] of Object.entries(options)) {
    if (name === "ledger") for (const [own, one] of Object.entries(value)) query.set(`ledger.${own}`, one);
    else query.set(`option.${name}`, value);
  }
  return `score?${query}`.replaceAll("%28", "(").replaceAll("%29", ")").replaceAll("%5B", "[").replaceAll("%5D", "]");
}

/** Take the state from what stands after the `#`; what it does not know is left out. */
export function fromHash(text) {
  const query = new URLSearchParams(text);
  const { hand, faults, pending } = read(query.get("hand") ?? "");
  const context = {};
  const house = NO_HOUSE_RULES();
  const feeders = {};
  const stakes = {};
  for (const [key, value] of query) {
    const [kind, name, variant] = key.split(".");
    if (key in FACTS) context[key] = parsed(FACTS[key][0], value);
    else if (kind === "meld" && SEATS.includes(value)) feeders[name] = value;
    else if (kind === "stakes") stakes[name] = value;
    else if (kind === "fan" && variant) house.fan[name] = { ...house.fan[name], [variant]: Number(value) };
    else if (kind === "fan" && name) house.fan[name] = Number(value);
    else if (key === "on") house.enable = value.split(".");
    else if (key === "off") house.disable = value.split(".");
    else if (kind === "option" && name) house.options[name] = scalar(value);
    else if (kind === "ledger" && name) house.options.ledger = { ...house.options.ledger, [name]: scalar(value) };
  }
  Object.assign(state, {
    hand, faults, pending, feeders, stakes, house,
    text: query.get("hand") ?? "",
    ruleset: query.get("ruleset") ?? "baike",
    context: { seat: "S", by: "discard", ...context },
  });
  settle();
}

/** A word of the URL as JSON means it: `true`, `12`, or the word itself. */
const scalar = (text) => (text === "true" || text === "false" ? text === "true" : /^\d+$/.test(text) ? Number(text) : text);

function parsed(type, value) {
  if (type === "number") return Number(value);
  if (type === "flag") return value === "yes";
  if (type === "list") return value.split(".");
  return value;
}
