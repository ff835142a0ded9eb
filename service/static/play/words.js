/** Two languages, side by side at the place where they are said: `t("自摸", "self-drawn")`. */

const KEY = "language";
let chosen = remembered() ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en");

export const language = () => chosen;

export function setLanguage(to) {
  chosen = to === "zh" ? "zh" : "en";
  document.documentElement.lang = chosen === "zh" ? "zh-HK" : "en";
  try {
    localStorage.setItem(KEY, chosen);
  } catch { /* a browser may refuse; then it is asked again next time */ }
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The text in the language chosen. */
export const t = (zh, en) => (chosen === "zh" ? zh : en);

/** A name `{zh, en}` in the language chosen. */
export const named = (name) => name[chosen];

export const SEATS = ["E", "S", "W", "N"];
const WINDS = { E: ["東", "East"], S: ["南", "South"], W: ["西", "West"], N: ["北", "North"] };

/** A wind or seat. */
export const wind = (seat) => (WINDS[seat] ? t(...WINDS[seat]) : seat);

const SETS = { chow: ["順子", "chow"], pung: ["刻子", "pung"], kong: ["槓", "kong"], pair: ["對子", "pair"] };
const KONGS = { exposed: ["明槓", "exposed kong"], added: ["加槓", "added kong"], concealed: ["暗槓", "concealed kong"] };
const CLAIMED = { chow: ["上", "claimed chow"], pung: ["碰", "claimed pung"] };

/** What a set or meld is called. */
export function setName(set) {
  if (set.type === "kong") return t(...KONGS[set.kind]);
  return t(...(set.melded ? CLAIMED : SETS)[set.type]);
}

const FORMS = {
  standard: ["五組一對", "five sets and eyes"],
  lik_ku_lik_ku: ["嚦咕嚦咕", "seven pairs and a triplet"],
  sixteen_unrelated: ["十六不搭", "sixteen unrelated tiles"],
  thirteen_orphans: ["十三么", "thirteen orphans"],
  flowers: ["花糊", "a win by flowers"],
  dual: ["兩食", "both forms at once"],
};
export const formName = (form) => t(...(FORMS[form] ?? [form, form]));

const WAITS = {
  two_sided: ["兩頭", "two-sided wait"],
  edge: ["邊張", "edge wait"],
  closed: ["嵌張", "closed wait"],
  single: ["單釣", "single wait"],
  double_pung: ["對碰", "double pung wait"],
};
export const waitName = (wait) => (wait ? t(...(WAITS[wait] ?? [wait, wait])) : "");

const VARIANTS = {
  exposed: ["明", "exposed"], concealed: ["暗", "concealed"], added: ["加槓", "added"],
  little: ["小", "little"], big: ["大", "big"], normal: ["普通", "normal"], plain: ["普通", "plain"],
  same_numbers: ["三色同數", "same numbers"], knitted: ["三色 147、258、369", "knitted"],
  eight_pair_wait: ["八對叫", "eight pair wait"], thirteen_sided_wait: ["十三面叫", "thirteen-sided wait"],
  after_two_winners: ["雙響之後", "after two winners"], after_three_winners: ["三響之後", "after three winners"],
};
export const variantName = (variant) => t(...(VARIANTS[variant] ?? [variant, variant.replaceAll("_", " ")]));

const BASIS = { stated: ["原文", "stated"], deduced: ["推算", "deduced"], inferred: ["推斷", "inferred"] };
export const basisName = (basis) => t(...(BASIS[basis] ?? [basis, basis]));

const PARTS = { hand: ["牌", "hand"], base: ["底", "base"], dealer: ["莊", "dealer"] };
export const partName = (id) => t(...(PARTS[id] ?? [id, id.replaceAll("_", " ")]));

/** "1 tile", "2 tiles": English needs the plural. */
export const count = (n, zh, one, many = `${one}s`) => t(`${n}${zh}`, `${n} ${n === 1 ? one : many}`);
