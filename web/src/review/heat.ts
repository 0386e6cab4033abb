/** Where hidden tiles could be, as far as a seat could know, and where they were: pure. */

import type { Position } from "../net/protocol";
import type { ReviewedKnowledge } from "../net/wire";

/** A hand (`A`), what lies dead before a seat (`Ax`), or what was left over (`stock`). */
export type Place = string;

export interface HiddenTile {
  readonly tile: string;
  /** By place the chance that it is there, from 0 to 1. */
  readonly chances: Readonly<Record<Place, number>>;
  readonly lay: Place | null;
}

export interface Heat {
  readonly places: readonly Place[];
  readonly tiles: readonly HiddenTile[];
}

/** The tiles in the order in which chances are told: 00, 01, … 06, 11, … 66. */
export const TILES: readonly string[] = [0, 1, 2, 3, 4, 5, 6].flatMap((low) =>
  [0, 1, 2, 3, 4, 5, 6].slice(low).map((high) => `${low}${high}`),
);

const order = (place: Place): string =>
  place === "stock" ? "3" : `${place.length === 2 ? 2 : 1}${place}`;

/** What is hidden from a seat at a position, and where it lies. */
export function heat(known: ReviewedKnowledge, position: Position, stock: readonly string[]): Heat {
  const places = Object.keys(known.where).sort((one, other) =>
    order(one).localeCompare(order(other)),
  );
  const lay = new Map<string, Place>(stock.map((tile) => [tile, "stock"]));
  for (const [seat, tiles] of Object.entries(position.hands))
    for (const tile of tiles) lay.set(tile, seat);
  for (const [seat, tiles] of Object.entries(position.dead))
    for (const tile of tiles) lay.set(tile, `${seat}x`);
  const tiles = TILES.map((tile, index) => ({
    tile,
    chances: Object.fromEntries(
      places.map((place) => [place, (known.where[place]?.[index] ?? 0) / 1000]),
    ),
    lay: lay.get(tile) ?? null,
  })).filter(({ chances }) => Object.values(chances).some((chance) => chance > 0));
  return { places, tiles };
}

/** A chance in percent; what is not certain is not told as certain. */
export const percent = (chance: number): number =>
  chance <= 0 || chance >= 1
    ? Math.round(100 * chance)
    : Math.min(Math.max(Math.round(100 * chance), 1), 99);
