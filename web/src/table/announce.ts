/** What has just happened, in a sentence for the live region. */

import type { Snapshot, TableEvent } from "../net/protocol";
import { t, type TextKey } from "../texts/texts.svelte";
import { tileText } from "../tiles/pips";
import { readAction } from "./moves";
import { nameIn } from "./names";

export function announce({ table, view, you }: Snapshot, event: TableEvent): string {
  const name = (seat: string) => (seat === you.seat ? t("say.you") : nameIn(table, seat));
  const told: string[] = [];
  if (event.type === "sat") told.push(t("say.sat", { name: name(event.seat) }));
  if (event.type === "dealt") told.push(t("say.dealt", { n: event.hand }));
  if (event.type === "played") {
    const { kind, tile, end } = readAction(event.action);
    const params = { name: name(event.seat), tile: tileText(tile) };
    const own = event.seat === you.seat;
    const key: TextKey =
      kind === "pass"
        ? "say.passed"
        : kind === "discard"
          ? own
            ? "say.discarded_own"
            : "say.discarded"
          : kind === "lead"
            ? "say.lead"
            : end === "left"
              ? "say.played_left"
              : "say.played_right";
    told.push(t(key, params));
  }
  if (event.type === "dealt" || event.type === "played") {
    if (view?.outcome) told.push(t("say.over", { name: name(view.outcome.winner) }));
    else if (view?.turn && view.turn !== you.seat)
      told.push(t("say.turn", { name: name(view.turn) }));
    else if (view?.turn && view.ends)
      told.push(t("say.your_turn", { left: view.ends[0], right: view.ends[1] }));
    else if (view?.turn) told.push(t("say.your_lead"));
  }
  return told.join(" ");
}
