/** The page: its head, its two tabs, the URL, and the asking. */

import { copyButton, curl, get, post, setKey } from "./api.js";
import { answerOf, discardsOf as discardsDrawn, errorsOf, problemOf, waitsOf as drawnWaits } from "./answer.js";
import { h, put, say } from "./dom.js";
import { eveningPart } from "./evening.js";
import { factsPart } from "./facts.js";
import { firstExample, handPart, markHand } from "./hand.js";
import { housePart } from "./house.js";
import * as book from "./ledger.js";
import { change, fromHash, onChange, requestOf, rulesetOf, state, toHash, wanted } from "./state.js";
import { language, setLanguage, t } from "./words.js";
import { discardsOf, waitsOf } from "./waits.js";

const QUIET = 120; // ms without a change before the service is asked

let parts = {};
let tab = "score";
let chosen = 0;
let begun = false; // whether a hand was on the page yet
let asked = 0;
let stopper = null;
let timer = 0;
let last = null; // the last answer: {request, answer}

// The frame.

function frame() {
  document.title = t("港式台灣牌計番", "Hong Kong-style Taiwanese mahjong scorer");
  const link = (name, text) => h("a", { href: `#${name}`, "aria-current": tab === name ? "page" : undefined, "data-tab": name }, text);
  put(document.body,
    h("a", { class: "skip", href: "#main", onclick: (event) => { event.preventDefault(); document.querySelector("main").focus(); } }, t("跳到內容", "Skip to the content")),
    h("header", { class: "head" },
      h("h1", {}, t("港式台灣牌", "港式台灣牌"), h("span", {}, t("計番", "scorer"))),
      h("nav", { "aria-label": t("本頁", "This page") }, link("score", t("計一副牌", "Score a hand")), link("ledger", t("拉帳", "拉 ledger"))),
      h("nav", { class: "more", "aria-label": t("其他", "More") },
        h("a", { href: "/docs/rulesets" }, t("番表", "Rulesets")), h("a", { href: "/docs" }, "API"),
        h("button", { type: "button", id: "language", lang: language() === "zh" ? "en" : "zh-HK", onclick: () => { setLanguage(language() === "zh" ? "en" : "zh"); build(); document.getElementById("language").focus(); } }, t("English", "中文")))),
    h("main", { id: "main", tabindex: "-1" }),
    h("p", { id: "said", class: "unseen", role: "status", "aria-live": "polite" }));
}

function build() {
  frame();
  show();
  refresh("url");
}

