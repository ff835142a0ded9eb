/** What happened at the table, in plain words: the facts of a win. */

import { h, put } from "./dom.js";
import { written } from "./notation.js";
import { FACTS, applies, change, said, state } from "./state.js";
import { tileNames } from "./tiles.js";
import { SEATS, setName, t, wind } from "./words.js";

/** A choice of few: radio buttons that look like one. */
function choice(name, legend, options, { hint = "" } = {}) {
  const inputs = options.map(([value, label]) => [value, h("input", {
    type: "radio", name: `f-${name}`, value, id: `f-${name}-${value || "none"}`,
    onchange: () => change("fact", ({ context }) => { if (value) context[name] = value; else delete context[name]; }),
  }), label]);
  const title = h("span", {}, legend);
  const node = h("fieldset", { class: "choice", "data-fact": name, "aria-describedby": `e-${name}` },
    h("legend", {}, title),
    h("div", { class: "options" }, inputs.map(([, input, label]) => h("label", {}, input, h("span", {}, label)))),
    hint && h("p", { class: "small soft" }, hint), slot(name));
  return {
    node, name, title,
    sync: () => inputs.forEach(([value, input]) => { input.checked = (state.context[name] ?? "") === value; }),
    options: inputs,
  };
}

function slot(name) {
  return h("p", { class: "fault", id: `e-${name}` });
}

function number(name, label, { most = 999, hint = "" } = {}) {
  const input = h("input", {
    type: "number", inputmode: "numeric", min: "0", max: String(most), id: `f-${name}`, class: "narrow", "aria-describedby": `e-${name}`,
    oninput: () => change("fact", ({ context }) => { if (input.value === "") delete context[name]; else context[name] = Number(input.value); }),
  });
  return {
    node: h("div", { class: "field", "data-fact": name }, h("label", { for: `f-${name}` }, label), input, hint && h("span", { class: "small soft" }, hint), slot(name)),
    name,
    sync: () => { const value = String(state.context[name] ?? ""); if (input.value !== value) input.value = value; },
  };
}

function flag(name, label) {
  const input = h("input", {
    type: "checkbox", id: `f-${name}`, "aria-describedby": `e-${name}`,
    onchange: () => change("fact", ({ context }) => { if (input.checked) context[name] = true; else delete context[name]; }),
  });
  return {
    node: h("div", { class: "field check", "data-fact": name }, h("label", { for: `f-${name}` }, input, h("span", {}, label)), slot(name)),
    name,
    sync: () => { input.checked = Boolean(state.context[name]); },
  };
}

function text(name, label, hint) {
  const input = h("input", {
    type: "text", id: `f-${name}`, class: "mono", spellcheck: "false", autocomplete: "off", "aria-describedby": `e-${name} h-${name}`,
    oninput: () => change("fact", ({ context }) => { if (input.value.trim()) context[name] = input.value.trim(); else delete context[name]; }),
  });
  return {
    node: h("div", { class: "field", "data-fact": name }, h("label", { for: `f-${name}` }, label), input, h("span", { class: "small soft", id: `h-${name}` }, hint), slot(name)),
    name,
    sync: () => { const value = state.context[name] ?? ""; if (input.value.trim() !== value) input.value = value; },
  };
}

const seatOptions = () => SEATS.map((seat) => [seat, wind(seat)]);

/** The other winners of the same tile. */
function also() {
  const name = "also";
  const boxes = SEATS.map((seat) => [seat, h("input", {
    type: "checkbox", id: `f-also-${seat}`,
    onchange: () => change("fact", ({ context }) => {
      const others = new Set(context.also ?? []);
      if (others.has(seat)) others.delete(seat); else others.add(seat);
      context.also = SEATS.filter((one) => others.has(one));
    }),
  })]);
  const labels = boxes.map(([seat, box]) => h("label", {}, box, h("span", {}, wind(seat))));
  return {
    node: h("fieldset", { class: "choice", "data-fact": name }, h("legend", {}, t("同一張牌，還有誰食糊", "Who else won on the same tile")), h("div", { class: "options" }, labels), slot(name)),
    name,
    sync: () => boxes.forEach(([seat, box], n) => {
      labels[n].hidden = seat === state.context.seat || seat === state.context.from;
      box.checked = state.context.also?.includes(seat) ?? false;
    }),
  };
}

