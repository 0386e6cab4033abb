/** The faces of tiles: where the pips lie, and what they come to. */

/** Pips of a half on a grid of nine, counted from the upper left corner. */
const FACES: readonly (readonly number[])[] = [
  [],
  [4],
  [0, 8],
  [0, 4, 8],
  [0, 2, 6, 8],
  [0, 2, 4, 6, 8],
  [0, 2, 3, 5, 6, 8],
];

/** In the drawing of a standing tile, 100 wide and 200 high. */
const COLUMNS = [26, 50, 74] as const;

/** The pips of one half of a standing tile as a path: of the upper half (0) or the lower (1); shifted by `dx` and `dy`. */
export function pipPath(half: string, row: 0 | 1, radius: number, dx = 0, dy = 0): string {
  const d = 2 * radius;
  return (FACES[Number(half)] ?? [])
    .map((at) => {
      const x = (COLUMNS[at % 3] ?? 50) - radius + dx;
      const y = (COLUMNS[Math.floor(at / 3)] ?? 50) + 100 * row + dy;
      return `M${x} ${y}a${radius} ${radius} 0 1 0 ${d} 0a${radius} ${radius} 0 1 0 ${-d} 0`;
    })
    .join("");
}

/** The pips on a tile's face. */
export function pips(tile: string): number {
  return Number(tile[0]) + Number(tile[1]);
}

/** A tile as a person reads it: "3-5", low end first. */
export function tileText(tile: string): string {
  const [a = "", b = ""] = [...tile].sort();
  return `${a}-${b}`;
}

/** The same within a sentence: no line ends inside it. */
export function tileIn(tile: string): string {
  return tileText(tile).replace("-", "\u2060-\u2060");
}

export function isHidden(tile: string): boolean {
  return tile === "??";
}