function show() {
  const main = document.querySelector("main");
  for (const anchor of document.querySelectorAll("[data-tab]")) {
    if (anchor.dataset.tab === tab) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  if (tab === "ledger") {
    parts = {};
    put(main, eveningPart({ ruleset: rulesetOf(), scoreADeal }));
    return;
  }
  const hand = handPart(load);
  const facts = factsPart();
  const house = housePart();
  const answer = h("div", { id: "answer", tabindex: "-1" });
  const bar = h("a", { class: "bar", href: "#answer", hidden: true, onclick: (event) => { event.preventDefault(); answer.closest("section").scrollIntoView(); answer.focus({ preventScroll: true }); } });
  const command = h("div", { id: "command" });
  parts = { hand, facts, house, answer, bar, command };
  put(main,
    h("p", { class: "intro soft" }, t(
      "按牌砌出一副糊牌，說桌上發生了甚麼，右邊就列出每一番、它建於哪幾組、誰付給誰。",
      "Lay out a winning hand, say what happened at the table, and read every fan, the sets it rests on, and who pays whom.")),
    h("div", { class: "columns" },
      h("div", { class: "stack" }, hand.node, facts.node, house.node),
      h("section", { class: "card result", "aria-labelledby": "answer-title" },
        h("div", { class: "row" }, h("h2", { id: "answer-title" }, t("結果", "The answer")), h("span", { class: "push" }, copyButton(() => location.href, t("複製連結", "Copy a link")))),
        answer, command)),
    bar);
}

// From the URL, and back.

function arrive() {
  const text = location.hash.slice(1);
  const [name, query] = [text.split("?")[0], text.split("?").slice(1).join("?")];
  tab = name === "ledger" ? "ledger" : "score";
  if (tab === "ledger") {
    book.arrive(query).then(() => { show(); });
    return;
  }
  if (query) fromHash(query);
  else if (!begun) fromHash(firstExample());
  begun = true;
  chosen = 0;
  show();
  refresh("url");
}

/** Put a hand on the page: an example, or one of a link; the ruleset stays. */
function load(query) {
  const { ruleset, house } = state;
  fromHash(query);
  Object.assign(state, { ruleset, house });
  change("url");
}

function remember() {
  if (tab === "score") history.replaceState(null, "", `#${toHash()}`);
}

/** The next deal of the evening: its round and streak are facts of the hand. */
function scoreADeal(table) {
  const { context } = state;
  for (const name of ["round_wind", "dealer_streak"]) delete context[name];
  if (table.round_wind !== "E") context.round_wind = table.round_wind;
  if (table.dealer_streak) context.dealer_streak = table.dealer_streak;
  location.hash = toHash();
}

// Asking.

function refresh(source) {
  if (tab !== "score" || !parts.hand) return;
  parts.hand.update(source);
  parts.facts.update(source);
  parts.house.update(source);
  remember();
  clearTimeout(timer);
  timer = setTimeout(ask, QUIET);
}

async function ask() {
  const mine = ++asked;
  stopper?.abort();
  stopper = new AbortController();
  const { signal } = stopper;
  try {
    const told = await tell(signal);
    if (mine === asked && tab === "score") told();
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

/** Ask what there is to ask, and return what draws the answer. */
async function tell(signal) {
  const { hand, context } = state;
  const full = hand.concealed.length >= wanted(hand);
  if (full && !hand.winning && context.by !== "flowers") {
    const found = await waitsOf(signal);
    if (found?.problem) return () => refused(found.problem, "/v1/score", requestOf());
    return () => {
      settleDown([]);
      last = null;
      draw(found ? drawnWaits(found.waits) : [], found && curl(found.path, found.body));
      say(found?.waits.length ? t(`叫糊，等 ${found.waits.length} 種牌`, `Ready, ${found.waits.length} waits`) : t("還沒有叫糊", "Not ready"));
    };
  }
  const request = requestOf();
  if (!full) {
    return () => { settleDown([]); last = null; draw(empty(hand), null); };
  }
  const [{ status, body }, ruleset] = await Promise.all([post("/v1/score", request, signal), get(`/v1/rulesets/${state.ruleset}`)]);
  if (status !== 200) {
    const discards = body.type === "/problems/not-a-winning-hand" ? (await discardsOf(signal)).filter(({ tile }) => tile !== hand.winning) : [];
    return () => refused(body, "/v1/score", request, discards);
  }
  return () => scored(request, body, ruleset);
}

const empty = (hand) => [h("p", { class: "soft" }, hand.concealed.length || hand.melds.length
  ? t("牌齊了，結果就在這裏。", "The answer comes here as soon as the hand is full.")
  : t("按左邊的牌開始。", "Press some tiles to begin."))];

function settleDown(errors) {
  markHand(parts.hand.node, errors);
  parts.facts.mark(errors);
  parts.house.mark(errors);
}

function draw(nodes, command) {
  put(parts.answer, nodes);
  put(parts.command, command);
  const short = parts.answer.querySelector("#total, h3");
  parts.bar.hidden = !short;
  if (short) parts.bar.textContent = `${short.textContent} ↓`;
}

function refused(problem, path, request, discards = []) {
  last = null;
  settleDown(errorsOf(problem));
  draw([problemOf(problem), discardsDrawn(discards)], curl(path, request));
  say(parts.answer.querySelector("h3")?.textContent ?? "");
}

function scored(request, answer, ruleset) {
  const again = last && JSON.stringify(last.request) === JSON.stringify(request);
  if (!again) chosen = 0;
  last = { request, answer };
  settleDown([]);
  const rows = new Map((ruleset?.rows ?? []).map((row) => [row.id, row.name]));
  const people = book.peopleBySeat();
  const redraw = () => draw(answerOf(answer, { rows, people, chosen, choose: (n) => { chosen = n; redraw(); } }), [
    book.open() && handOver(answer), curl("/v1/score", request),
  ]);
  redraw();
  say(t(`${answer.total_fan} 番`, `${answer.total_fan} fan. ${answer.payments.map(({ from, to, fan }) => `${from} pays ${to} ${fan}`).join(", ")}`));
}

/** Take the scored hand over into the evening. */
function handOver(answer) {
  const owed = answer.payments.filter(({ settlement }) => settlement === "ledger");
  return h("p", {}, h("button", {
    type: "button", class: "button main", id: "hand-over", disabled: !owed.length,
    onclick: () => { book.takeOver(state.context.seat, owed); location.hash = "ledger"; },
  }, t("記入拉帳", "Enter it in the ledger")), owed.length ? null : h("span", { class: "small soft" }, t(" 全部即時現金，不上拉帳", " all of it is cash, nothing for the ledger")));
}

/** A service with keys: ask for one, once, and begin again with it. */
function askForKey() {
  if (document.getElementById("key")) return;
  const input = h("input", { id: "key", type: "password", autocomplete: "off", required: true });
  document.querySelector("main").prepend(h("form", { class: "card notice row", onsubmit: (event) => { event.preventDefault(); setKey(input.value.trim()); location.reload(); } },
    h("div", { class: "field" }, h("label", { for: "key" }, t("這個服務要 API 金鑰；只留在這個視窗", "This service wants an API key; it stays in this window")), input),
    h("button", { type: "submit", class: "button main" }, t("用這個", "Use it"))));
}

setLanguage(language());
onChange(refresh);
addEventListener("key-wanted", askForKey);
addEventListener("hashchange", () => {
  // Our own replaceState does not come here; a link that was followed does.
  if (location.hash.slice(1) !== toHash() || tab !== "score") arrive();
});
frame();
arrive();

