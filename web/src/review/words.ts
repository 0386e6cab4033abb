/** What a review says, in the language chosen and with the players' names. */

import type { Replay } from "../net/protocol";
import type { ReviewBegins, Words } from "../net/wire";
import { toldOf } from "../replay/positions";
import { readAction } from "../table/moves";
import { nameIn } from "../table/names";
import { lang, number, signed, t } from "../texts/texts.svelte";
import { tileIn } from "../tiles/pips";

/** A sentence in which players stand as `{A}` and tiles as `[3-5]`. */
export function sentence(words: Words, replay: Replay): string {
  return words[lang()]
    .replace(/\{([A-E])\}/g, (_, seat: string) => nameIn(toldOf(replay), seat))
    .replace(/\[([0-6])-([0-6])\]/g, (_, low: string, high: string) => tileIn(low + high));
}

/** An action, to stand by itself or in a sentence. */
export function actionIn(action: string): string {
  const { kind, tile, end } = readAction(action);
  if (kind === "pass") return t("review.action.pass");
  const key = kind === "play" ? (end ?? "right") : kind;
  return t(`review.action.${key}`, { tile: tileIn(tile) });
}

type Unit = ReviewBegins["unit"];

const rounded = (value: number, unit: Unit): number => {
  const by = unit === "hands" ? 100 : 10;
  return Math.round(value * by) / by + 0; // no minus before nothing
};

/** A number, as exact as it means something. */
export const amount = (value: number, unit: Unit): string => number(rounded(value, unit));

export const change = (value: number, unit: Unit): string => signed(rounded(value, unit));

/** The same with what it counts. */
export const worth = (value: number, unit: Unit): string =>
  t(`review.unit.${unit}`, { n: rounded(value, unit) });
