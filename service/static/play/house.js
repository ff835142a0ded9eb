/** The ruleset, and the house rules that change it: prices, rows on and off, options. */

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { change, state } from "./state.js";
import { named, t, variantName } from "./words.js";

/** Build the part; returns its node, what brings it up to date, and what shows faults. */
export function housePart() {
  const choices = h("div", { class: "options" });
  const table = h("a", { class: "small" });
  const summary = h("summary", {});
  const body = h("div", { class: "house" });
  const fold = h("details", { id: "house", ontoggle: () => { if (fold.open) fill(); } }, summary, body);
  const faults = h("ul", { class: "fault", id: "e-ruleset" });
  let shown = null;

  get("/v1/rulesets").then((list) => put(choices, (list?.rulesets ?? []).map(({ id, name, row_count: rows }) => h("label", {},
    h("input", { type: "radio", name: "ruleset", value: id, checked: state.ruleset === id, onchange: () => { change("ruleset", (s) => { s.ruleset = id; s.house = { fan: {}, enable: [], disable: [], options: {} }; }); } }),
    h("span", {}, named(name), h("span", { class: "small soft" }, ` ${id} · ${rows} ${t("項", "rows")}`))))));

  async function fill() {
    if (shown === state.ruleset) return;
    shown = state.ruleset;
    const [ruleset, chinese] = await Promise.all([get(`/v1/rulesets/${state.ruleset}`), get("/static/play/switches.json")]);
    if (ruleset) put(body, tableOf(ruleset, chinese ?? {}));
  }

  function update(source) {
    for (const input of choices.querySelectorAll("input")) input.checked = input.value === state.ruleset;
    table.href = `/docs/rulesets/${encodeURIComponent(state.ruleset)}`;
    table.textContent = t("番表全文，每項有例牌", "The whole table, with an example for every row");
    const changed = changes();
    summary.textContent = t("我們這檯的規則：改價、開關、底", "House rules: prices, rows on and off, base") + (changed ? t(`（改了 ${changed} 項）`, ` (${changed} changed)`) : "");
    if (source !== "house" && fold.open && shown !== state.ruleset) fill();
    if (source === "url" || source === "reset") { shown = null; if (fold.open) fill(); }
  }

  const node = h("section", { class: "card", "aria-labelledby": "rules-title" },
    h("div", { class: "row" }, h("h2", { id: "rules-title" }, t("番表", "Ruleset")), h("span", { class: "push" }, table)),
    h("fieldset", { class: "choice" }, h("legend", { class: "unseen" }, t("番表", "Ruleset")), choices), faults, fold);
  update("start");
  return {
    node,
    update,
    mark(errors) {
      const mine = errors.filter(({ pointer }) => pointer.startsWith("/ruleset"));
      put(faults, mine.map(({ pointer, text }) => h("li", {}, pointer.split("/").slice(2).join(" · "), ": ", text)));
      if (mine.length) fold.open = true;
    },
  };
}

function changes() {
  const { fan, enable, disable, options } = state.house;
  const { ledger = {}, ...rest } = options;
  return Object.keys(fan).length + enable.length + disable.length + Object.keys(rest).length + Object.keys(ledger).length;
}

function tableOf(ruleset, chinese) {
  const rows = ruleset.rows.map(rowOf);
  const nothing = h("p", { class: "soft small", hidden: true }, t("沒有這一項", "No such row"));
  const filter = h("input", { type: "search", id: "filter", oninput: () => {
    const wanted = filter.value.trim().toLowerCase();
    let left = 0;
    for (const { node, words } of rows) { node.hidden = !words.includes(wanted); left += node.hidden ? 0 : 1; }
    nothing.hidden = left > 0;
  } });
  return [
    h("div", { class: "row" },
      h("div", { class: "field inline" }, h("label", { for: "filter" }, t("找", "Find a row")), filter),
      h("button", { type: "button", class: "button quiet push", onclick: () => change("reset", (s) => { s.house = { fan: {}, enable: [], disable: [], options: {} }; }) }, t("還原番表", "Reset to the table"))),
    h("ul", { class: "prices", tabindex: "0", role: "list", "aria-label": t("番表", "Rows") }, rows.map(({ node }) => node)), nothing,
    h("h3", {}, t("選項", "Options")),
    h("div", { class: "fields" }, ruleset.options.map((option) => optionOf(option, "option", chinese[option.name]))),
    h("h3", {}, t("拉帳", "拉 ledger")),
    h("div", { class: "fields" }, ruleset.ledger.map((option) => optionOf(option, "ledger", chinese.ledger?.[option.name]))),
  ];
}

