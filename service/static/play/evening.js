/** The tab of the 拉 ledger: enter a deal, see the sheet, the debts, what is due. */

import { copyButton, curl, get } from "./api.js";
import { debtsPicture } from "./debts.js";
import { h, put, say } from "./dom.js";
import { errorText, problemTitle } from "./errors.js";
import * as book from "./ledger.js";
import { named, t, wind } from "./words.js";

let problem = null;

/** Build the tab; `scoreADeal` goes to the other tab with the table's facts. */
export function eveningPart({ ruleset, scoreADeal }) {
  const place = h("div", { class: "evening", tabindex: "-1" });
  problem = book.takeProblem();
  const draw = () => put(place, book.open() ? running(draw, scoreADeal) : beginning(draw, ruleset));
  draw();
  return place;
}

// Before the first deal.

function beginning(draw, ruleset) {
  const usual = t(["甲", "乙", "丙", "丁"], ["Ann", "Bing", "Chan", "Dai"]);
  const inputs = usual.map((name, n) => h("input", { type: "text", id: `player-${n}`, value: name, maxlength: "64", required: true, autocomplete: "off", "aria-describedby": "start-fault" }));
  const fault = h("p", { class: "fault", id: "start-fault" });
  const id = typeof ruleset === "string" ? ruleset : ruleset.id;
  const name = h("span", {}, id);
  get(`/v1/rulesets/${id}`).then((found) => { if (found) name.textContent = named(found.name); });
  return h("section", { class: "card start", "aria-labelledby": "start-title" },
    h("h2", { id: "start-title" }, t("開一晚拉帳", "Begin an evening")),
    h("p", { class: "soft" }, t(
      "贏了的暫時記數；同一家再輸給你，舊數乘一倍半再加新數（拉）；他反贏你，只付一半（踢半）；其他人贏了就付清。",
      "A win is noted, not paid. Whoever loses to the same winner again owes one and a half times the old sum and the new one (拉, a pull); who wins it back pays half (踢半, a kick); when anybody else wins, it is paid in full.")),
    h("form", { onsubmit: (event) => {
      event.preventDefault();
      const players = inputs.map((input) => input.value.trim());
      if (players.some((player) => !player) || new Set(players).size < 4) {
        fault.textContent = t("要四個不同的名字", "Four different names are wanted");
        inputs.find((input, n) => !players[n] || players.indexOf(players[n]) < n)?.focus();
        return;
      }
      book.start(ruleset, players);
      draw();
      document.getElementById("deal-title")?.scrollIntoView({ block: "nearest" });
    } },
    h("fieldset", { class: "choice" }, h("legend", {}, t("四家，由第一個莊家起，依座次", "The four players, in seating order from the first dealer")),
      h("div", { class: "fields names" }, inputs.map((input, n) => h("div", { class: "field" }, h("label", { for: input.id }, wind("ESWN"[n])), input)))),
    fault,
    h("p", { class: "small soft" }, t("番表：", "Ruleset: "), name, typeof ruleset === "string" ? "" : t("（加上你的規則）", " (with your house rules)"), t("。可在「計一副牌」裏換。", ". Change it under “Score a hand”.")),
    h("p", { class: "row" }, h("button", { type: "submit", class: "button main", id: "begin" }, t("開始", "Begin")), loader(draw)),
    trouble()));
}

function loader(draw) {
  const input = h("input", { type: "file", id: "file", accept: "application/json,.json", class: "unseen", onchange: async () => {
    const [file] = input.files;
    if (!file) return;
    problem = await book.read(await file.text());
    draw();
    say(problem ? t("讀不到這個檔案", "The file could not be read") : t("已讀入", "Loaded"));
  } });
  return h("span", { class: "file" }, input, h("label", { for: "file", class: "button" }, t("由檔案讀入", "Load a file")));
}

// During it.

function running(draw, scoreADeal) {
  const evening = book.open();
  const latest = book.latest();
  const table = book.table();
  return [
    book.setAside() && h("p", { class: "card notice row" }, t("這是連結帶來的一晚。", "This evening came with a link."),
      h("button", { type: "button", class: "button", onclick: async () => { await book.back(); problem = book.takeProblem(); draw(); } }, t("回到自己的一晚", "Back to your own"))),
    h("div", { class: "columns" },
      h("div", { class: "stack" }, dealPart(draw, table, scoreADeal), latest && due(draw, latest)),
      h("div", { class: "stack" }, sheet(evening, latest, table), picture(evening, latest, table), history_(evening), actions(draw))),
  ];
}

/** Whether the last step closed the session. */
const closed = () => book.open().steps.at(-1)?.deal?.outcome === "close";

