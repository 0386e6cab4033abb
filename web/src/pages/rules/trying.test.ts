import { describe, expect, it } from "vitest";
import {
  isFault,
  isUndecided,
  outcomeOf,
  countOf,
  readRules,
  type Rules,
} from "../../rules/scoring";
import examples from "./examples.json";
import { BEGINNING, discard, endsOf, fits, isStuck, lay } from "./trying";

describe("a line to try", () => {
  it("tells which tiles fit, and at which ends", () => {
    expect(endsOf(BEGINNING)).toEqual([5, 4]);
    expect(BEGINNING.hand.map((tile) => fits(BEGINNING, tile))).toEqual([
      ["right"],
      [],
      ["left", "right"],
      [],
      ["left"],
    ]);
  });

  it("grows so that the touching halves match, and its first tile stays the first", () => {
    const left = lay(BEGINNING, "15", "left");
    expect([left.line[0], left.line[left.root], endsOf(left)]).toEqual(["15", "22", [1, 4]]);
    const right = lay(left, "34", "right");
    expect([right.line.at(-1), right.line[right.root], endsOf(right)]).toEqual([
      "43",
      "22",
      [1, 3],
    ]);
    expect(right.hand).toEqual(["06", "45", "36"]);
  });

  it("comes to where nothing fits and a tile must go, whatever is played", () => {
    const explore = (trial: typeof BEGINNING): boolean[] =>
      isStuck(trial)
        ? [true]
        : trial.hand.length === 0
          ? [false]
          : trial.hand.flatMap((tile) =>
              fits(trial, tile).flatMap((end) => explore(lay(trial, tile, end))),
            );
    const ways = explore(BEGINNING);
    expect(ways.length).toBeGreaterThan(3);
    expect(ways.filter(Boolean).length).toBeGreaterThan(ways.length / 2);
    const dead = discard(BEGINNING, "06");
    expect([dead.hand, dead.dead]).toEqual([["34", "45", "36", "15"], ["06"]]);
  });
});

describe("the worked examples", () => {
  it("come out as the rules say", () => {
    for (const [index, { hands, points, winner }] of examples.entries()) {
      const rules = readRules(`players=4 hand=7${index === 4 ? " lone=25" : ""}`);
      if (isFault(rules)) throw new Error(rules.code);
      const outcome = outcomeOf(
        rules,
        hands.map((tiles) => countOf(rules as Rules, tiles)),
      );
      if (isUndecided(outcome)) throw new Error("undecided");
      expect([outcome.points, outcome.winner]).toEqual([points, winner]);
    }
  });
});
