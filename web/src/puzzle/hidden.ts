/** The tiles whose place a seat does not know, by what it sees: no rule of the game, only counting. */

import type { View } from "../net/protocol";

const ALL: readonly string[] = Array.from({ length: 7 }, (_, a) =>
  Array.from({ length: 7 - a }, (_, b) => `${a}${a + b}`),
).flat();

export function hiddenTiles(view: View): string[] {
  const sorted = (tile: string) => [...tile].sort().join("");
  const seen = new Set([
    ...view.tiles,
    ...view.line.map(sorted),
    ...Object.values(view.dead).flat(),
  ]);
  return ALL.filter((tile) => !seen.has(tile));
}