/** The unbroken chain of replacement tiles, first to last. */
function replacements() {
  const name = "replacements";
  const WORDS = { kong: ["槓", "kong"], flower: ["花", "flower"] };
  const list = h("span", { class: "chain", tabindex: "-1" });
  const set = (next) => change("fact", ({ context }) => { if (next.length) context.replacements = next; else delete context.replacements; });
  const now = () => state.context.replacements ?? [];
  const node = h("div", { class: "field", "data-fact": name, role: "group", "aria-labelledby": "l-replacements" },
    h("span", { class: "label", id: "l-replacements" }, t("糊牌是補牌：因為", "The winning tile was a replacement after")),
    h("div", { class: "row" }, list,
      Object.entries(WORDS).map(([word, names]) => h("button", { type: "button", class: "button", id: `f-replacements-${word}`, onclick: () => set([...now(), word]) }, "+ ", t(...names)))),
    h("span", { class: "small soft" }, t("連續補牌，由先到後，例如槓後再補花。", "The unbroken chain, first to last, such as a kong and then a flower.")), slot(name));
  return {
    node, name,
    sync: () => put(list, now().map((word, n) => h("button", {
      type: "button", class: "tag", "data-key": `chain-${n}`, "aria-label": t(`移走第 ${n + 1} 張補牌（${t(...WORDS[word])}）`, `Remove replacement ${n + 1}, after a ${t(...WORDS[word])}`),
      onclick: () => set(now().filter((_, m) => m !== n)),
    }, t(...WORDS[word]), " ×"))),
  };
}

/** Who fed each claimed meld. */
function feeders() {
  const box = h("div", { class: "fields", tabindex: "-1" });
  return {
    node: box,
    name: null,
    sync: () => put(box, state.hand.melds.map((meld, n) => {
      if (meld.kind === "concealed") return null;
      const id = `f-meld-${n}`;
      return h("div", { class: "field" },
        h("label", { for: id }, t(`${setName({ ...meld, melded: true })}「${tileNames(meld.tiles)}」來自`, `The ${setName({ ...meld, melded: true })} ${written(meld.tiles)} came from`)),
        h("select", { id, "data-key": `feeder-${n}`, onchange: (event) => change("fact", (s) => { if (event.target.value) s.feeders[n] = event.target.value; else delete s.feeders[n]; }) },
          h("option", { value: "" }, t("沒有說", "not said")),
          seatOptions().filter(([seat]) => seat !== state.context.seat).map(([seat, label]) => h("option", { value: seat, selected: state.feeders[n] === seat }, label))));
    })),
  };
}

function stakes() {
  const inputs = {};
  const field = (name, label, more) => {
    inputs[name] = h("input", { id: `f-stakes-${name}`, class: "narrow", type: "text", autocomplete: "off", oninput: () => change("fact", (s) => { s.stakes[name] = inputs[name].value.trim(); }), ...more });
    return h("div", { class: "field" }, h("label", { for: `f-stakes-${name}` }, label), inputs[name]);
  };
  return {
    node: h("div", { class: "fields" },
      field("per_fan", t("每番多少錢", "Money for one fan"), { inputmode: "decimal" }),
      field("currency", t("貨幣", "Currency"), { maxlength: "8" }), h("p", { class: "fault", id: "e-stakes" })),
    name: null,
    sync: () => Object.entries(inputs).forEach(([name, input]) => { const value = state.stakes[name] ?? ""; if (input.value.trim() !== value) input.value = value; }),
  };
}

const FROM = {
  discard: ["誰打出這張牌", "Who discarded it"],
  robbed_kong: ["搶了誰的槓", "Whose kong was robbed"],
  flowers: ["誰拿着其餘的花", "Who holds the other flower or flowers"],
};

