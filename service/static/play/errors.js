/** What the service refuses, in the language chosen: its own sentence in English; in Chinese by its code. */

import { t } from "./words.js";

/** Where one code has several sentences, a part of the English one tells which. */
const ZH = {
  another_ruleset: "這本帳用的是另一個番表",
  bad_price: "價錢要是 0 至 100000 的整數",
  bad_text: "這段文字不可用",
  bad_value: "這個選項沒有這個值",
  beyond_bounds: "數目大得不能再準確計下去",
  both_directions: "兩人之間只可以一方欠另一方",
  called_before_the_start: "第一張牌打出之前，只有莊家自己的暗槓算叫過",
  calls_denied: "有上碰槓的牌，就是有人叫過",
  chow_not_from_previous: "只可以上上家打出的牌",
  concealed_kong_fed: "暗槓沒有人打出",
  cut_twice: "同一筆斬了兩次",
  dealt_hand_not_drawn: "起手十七張是自摸",
  dealt_hand_with_meld: "第一張牌打出之前，沒有牌可以上碰",
  dealt_ready_with_meld: "起手叮，來不及上碰槓",
  debt_twice: "同一筆帳寫了兩次",
  discarder_wins: "打出這張牌的人不能食糊",
  eight_flowers_wanted: "沒有人打出的花糊，要有齊八隻花",
  enabled_and_disabled: "這一項又開又關",
  fed_by_another: "槓牌是另一家打出的",
  fed_kong_not_first: "別人打出的明槓，要排在補牌的最先",
  first_discard_with_meld: "莊家打第一張之前，閒家沒有上碰槓",
  flower_in_hand: "花要另外放",
  flower_twice: "每隻花只有一隻",
  from_with_self_draw: "自摸的牌不是別人打出的",
  invalid: "這裏不對",
  last_tile_at_the_start: "第一圈內，牌牆不會摸完",
  last_tile_robbed: "最後一張牌已摸，沒有槓可搶",
  missing: [["winning tile", "還沒有糊牌"], ["", "還沒有填"]],
  no_exposed_kong: "這副牌沒有明槓",
  no_flowers_paid: "沒有花，就沒有收過花的錢",
  no_offender: "只有詐糊才有詐糊的人",
  no_offer: "這個拉數不可斬",
  no_ready_discard: "只有別人打出的牌，才可以是叮出的那一張",
  no_robbed_kong: "沒有搶槓",
  no_such_debt: "沒有這筆帳",
  no_such_tile: "沒有這張牌",
  no_variants: "這一項只有一個價",
  no_win: "有人食糊才有贏家",
  nobody_fed_the_kong: "補牌之前的槓有一個是明槓，要說是誰打出的",
  not_a_chow: "不成順子",
  not_a_flower: "這不是花",
  not_a_kong: "不成槓",
  not_a_loser: "這個人不會是打出糊牌的人",
  not_a_meld: "不成一副上碰槓",
  not_a_pung: "不成刻子",
  not_a_seat: "座位是東、南、西、北",
  not_a_win: "這不是一副糊牌",
  not_allowed: "沒有這個選擇",
  not_balanced: "四家收付加起來不是 0",
  not_offered: "這一筆現在不可斬",
  not_the_dealer: [["deals", "只有莊家贏才拉"], ["", "只有莊家（東）起手十七張"]],
  not_the_dealers_discard: "第一張是莊家（東）打出的",
  not_the_first_discard: "莊家的第一張牌是打出來的",
  not_whole: "番數要是整數",
  nothing_discarded_yet: "第一張牌還沒有打出，牌池是空的",
  nothing_to_do: "沒有這一局，就要有斬拉",
  offer_twice: "同一筆可斬的帳寫了兩次",
  own_creditor: "自己不會欠自己",
  own_kong_fed: "自己的槓不由自己打出",
  own_meld_fed: "自己的牌不由自己打出",
  own_tile: "不能食自己打出的牌",
  paid_twice: "這一局的花已經收了錢",
  player_twice: "同一個人坐了兩個位",
  players_given: "這本帳已有四家",
  ready_after_the_win: "還沒有打過牌，叮不了",
  replacement_and_discard: "補牌是自己摸的，不是別人打出的",
  robbed_tile_held: "被搶的槓，其餘三張在別人面前，不在你手上",
  seven_or_one_flower_wanted: "搶花食糊，要有七隻花，或者一隻",
  several_givers: "同一張牌食糊，打出的是同一個人",
  several_winners: "只有別人打出的牌或搶槓，才有幾家一起食糊",
  stray_bracket: "括號不成對",
  too_few_flowers: "補花比面前的花還多",
  too_few_kongs: "補槓比面前的槓還多",
  too_few_table_flowers: "全桌的花比這副牌的花還少",
  too_long: "太長了",
  too_many: "太多了",
  too_many_copies: "每種牌只有四張",
  too_many_melds: "最多五副上碰槓",
  unknown_field: "服務不認得這一格",
  unknown_option: "這個番表沒有這個選項",
  unknown_player: "四家之中沒有這個人",
  unknown_row: "這個番表沒有這一項",
  unknown_ruleset: "沒有這個番表",
  unknown_variant: "這一項沒有這種分別",
  unreachable: "這樣打牌，不會有這本帳",
  win_not_allowed: [
    ["option thirteen_orphans_rob", "這個番表不准搶暗槓"],
    ["Only thirteen_orphans", "只有十三么可以搶暗槓"],
    ["may not stand there", "這個番表不准別人的牌完成十三么的這一部分"],
    ["no win by these flowers", "這個番表沒有這樣的花糊；即時收的錢另計"],
    ["", "這個番表不准這樣食糊"],
  ],
  wind_twice: "同一個風摸了兩次",
  winner_missing: "這個人不在贏家之中",
  winner_twice: "同一家寫了兩次食糊",
  winning_tile: "糊牌只有一張，用 + 標明",
  wrong_count: "張數不對",
  wrong_payers: "付錢的人不對：出銃的一家，或自摸時其他三家，各填一個數",
  wrong_players: "要四家的數",
  wrong_type: "這裏填的不對",
};

/** The bounds that a sentence names: they are what helps. */
function bounds(message) {
  const between = message.match(/from (-?[\d,]+) to (-?[\d,]+)/);
  if (between) return `：要 ${between[1]} 至 ${between[2]} 的整數`;
  const most = message.match(/at most ([\d,]+)/);
  return most ? `：最多 ${most[1]}` : "";
}

function inChinese({ code, message }) {
  const known = ZH[code];
  if (known === undefined) return message;
  const text = typeof known === "string" ? known : known.find(([part]) => message.includes(part))[1];
  return text + (code === "bad_price" ? "" : bounds(message));
}

/** The text of an error. */
export const errorText = (error) => t(inChinese(error), error.message);

const TITLES = {
  "invalid-request": ["有些地方不對", "Something is not right"],
  "not-a-winning-hand": ["這不是一副糊牌", "This is not a winning hand"],
  "win-not-allowed": ["這個番表不准這樣食糊", "This ruleset does not allow this win"],
  "unknown-ruleset": ["沒有這個番表", "There is no such ruleset"],
  unauthorized: ["這個服務要 API 金鑰", "The service wants an API key"],
  "too-large": ["要送的太大了", "This is too large to send"],
  "not-ready": ["服務正在停止", "The service is stopping"],
  "internal-error": ["服務出了錯", "The service failed"],
};

/** What a problem is called. */
export function problemTitle({ type, title }) {
  const known = TITLES[type?.split("/").pop()];
  return known ? t(...known) : title;
}
