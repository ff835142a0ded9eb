/** What a full hand without its winning tile waits for. */

import { post } from "./api.js";
import { used } from "./notation.js";
import { contextOf, handOf, rulesetOf, state } from "./state.js";
import { CODES, copies, isFlower } from "./tiles.js";

let served = true; // until the service says that it has no such endpoint

/** `{waits: [{tile, left, discard?, self_draw?}], path, body}`, or `{errors}`; null where nobody knows. */
export async function waitsOf(signal) {
  const hand = handOf({ ...state.hand, winning: null }, state.feeders);
  if (served) {
    const body = { ruleset: rulesetOf(), hand, context: before(state.context) };
    const { status, body: answer } = await post("/v1/waits", body, signal);
    if (status === 200) return { waits: answer.waits, path: "/v1/waits", body };
    if (status === 404 || status === 405) served = false;
  }
  return guessed(hand, signal);
}

/** Of a full hand that does not win: which discards leave a ready one, `[{tile, waits}]`. */
export async function discardsOf(signal) {
  if (!served) return [];
  const body = { ruleset: rulesetOf(), hand: handOf(state.hand, state.feeders), context: before(state.context) };
  const { status, body: answer } = await post("/v1/waits", body, signal);
  if (status === 404 || status === 405) served = false;
  return status === 200 ? answer.discards ?? [] : [];
}

/** The facts that hold before the win: not how it came, which is asked both ways. */
function before(context) {
  const { by, from, also, replacements, kong_fed_by: fed, ...rest } = context;
  return contextOf({ ...rest, by: undefined });
}

/** Ask for a win with some tile: whether it wins or not, the answer names the waits. */
async function guessed(hand, signal) {
  const counts = used(state.hand);
  const left = (code) => copies(code) - counts.get(code);
  for (const code of CODES.filter((one) => !isFlower(one) && left(one) > 0).slice(0, 3)) {
    const body = { ruleset: rulesetOf(), hand: { ...hand, winning_tile: code }, context: { seat: state.context.seat, by: "self_draw" } };
    const { status, body: answer } = await post("/v1/score", body, signal);
    if (answer.waits) return { waits: answer.waits.map((tile) => ({ tile, left: left(tile) })), path: "/v1/score", body };
    if (status === 422 && answer.type === "/problems/invalid-request") return { problem: answer };
  }
  return null;
}
