/** What happened in a finished hand, position by position, in sentences. */

import type { Replay } from "../net/protocol";
import { readAction } from "../table/moves";
import { nameIn } from "../table/names";
import { headline } from "../table/result";
import { t, type TextKey } from "../texts/texts.svelte";
import { tileIn } from "../tiles/pips";
import { type Eyes, endOf, toldOf } from "./positions";

/** The sentences that tell how the position after `at` steps came to be. */
export function tellStep(replay: Replay, at: number, eyes: Eyes): string[] {
  const told = at === 0 ? begun(replay) : [stepped(replay, at, eyes)];
  for (const { after, kind, seat } of replay.notes)
    if (after === at) told.push(t(`say.${kind}`, { name: nameIn(toldOf(replay), seat) }));
  if (at > 0 && at === endOf(replay))
    told.push(`${headline(toldOf(replay), replay.outcome, replay.seat)}.`.replace(/!\.$/, "!"));
  return told;
}

function begun(replay: Replay): string[] {
  const name = (seat: string) => nameIn(toldOf(replay), seat);
  const { opener, starter, turned_up } = replay;
  const told = [t("replay.dealt", { name: name(starter) })];
  if (turned_up) told.unshift(t("play.turned_up", { tile: tileIn(turned_up) }));
  if (!turned_up && opener && opener !== starter)
    told.unshift(t("play.passed_on", { from: name(opener), to: name(starter) }));
  return told;
}

function stepped(replay: Replay, at: number, eyes: Eyes): string {
  const step = replay.steps[at - 1];
  if (!step) return "";
  const { kind, tile, end } = readAction(step.action);
  const hidden = eyes !== null && eyes !== step.seat && at < endOf(replay);
  const keys: Record<typeof kind, TextKey> = {
    pass: "say.passed",
    lead: "say.lead",
    discard: hidden ? "say.discarded" : "replay.discarded",
    play: end === "left" ? "say.played_left" : "say.played_right",
  };
  const name = nameIn(toldOf(replay), step.seat);
  return t(keys[kind], { name, tile: tile && tileIn(tile) });
}