const without = (list, item) => list.filter((one) => one !== item);

function rowOf(row) {
  const { house } = state;
  const starts = row.default === "on";
  const isOn = house.enable.includes(row.id) || (starts && !house.disable.includes(row.id));
  const box = h("input", { type: "checkbox", checked: isOn, id: `on-${row.id}`, onchange: () => change("house", (s) => {
    s.house.enable = without(s.house.enable, row.id);
    s.house.disable = without(s.house.disable, row.id);
    if (box.checked !== starts) (box.checked ? s.house.enable : s.house.disable).push(row.id);
  }) });
  const prices = typeof row.fan === "number" ? [[null, row.fan]] : Object.entries(row.fan).filter(([, price]) => typeof price === "number");
  const node = h("li", {},
    h("label", { for: `on-${row.id}` }, box, h("span", {}, row.name.zh, " ", h("span", { class: "small soft" }, row.name.en))),
    h("span", { class: "price" }, prices.map(([variant, price]) => priceOf(row, variant, price))));
  return { node, words: `${row.id} ${row.name.zh} ${row.name.en} ${row.aliases.join(" ")}`.toLowerCase() };
}

function priceOf(row, variant, price) {
  const now = state.house.fan[row.id];
  const value = (variant ? now?.[variant] : now) ?? price;
  const label = named(row.name) + (variant ? ` ${variantName(variant)}` : "");
  const input = h("input", { type: "number", min: "0", max: "100000", class: "narrow", value: String(value), "aria-label": `${label} ${t("番", "fan")}`, oninput: () => change("house", (s) => {
    const typed = input.value === "" ? price : Number(input.value);
    const all = variant ? { ...s.house.fan[row.id] } : {};
    delete s.house.fan[row.id];
    if (variant) {
      if (typed === price) delete all[variant]; else all[variant] = typed;
      if (Object.keys(all).length) s.house.fan[row.id] = all;
    } else if (typed !== price) s.house.fan[row.id] = typed;
  }) });
  return h("span", { class: "one" }, variant && h("span", { class: "small soft", "aria-hidden": "true" }, variantName(variant)), input);
}

/** A value as people say it; the service's word where there is no Chinese for it. */
function valueName(value, words) {
  if (typeof value === "boolean") return value ? t("是", "yes") : t("否", "no");
  const plain = String(value).replaceAll("_", " ");
  return t(words?.[value] ?? plain, plain);
}

function optionOf({ name, values, default: usual, meaning }, kind, words) {
  const id = `${kind}-${name}`;
  const set = (value) => change("house", (s) => {
    const place = kind === "ledger" ? { ...s.house.options.ledger } : s.house.options;
    if (value === usual) delete place[name]; else place[name] = value;
    if (kind !== "ledger") return;
    if (Object.keys(place).length) s.house.options.ledger = place; else delete s.house.options.ledger;
  });
  const now = (kind === "ledger" ? state.house.options.ledger?.[name] : state.house.options[name]) ?? usual;
  const control = Array.isArray(values)
    ? h("select", { id, "aria-describedby": `m-${id}`, onchange: (event) => set(values[event.target.selectedIndex]) },
      values.map((value) => h("option", { selected: value === now }, valueName(value, words?.values))))
    : h("input", { id, type: "number", class: "narrow", min: String(values.least), max: String(values.most), value: String(now), "aria-describedby": `m-${id}`, oninput: (event) => set(event.target.value === "" ? usual : Number(event.target.value)) });
  return h("div", { class: "field" },
    h("label", { for: id }, t(words?.name ?? name, name.replaceAll("_", " ")), " ", h("code", { class: "small" }, name)), control,
    h("span", { class: "small soft", id: `m-${id}` }, t(words?.meaning ?? meaning, meaning)));
}
