import { describe, expect, it } from "vitest";
import type { HandResult, MatchView } from "../net/protocol";
import { chart, follow } from "./course";

const hand = (number: number, total: Record<string, number>) =>
  ({ hand: number, total, winner: "A" }) as HandResult;
const match = (number: number, ...hands: HandResult[]) => ({ number, hands }) as MatchView;

describe("the course of a match", () => {
  const one = hand(1, { A: 3, B: -3 });
  const two = hand(2, { A: 1, B: -1 });
  const three = hand(3, { A: -4, B: 4 });

  it("grows by the hand that an event tells", () => {
    let known = follow(null, match(1));
    for (const next of [one, two, three]) known = follow(known, match(1, next));
    expect(known?.hands).toEqual([one, two, three]);
    // The same hand told again is the same hand.
    expect(follow(known, match(1, three))?.hands).toEqual([one, two, three]);
  });

  it("is what a state tells, and begins anew with a match", () => {
    const known = follow(null, match(1, one, two));
    expect(follow(known, match(1, one))?.hands).toEqual([one]);
    expect(follow(known, match(2))?.hands).toEqual([]);
    expect(follow(known, match(2, one))?.hands).toEqual([one]);
    expect(follow(known, null)).toBeNull();
  });

  it("lies in its box, from nothing to the last total", () => {
    const { lines, most, least, zero } = chart([one, two, three], 300, 100);
    expect([most, least, zero]).toEqual([4, -4, 50]);
    expect(lines.map(({ seat }) => seat)).toEqual(["A", "B"]);
    expect(lines[0]?.points).toEqual([
      [0, 50],
      [100, 12.5],
      [200, 37.5],
      [300, 100],
    ]);
  });

  it("begins with the first hand that is known, where that is not the first of the match", () => {
    const { lines } = chart([two, three], 300, 100);
    expect(lines[0]?.points.map(([x]) => x)).toEqual([0, 300]);
  });

  it("is flat where nobody has anything", () => {
    const { lines } = chart([hand(1, { A: 0 }), hand(2, { A: 0 })], 10, 10);
    expect(lines[0]?.points.map(([, y]) => y)).toEqual([0, 0, 0]);
  });
});
