#!/bin/sh
# Score a hand, advance a ledger, score a batch. The address is the argument.
set -eu
service=${1:-http://127.0.0.1:8000}

# -f: a refusal is a failure; --json is younger than many a curl.
post() { curl -sSf "$service$1" -H "Content-Type: ${2:-application/json}" --data-binary @-; }

# (123m) was claimed, East discards the winning 6s. `total` gives the numbers, `best` the fan and why they count.
answer=$(post /v1/score <<'HAND'
{"ruleset": "baike", "hand": "(123m) 456m 789m 55p 333s 45s +6s",
 "context": {"seat": "S", "by": "discard", "from": "E", "pool": 31}, "detail": "total"}
HAND
)
echo "$answer" | grep -o '"total_fan":[0-9]*'
echo "$answer" | grep -o '"payments":\[.*\],"assumed"'

# 甲 wins on a discard of 丙, who owes 9 and does not pay yet. The answer's `ledger` is posted with the next deal.
post /v1/ledger/advance <<'DEAL' | grep -o '"debts":\[[^]]*\]'
{"ruleset": "baike", "players": ["甲", "乙", "丙", "丁"],
 "deal": {"outcome": "win", "wins": [{"winner": "甲", "by": "discard", "from": "丙", "points": {"丙": 9}}]}}
DEAL

# One request a line, one answer a line; a bad line is answered by what is wrong with it.
post /v1/score/batch application/x-ndjson <<'LINES' | cut -c 1-120
{"ruleset": "baike", "hand": "(345m) (678p) 11s 234s 567s WW 2g +W", "context": {"seat": "E", "by": "discard", "from": "W"}}
{"ruleset": "baike", "hand": "(345m) (678p) 11s 234s 567s WW 2g +S", "context": {"seat": "E", "by": "discard", "from": "W"}}
LINES
