/** An evening of the 拉 ledger: kept in the page, as steps and the answers of the service, which keeps nothing. */

import { post } from "./api.js";
import { SEATS } from "./words.js";

const KEY = "evening";
const FORMAT = "hktw-evening";

/** `{ruleset, players, steps: [{deal, cuts}], answers: [...]}`, or null before the first. */
let evening = null;
let draft = null; // the deal being entered
let other = null; // an own evening set aside for one that came by a link
export let lastCall = null; // {path, body} of the last thing asked

export const open = () => evening;
export const setAside = () => other;
export const latest = () => evening?.answers.at(-1) ?? null;

export const firstTable = () => ({ round_wind: "E", dealer: evening.players[0], dealer_streak: 0, deal_name: "東風東局" });

/** The table of the next deal: who deals, which round. */
export const table = () => latest()?.ledger.table ?? firstTable();

/** Who sits East, South, West and North in the next deal. */
export function peopleBySeat() {
  if (!evening) return {};
  const dealer = evening.players.indexOf(table().dealer);
  return Object.fromEntries(SEATS.map((seat, n) => [seat, evening.players[(dealer + n) % 4]]));
}

export const newWin = () => ({ winner: evening.players[0], by: "discard", from: evening.players[1], points: {} });
export function theDraft() {
  draft ??= { outcome: "win", wins: [newWin()], offender: evening.players[0] };
  return draft;
}

export function start(ruleset, players) {
  evening = { ruleset, players, steps: [], answers: [] };
  draft = null;
  lastCall = null;
  keep();
}

export function end() {
  evening = null;
  draft = null;
  lastCall = null;
  keep();
}

/** Take one step: a deal, cuts, or both. Returns the problem, or null. */
export async function step(deal, cuts = []) {
  const before = latest();
  const body = {
    ruleset: evening.ruleset,
    ledger: before?.ledger ?? null,
    ...(before ? {} : { players: evening.players }),
    deal, cuts,
  };
  const { status, body: answer } = await post("/v1/ledger/advance", body);
  lastCall = { path: "/v1/ledger/advance", body };
  if (status !== 200) return answer;
  evening.steps.push({ deal, cuts });
  evening.answers.push(answer);
  if (deal) draft = null;
  keep();
  return null;
}

/** Take the last step back; what is left is what a replay of the steps before it answers. */
export function undo() {
  evening.steps.pop();
  evening.answers.pop();
  const { ruleset, players, steps } = evening;
  lastCall = steps.length ? { path: "/v1/ledger/replay", body: { ruleset, players, deals: steps } } : null;
  keep();
}

/** The deal of a draft as it is posted. */
export function dealOf({ outcome, wins, offender }) {
  if (outcome === "false_win") return { outcome, offender };
  if (outcome !== "win") return { outcome };
  return {
    outcome,
    wins: wins.map(({ winner, by, from, points }) => ({
      winner, by,
      ...(by === "discard" ? { from } : {}),
      points: Object.fromEntries(payersOf({ winner, by, from }).filter((player) => points[player] !== undefined).map((player) => [player, points[player]])),
    })),
  };
}

/** Who pays for a win: the three others, or the one who discarded. */
export function payersOf({ winner, by, from }) {
  return by === "discard" ? [from] : evening.players.filter((player) => player !== winner);
}

/** Enter a scored hand: one payer is as good as a discard of his, three are a self-draw. */
export function takeOver(seat, payments) {
  const people = peopleBySeat();
  const points = Object.fromEntries(payments.map(({ from, fan }) => [people[from], fan]));
  const payers = Object.keys(points);
  const winner = people[seat];
  const win = payers.length === 1 ? { winner, by: "discard", from: payers[0], points } : { winner, by: "self_draw", from: payers[0], points };
  const now = theDraft();
  const sameTile = now.outcome === "win" && now.wins.length < 3 && win.by === "discard"
    && now.wins.every((one) => one.by === "discard" && one.from === win.from && one.winner !== winner && Object.keys(one.points).length);
  draft = { outcome: "win", wins: sameTile ? [...now.wins, win] : [win], offender: evening.players[0] };
}

// As a file, a link, and in this browser.

const written = () => ({ format: FORMAT, version: 1, ruleset: evening.ruleset, players: evening.players, steps: evening.steps });

export function file() {
  return JSON.stringify({ ...written(), ledger: latest()?.ledger ?? null }, null, 1);
}

/** Read an evening: the service plays it again, so that nothing in it is merely believed. Returns the problem or null. */
export async function read(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  if (found?.format !== FORMAT || !Array.isArray(found.steps) || !Array.isArray(found.players)) {
    return { title: "", detail: "", unreadable: true, errors: [] };
  }
  const { ruleset, players, steps } = found;
  let answers = [];
  if (steps.length) {
    const body = { ruleset, players, deals: steps };
    const { status, body: answer } = await post("/v1/ledger/replay", body);
    if (status !== 200) return answer;
    answers = answer.history;
    lastCall = { path: "/v1/ledger/replay", body };
  }
  evening = { ruleset, players, steps, answers };
  draft = null;
  keep();
  return null;
}

/** A link with the whole evening in it. */
export async function link() {
  const stream = new Blob([JSON.stringify(written())]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.origin}${location.pathname}#ledger?evening=${text}`;
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

let problem = null; // what a link or a stored evening had wrong

export function takeProblem() {
  const found = problem;
  problem = null;
  return found;
}

/** Come to the tab: by a link that holds an evening, or to the one kept here. */
export async function arrive(query) {
  const packed = new URLSearchParams(query).get("evening");
  if (packed) {
    const own = stored();
    try {
      problem = await read(await unpacked(packed));
    } catch {
      problem = { unreadable: true, errors: [] };
    }
    if (!problem && own && own !== JSON.stringify(written())) other = own;
    history.replaceState(null, "", "#ledger");
  } else if (!evening && stored()) {
    problem = await read(stored());
  }
}

/** Back to the own evening that a link had set aside. */
export async function back() {
  const own = other;
  other = null;
  problem = await read(own);
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep() {
  try {
    if (evening) localStorage.setItem(KEY, JSON.stringify(written()));
    else localStorage.removeItem(KEY);
  } catch { /* without storage the evening lasts as long as the page */ }
}
