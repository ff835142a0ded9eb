// Score a hand, advance a ledger, score a batch. The address of the service is the argument.
const service = process.argv[2] ?? "http://127.0.0.1:8000";

// Returns the answer; a refusal names every fault and points at it.
async function post(path, body) {
  const answer = await fetch(service + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) {
    const faults = found.errors.map(({ pointer, message }) => `\n  ${pointer}: ${message}`);
    throw new Error(found.detail + faults.join(""));
  }
  return found;
}

async function score() {
  const answer = await post("/v1/score", {
    ruleset: "baike",
    hand: "(123m) 456m 789m 55p 333s 45s +6s", // (123m) was claimed; East discards the winning 6s
    context: { seat: "S", by: "discard", from: "E", pool: 31 },
    detail: "best",
  });
  console.log(`${answer.total_fan} fan`);
  for (const { total, name } of answer.readings[answer.best].fan) console.log(`  ${total} ${name.zh} ${name.en}`);
  for (const { from, to, fan } of answer.payments) console.log(`${from} pays ${to} ${fan}`);
}

// The `ledger` of an answer is posted with the next deal.
async function advanceLedger() {
  const wins = [{ winner: "甲", by: "discard", from: "丙", points: { 丙: 9 } }];
  const deal = { outcome: "win", wins };
  const { ledger } = await post("/v1/ledger/advance", { ruleset: "baike", players: ["甲", "乙", "丙", "丁"], deal });
  const then = await post("/v1/ledger/advance", { ruleset: "baike", ledger, deal });
  for (const { debtor, creditor, points, pulls } of then.ledger.debts) {
    console.log(`${debtor} owes ${creditor} ${points}, pulls: ${pulls}`);
  }
}

// One request a line, one answer a line, also for the one that does not win.
async function scoreBatch() {
  const context = { seat: "E", by: "discard", from: "W" };
  const hands = ["(345m) (678p) 11s 234s 567s WW 2g +W", "(345m) (678p) 11s 234s 567s WW 2g +S"];
  const lines = hands.map((hand) => JSON.stringify({ ruleset: "baike", hand, context }) + "\n");
  const headers = { "Content-Type": "application/x-ndjson" };
  const answer = await fetch(`${service}/v1/score/batch`, { method: "POST", headers, body: lines.join("") });
  for (const line of (await answer.text()).trimEnd().split("\n")) {
    const { n, status, body } = JSON.parse(line);
    console.log(status === 200 ? `line ${n}: ${body.total_fan} fan` : body.detail);
  }
}

await score();
await advanceLedger();
await scoreBatch();
