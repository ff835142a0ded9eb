// Call a service with the generated TypeScript types; its address is the argument.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8000" });
const context: components["schemas"]["Context"] = { seat: "S", by: "discard", from: "E", pool: 31 };

const scored = await client.POST("/v1/score", {
  body: { ruleset: "baike", hand: "(123m) 456m 789m 55p 333s 45s +6s", context },
});
assert(scored.data);
assert.equal(scored.data.readings?.[scored.data.best ?? 0]?.total, scored.data.total_fan);
assert.equal(scored.data.payments[0]?.fan, 27);

const refused = await client.POST("/v1/score", { body: { ruleset: "baike", hand: "1m +1m", context } });
assert(refused.error);
assert.equal(refused.error.errors[0]?.pointer, "/hand");

const kept = await client.POST("/v1/ledger/advance", {
  body: { ruleset: "baike", players: ["a", "b", "c", "d"], deal: { outcome: "draw" } },
});
assert.equal(kept.data?.ledger.deals, 1);

const table = await client.GET("/v1/rulesets/{id}", { params: { path: { id: "baike" } } });
console.log(`TypeScript client: ${scored.data.total_fan} fan by ${table.data?.id} ${table.data?.version}`);
