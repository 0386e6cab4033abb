/** What every player could expect over a hand, as lines in a box: pure. */

import type { ReviewedDecision } from "../net/wire";

export type Verdict = NonNullable<ReviewedDecision["verdict"]>;

export interface Point {
  readonly move: number;
  readonly x: number;
  readonly y: number;
  readonly value: number;
  /** Only of choices that are called doubtful or worse. */
  readonly verdict: Verdict | null;
}

export interface Outlook {
  readonly lines: readonly { readonly seat: string; readonly points: readonly Point[] }[];
  /** The values at the top and at the bottom, and how high nothing lies. */
  readonly most: number;
  readonly least: number;
  readonly zero: number;
}

/** What a seat could expect before its choice, with its best action. */
export const expected = (decision: ReviewedDecision): number =>
  decision.options.find(({ action }) => action === decision.best)?.value ?? 0;

/** The worth of what was played. */
export const played = (decision: ReviewedDecision): number =>
  decision.options.find(({ action }) => action === decision.played)?.value ?? 0;

/**
 * The lines of these seats in a box of this size: a point for each of their choices, and for what came of it where that
 * is known. `moves` is how many actions the hand has. Where less is better, less is higher.
 */
export function outlook(
  seats: readonly string[],
  decisions: readonly ReviewedDecision[],
  nets: Readonly<Record<string, number>> | null,
  moves: number,
  size: { width: number; height: number },
  less = false,
): Outlook {
  const all = [0, ...decisions.map(expected), ...Object.values(nets ?? {})];
  const [most, least] = less
    ? [Math.min(...all), Math.max(...all)]
    : [Math.max(...all), Math.min(...all)];
  const high = (value: number) => ((most - value) / (most - least || 1)) * size.height;
  const along = (step: number) => (step / Math.max(1, moves)) * size.width;
  const point = (move: number, value: number, verdict: Verdict | null): Point => ({
    move,
    x: along(move - 1),
    y: high(value),
    value,
    verdict,
  });
  return {
    lines: seats.map((seat) => ({
      seat,
      points: [
        ...decisions
          .filter((one) => one.seat === seat)
          .sort((one, other) => one.move - other.move)
          .map((one) =>
            point(one.move, expected(one), one.verdict === "good" ? null : one.verdict),
          ),
        ...(nets?.[seat] === undefined ? [] : [point(moves + 1, nets[seat], null)]),
      ],
    })),
    most,
    least,
    zero: high(0),
  };
}

/** After how many steps one stands where the chart was touched, from 0 at its left to 1 at its right. */
export const touched = (part: number, moves: number): number =>
  Math.min(Math.max(Math.round(part * moves), 0), moves);
