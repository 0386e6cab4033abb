/** What a seat's player is called in a sentence. */

import type { SeatView } from "../net/protocol";
import { isolate } from "../texts/format";
import { t } from "../texts/texts.svelte";

/** As much of a table as names its players. */
export interface Named {
  seats: readonly Pick<SeatView, "seat" | "kind" | "name">[];
}

/** The plain name, for a place of its own. */
export function seatName(seat: Named["seats"][number]): string {
  if (seat.kind === "empty") return t("seat.empty");
  if (seat.kind === "computer") return t("seat.computer", { seat: seat.seat });
  return seat.name ?? t("seat.person", { seat: seat.seat });
}

/** The same by seat. */
export function called(table: Named, seat: string): string {
  const found = table.seats.find((it) => it.seat === seat);
  return found ? seatName(found) : seat;
}

/** The name within a sentence, kept from turning the text around it. */
export function nameIn(table: Named, seat: string | null): string {
  const found = table.seats.find((it) => it.seat === seat);
  return found ? isolate(seatName(found)) : "";
}