function dealPart(draw, table, scoreADeal) {
  const draft = book.theDraft();
  const body = h("div", { tabindex: "-1" });
  const redraw = () => put(body, entry(draft, redraw));
  redraw();
  const node = h("section", { class: "card", "aria-labelledby": "deal-title" },
    h("div", { class: "row" }, h("h2", { id: "deal-title" }, dealName(table)), h("span", { class: "small soft" }, t(`莊：${table.dealer}`, `${table.dealer} deals`))),
    h("form", { id: "deal", onsubmit: async (event) => {
      event.preventDefault();
      problem = await book.step(book.dealOf(draft));
      draw();
      if (problem) document.querySelector("#deal [aria-invalid]")?.focus();
      else document.querySelector(".evening .due")?.focus();
      say(problem ? t("有些地方不對", "Something is not right") : t("已記", "Entered"));
    } },
    body, trouble(),
    h("p", { class: "row" },
      h("button", { type: "submit", class: "button main", id: "enter" }, t("記這一局", "Enter the deal")),
      h("button", { type: "button", class: "button quiet", onclick: () => scoreADeal(table) }, t("先計番", "Score a hand for it")))));
  markDeal(node);
  return node;
}

/** `東風南局連莊1`, or the same in English. */
function dealName({ round_wind: round, dealer, dealer_streak: streak, deal_name: name }) {
  const seat = wind("ESWN"[book.open().players.indexOf(dealer)]);
  return t(name, `${wind(round)} round, ${seat}’s deal${streak ? `, stayed ${streak}` : ""}`);
}

const OUTCOMES = { win: ["有人食糊", "a win"], draw: ["流局", "a drawn deal"], false_win: ["詐糊", "a false win"], close: ["完場結帳", "end: settle everything"] };

function entry(draft, redraw) {
  const { players } = book.open();
  return [
    h("fieldset", { class: "choice" }, h("legend", {}, t("這一局", "The deal was")),
      h("div", { class: "options" }, Object.entries(OUTCOMES).map(([name, words]) => h("label", {},
        h("input", { type: "radio", name: "outcome", value: name, checked: draft.outcome === name, "data-key": `outcome-${name}-`, onchange: () => { draft.outcome = name; redraw(); } }),
        h("span", {}, t(...words)))))),
    draft.outcome === "win" && draft.wins.map((win, n) => winEntry(draft, win, n, redraw)),
    draft.outcome === "win" && draft.wins.length < 3 && draft.wins[0].by === "discard" && h("button", {
      type: "button", class: "button quiet", "data-key": "another-", onclick: () => {
        const free = players.find((player) => player !== draft.wins[0].from && draft.wins.every(({ winner }) => winner !== player));
        draft.wins.push({ winner: free, by: "discard", from: draft.wins[0].from, points: {} });
        redraw();
      },
    }, t("+ 同一張牌，另一家也食糊", "+ another winner on the same tile")),
    draft.outcome === "false_win" && select(t("誰詐糊", "Who"), "offender", players, draft.offender, (player) => { draft.offender = player; }),
    draft.outcome === "close" && h("p", { class: "soft" }, t("所有未清的帳一次付清。", "Everything outstanding is paid.")),
  ];
}

function select(label, id, players, value, set) {
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("select", { id, "data-key": `${id}-`, onchange: (event) => set(event.target.value) }, players.map((player) => h("option", { value: player, selected: player === value }, player))));
}

function winEntry(draft, win, n, redraw) {
  const { players } = book.open();
  const others = players.filter((player) => player !== win.winner);
  if (win.from === win.winner) [win.from] = others;
  const payers = book.payersOf(win);
  const how = (name, words) => h("label", {},
    h("input", { type: "radio", name: `by-${n}`, value: name, checked: win.by === name, "data-key": `by-${name}-${n}`, onchange: () => { win.by = name; win.points = {}; if (name === "self_draw") draft.wins = [win]; redraw(); } }),
    h("span", {}, t(...words)));
  return h("div", { class: "win", "data-win": String(n) },
    h("div", { class: "fields" },
      select(t("誰食糊", "Winner"), `winner-${n}`, players, win.winner, (player) => { win.winner = player; win.points = {}; redraw(); }),
      h("fieldset", { class: "choice" }, h("legend", {}, t("怎樣", "How")), h("div", { class: "options" }, how("discard", ["出銃", "a discard"]), how("self_draw", ["自摸", "self-drawn"]))),
      win.by === "discard" && select(t("誰出銃", "Discarded by"), `from-${n}`, others, win.from, (player) => { const sum = win.points[win.from]; win.from = player; win.points = sum === undefined ? {} : { [player]: sum }; redraw(); }),
      draft.wins.length > 1 && h("button", { type: "button", class: "button quiet", onclick: () => { draft.wins.splice(n, 1); redraw(); } }, t("刪去", "Remove"))),
    h("div", { class: "fields" }, payers.map((player) => {
      const id = `points-${n}-${book.open().players.indexOf(player)}`;
      const input = h("input", { id, type: "number", min: "1", inputmode: "numeric", required: true, class: "narrow", "data-key": `${id}-`, value: String(win.points[player] ?? ""), "data-pointer": `/deal/wins/${n}/points/${player}`, oninput: () => { if (input.value === "") delete win.points[player]; else win.points[player] = Number(input.value); } });
      return h("div", { class: "field" }, h("label", { for: id }, t(`${player}要付（番，連底）`, `${player} owes (fan, base and all)`)), input);
    })));
}

