/** What a seat's player is called in a sentence. */

import type { SeatView, TableView } from "../net/protocol";
import { isolate } from "../texts/format";
import { t } from "../texts/texts.svelte";

/** The plain name, for a place of its own. */
export function seatName(seat: SeatView): string {
  if (seat.kind === "empty") return t("seat.empty");
  if (seat.kind === "computer") return t("seat.computer", { seat: seat.seat });
  return seat.name ?? t("seat.person", { seat: seat.seat });
}

/** The same by seat. */
export function called(table: TableView, seat: string): string {
  const found = table.seats.find((it) => it.seat === seat);
  return found ? seatName(found) : seat;
}

/** The name within a sentence, kept from turning the text around it. */
export function nameIn(table: TableView, seat: string | null): string {
  const found = table.seats.find((it) => it.seat === seat);
  return found ? isolate(seatName(found)) : "";
}
