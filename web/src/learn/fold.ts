/**
 * The lesson's hand, from what the library has recorded of it: a view is that of the deal and the steps since then. What
 * is legal, who is on turn and how it ends stands in the record.
 */

import type { Outcome, SeatAction, Standing, View } from "../net/protocol";
import { asLaid, readAction } from "../table/moves";

/** How the hand ended. */
export interface End {
  hands: Record<string, string[]>;
  dead: Record<string, string[]>;
  outcome: Outcome;
  standings: Standing[];
}

/** What the others did, and then what follows each choice of the learner's, or how the hand ended. */
export interface Node {
  did: string[];
  then?: Record<string, Node>;
  end?: End;
}

/** A step as it is recorded, "B35>": whose, and what. */
export const readStep = (step: string): SeatAction => ({
  seat: step.charAt(0),
  action: step.slice(1),
});

/** The view after a step; `turn` is who is on turn then. Another's discard stays hidden, as at any table. */
export function after(view: View, { seat, action }: SeatAction, turn: string | null): View {
  const { kind, tile, end } = readAction(action);
  const own = seat === view.seat;
  const hidden = kind === "discard" && !own;
  const next: View = {
    ...view,
    turn,
    lead: null,
    legal: [],
    actions: [...view.actions, { seat, action: hidden ? "x??" : action }],
    tiles: own ? view.tiles.filter((it) => it !== tile) : view.tiles,
    counts: { ...view.counts, [seat]: (view.counts[seat] ?? 0) - 1 },
  };
  if (kind === "discard")
    return {
      ...next,
      dead: { ...view.dead, [seat]: [...(view.dead[seat] ?? []), hidden ? "??" : tile] },
    };
  if (kind === "lead" || !view.ends || !end)
    return { ...next, line: [tile], root: 0, ends: endsOf([tile]) };
  const laid = asLaid(tile, end, view.ends as [number, number]);
  const line = end === "left" ? [laid, ...view.line] : [...view.line, laid];
  return { ...next, line, root: view.root + (end === "left" ? 1 : 0), ends: endsOf(line) };
}

/** The view at its end, everything open. */
export const over = (view: View, { hands, dead, outcome }: End): View => ({
  ...view,
  turn: null,
  legal: [],
  over: true,
  hands,
  dead,
  outcome,
  hidden_stock: [],
});

const endsOf = (line: readonly string[]): [number, number] => [
  Number(line[0]?.[0]),
  Number(line.at(-1)?.[1]),
];
