/**
 * A session of the scorekeeper: hands at a real table, one after the other. It is the fold of its changes, so that
 * the last one can be taken back and an earlier hand corrected: everything after it is worked out anew.
 */

import {
  type Count,
  countOf,
  dutyOf,
  type Duty,
  type Fault,
  isFault,
  isOver,
  isUndecided,
  type Outcome,
  outcomeOf,
  placesOf,
  readRules,
  type Rules,
  type Tile,
  wrongTiles,
} from "../rules/scoring";

/** Who somebody is throughout a session, whatever seat they have. */
export type PlayerId = string;

export interface Player {
  id: PlayerId;
  name: string;
}

/** Who plays from here on, in order of play, and by which rules. */
export interface Seating {
  kind: "seats";
  seats: Player[];
  rules: string;
}

/** What a player is left with: every tile, or the points alone and, where a tie asked for it, the lowest tile. */
export type Left = { tiles: Tile[] } | { points: number; lowest?: Tile };

/** A hand that was played; `out` is who went out, null where it was blocked. */
export interface Played {
  kind: "hand";
  out: PlayerId | null;
  left: Record<PlayerId, Left>;
}

export type Entry = Seating | Played;

export type Change =
  | { do: "add"; entry: Entry }
  | { do: "put"; at: number; entry: Entry }
  | { do: "drop"; at: number };

export interface Session {
  id: string;
  /** When it began and was last changed, in milliseconds. */
  began: number;
  changed: number;
  changes: Change[];
}

/** What a session holds after all its changes. */
export function entriesOf({ changes }: Pick<Session, "changes">): Entry[] {
  const entries: Entry[] = [];
  for (const change of changes) {
    if (change.do === "add") entries.push(change.entry);
    else if (change.do === "put") entries[change.at] = change.entry;
    else entries.splice(change.at, 1);
  }
  return entries;
}

/** What a hand comes to: an outcome, else what is wrong or missing, or whose lowest tile a tie asks for. */
export type Weighed =
  | { outcome: Outcome; counts: Count[] }
  | { needed: PlayerId[] }
  | { fault: Fault };

/** The most that somebody's tiles can count. */
function mostPoints({ hand, lone }: Rules): number {
  let [left, most] = [hand, lone];
  for (let pips = 12; pips > 0 && left > 0; pips--) {
    const tiles = Math.floor(pips <= 6 ? pips / 2 + 1 : (12 - pips) / 2 + 1);
    most += pips * Math.min(tiles, left);
    left -= tiles;
  }
  return most;
}

/** Whether whoever goes out can still have dead tiles. */
export const outMayHold = ({ stuck, end }: Rules): boolean =>
  stuck === "discard" && end === "empty";

/** What is wrong with what one player is left with. */
function wrongLeft(
  rules: Rules,
  player: PlayerId,
  left: Left | undefined,
  isOut: boolean,
): Fault | null {
  const wrong = (code: string, params: Fault["params"] = {}) => ({
    code,
    params: { player, ...params },
  });
  if (!left) return wrong("missing");
  const none = "tiles" in left ? left.tiles.length === 0 : left.points === 0;
  if (isOut && !none && !outMayHold(rules)) return wrong("out-holds");
  if ("tiles" in left) return none && !isOut ? wrong("holds-none") : null;
  // [0-0] alone is the only way to hold something and have no points.
  if (none && !isOut && rules.lone > 0) return wrong("holds-none");
  const most = mostPoints(rules);
  if (left.points > most) return wrong("points", { most });
  const { lowest } = left;
  if (lowest && Number(lowest[0]) + Number(lowest[1]) > left.points)
    return wrong("lowest", { tile: lowest });
  return null;
}

/** What is known of a player; what bare points can only mean is known without asking. */
function countedOf(rules: Rules, left: Left, isOut: boolean): Count {
  if ("tiles" in left) return countOf(rules, left.tiles);
  const { points, lowest } = left;
  if (points === 0) return { points, lowest: isOut ? null : "00" };
  return lowest === undefined ? { points } : { points, lowest };
}

/** What a hand comes to among these, in their order of play. */
export function weigh(rules: Rules, seats: readonly PlayerId[], { out, left }: Played): Weighed {
  if (out !== null && !seats.includes(out))
    return { fault: { code: "missing", params: { player: out } } };
  for (const player of seats) {
    const fault = wrongLeft(rules, player, left[player], player === out);
    if (fault) return { fault };
  }
  const lefts = seats.map((player) => left[player] as Left);
  const counts = lefts.map((it, seat) => countedOf(rules, it, seats[seat] === out));
  const known = lefts.map((it, seat) => {
    if ("tiles" in it) return it.tiles;
    const { lowest } = counts[seat] as Count;
    return lowest ? [lowest] : [`?${seat}`]; // nothing that anybody else could have too
  });
  const fault = wrongTiles(rules, known);
  if (fault) return { fault: named(fault, seats) };
  const outcome = outcomeOf(rules, counts);
  if (isUndecided(outcome))
    return { needed: outcome.needed.map((seat) => seats[seat] as PlayerId) };
  return { outcome, counts };
}

/** A fault about seats, about the players on them. */
function named({ code, params }: Fault, seats: readonly PlayerId[]): Fault {
  const player = seats[Number(params.second ?? params.seat)];
  return { code, params: player === undefined ? params : { ...params, player } };
}

