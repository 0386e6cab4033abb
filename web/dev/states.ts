/** Made-up snapshots for the gallery. */

import type { Outcome, SeatView, Snapshot, TableView, View } from "../src/net/protocol";

const LETTERS = ["A", "B", "C", "D", "E"];
const NAMES = ["Bayu", "Citra Kirana", "Dewi", "Pak Budi", "Eko"];
const FULL =
  "teams=no stuck=discard end=empty lone=0 lead=0-0 next=double side=individual settle=hands";

type Each<T> = Record<string, T>;

function rulesOf(players: number, hand: number, change: string): string {
  const choices = new Map(FULL.split(" ").map((pair) => pair.split("=") as [string, string]));
  for (const pair of change.split(" ").filter(Boolean)) {
    const [key = "", value = ""] = pair.split("=");
    choices.set(key, value);
  }
  return [`players=${players} hand=${hand}`, ...[...choices].map((it) => it.join("="))].join(" ");
}

function each<T>(players: number, value: (index: number) => T): Each<T> {
  return Object.fromEntries(
    LETTERS.slice(0, players).map((seat, index) => [seat, value(index)]),
  ) as Each<T>;
}

interface Base {
  players?: number;
  hand?: number;
  rules?: string;
  seats?: Partial<SeatView>[];
  view?: Partial<View>;
  table?: Partial<TableView>;
  you?: string | null;
}

function snapshot({ players = 4, hand = 7, rules = "", seats = [], ...more }: Base): Snapshot {
  const you = more.you === undefined ? "A" : more.you;
  const teams = rules.includes("teams=yes");
  const table: TableView = {
    id: "k3f9abcdefgh",
    phase: "playing",
    rules: rulesOf(players, hand, rules),
    rules_short: `players=${players} hand=${hand} ${rules}`.trim(),
    direction: "clockwise",
    clock: { move: null, grace: 30, left: null },
    company: { public: false, onlookers: true, delay: 0, chat: false, one_phone: false },
    gathering: null,
    votes: [],
    claims: [],
    seats: LETTERS.slice(0, players).map((seat, index) => ({
      seat,
      kind: "person",
      name: NAMES[index] ?? seat,
      who: `${index}0f3a1b2c4d5e6f7`,
      bot: false,
      level: null,
      connected: true,
      ready: false,
      host: index === 0,
      side: teams ? (index % 2 ? "BD" : "AC") : null,
      stand_in: null,
      ...seats[index],
    })),
    onlookers: 0,
    match: {
      number: 1,
      hands: [],
      total: each(players, () => 0),
      standings: [],
      over: false,
      next: { hand: 1, kind: "holder", seat: null, tile: "00" },
    },
    shuffle: null,
    ...more.table,
  };
  const view: View = {
    seat: you,
    rules: table.rules_short,
    hand: 1,
    starter: "A",
    opener: null,
    turn: "B",
    lead: null,
    tiles: [],
    counts: each(players, () => hand),
    dead: each(players, () => []),
    turned_up: null,
    stock: 0,
    line: [],
    root: 0,
    ends: null,
    actions: [],
    legal: [],
    over: false,
    outcome: null,
    hands: null,
    hidden_stock: null,
    ...more.view,
  };
  return { seq: 9, table, view, you: {
      person: "p_1",
      who: table.seats.find(({ seat }) => seat === you)?.who ?? "4f00",
      seat: you,
      host: you === "A",
      asks: null,
    } };
}

/** A hand that is over, with its outcome worked out beforehand. */
function over(
  hands: string[][],
  outcome: Partial<Outcome> & Pick<Outcome, "winner" | "decided_by">,
  { dead = [], ...more }: Base & { dead?: string[][] } = {},
): Snapshot {
  const players = hands.length;
  const count = (tiles: string[]) =>
    tiles.reduce((sum, tile) => sum + Number(tile[0]) + Number(tile[1]), 0);
  const points = each(players, (i) => count([...(hands[i] ?? []), ...(dead[i] ?? [])]));
  const net = outcome.net ?? each(players, (i) => Number(LETTERS[i] === outcome.winner));
  const ranked = Object.entries(net).sort(([, a], [, b]) => b - a);
  const base = snapshot({
    ...more,
    players,
    view: {
      turn: null,
      over: true,
      line: ["64", "44", "40", "00", "01", "15", "53"],
      root: 3,
      ends: [6, 3],
      actions: [
        { seat: "A", action: "00" },
        { seat: outcome.winner, action: "35>" },
      ],
      tiles: hands[0] ?? [],
      counts: each(players, (i) => hands[i]?.length ?? 0),
      hands: each(players, (i) => hands[i] ?? []),
      dead: each(players, (i) => dead[i] ?? []),
      hidden_stock: [],
      outcome: {
        end: "blocked",
        points,
        side: null,
        net,
        level: [outcome.winner],
        lowest: each(players, () => null),
        payments: [],
        ...outcome,
      },
      ...more.view,
    },
  });
  base.table.phase = more.table?.phase ?? "hand_over";
  base.table.match = {
    number: 1,
    hands: [],
    total: net,
    standings: ranked.map(([seat, total]) => ({
      place: 1 + ranked.filter(([, other]) => other > total).length,
      seat,
      total,
    })),
    over: base.table.phase === "match_over",
    next:
      base.table.phase === "match_over"
        ? null
        : { hand: 2, kind: "winner-double", seat: outcome.winner, tile: null },
  };
  return base;
}