/** Each fault at its field, where it has one. */
function markDeal(node) {
  for (const { pointer } of problem?.errors ?? []) {
    for (const input of node.querySelectorAll("[data-pointer]")) if (input.dataset.pointer.startsWith(pointer)) input.setAttribute("aria-invalid", "true");
  }
}

function trouble() {
  if (!problem) return null;
  return h("div", { class: "fault", role: "alert" }, problem.unreadable
    ? t("這不是一晚拉帳的檔案或連結。", "This is no file or link of an evening.")
    : [h("p", {}, problemTitle(problem)), h("ul", {}, problem.errors?.length
      ? problem.errors.map((error) => h("li", {}, errorText(error), " ", h("code", {}, error.pointer)))
      : problem.detail && h("li", {}, problem.detail))]);
}

function actions(draw) {
  return h("section", { class: "card", "aria-labelledby": "keep-title" },
    h("h2", { id: "keep-title" }, t("這一晚", "The evening")),
    h("p", { class: "small soft" }, t("帳只在這一頁和這個瀏覽器裏，服務不存。", "The ledger is in this page and this browser only; the service keeps nothing.")),
    h("p", { class: "row" },
      h("button", { type: "button", class: "button", id: "save", onclick: save }, t("存成檔案", "Save as a file")),
      loader(draw),
      copyButton(() => book.link(), t("複製連結", "Copy a link")),
      newEvening(draw)),
    book.lastCall && curl(book.lastCall.path, book.lastCall.body));
}

/** Beginning anew throws the evening away: asked twice. */
function newEvening(draw) {
  const button = h("button", { type: "button", class: "button quiet", id: "anew", onclick: () => {
    if (!book.open().steps.length || button.dataset.sure) {
      book.end();
      problem = null;
      draw();
    } else {
      button.dataset.sure = "yes";
      button.textContent = t("真的？這一晚會刪去", "Sure? This evening will be gone");
    }
  } }, t("另開一晚", "Begin anew"));
  return button;
}

