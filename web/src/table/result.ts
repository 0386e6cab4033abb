/** The result of a hand as it is told: who won, and the sentences that say why. */

import type { Outcome, TableView, View } from "../net/protocol";
import { listed, t } from "../texts/texts.svelte";
import { pips, tileText } from "../tiles/pips";
import { nameIn } from "./names";

export interface Row {
  seat: string;
  points: number;
  /** Unplayed tiles and what each counts; those thrown face down come last. */
  tiles: { tile: string; counts: number; dead: boolean; decided: boolean }[];
  /** Whether [0-0] counts more than its face. */
  lone: boolean;
  winner: boolean;
}

/** Everybody's unplayed tiles, the winner first and then by points. */
export function rows(view: View, outcome: Outcome): Row[] {
  const byTile = outcome.decided_by === "tile" || outcome.decided_by === "low_end";
  return Object.keys(outcome.points)
    .map((seat) => {
      const points = outcome.points[seat] ?? 0;
      const unplayed = [...(view.hands?.[seat] ?? []), ...(view.dead[seat] ?? [])];
      const extra = points - unplayed.reduce((sum, tile) => sum + pips(tile), 0);
      const decided = byTile && outcome.level.includes(seat) ? outcome.lowest[seat] : null;
      const shown = (dead: boolean) => (tile: string) => ({
        tile,
        // The server's points say whether [0-0] stood alone: only then do they exceed the faces.
        counts: pips(tile) + (tile === "00" ? extra : 0),
        dead,
        decided: tile === decided,
      });
      return {
        seat,
        points,
        lone: extra > 0,
        tiles: [
          ...(view.hands?.[seat] ?? []).map(shown(false)),
          ...(view.dead[seat] ?? []).map(shown(true)),
        ],
        winner: seat === outcome.winner,
      };
    })
    .sort((a, b) => Number(b.winner) - Number(a.winner) || a.points - b.points);
}

/** Who won, as a headline. */
export function headline(table: TableView, outcome: Outcome, you: string | null): string {
  const { winner, side } = outcome;
  const winners = side ? [...side] : [winner];
  if (you !== null && winners.includes(you)) {
    const partner = winners.find((seat) => seat !== you);
    return partner
      ? t("result.you_side_won", { name: nameIn(table, partner) })
      : t("result.you_won");
  }
  const names = winners.map((seat) => nameIn(table, seat));
  return side
    ? t("result.side_won", { names: listed(names) })
    : t("result.won", { name: names[0] ?? "" });
}

/** How the hand ended, and what decided it. */
export function reasons(table: TableView, view: View, outcome: Outcome): string[] {
  const { winner, side, points, lowest } = outcome;
  const name = nameIn(table, winner);
  const n = points[winner] ?? 0;
  const tile = lowest[winner] ?? "";
  const told: string[] = [];
  if (outcome.end === "blocked") told.push(t("result.blocked"));
  else told.push(t("result.out", { name: nameIn(table, wentOut(view) ?? winner) }));

  if (outcome.decided_by === "points") told.push(t("result.by_points", { n, name }));
  if (outcome.decided_by === "out") told.push(t("result.by_out", { n, name }));
  if (outcome.decided_by === "tile")
    told.push(t("result.by_tile", { n, name, tile: tileText(tile), pips: pips(tile) }));
  if (outcome.decided_by === "low_end")
    told.push(t("result.by_low_end", { n, name, tile: tileText(tile), pips: pips(tile) }));
  if (outcome.decided_by === "total" && side) {
    const sum = (ours: boolean) =>
      Object.entries(points).reduce(
        (s, [seat, p]) => s + (side.includes(seat) === ours ? p : 0),
        0,
      );
    told.push(t("result.by_total", { mine: sum(true), other: sum(false) }));
    told.push(t("result.best_single", { name }));
  } else if (side) told.push(t("result.with_partner"));
  return told;
}

/** Whoever made the last move ended the hand. */
function wentOut(view: View): string | null {
  return view.actions.at(-1)?.seat ?? null;
}