const LONG_LINE =
  "54 44 41 15 50 00 02 22 21 11 16 65 55 53 33 34 46 66 63 31 10 06 62 23 30 04 42 25".split(" ");

export const STATES: Record<string, () => Snapshot> = {
  full_line: () =>
    snapshot({
      view: {
        line: LONG_LINE,
        root: 5,
        ends: [5, 5],
        tiles: [],
        turn: "C",
        counts: each(4, () => 1),
        actions: [{ seat: "B", action: "25>" }],
      },
    }),
  both_ends_bent: () =>
    snapshot({
      view: {
        line: LONG_LINE.slice(1, 20),
        root: 4,
        ends: [4, 1],
        turn: "A",
        tiles: ["02", "14", "45", "66"],
        legal: ["14<", "14>", "45<"],
        actions: [{ seat: "D", action: "13>" }],
        counts: { A: 4, B: 2, C: 3, D: 1 },
      },
    }),
  discard: () =>
    snapshot({
      seats: [{}, {}, { connected: false }, { kind: "computer", name: null, level: "greedy" }],
      view: {
        line: ["64", "44", "40", "00", "01", "15", "53"],
        root: 3,
        ends: [6, 3],
        turn: "A",
        tiles: ["02", "11", "25"],
        dead: { A: ["12", "22"], B: ["??"], C: [], D: ["??", "??"] },
        legal: ["x02", "x11", "x25"],
        counts: { A: 3, B: 3, C: 4, D: 3 },
        actions: [
          { seat: "B", action: "x??" },
          { seat: "C", action: "--" },
          { seat: "D", action: "35>" },
        ],
      },
    }),
  five: () =>
    snapshot({
      players: 5,
      hand: 5,
      seats: [
        {},
        { kind: "computer", name: null, level: "greedy" },
        { name: "Eyang Kakung Soemardjono" },
        { name: "محمد رضا" },
        { name: "👩‍👩‍👧‍👦🎲 Tim" },
      ],
      view: {
        line: ["34"],
        ends: [3, 4],
        turned_up: "34",
        stock: 2,
        turn: "C",
        tiles: ["02", "11", "25", "36", "46"],
        actions: [],
      },
    }),
  fourteen: () =>
    snapshot({
      players: 2,
      hand: 14,
      view: {
        turn: "A",
        tiles: "00 02 04 11 13 15 22 24 26 33 35 44 46 55".split(" "),
        legal: ["00"],
        lead: ["00"],
      },
    }),
  nine: () =>
    snapshot({
      players: 3,
      hand: 9,
      view: {
        line: ["34"],
        ends: [3, 4],
        turned_up: "34",
        turn: "A",
        tiles: "00 02 04 11 13 15 22 24 26".split(" "),
        legal: ["04>", "13<", "24>"],
      },
    }),
  lead_any: () =>
    snapshot({
      view: {
        turn: "A",
        tiles: ["02", "11", "25", "36", "46", "55", "66"],
        legal: ["02", "11", "25", "36", "46", "55", "66"],
      },
    }),
  lead_doubles: () =>
    snapshot({
      view: {
        turn: "A",
        tiles: ["02", "11", "25", "36", "46", "55", "66"],
        legal: ["11", "55", "66"],
      },
    }),
  pass: () =>
    snapshot({
      rules: "stuck=pass",
      view: { line: ["34"], ends: [3, 4], turn: "A", tiles: ["02", "11", "25"], legal: ["--"] },
    }),
  points: () => over([["11", "13"], ["15"], ["24"], ["23"]], { winner: "D", decided_by: "points" }),
  tile: () =>
    over([["11", "13"], ["06"], ["24"], ["33"]], {
      winner: "A",
      decided_by: "tile",
      level: ["A", "B", "C", "D"],
      lowest: { A: "11", B: "06", C: "24", D: "33" },
    }),
  low_end: () =>
    over(
      [["22", "15"], ["13"], ["46"], ["05"]],
      {
        winner: "B",
        decided_by: "low_end",
        level: ["A", "B", "C", "D"],
        lowest: { A: "22", B: "13", C: "46", D: "05" },
      },
      { dead: [[], ["33"], [], ["23"]] },
    ),
  out: () =>
    over([["00"], [], ["12"], ["34"]], {
      winner: "B",
      end: "out",
      decided_by: "out",
      level: ["A", "B"],
      lowest: { A: "00", B: null },
    }),
  lone: () =>
    over(
      [
        ["00", "16"],
        ["55", "56"],
        ["44", "66"],
        ["35", "46"],
      ],
      {
        winner: "D",
        decided_by: "points",
        points: { A: 32, B: 21, C: 20, D: 18 },
      },
      { rules: "lone=25" },
    ),
  pairwise: () =>
    over(
      [["66"], ["05"], ["56"], ["34"], ["01", "22", "33", "44"]],
      {
        winner: "B",
        decided_by: "points",
        net: { A: -9, B: 26, C: -4, D: 16, E: -29 },
        payments: [
          { from: "A", to: "B", chips: 7 },
          { from: "A", to: "C", chips: 1 },
          { from: "A", to: "D", chips: 5 },
          { from: "C", to: "B", chips: 6 },
          { from: "C", to: "D", chips: 4 },
          { from: "D", to: "B", chips: 2 },
          { from: "E", to: "A", chips: 7 },
          { from: "E", to: "B", chips: 14 },
          { from: "E", to: "C", chips: 8 },
          { from: "E", to: "D", chips: 12 },
        ],
      },
      { rules: "settle=pairwise" },
    ),
  total: () =>
    over(
      [["01", "02"], ["05"], ["66"], ["34"]],
      {
        winner: "B",
        decided_by: "total",
        side: "BD",
        net: { A: 0, B: 1, C: 0, D: 1 },
      },
      { rules: "teams=yes side=total" },
    ),
  total_within: () =>
    over(
      [["01", "25"], ["33"], ["66"], ["15"]],
      {
        winner: "D",
        decided_by: "total",
        side: "BD",
        level: ["B", "D"],
        lowest: { B: "33", D: "15" },
        net: { A: 0, B: 1, C: 0, D: 1 },
      },
      { rules: "teams=yes side=total" },
    ),
  total_level: () =>
    over(
      [["02"], ["11"], ["46"], ["55"]],
      {
        winner: "A",
        decided_by: "low_end",
        side: "AC",
        level: ["A", "B"],
        lowest: { A: "02", B: "11" },
        net: each(4, () => 0),
      },
      { rules: "teams=yes side=total settle=pairwise" },
    ),
  total_chips: () =>
    over(
      [["66"], ["05"], ["56"], ["34"]],
      {
        winner: "B",
        decided_by: "total",
        side: "BD",
        net: { A: -11, B: 11, C: -11, D: 11 },
        payments: [
          { from: "A", to: "B", chips: 11 },
          { from: "C", to: "D", chips: 11 },
        ],
      },
      { rules: "teams=yes side=total settle=pairwise" },
    ),
  teams_chips: () =>
    over(
      [["66"], ["05"], ["56"], ["34"]],
      {
        winner: "B",
        decided_by: "points",
        side: "BD",
        net: { A: -14, B: 13, C: -12, D: 13 },
        payments: [
          { from: "A", to: "B", chips: 7 },
          { from: "A", to: "D", chips: 7 },
          { from: "C", to: "B", chips: 6 },
          { from: "C", to: "D", chips: 6 },
        ],
      },
      { rules: "teams=yes settle=pairwise" },
    ),
  winner_chips: () =>
    over(
      [["66"], ["05"], ["56"], ["34"]],
      {
        winner: "B",
        decided_by: "points",
        net: { A: -7, B: 15, C: -6, D: -2 },
        payments: [
          { from: "A", to: "B", chips: 7 },
          { from: "C", to: "B", chips: 6 },
          { from: "D", to: "B", chips: 2 },
        ],
      },
      { rules: "settle=winner" },
    ),
  match_over: () =>
    over(
      [[], ["05"], ["66"], ["34"]],
      { winner: "A", end: "out", decided_by: "points", net: { A: 3, B: 2, C: 2, D: 1 } },
      { rules: "hands=8", table: { phase: "match_over" } },
    ),
};