/** A hand of a session, and how things stood after it. */
export interface Row {
  /** Its place among the entries. */
  at: number;
  number: number;
  seats: readonly PlayerId[];
  rules: Rules;
  text: string;
  hand: Played;
  weighed: Weighed;
  /** Who won; null where that is not known. */
  winner: PlayerId | null;
  /** What everybody scored, by player; empty where that is not known. */
  net: Record<PlayerId, number>;
}

export interface Standing {
  place: number;
  player: PlayerId;
  total: number;
}

export interface Story {
  /** Everybody who has ever played, in the order in which they came, as they are called now. */
  players: Player[];
  /** Who plays now, in order of play, and by which rules; `at` is the place of that entry. */
  seats: PlayerId[];
  rules: Rules;
  text: string;
  at: number;
  rows: Row[];
  total: Record<PlayerId, number>;
  standings: Standing[];
  /** The next hand's number, and who begins it with what; null where that hangs on a hand that is not complete. */
  number: number;
  begins: (Omit<Duty, "seat"> & { player: PlayerId | null }) | null;
  /** Hands that are not complete, or not right. */
  open: Row[];
  over: boolean;
}

/** How a session stands: everything that follows from its entries, of which the first says who plays. */
export function storyOf(entries: readonly Entry[]): Story {
  const names = new Map<PlayerId, string>();
  const total: Record<PlayerId, number> = {};
  const rows: Row[] = [];
  let [seats, rules, text, at]: [PlayerId[], Rules | null, string, number] = [[], null, "", 0];
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === "seats") {
      const read = readRules(entry.rules);
      if (isFault(read)) throw new Error(`rules that cannot be: ${entry.rules}`);
      [rules, text, at] = [read, entry.rules, index];
      seats = entry.seats.map(({ id }) => id);
      for (const { id, name } of entry.seats) {
        names.set(id, name);
        total[id] ??= 0;
      }
    } else if (rules) {
      const row = rowOf({ at: index, number: rows.length + 1, seats, rules, text }, entry);
      for (const player of seats) total[player] = (total[player] ?? 0) + (row.net[player] ?? 0);
      rows.push(row);
    }
  }
  if (!rules) throw new Error("a session in which nobody plays");
  const open = rows.filter(({ weighed }) => !("outcome" in weighed));
  const has = new Set([...seats, ...rows.flatMap((row) => Object.keys(row.net))]);
  const players = [...names].map(([id, name]) => ({ id, name })).filter(({ id }) => has.has(id));
  const totals = players.map(({ id }) => total[id] ?? 0);
  const number = rows.length + 1;
  return {
    players,
    ...{ seats, rules, text, at, rows, total, number, open },
    standings: placesOf(rules, totals).map(({ place, at }) => {
      const player = (players[at] as Player).id;
      return { place, player, total: total[player] ?? 0 };
    }),
    begins: begins(rules, number, seats, rows.at(-1)),
    over:
      open.length === 0 &&
      isOver(
        rules,
        rows.length,
        seats.map((player) => total[player] ?? 0),
      ),
  };
}

/**
 * Where a hand that was looked at stands by now, after what may have been done elsewhere: the same one wherever it has
 * moved to, else the one in its place, where only that was put right; null where it is gone.
 */
export function rowNow(rows: readonly Row[], before: readonly Row[], row: Row): Row | null {
  const text = JSON.stringify(row.hand);
  const same = rows.filter(({ hand }) => JSON.stringify(hand) === text);
  const inPlace = (it: Row) => it.number === row.number;
  return (
    same.find(inPlace) ??
    same[0] ??
    (rows.length === before.length ? (rows.find(inPlace) ?? null) : null)
  );
}

function rowOf(where: Pick<Row, "at" | "number" | "seats" | "rules" | "text">, hand: Played): Row {
  const { seats, rules } = where;
  const weighed = weigh(rules, seats, hand);
  if (!("outcome" in weighed)) return { ...where, hand, weighed, winner: null, net: {} };
  const { winner, net } = weighed.outcome;
  return {
    ...{ ...where, hand, weighed },
    winner: seats[winner] as PlayerId,
    net: Object.fromEntries(seats.map((player, seat) => [player, net[seat] ?? 0])),
  };
}

/** Who begins: as in a first hand, where whoever won the hand before does not play any more. */
function begins(
  rules: Rules,
  number: number,
  seats: readonly PlayerId[],
  last?: Row,
): Story["begins"] {
  if (last && last.winner === null) return null;
  const seat = last?.winner ? seats.indexOf(last.winner) : -1;
  const first = seat < 0 && rules.next !== "lead";
  const duty = dutyOf(rules, first ? 1 : number, seat < 0 ? null : seat);
  return {
    kind: duty.kind,
    tile: duty.tile,
    player: duty.seat === null ? null : (seats[duty.seat] as PlayerId),
  };
}

/**
 * The change that makes these the players and rules from now on. Where the same people sit as before, only names or
 * rules are put right, for the hands that they have played too.
 */
export function reseat(entries: readonly Entry[], seating: Seating): Change {
  const at = entries.findLastIndex(({ kind }) => kind === "seats");
  const now = entries[at] as Seating | undefined;
  if (!now) return { do: "add", entry: seating };
  const same = now.seats.map(({ id }) => id).join() === seating.seats.map(({ id }) => id).join();
  const unplayed = at === entries.length - 1;
  return same || unplayed ? { do: "put", at, entry: seating } : { do: "add", entry: seating };
}