function save() {
  const url = URL.createObjectURL(new Blob([book.file()], { type: "application/json" }));
  h("a", { href: url, download: `evening-${new Date().toISOString().slice(0, 10)}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// What came of it.

const KINDS = {
  paid_in_full: ["付清", "paid in full"], kicked: ["踢半", "half, kicked"], cut: ["斬拉", "cut"], paid_at_once: ["即付", "at once"],
  closed: ["完場", "end of the session"], penalty: ["罰", "penalty"], recorded: ["記", "noted"], pulled: ["拉", "pulled"], settled: ["清", "settled"],
};
const kindName = (kind) => t(...(KINDS[kind] ?? [kind, kind]));

function due(draw, latest) {
  return h("section", { class: "card due", tabindex: "-1", "aria-labelledby": "due-title" },
    h("div", { class: "row" }, h("h2", { id: "due-title" }, t("現在要付", "To pay now")),
      h("button", { type: "button", class: "button quiet push", id: "undo", onclick: () => { book.undo(); problem = null; draw(); say(t("已退一步", "The last step was taken back")); document.querySelector("#undo, #enter").focus(); } }, t("退一步", "Undo"))),
    latest.payments.length
      ? h("ul", { class: "payments", role: "list" }, latest.payments.map(({ from, to, points, kind }) => h("li", {},
        h("span", { class: "who" }, from), h("span", { class: "arrow", "aria-hidden": "true" }), h("span", { class: "unseen" }, t("付給", "pays")), h("span", { class: "who" }, to),
        h("b", { class: "number" }, String(points)), h("span", { class: "tag" }, kindName(kind)))))
      : h("p", { class: "soft" }, t("這一局沒有人要付錢。", "Nothing, after this deal.")),
    latest.changes.length > 0 && h("ul", { class: "changes small", role: "list" }, latest.changes.map(({ creditor, debtor, to, kind, sum }) => h("li", {},
      h("b", {}, kindName(kind)), " ", t(`${debtor}欠${creditor}`, `${debtor} owes ${creditor}`), " ",
      to ? h("span", { class: "number" }, `${to.points}（${to.pulls}）`) : t("無", "nothing more"), sum && sum !== String(to?.points) && h("span", { class: "soft number" }, ` = ${sum}`)))),
    latest.choices.length > 0 && !closed() && h("div", { class: "choices" },
      h("h3", {}, t("可以斬拉", "A cut is offered")),
      latest.choices.map(({ creditor, debtor, points, pulls }) => h("p", { class: "row" },
        h("button", { type: "button", class: "button", "data-cut": `${debtor} ${creditor}`, onclick: async () => { problem = await book.step(null, [{ creditor, debtor }]); draw(); document.querySelector(".evening .due")?.focus(); } },
          t(`${debtor}斬：付 ${creditor} ${points}`, `${debtor} cuts: pays ${creditor} ${points}`)),
        h("span", { class: "small soft" }, t(`已拉 ${pulls} 次；不斬就照記下一局`, `pulled ${pulls} times; or just play on`))))));
}

function sheet(evening, latest, table) {
  const { players } = evening;
  const lines = new Map((latest?.paper ?? []).map(({ player, line }) => [player, line.split(" ")]));
  return h("section", { class: "card", "aria-labelledby": "sheet-title" },
    h("h2", { id: "sheet-title" }, t("帳紙", "The sheet")),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-labelledby": "sheet-title" }, h("table", { class: "sheet" },
      h("thead", {}, h("tr", {}, [t("玩家", "Player"), t("上家", "previous"), t("對家", "facing"), t("下家", "next"), t("已收付", "paid so far")].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, players.map((player) => h("tr", {},
        h("th", { scope: "row" }, player, " ", player === table.dealer && h("span", { class: "tag" }, t("莊", "dealer"))),
        (lines.get(player) ?? ["——", "——", "——"]).map((cell) => h("td", { class: `number ${cell[0] === "+" ? "plus" : cell[0] === "-" ? "minus" : "soft"}` }, cell)),
        h("td", { class: "number" }, signed(latest?.ledger.balance[player] ?? 0))))))));
}

const signed = (n) => (n > 0 ? `+${n}` : String(n));

function picture(evening, latest, table) {
  const debts = latest?.ledger.debts ?? [];
  return h("section", { class: "card", "aria-labelledby": "debts-title" },
    h("h2", { id: "debts-title" }, t("誰欠誰", "Who owes whom")),
    debtsPicture(evening.players, debts, table.dealer),
    h("p", { class: "small soft" }, debts.length ? t("箭嘴由欠的指向收的，愈粗愈多；括號是拉數。", "From who owes to who is owed, the thicker the more; pulls in brackets.") : t("沒有人欠帳。", "Nobody owes anything.")));
}

function history_({ steps, answers }) {
  if (!steps.length) return null;
  return h("details", { class: "card" },
    h("summary", {}, h("span", { class: "h2" }, t(`這一晚的 ${steps.length} 步`, `The ${steps.length === 1 ? "one step" : `${steps.length} steps`} so far`))),
    h("ol", { class: "history small", role: "list" }, steps.map((step, n) => h("li", {},
      h("b", {}, dealName(n ? answers[n - 1].ledger.table : book.firstTable())), t("：", ": "), told(step),
      answers[n].payments.map(({ from, to, points, kind }) => h("div", { class: "soft" }, `${from} → ${to} ${points} ${kindName(kind)}`))))));
}

function told({ deal, cuts }) {
  const words = cuts.map(({ creditor, debtor }) => t(`${debtor}斬${creditor}`, `${debtor} cuts ${creditor}`));
  if (deal?.outcome === "win") {
    words.push(...deal.wins.map(({ winner, by, from, points }) => {
      const sums = Object.values(points).join(", ");
      return by === "discard" ? t(`${winner}食${from} ${sums}`, `${winner} wins ${sums} from ${from}`) : t(`${winner}自摸 ${sums}`, `${winner} draws: ${sums}`);
    }));
  } else if (deal?.outcome === "false_win") words.push(t(`${deal.offender}詐糊`, `${deal.offender}: false win`));
  else if (deal) words.push(t(...OUTCOMES[deal.outcome]));
  return words.join(t("，", "; "));
}
