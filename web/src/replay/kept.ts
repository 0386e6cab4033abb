/** The hands that were looked at here lately, and the list of one's own, for when there is no network. */

import type { MyHands, Replay } from "../net/protocol";
import { remember, remembered } from "../ui/memory";

/** So many hands are kept, the latest. */
export const MOST = 12;

interface Place {
  readonly table: string;
  readonly match: number;
  readonly hand: number;
}

const same = (one: Place, other: Place): boolean =>
  one.table === other.table && one.match === other.match && one.hand === other.hand;

function read<T>(name: "hands" | "replays", isOne: (found: T) => boolean): T | null {
  try {
    const found = JSON.parse(remembered(name) ?? "null") as T | null;
    return found !== null && isOne(found) ? found : null;
  } catch {
    return null; // what another version has written, or somebody else
  }
}

const replays = (): Replay[] =>
  read<Replay[]>("replays", (all) => all.every((it) => Array.isArray(it.positions))) ?? [];

export function keepReplay(replay: Replay): void {
  const others = replays().filter((it) => !same(it, replay));
  remember("replays", JSON.stringify([replay, ...others].slice(0, MOST)));
}

export const keptReplay = (place: Place): Replay | null =>
  replays().find((it) => same(it, place)) ?? null;

export const keepHands = (told: MyHands): void => remember("hands", JSON.stringify(told));

export const keptHands = (): MyHands | null =>
  read<MyHands>("hands", ({ hands }) => Array.isArray(hands));
