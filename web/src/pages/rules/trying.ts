/** A line and a few tiles to try: which of them fit, and what becomes of one that does not. */

import { asLaid, type End } from "../../table/moves";

export interface Trial {
  readonly line: readonly string[];
  /** The index of the tile that was laid first. */
  readonly root: number;
  readonly hand: readonly string[];
  readonly dead: readonly string[];
  /** What was done last, for who looks on. */
  readonly last: { readonly tile: string; readonly end: End } | null;
}

export const BEGINNING: Trial = {
  line: ["52", "22", "20", "04"],
  root: 1,
  hand: ["34", "06", "45", "36", "15"],
  dead: [],
  last: null,
};

export const endsOf = ({ line }: Trial): [left: number, right: number] => [
  Number(line[0]?.[0]),
  Number(line.at(-1)?.[1]),
];

/** The ends that a tile fits. */
export function fits(trial: Trial, tile: string): End[] {
  const [left, right] = endsOf(trial).map(String);
  const ends: End[] = [];
  if (left && tile.includes(left)) ends.push("left");
  if (right && tile.includes(right)) ends.push("right");
  return ends;
}

/** Whether no tile fits any more, so that one must go. */
export const isStuck = (trial: Trial): boolean =>
  trial.hand.length > 0 && trial.hand.every((tile) => fits(trial, tile).length === 0);

export function lay(trial: Trial, tile: string, end: End): Trial {
  const laid = asLaid(tile, end, endsOf(trial));
  const left = end === "left";
  return {
    ...trial,
    line: left ? [laid, ...trial.line] : [...trial.line, laid],
    root: trial.root + Number(left),
    hand: trial.hand.filter((it) => it !== tile),
    last: { tile, end },
  };
}

export function discard(trial: Trial, tile: string): Trial {
  return {
    ...trial,
    hand: trial.hand.filter((it) => it !== tile),
    dead: [...trial.dead, tile],
    last: null,
  };
}
