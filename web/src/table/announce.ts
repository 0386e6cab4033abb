/** What has just happened, in sentences for the live region. */

import type { Snapshot, TableEvent } from "../net/protocol";
import { t, type TextKey } from "../texts/texts.svelte";
import { tileText } from "../tiles/pips";
import { readAction } from "./moves";
import { nameIn } from "./names";

/** So much of what was missed is read out; nobody listens to a whole hand. */
const MOST = 5;
/** After these it is said how the hand goes on. */
const TURNS: readonly TableEvent["type"][] = ["dealt", "played", "rewound"];

export function announce(snapshot: Snapshot, ...events: TableEvent[]): string {
  const latest = events.slice(-MOST);
  const told = latest.flatMap((event) => happened(snapshot, event));
  if (latest.some(({ type }) => TURNS.includes(type))) told.push(...turn(snapshot));
  return told.join(" ");
}

function happened({ table, you }: Snapshot, event: TableEvent): string[] {
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
  if (event.type === "seat_given" && event.seat !== you.seat)
    told.push(t("say.seat_given", { seat: event.seat, name: name(event.seat) }));
  if (event.type === "rewound") told.push(t("say.rewound", { name: name(event.seat) }));
  if (event.type === "seat_kept") told.push(t("say.seat_kept", { seat: event.seat }));
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
  return told;
}

/** How the hand goes on from here. */
export function turn({ table, view, you }: Snapshot): string[] {
  const name = (seat: string) => (seat === you.seat ? t("say.you") : nameIn(table, seat));
  if (view?.outcome) return [t("say.over", { name: name(view.outcome.winner) })];
  if (!view?.turn) return [];
  if (view.turn !== you.seat) return [t("say.turn", { name: name(view.turn) })];
  if (!view.ends) return [t("say.your_lead")];
  return [t("say.your_turn", { left: view.ends[0], right: view.ends[1] })];
}

/** What has befallen one's own seat without one's doing, in a sentence for a notice. */
export function ownNews({ you }: Snapshot, event: TableEvent): string | null {
  if (!("seat" in event) || event.seat !== you.seat) return null;
  if (event.type === "time_up") return t("say.time_up_own");
  if (event.type === "handed_back" || event.type === "seat_given") return t("say.handed_back_own");
  return null;
}
