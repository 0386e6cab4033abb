/**
 * What a finished hand comes to, told once more for the scorekeeper, which works without a server: points, the
 * winner, what decided, the settlement, who begins the next hand, and when a match is over. Numbers in brackets are
 * those of docs/rules.md. `tests/test_scoring_page.py` holds all of it to the library, case by case.
 *
 * Seats are numbers, 0 for A; a tile is its two digits, low end first.
 */

export type Tile = string;

export interface Rules {
  players: number;
  hand: number;
  teams: boolean;
  stuck: "discard" | "pass";
  end: "empty" | "clean";
  lone: number;
  lead: "0-0" | "6-6" | "rising";
  next: "double" | "any" | "lead";
  side: "individual" | "total";
  settle: "hands" | "pairwise" | "winner" | "points";
  hands: number | null;
  target: number | null;
}

/** What is wrong, under the library's own code. */
export interface Fault {
  code: string;
  params: Readonly<Record<string, string | number>>;
}

export const isFault = <T extends object>(it: T | Fault): it is Fault => "code" in it;

const fault = (code: string, params: Fault["params"] = {}): Fault => ({ code, params });

const MANY = 10 ** 9 - 1;
const NUMBERS = new Map<string, readonly [least: number, most: number]>([
  ["players", [2, 5]],
  ["hand", [1, 14]],
  ["lone", [0, MANY]],
  ["hands", [1, MANY]],
  ["target", [1, MANY]],
]);
const CHOICES = new Map<string, readonly string[]>([
  ["teams", ["no", "yes"]],
  ["stuck", ["discard", "pass"]],
  ["end", ["empty", "clean"]],
  ["lead", ["0-0", "6-6", "rising"]],
  ["next", ["double", "any", "lead"]],
  ["side", ["individual", "total"]],
  ["settle", ["hands", "pairwise", "winner", "points"]],
]);

/** Rules from their line of text, or what is wrong with it (1, 14). */
export function readRules(text: string): Rules | Fault {
  const given = new Map<string, string>();
  for (const pair of text.split(/\s+/).filter(Boolean)) {
    const at = pair.indexOf("=");
    if (at < 0) return fault("rules-pair", { text: pair });
    const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (given.has(key)) return fault("rules-twice", { key });
    const wrong = wrongValue(key, value);
    if (wrong) return wrong;
    given.set(key, value);
  }
  for (const key of ["players", "hand"])
    if (!given.has(key)) return fault("rules-missing", { key });
  for (const [key, [least, most]] of NUMBERS) {
    const value = given.get(key);
    if (value !== undefined && (Number(value) < least || Number(value) > most))
      return fault("rules-number", { key, value, least, most });
  }
  const number = (key: string) => (given.has(key) ? Number(given.get(key)) : null);
  const choice = (key: string) => given.get(key) ?? CHOICES.get(key)?.[0];
  const rules = {
    players: number("players"),
    hand: number("hand"),
    teams: given.get("teams") === "yes",
    stuck: choice("stuck"),
    end: choice("end"),
    lone: number("lone") ?? 0,
    lead: choice("lead"),
    next: choice("next"),
    side: choice("side"),
    settle: choice("settle"),
    hands: number("hands"),
    target: number("target"),
  } as Rules;
  return wrongTogether(rules) ?? rules;
}

function wrongValue(key: string, value: string): Fault | null {
  const range = NUMBERS.get(key);
  if (range) {
    const [least, most] = range;
    const whole = /^(0|[1-9][0-9]{0,8})$/.test(value);
    return whole ? null : fault("rules-number", { key, value, least, most });
  }
  const choices = CHOICES.get(key);
  if (!choices) return fault("rules-key", { key });
  return choices.includes(value) ? null : fault("rules-value", { key, value });
}

function wrongTogether({ players, hand, teams, side, lead, next }: Rules): Fault | null {
  const tiles = players * hand;
  if (tiles > 28) return fault("rules-too-many-tiles", { players, hand, tiles });
  if (teams && players !== 4) return fault("rules-teams-need-four", { players });
  if (side === "total" && !teams) return fault("rules-side-needs-teams");
  if (lead === "rising" && next !== "lead") return fault("rules-rising-needs-next-lead", { next });
  return null;
}

