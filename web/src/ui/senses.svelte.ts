/** Whether tiles are heard and one's turn is felt on this device: both are, until somebody switches them off. */

import { remember, remembered } from "./memory";

export const SENSES = ["sound", "vibration"] as const;
export type Sense = (typeof SENSES)[number];

let off = $state.raw<readonly string[]>((remembered("still") ?? "").split(" "));

export const has = (sense: Sense): boolean => !off.includes(sense);

export function choose(sense: Sense, on: boolean): void {
  off = SENSES.filter((it) => (it === sense ? !on : !has(it)));
  remember("still", off.join(" ") || null);
}

/** A computer cannot vibrate; nor can an iPhone, for a page. */
export const canVibrate = (): boolean =>
  typeof navigator.vibrate === "function" && matchMedia("(any-pointer: coarse)").matches;
