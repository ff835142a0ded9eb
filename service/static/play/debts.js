/** Who owes whom, as a picture: four players round a table, an arrow for each debt, as thick as it is large. */

import { svg } from "./dom.js";
import { t } from "./words.js";

const SIZE = 320;
const MIDDLE = SIZE / 2;
const ORBIT = 104;
const ROOM = 34; // a player's place, which arrows keep clear of
// First dealer at the bottom, then against the clock, as players sit.
const PLACES = [[0, 1], [1, 0], [0, -1], [-1, 0]].map(([x, y]) => [MIDDLE + x * ORBIT, MIDDLE + y * ORBIT]);

export function debtsPicture(players, debts, dealer) {
  const most = Math.max(...debts.map(({ points }) => points), 1);
  const label = debts.length
    ? debts.map(({ creditor, debtor, points, pulls }) => t(`${debtor}欠${creditor} ${points}（拉 ${pulls}）`, `${debtor} owes ${creditor} ${points}, pulled ${pulls} times`)).join("; ")
    : t("沒有人欠帳", "Nobody owes anything");
  return svg("svg", { class: "debts", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": label },
    svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 10 10", refX: "0", refY: "5", markerWidth: "16", markerHeight: "16", markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0 0L10 5L0 10z", class: "tip" }))),
    svg("rect", { x: MIDDLE - 42, y: MIDDLE - 42, width: 84, height: 84, rx: 12, class: "felt" }),
    debts.map((debt) => arrow(PLACES[players.indexOf(debt.debtor)], PLACES[players.indexOf(debt.creditor)], debt, most)),
    players.map((player, n) => seat(player, PLACES[n], player === dealer)));
}

function seat(player, [x, y], deals) {
  const short = [...player].length > 8 ? `${[...player].slice(0, 7).join("")}…` : player;
  return svg("g", {},
    svg("circle", { cx: x, cy: y, r: 30, class: deals ? "seat dealer" : "seat" }),
    svg("text", { x, y: y + 5, class: [...short].length > 4 ? "small" : "" }, short),
    deals ? svg("text", { x, y: y - 14, class: "tiny" }, t("莊", "dealer")) : null);
}

function arrow([x1, y1], [x2, y2], { points, pulls }, most) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const width = 2 + 8 * Math.sqrt(points / most);
  // Bent to its left, so that two debts that cross do not hide each other.
  const bend = length > 180 ? 34 : 18;
  const [mx, my] = [(x1 + x2) / 2 + dy * bend, (y1 + y2) / 2 - dx * bend];
  const clear = (x, y, room) => { const far = Math.hypot(mx - x, my - y); return [x + ((mx - x) / far) * room, y + ((my - y) / far) * room]; };
  const [sx, sy] = clear(x1, y1, ROOM);
  const [ex, ey] = clear(x2, y2, ROOM + 14);
  const [lx, ly] = [0.25 * sx + 0.5 * mx + 0.25 * ex, 0.25 * sy + 0.5 * my + 0.25 * ey];
  return svg("g", {},
    svg("path", { class: "owes", d: `M${sx} ${sy}Q${mx} ${my} ${ex} ${ey}`, "stroke-width": width.toFixed(1), "marker-end": "url(#tip)" }),
    svg("text", { x: lx, y: ly + 5, class: "sum" }, `${points}（${pulls}）`));
}