const pips = (tile: Tile): number => Number(tile[0]) + Number(tile[1]);
/** A tile's place among all by pips, then by low end (9). */
const rank = (tile: Tile): number => 7 * pips(tile) + Number(tile[0]);
const least = (values: readonly number[]): number => Math.min(...values);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const seatsOf = ({ players }: Rules): number[] =>
  Array.from({ length: players }, (_, seat) => seat);

/** The single tile that rule (9) compares; null where there is no tile. */
export function lowestTile(tiles: readonly Tile[]): Tile | null {
  return tiles.reduce<Tile | null>((a, b) => (a === null || rank(b) < rank(a) ? b : a), null);
}

/** What a player's unplayed tiles count, dead ones included (8). */
export function pointsOf(rules: Rules, tiles: readonly Tile[]): number {
  const blanks = tiles.filter((tile) => tile[0] === "0");
  const alone = blanks.length === 1 && blanks[0] === "00";
  return sum(tiles.map(pips)) + (alone ? rules.lone : 0);
}

/** What is wrong with these unplayed tiles of every seat; null where nothing is. */
export function wrongTiles(rules: Rules, unplayed: readonly (readonly Tile[])[]): Fault | null {
  if (unplayed.length !== rules.players)
    return fault("score-seats", { seats: unplayed.length, players: rules.players });
  const seen = new Set<Tile>();
  let empty: number | null = null;
  for (const [seat, tiles] of unplayed.entries()) {
    const twice = tiles.find((tile) => seen.has(tile));
    if (twice) return fault("score-tile-twice", { seat, tile: twice });
    if (tiles.length > rules.hand)
      return fault("score-too-many", { seat, tiles: tiles.length, hand: rules.hand });
    if (tiles.length === 0 && empty !== null)
      return fault("score-two-empty", { first: empty, second: seat });
    if (tiles.length === 0) empty = seat;
    for (const tile of tiles) seen.add(tile);
  }
  return null;
}

/**
 * What is known of a player at the end of a hand: the points, and the single tile that rule (9) compares, null where
 * there is none. Without `lowest` nobody has said yet which it is.
 */
export interface Count {
  points: number;
  lowest?: Tile | null;
}

export const countOf = (rules: Rules, tiles: readonly Tile[]): Count => ({
  points: pointsOf(rules, tiles),
  lowest: lowestTile(tiles),
});

export type Decision = "points" | "out" | "tile" | "low_end" | "total";

export interface Payment {
  from: number;
  to: number;
  chips: number;
}

export interface Outcome {
  points: number[];
  winner: number;
  decidedBy: Decision;
  /** The seats that were level on the deciding points: the winner alone, or those whose tiles were compared. */
  level: number[];
  net: number[];
  payments: Payment[];
}

/** The points are level, and the single lowest tiles of these seats are needed. */
export interface Undecided {
  needed: number[];
}

export const isUndecided = (it: Outcome | Undecided): it is Undecided => "needed" in it;

/** The outcome of a hand from what is known of every seat, A first (9 to 11). */
export function outcomeOf(rules: Rules, counts: readonly Count[]): Outcome | Undecided {
  const points = counts.map((count) => count.points);
  const [one, other] = totals(points);
  const byTotal = rules.side === "total" && one !== other;
  const among = byTotal
    ? seatsOf(rules).filter((seat) => seat % 2 === Number(one > other))
    : seatsOf(rules);
  const best = bestOf(counts, among);
  if ("needed" in best) return best;
  const { winner, level } = best;
  const payments =
    rules.settle === "hands" || rules.settle === "points" ? [] : paid(rules, points, winner);
  return {
    points,
    winner,
    decidedBy: byTotal ? "total" : best.decidedBy,
    level,
    net: netOf(rules, points, winner, payments),
    payments: payments.filter(({ chips }) => chips > 0),
  };
}

const totals = (points: readonly number[]): [number, number] => [
  (points[0] ?? 0) + (points[2] ?? 0),
  (points[1] ?? 0) + (points[3] ?? 0),
];

