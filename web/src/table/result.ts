/** The result of a hand as it is told: who won, and the sentences that say why. */

import type { Outcome, TableView, View } from "../net/protocol";
import { parseChoices } from "../rules/options";
import { listed, t } from "../texts/texts.svelte";
import { pips, tileIn } from "../tiles/pips";
import { type Named, nameIn } from "./names";

/** As much of a table as its results are told by. */
export type Told = Named & Pick<TableView, "rules">;
/** As much of a hand. */
export type Ended = { actions: readonly Pick<View["actions"][number], "seat">[] };

export interface Row {
  seat: string;
  points: number;
  /** Unplayed tiles and what each counts; those thrown face down come last. */
  tiles: { tile: string; counts: number; dead: boolean; mark: Mark | null }[];
  /** Whether [0-0] counts more than its face. */
  lone: boolean;
  winner: boolean;
  /** The winner, or the winner's partner. */
  won: boolean;
}

/** A tile by which the winner was found among those level on points: theirs, or one it was compared with. */
export type Mark = "decided" | "compared";

/** Everybody's unplayed tiles: the winner first, then the partner, then by points. */
export function rows(view: Pick<View, "hands" | "dead">, outcome: Outcome): Row[] {
  const level = levelAtLast(outcome);
  return Object.keys(outcome.points)
    .map((seat) => {
      const points = outcome.points[seat] ?? 0;
      const unplayed = [...(view.hands?.[seat] ?? []), ...(view.dead[seat] ?? [])];
      const extra = points - unplayed.reduce((sum, tile) => sum + pips(tile), 0);
      const winner = seat === outcome.winner;
      const marked = level.includes(seat) ? outcome.lowest[seat] : null;
      const mark: Mark = winner ? "decided" : "compared";
      const shown = (dead: boolean) => (tile: string) => ({
        tile,
        // The server's points say whether [0-0] stood alone: only then do they exceed the faces.
        counts: pips(tile) + (tile === "00" ? extra : 0),
        dead,
        mark: tile === marked ? mark : null,
      });
      return {
        seat,
        points,
        lone: extra > 0,
        tiles: [
          ...(view.hands?.[seat] ?? []).map(shown(false)),
          ...(view.dead[seat] ?? []).map(shown(true)),
        ],
        winner,
        won: winner || (outcome.side?.includes(seat) ?? false),
      };
    })
    .sort(
      (a, b) =>
        Number(b.winner) - Number(a.winner) || Number(b.won) - Number(a.won) || a.points - b.points,
    );
}

/** The seats that a single tile, or its low end, chose between; none where it did not come to that. */
function levelAtLast({ decided_by, level, lowest, winner }: Outcome): readonly string[] {
  if (decided_by === "tile") return level;
  if (decided_by !== "low_end") return [];
  return level.filter((seat) => pips(lowest[seat] ?? "") === pips(lowest[winner] ?? ""));
}

/** Who won, as a headline. */
export function headline(
  table: Named,
  outcome: Pick<Outcome, "winner" | "side">,
  you: string | null,
): string {
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

/** How the hand ended, and step by step what decided it. */
export function reasons(table: Told, view: Ended, outcome: Outcome): string[] {
  const { winner, side, points, lowest, level, decided_by } = outcome;
  const name = nameIn(table, winner);
  const names = (seats: readonly string[]) => listed(seats.map((seat) => nameIn(table, seat)));
  const n = points[winner] ?? 0;
  const told: string[] = [];
  if (outcome.end === "blocked") told.push(t("result.blocked"));
  else told.push(t("result.out", { name: nameIn(table, wentOut(view) ?? winner) }));

  if (side && parseChoices(table.rules).side === "total") {
    const others = Object.keys(points).filter((seat) => !side.includes(seat));
    const sum = (seats: readonly string[]) => seats.reduce((s, seat) => s + (points[seat] ?? 0), 0);
    const [mine, other] = [sum([...side]), sum(others)];
    if (decided_by === "total") {
      const params = { winners: names([...side]), mine, others: names(others), other };
      return [...told, t("result.by_total", params), t("result.best_single", { name })];
    }
    told.push(t("result.totals_level", { n: mine }));
  }

  if (decided_by === "points") told.push(t("result.by_points", { n, name }));
  else told.push(t("result.level", { n, names: names(level) }));
  const tile = lowest[winner] ?? "";
  const params = { name, tile: tileIn(tile), pips: pips(tile) };
  if (decided_by === "out") told.push(t("result.by_out", { name }));
  if (decided_by === "tile") told.push(t("result.by_tile", params));
  if (decided_by === "low_end") {
    const tiles = levelAtLast(outcome).map((seat) =>
      t("result.tile_of", { tile: tileIn(lowest[seat] ?? ""), name: nameIn(table, seat) }),
    );
    told.push(t("result.level_tile", { pips: pips(tile), tiles: listed(tiles) }));
    told.push(t("result.by_low_end", params));
  }
  const partner = [...(side ?? "")].find((seat) => seat !== winner);
  if (partner) told.push(t("result.with_partner", { name, partner: nameIn(table, partner) }));
  return told;
}

/** By what rule the chips change hands. */
export function payRule(table: Told, { winner, side }: Outcome): string {
  const rules = parseChoices(table.rules);
  if (side && rules.side === "total") return t("result.pays_total");
  const name = nameIn(table, winner);
  if (side) return t("result.pays_sides", { name });
  return rules.settle === "winner" ? t("result.pays_winner", { name }) : t("result.pays_pairwise");
}

/** Whoever made the last move ended the hand. */
function wentOut(view: Ended): string | null {
  return view.actions.at(-1)?.seat ?? null;
}
