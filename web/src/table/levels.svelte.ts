/** The computer players: which there are on this server, and which one was chosen last. */

import { getLevels } from "../net/api";
import { remember, remembered } from "../ui/memory";

/** All levels that there are words for, the weakest first. */
export const LEVELS = [
  "random",
  "beginner",
  "greedy",
  "casual",
  "learned",
  "flat",
  "master",
] as const;

export type Level = (typeof LEVELS)[number];

/** Who plays where nobody has chosen; every server has it. */
export const USUAL_LEVEL: Level = "casual";

let offered = $state.raw<readonly Level[]>([]);
let chosen = $state(remembered("level"));
let loading: Promise<void> | null = null;

/** The levels to choose from; none until the server has said. */
export const offeredLevels = (): readonly Level[] => offered;

/** Ask the server, once; without an answer there is the usual level, and it is asked again. */
export function loadLevels(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  try {
    const { levels } = await getLevels();
    offered = LEVELS.filter((level) => levels.includes(level));
  } catch {
    offered = [USUAL_LEVEL];
    loading = null;
  }
}

/** The level chosen last on this device; the usual one where there is no such level here. */
export function chosenLevel(): Level {
  return offered.find((level) => level === chosen) ?? USUAL_LEVEL;
}

export function chooseLevel(level: Level): void {
  chosen = level;
  remember("level", level);
}