/** Build the form; returns its node, what brings it up to date, and what shows faults. */
export function factsPart() {
  const seat = choice("seat", t("誰食糊", "Who won"), SEATS.map((one) => [one, one === "E" ? t("東（莊家）", "East (dealer)") : wind(one)]));
  const by = choice("by", t("怎樣食糊", "How"), [
    ["self_draw", t("自摸", "drew the tile")], ["discard", t("別人打出", "took a discard")],
    ["robbed_kong", t("搶槓", "robbed a kong")], ["flowers", t("花糊", "by flowers alone")],
  ]);
  const from = choice("from", "", [["", t("沒有人（八隻花）", "nobody (all eight)")], ...seatOptions()]);
  const syncFrom = from.sync;
  from.sync = () => {
    syncFrom();
    from.title.textContent = t(...(FROM[state.context.by] ?? FROM.discard));
    for (const [value, input] of from.options) {
      input.closest("label").hidden = value === state.context.seat || (!value && state.context.by !== "flowers");
    }
  };
  const groups = [
    [t("這一局", "This deal"), [
      choice("round_wind", t("圈風", "Round wind"), [["", t("東（或沒有說）", "East, or not said")], ...seatOptions().slice(1)]),
      number("dealer_streak", t("連莊次數（連 n 拉 n）", "How often the dealer has stayed"), { most: 99 }),
      flag("dealer_marker_forgotten", t("莊家忘記放連莊牌", "The dealer forgot to show the streak")),
      also(),
    ]],
    [t("叫糊（叮）", "Ready (叮)"), [
      choice("ready", t("有沒有叮", "Declared ready"), [
        ["", t("沒有", "no")], ["dealt", t("起手已叮", "before the first draw")], ["first_discard", t("打第一張時", "with the first discard")], ["later", t("之後", "later")],
      ]),
      number("own_discards_since", t("叮後再打出的牌", "Own discards after declaring"), { most: 40 }),
      flag("calls_since", t("叮後有人上、碰、槓", "Somebody chowed, punged or konged since")),
      flag("on_ready_discard", t("糊的是別人叮出的那一張", "Won on the tile with which its discarder declared ready")),
    ]],
    [t("時機", "Timing"), [
      choice("opening", t("是不是開局", "At the very start"), [
        ["", t("不是", "no")], ["dealt_hand", t("起手十七張", "the dealt hand")], ["first_discard", t("莊家第一張", "the dealer's first discard")], ["first_go_around", t("第一圈內", "the first go-around")],
      ]),
      choice("calls_made", t("有人上、碰、槓過嗎", "Has anybody called yet"), [["", t("沒有說", "not said")], ["no", t("沒有", "no")], ["yes", t("有", "yes")]]),
      number("pool", t("牌池有多少張", "Tiles in the pool"), { most: 136, hint: t("七子內、十子內要知道", "for a win within seven or ten discards") }),
      flag("last_tile", t("最後一張牌（海底、河底）", "The last tile of the wall was drawn")),
    ]],
    [t("槓、補牌", "Kongs and replacements"), [
      replacements(),
      choice("kong_fed_by", t("補牌之前的明槓由誰打出", "Who fed the exposed kong before it"), [["", t("沒有", "nobody")], ...seatOptions()]),
      choice("robbed_kong", t("搶的是", "The kong robbed was"), [["", t("加槓", "added")], ["concealed", t("暗槓", "concealed")]]),
      flag("kong_chain_robbed", t("被搶的是連槓（槓上槓）", "The robbed kong followed another one")),
      feeders(),
    ]],
    [t("花、其他", "Flowers and the rest"), [
      number("table_flowers", t("全桌已開多少隻花", "Flowers drawn by all four"), { most: 8 }),
      flag("flowers_paid", t("花已經即時收了錢", "The flowers were won and paid before")),
      choice("fed_winners", t("上一局你一炮", "In the deal before, your discard fed"), [["", t("沒有", "no such thing")], ["2", t("雙響", "two winners")], ["3", t("三響", "three winners")]]),
      text("visible", t("桌面上看得見的牌", "Tiles face up on the table"), t("牌池和別人的上碰槓，寫法同上；算剩下幾張和獨獨。", "The pool and the others' melds, written as above: it decides how many of a tile are left.")),
      stakes(),
    ]],
  ];
  const fields = [seat, by, from, ...groups.flatMap(([, list]) => list)];
  const summary = h("summary", {});
  const more = h("details", { id: "more-facts" }, summary, groups.map(([title, list]) => h("div", { class: "group" }, h("h3", {}, title), list.map((field) => field.node))));

  function update() {
    for (const field of fields) {
      field.sync();
      if (field.name) field.node.hidden = !applies(field.name, state.context);
    }
    const set = said(state.context).filter((name) => !["seat", "by", "from"].includes(name)).length + Object.keys(state.feeders).length;
    summary.textContent = t("更多事實：叮、槓、時機、圈風……", "More facts: ready, kongs, timing, round…") + (set ? t(`（已填 ${set} 項）`, ` (${set} given)`) : "");
  }

  /** Each fault at its field; returns the errors that have no field here. */
  function mark(errors) {
    const texts = new Map();
    for (const error of errors) if (error.fact) texts.set(error.fact, [...(texts.get(error.fact) ?? []), error.text]);
    for (const name of Object.keys(FACTS)) {
      const place = document.getElementById(`e-${name}`);
      if (!place) continue;
      place.textContent = (texts.get(name) ?? []).join(t("；", "; "));
      place.closest("[data-fact]").classList.toggle("wrong", texts.has(name));
      for (const input of place.closest("[data-fact]").querySelectorAll("input")) {
        if (texts.has(name)) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      }
    }
    document.getElementById("e-stakes").textContent = errors.filter(({ pointer }) => pointer.startsWith("/stakes")).map((error) => error.text).join("; ");
    if ([...texts.keys()].some((name) => !["seat", "by", "from"].includes(name))) more.open = true;
  }

  const node = h("section", { class: "card", "aria-labelledby": "facts-title" },
    h("h2", { id: "facts-title" }, t("桌上發生的事", "What happened")), h("div", { class: "fields" }, seat.node, by.node, from.node), more);
  update();
  return { node, update, mark };
}

/** Take the reader to the field of a fact. */
export function showFact(name) {
  const place = document.querySelector(`[data-fact="${name}"]`);
  if (!place) return;
  const fold = place.closest("details");
  if (fold) fold.open = true;
  place.scrollIntoView({ block: "center" });
  place.querySelector("input, select, button")?.focus({ preventScroll: true });
}
