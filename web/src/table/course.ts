/** The totals of a match, hand by hand: what is known of them, and where they lie in a small chart. */

import type { HandResult, MatchView } from "../net/protocol";

export interface Course {
  readonly match: number;
  /** The finished hands that are known, in order. */
  readonly hands: readonly HandResult[];
}

/** What is known once a match is told again: an event tells its last hand alone. */
export function follow(before: Course | null, match: MatchView | null): Course | null {
  if (match === null) return null;
  const [first] = match.hands;
  const known = before?.match === match.number ? before.hands : [];
  const kept = first ? known.filter(({ hand }) => hand < first.hand) : [];
  return { match: match.number, hands: [...kept, ...match.hands] };
}

export interface Chart {
  readonly lines: readonly {
    readonly seat: string;
    readonly points: readonly (readonly [x: number, y: number])[];
  }[];
  /** The totals at the top and at the bottom, and how high nothing lies. */
  readonly most: number;
  readonly least: number;
  readonly zero: number;
}

/** Every seat's total after each hand, in a box of this size; from nothing, where the first hand is known. */
export function chart(hands: readonly HandResult[], width: number, height: number): Chart {
  const seats = Object.keys(hands[0]?.total ?? {});
  const begun = hands[0]?.hand === 1;
  const totals = (seat: string) => [
    ...(begun ? [0] : []),
    ...hands.map(({ total }) => total[seat] ?? 0),
  ];
  const all = [0, ...seats.flatMap(totals)];
  const most = Math.max(...all);
  const least = Math.min(...all);
  const high = (total: number) => ((most - total) / (most - least || 1)) * height;
  const steps = Math.max(1, hands.length - (begun ? 0 : 1));
  return {
    lines: seats.map((seat) => ({
      seat,
      points: totals(seat).map((total, step) => [(step / steps) * width, high(total)] as const),
    })),
    most,
    least,
    zero: high(0),
  };
}
