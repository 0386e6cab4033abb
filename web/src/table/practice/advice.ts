/** Advice in a sentence. */

import type { HintView } from "../../net/protocol";
import { parseChoices } from "../../rules/options";
import { t, type TextKey } from "../../texts/texts.svelte";
import { tileIn } from "../../tiles/pips";
import { readAction } from "../moves";

/** What is done, in words: "[3-5] on the left". */
function deed(action: string): string {
  const { kind, tile, end } = readAction(action);
  if (kind === "pass") return t("practice.do_pass");
  const key: TextKey =
    kind === "discard"
      ? "practice.do_discard"
      : kind === "lead"
        ? "practice.do_lead"
        : end === "left"
          ? "practice.do_left"
          : "practice.do_right";
  return t(key, { tile: tileIn(tile) });
}

/** What one might do, and why, by these rules. */
export function adviceText(hint: HintView, rules: string): string {
  const what = deed(hint.action);
  const told = {
    What: what.charAt(0).toLocaleUpperCase() + what.slice(1),
    other: hint.instead ? deed(hint.instead) : "",
  };
  const { why } = hint;
  if (why !== "better") return t(`practice.why_${why}`, told);
  const { settle } = parseChoices(rules);
  const gap = hint.gap ?? 0;
  if (settle === "hands")
    return t("practice.why_better_hands", { ...told, n: Math.round(100 * gap) });
  const n = gap < 10 ? Math.round(10 * gap) / 10 : Math.round(gap);
  return t(settle === "points" ? "practice.why_better_points" : "practice.why_better_chips", {
    ...told,
    n,
  });
}

/** How many actions are kept where one's own last one is taken back; null where one has done nothing yet. */
export function beforeMine(
  actions: readonly { seat: string; action: string }[],
  seat: string | null,
): number | null {
  const at = actions.findLastIndex((it) => it.seat === seat && it.action !== "--");
  return at < 0 ? null : at;
}
