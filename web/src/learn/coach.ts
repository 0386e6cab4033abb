/** What is worth saying, the first time that it matters. */

import type { View } from "../net/protocol";
import { movesByTile, readAction } from "../table/moves";

/** Everything that is taught, in the order in which it comes first where several things matter at once. */
export const LESSONS = [
  "hand",
  "lead",
  "double",
  "turns",
  "dead",
  "fits",
  "ends",
  "discard",
  "over",
  "count",
] as const;

export type Lesson = (typeof LESSONS)[number];

/** Whether it matters now. */
const MATTERS: Record<Lesson, (view: View) => boolean> = {
  hand: (view) => view.actions.length === 0,
  lead: (view) => view.actions.length === 0 && view.turn === view.seat,
  double: (view) => view.line.some((tile) => tile[0] === tile[1]),
  turns: (view) => view.actions.length > 1,
  dead: (view) => view.actions.some((it) => it.seat !== view.seat && it.action.startsWith("x")),
  fits: (view) => mine(view) && view.line.length > 0 && !stuck(view),
  ends: (view) => [...movesByTile(view.legal).values()].some(({ plays }) => plays.length > 1),
  discard: (view) => mine(view) && stuck(view),
  over: (view) => view.over,
  count: (view) => view.over,
};

/** These ask for a move, so one goes on by making it. */
const ASKS: readonly Lesson[] = ["lead", "fits", "ends", "discard"];

/** What is to be said now, of what was not said before; null where one may simply play. */
export const due = (view: View, told: ReadonlySet<Lesson>): Lesson | null =>
  LESSONS.find((it) => !told.has(it) && MATTERS[it](view)) ?? null;

/** Whether the others wait while this is told. */
export const pauses = (lesson: Lesson): boolean => !ASKS.includes(lesson);

/** A tile of one's own that fits at both ends, for a lesson to name. */
export const forBoth = (view: View): string | null =>
  [...movesByTile(view.legal)].find(([, { plays }]) => plays.length > 1)?.[0] ?? null;

/** Who has discarded first. */
export const discarder = (view: View): string | null =>
  view.actions.find((it) => it.seat !== view.seat && it.action.startsWith("x"))?.seat ?? null;

const mine = (view: View) => view.turn !== null && view.turn === view.seat;
const stuck = (view: View) => view.legal.every((action) => readAction(action).kind === "discard");
