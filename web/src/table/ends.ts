/** The open ends in words. */

import { t } from "../texts/texts.svelte";

/** "4 and 5"; "4" where both ends show the same. */
export const endsText = ([left, right]: readonly [number, number]): string =>
  left === right ? String(left) : t("play.both", { left, right });
