/** Where each player sits on the screen: one's own seat below, the others around the table in order. */

import type { Direction } from "../net/protocol";

export type Place = "bottom" | "left" | "top-left" | "top" | "top-right" | "right";

/** The places of a table by number of players, clockwise from the one below. */
const CLOCKWISE: Readonly<Record<number, readonly Place[]>> = {
  2: ["bottom", "top"],
  3: ["bottom", "top-left", "top-right"],
  4: ["bottom", "left", "top", "right"],
  5: ["bottom", "left", "top-left", "top-right", "right"],
};

/** From left to right, as the others are lined up where there is no room around the table. */
export const ACROSS: readonly Place[] = ["left", "top-left", "top", "top-right", "right", "bottom"];

/**
 * The place of every seat.
 *
 * `seats` are the table's two to five seats in order of play; `own` is the one to put below, or null
 * for an onlooker, who looks from behind the first. Clockwise, the next player sits to one's left.
 */
export function seatPlaces(
  seats: readonly string[],
  own: string | null,
  direction: Direction,
): Map<string, Place> {
  const places = CLOCKWISE[seats.length];
  if (!places) throw new RangeError(`a table has two to five seats, not ${seats.length}`);
  const first = Math.max(0, own === null ? 0 : seats.indexOf(own));
  const step = direction === "clockwise" ? 1 : -1;
  return new Map(
    seats.map((seat, index) => {
      const turns = (index - first) * step;
      const place = places[((turns % seats.length) + seats.length) % seats.length];
      return [seat, place as Place];
    }),
  );
}
