/** A finished hand as it stood at one of its positions, to whoever looks on: pure, and without a rule in it. */

import type { Position, Replay, View } from "../net/protocol";

/** Through whose eyes a hand is looked at: a seat's, or everybody's at once. */
export type Eyes = string | null;

/** What a seat has before it, as far as these eyes see it: "??" is a tile that they do not. */
export interface Held {
  readonly seat: string;
  readonly tiles: readonly string[];
  readonly dead: readonly string[];
}

const HIDDEN = "??";

/** Where the hand was played, for all that tells a result. */
export const toldOf = (replay: Replay) => ({ rules: replay.rules, seats: replay.players });

/** The number of positions but one: the last is the end. */
export const endOf = (replay: Replay): number => replay.steps.length;

/** The position after so many steps; the nearest there is. */
export function positionAt(replay: Replay, at: number): Position {
  return replay.positions[Math.min(Math.max(at, 0), endOf(replay))] as Position;
}

/** What every seat has before it. At the end everything is shown to all. */
export function heldAt(replay: Replay, at: number, eyes: Eyes): Held[] {
  const { hands, dead } = positionAt(replay, at);
  const open = eyes === null || at >= endOf(replay);
  const seen = (seat: string, tiles: readonly string[] = []) =>
    open || seat === eyes ? tiles : tiles.map(() => HIDDEN);
  return replay.players.map(({ seat }) => ({
    seat,
    tiles: seen(seat, hands[seat]),
    dead: seen(seat, dead[seat]),
  }));
}

/** The same position as a live table would have told it. */
export function viewAt(replay: Replay, at: number, eyes: Eyes): View {
  const position = positionAt(replay, at);
  const over = at >= endOf(replay);
  const held = heldAt(replay, at, eyes);
  const by = <T>(value: (one: Held) => T) =>
    Object.fromEntries(held.map((one) => [one.seat, value(one)]));
  const hidden = (seat: string) => !over && eyes !== null && seat !== eyes;
  return {
    seat: eyes,
    rules: replay.rules_short,
    hand: replay.hand,
    starter: replay.starter,
    opener: replay.opener,
    turn: position.turn,
    lead: null,
    tiles: eyes === null ? [] : [...(position.hands[eyes] ?? [])],
    counts: by(({ tiles }) => tiles.length),
    dead: by(({ dead }) => [...dead]),
    turned_up: replay.turned_up,
    stock: replay.stock.length,
    line: position.line,
    root: position.root,
    ends: position.ends,
    actions: replay.steps.slice(0, at).map(({ seat, action }) => ({
      seat,
      action: action.startsWith("x") && hidden(seat) ? `x${HIDDEN}` : action,
    })),
    legal: position.turn !== null && position.turn === eyes ? position.legal : [],
    over,
    outcome: over ? replay.outcome : null,
    hands: over ? position.hands : null,
    hidden_stock: over ? replay.stock : null,
  };
}
