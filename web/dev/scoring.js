// Puts cases to src/rules/scoring.ts, for tests/test_scoring_page.py: one JSON value a line, in and out.

import { createInterface } from "node:readline";
import { runnerImport } from "vite";

const { module: page } = await runnerImport(
  new URL("../src/rules/scoring.ts", import.meta.url).pathname,
  {
    configFile: false,
    logLevel: "error",
  },
);

/** What the page makes of hands that follow one another by the rules of a text. */
function played({ rules: text, hands }) {
  const rules = page.readRules(text);
  if (page.isFault(rules)) return { fault: rules.code };
  let total = Array.from({ length: rules.players }, () => 0);
  let winner = null;
  const told = [];
  for (const [at, unplayed] of hands.entries()) {
    const duty = page.dutyOf(rules, at + 1, winner);
    const fault = page.wrongTiles(rules, unplayed);
    if (fault) return { told, fault: fault.code };
    const counts = unplayed.map((tiles) => page.countOf(rules, tiles));
    const outcome = page.outcomeOf(rules, counts);
    winner = outcome.winner;
    total = total.map((it, seat) => it + outcome.net[seat]);
    told.push({
      duty: [duty.kind, duty.seat, duty.tile],
      lowest: counts.map(({ lowest }) => lowest),
      points: outcome.points,
      winner,
      decided: outcome.decidedBy,
      level: outcome.level,
      net: outcome.net,
      paid: outcome.payments.map(({ from, to, chips }) => [from, to, chips]),
      over: page.isOver(rules, at + 1, total),
      places: page.placesOf(rules, total).map(({ place, at: seat }) => [place, seat]),
      bare: bare(rules, counts),
    });
  }
  return { told };
}

/** The same from points alone, the lowest tiles told only where they are asked for: who was asked, and who won. */
function bare(rules, counts) {
  const known = counts.map(({ points, lowest }) =>
    lowest === null ? { points, lowest } : { points },
  );
  let outcome = page.outcomeOf(rules, known);
  const asked = outcome.needed ?? [];
  for (const seat of asked) known[seat] = counts[seat];
  if (asked.length > 0) outcome = page.outcomeOf(rules, known);
  return [asked, outcome.winner];
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(played(JSON.parse(line)))}\n`);
