/** One phone that is passed around: to whom, and what they have not seen yet. */

import type { SeatAction, TableView, View } from "../../net/protocol";

/** Whose hand is covered, and waits for them to look; null where nobody is to be given the phone. */
export function handTo(
  { phase, seats }: Pick<TableView, "phase" | "seats">,
  { seat, turn, over }: Pick<View, "seat" | "turn" | "over">,
): string | null {
  if (phase !== "playing" || seat !== null || over) return null;
  const next = seats.find((it) => it.seat === turn);
  return next?.kind === "person" && !next.stand_in ? next.seat : null;
}

/** What the others have done since somebody's last turn, in order. */
export function since(actions: readonly SeatAction[], seat: string): SeatAction[] {
  return actions.slice(actions.findLastIndex((it) => it.seat === seat) + 1);
}
