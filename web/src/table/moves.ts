/** Reading actions as they stand in a record: `00`, `35>`, `35<`, `x35`, `x??`, `--`. */

import type { SeatAction, View } from "../net/protocol";

export type End = "left" | "right";

export interface Move {
  kind: "lead" | "play" | "discard" | "pass";
  /** The tile, low end first; "??" for a discard one could not see, empty for a pass. */
  tile: string;
  end: End | null;
}

export function readAction(action: string): Move {
  if (action === "--") return { kind: "pass", tile: "", end: null };
  if (action.startsWith("x")) return { kind: "discard", tile: action.slice(1), end: null };
  if (action.endsWith(">")) return { kind: "play", tile: action.slice(0, 2), end: "right" };
  if (action.endsWith("<")) return { kind: "play", tile: action.slice(0, 2), end: "left" };
  return { kind: "lead", tile: action, end: null };
}

/** What a tile of one's own may do now. */
export interface TileMoves {
  /** To lead with it, or to play it at an end. */
  plays: { action: string; end: End | null }[];
  discard: string | null;
}

/** The legal actions by tile. */
export function movesByTile(legal: readonly string[]): Map<string, TileMoves> {
  const moves = new Map<string, TileMoves>();
  for (const action of legal) {
    const { kind, tile, end } = readAction(action);
    if (kind === "pass") continue;
    const of = moves.get(tile) ?? { plays: [], discard: null };
    if (kind === "discard") of.discard = action;
    else of.plays.push({ action, end });
    moves.set(tile, of);
  }
  return moves;
}

/** The last action of every seat, and which seat acted last of all. */
export function lastActions(actions: readonly SeatAction[]): Map<string, Move> {
  return new Map(actions.map(({ seat, action }) => [seat, readAction(action)]));
}

/** The index in the line of the tile that was laid last; null while only a turned-up one lies there. */
export function lastLaid(view: View): number | null {
  for (const { action } of [...view.actions].reverse()) {
    const { kind, end } = readAction(action);
    if (kind === "lead") return view.root;
    if (kind === "play") return end === "left" ? 0 : view.line.length - 1;
  }
  return null;
}

/** A tile as it lies when it is played at an end: the half that touches inwards. */
export function asLaid(tile: string, end: End, ends: readonly [number, number]): string {
  const [a = "", b = ""] = tile;
  const open = String(end === "left" ? ends[0] : ends[1]);
  const outward = a === open ? b : a;
  return end === "left" ? outward + open : open + outward;
}
