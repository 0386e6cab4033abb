/** The parts of a table that are not needed to play on: none of them comes with the table itself. */

import { withTexts } from "../texts/texts.svelte";
import { Later } from "../ui/later.svelte";

export const waitingRoom = new Later(() => import("./WaitingRoom.svelte"));
export const menu = new Later(() => withTexts("result", import("./TableMenu.svelte")));
export const saySheet = new Later(() => import("./SaySheet.svelte"));
export const claims = new Later(() => import("./Claims.svelte"));
export const closed = new Later(() => withTexts("result", import("./Closed.svelte")));
export const result = new Later(() => withTexts("result", import("./Result.svelte")));
export const dealCheck = new Later(() => withTexts("fair", import("./DealCheck.svelte")));
export const lostSeat = new Later(() => import("./LostSeat.svelte"));
/** Against computer players alone: hints, take-back, the same deal again. */
export const practice = new Later(() => withTexts("practice", import("./practice/practice")));
/** On a phone that is passed around: what covers the hands between turns. */
export const phone = new Later(() => withTexts("phone", import("./phone/Cover.svelte")));

/** What somebody at a table may need next, the likelier first. */
export const soon = [result, menu, saySheet, claims, dealCheck, closed];
