/** The computer players to choose from, the weakest first. */

export const LEVELS = ["random", "greedy"] as const;

export type Level = (typeof LEVELS)[number];

/** Who plays where nobody has chosen. */
export const USUAL_LEVEL: Level = "greedy";

/** A level as it was remembered or told; the usual one where this page doesn't know it. */
export function readLevel(text: string | null): Level {
  return LEVELS.find((level) => level === text) ?? USUAL_LEVEL;
}
