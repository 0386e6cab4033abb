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
  if (event.type === "removed") told.push(t("say.removed", { seat: event.seat }));
  if (event.type === "closed") told.push(t("say.closed"));
  // What befalls oneself is a notice, which is read out as well.
  if (event.type === "time_up" && event.seat !== you.seat)
    told.push(t("say.time_up", { name: name(event.seat) }));
  if (event.type === "voted") told.push(t("say.voted", { name: name(event.seat) }));
  if (event.type === "taken_over")
    told.push(
      event.seat === you.seat
        ? t(`play.for_you_${event.why}`)
        : t("say.taken_over", { name: name(event.seat) }),
    );
  if (event.type === "handed_back" && event.seat !== you.seat)
    told.push(t("say.handed_back", { name: name(event.seat) }));
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

/** What has befallen one's own seat without one's doing, in a sentence for a notice. */
export function ownNews({ you }: Snapshot, event: TableEvent): string | null {
  if (!("seat" in event) || event.seat !== you.seat) return null;
  if (event.type === "time_up") return t("say.time_up_own");
  if (event.type === "handed_back") return t("say.handed_back_own");
  return null;
}
