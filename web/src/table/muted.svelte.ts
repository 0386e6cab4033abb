/** Whom this browser does not want to hear, wherever they sit. Nobody else learns of it. */

import { remember, remembered } from "../ui/memory";

/** So many are remembered, the latest. */
const MOST = 200;

let muted = $state<string[]>((remembered("muted") ?? "").split(" ").filter(Boolean));

export function isMuted(who: string | null): boolean {
  return who !== null && muted.includes(who);
}

export function mute(who: string, on: boolean): void {
  const others = muted.filter((it) => it !== who);
  muted = on ? [...others, who].slice(-MOST) : others;
  remember("muted", muted.length ? muted.join(" ") : null);
}