/** The winner among these seats, and what decided (9). */
function bestOf(
  counts: readonly Count[],
  seats: readonly number[],
): { winner: number; level: number[]; decidedBy: Decision } | Undecided {
  const fewest = least(seats.map((seat) => counts[seat]?.points ?? 0));
  const level = seats.filter((seat) => counts[seat]?.points === fewest);
  const only = level[0] as number;
  if (level.length === 1) return { winner: only, level, decidedBy: "points" };
  const lowest = (seat: number) => counts[seat]?.lowest;
  const out = level.find((seat) => lowest(seat) === null);
  if (out !== undefined) return { winner: out, level, decidedBy: "out" };
  const needed = level.filter((seat) => lowest(seat) === undefined);
  if (needed.length > 0) return { needed };
  const [first, second] = level
    .map((seat) => ({ seat, tile: lowest(seat) as Tile }))
    .sort((a, b) => rank(a.tile) - rank(b.tile)) as [Held, Held];
  const decidedBy = pips(first.tile) === pips(second.tile) ? "low_end" : "tile";
  return { winner: first.seat, level, decidedBy };
}

interface Held {
  seat: number;
  tile: Tile;
}

const isPartner = (rules: Rules, a: number, b: number): boolean =>
  rules.teams ? a % 2 === b % 2 : a === b;

/** Who pays whom, payments of nothing among them (11). */
function paid(rules: Rules, points: readonly number[], winner: number): Payment[] {
  const seats = seatsOf(rules);
  const more = (a: number, b: number) => (points[a] ?? 0) - (points[b] ?? 0);
  if (!rules.teams && rules.settle === "pairwise")
    return seats.flatMap((from) =>
      seats.filter((to) => more(from, to) > 0).map((to) => ({ from, to, chips: more(from, to) })),
    );
  const won = seats.filter((seat) => isPartner(rules, seat, winner));
  const lost = seats.filter((seat) => !won.includes(seat));
  if (rules.side === "total") {
    const [one, other] = totals(points);
    return lost.map((from, at) => ({ from, to: won[at] as number, chips: Math.abs(one - other) }));
  }
  return lost.flatMap((from) => won.map((to) => ({ from, to, chips: more(from, winner) })));
}

/** What every seat scores for the hand (11). */
function netOf(
  rules: Rules,
  points: readonly number[],
  winner: number,
  payments: readonly Payment[],
): number[] {
  const seats = seatsOf(rules);
  if (rules.settle === "points") return [...points];
  if (rules.settle === "hands") return seats.map((seat) => Number(isPartner(rules, seat, winner)));
  const chips = (all: readonly Payment[]) => sum(all.map((it) => it.chips));
  return seats.map(
    (seat) =>
      chips(payments.filter(({ to }) => to === seat)) -
      chips(payments.filter(({ from }) => from === seat)),
  );
}

/** Who begins a hand, and with what: `seat` has the right to, `tile` is the named double (3, 4, 13). */
export interface Duty {
  kind: "holder" | "winner-double" | "winner-any" | "winner-turn" | "drawn";
  seat: number | null;
  tile: Tile | null;
}

/** The duty of hand `number` (from 1) of a match; `winner` is who won the hand before. */
export function dutyOf(rules: Rules, number: number, winner: number | null): Duty {
  if (rules.players * rules.hand < 28)
    return number === 1
      ? { kind: "drawn", seat: null, tile: null }
      : { kind: "winner-turn", seat: winner, tile: null };
  if (number === 1 || rules.next === "lead")
    return { kind: "holder", seat: null, tile: leadDouble(rules, number) };
  return { kind: rules.next === "any" ? "winner-any" : "winner-double", seat: winner, tile: null };
}

function leadDouble({ lead }: Rules, number: number): Tile {
  const half = lead === "rising" ? (number - 1) % 7 : lead === "0-0" ? 0 : 6;
  return `${half}${half}`;
}

/** Whether a match is over after so many hands, with these totals (12). */
export function isOver(rules: Rules, hands: number, total: readonly number[]): boolean {
  if (hands === 0) return false;
  const reached = rules.teams && rules.settle === "points" ? totals(total) : total;
  return (
    (rules.hands !== null && hands >= rules.hands) ||
    (rules.target !== null && Math.max(...reached) >= rules.target)
  );
}

/** Places by total, best first, in the order given where they are level: level totals share the place (12). */
export function placesOf(rules: Rules, total: readonly number[]): { place: number; at: number }[] {
  const sign = rules.settle === "points" ? 1 : -1;
  const order = total.map((it, at) => ({ it, at })).sort((a, b) => sign * (a.it - b.it));
  return order.map(({ it, at }) => ({ place: order.findIndex((o) => o.it === it) + 1, at }));
}
