/** The wire as docs/protocol.md describes it. */

export type Lang = "id" | "en";
export type Direction = "clockwise" | "counterclockwise";
export type Level = string;
export type MoveClock = "off" | "relaxed" | "brisk";
export type Seat = string;

export interface ErrorBody {
  code: string;
  params: Record<string, unknown>;
  text: string;
}

export interface Me {
  person: string;
  name: string | null;
  lang: Lang | null;
  bot: boolean;
}

/** A table that one made or sat at; `last` is when something happened there last. */
export interface MyTable {
  table: string;
  made: string;
  last: string;
  host: boolean;
}

export interface RulesText {
  rules: string;
  full: string;
}

export type Phase = "waiting" | "dealing" | "playing" | "hand_over" | "match_over" | "closed";

/** The computer that plays for a person, and why. */
export interface StandIn {
  level: Level;
  why: "away" | "asked" | "vote";
}

export interface SeatView {
  seat: Seat;
  kind: "person" | "computer" | "empty";
  name: string | null;
  /** Somebody's program plays here. */
  bot: boolean;
  level: Level | null;
  connected: boolean;
  ready: boolean;
  host: boolean;
  side: string | null;
  stand_in: StandIn | null;
}

export type DecidedBy = "points" | "out" | "tile" | "low_end" | "total";

export interface HandResult {
  hand: number;
  starter: Seat;
  end: "out" | "blocked";
  points: Record<Seat, number>;
  winner: Seat;
  decided_by: DecidedBy;
  side: string | null;
  net: Record<Seat, number>;
  total: Record<Seat, number>;
}

export interface Standing {
  place: number;
  seat: Seat;
  total: number;
}

export interface NextHand {
  hand: number;
  kind: "holder" | "winner-double" | "winner-any" | "winner-turn" | "drawn";
  seat: Seat | null;
  tile: string | null;
}

export interface MatchView {
  number: number;
  /** What was played last: no more than the last finished hand where it comes with an event. How
   * the match stands is told by `total` and `standings`. */
  hands: HandResult[];
  total: Record<Seat, number>;
  standings: Standing[];
  over: boolean;
  next: NextHand | null;
}

/** How long the table waits, in seconds; `left` is what was left of this turn, where it is counted. */
export interface ClockView {
  move: number | null;
  grace: number;
  left: number | null;
}

/** Who may come: whether the table is in the lobby, and whether, and how many moves late, one may watch. */
export interface Company {
  public: boolean;
  onlookers: boolean;
  delay: number;
}

export interface TableView {
  id: string;
  phase: Phase;
  rules: string;
  rules_short: string;
  direction: Direction;
  clock: ClockView;
  company: Company;
  seats: SeatView[];
  /** Who would not wait any longer for the one on turn. */
  votes: Seat[];
  claims: Claim[];
  onlookers: number;
  match: MatchView | null;
  shuffle: Shuffle | null;
}

/** Somebody asks for a seat whose person is away: how many of those who decide have answered, or the host alone does. */
export interface Claim {
  seat: Seat;
  name: string | null;
  yes: number;
  no: number;
  of: number;
  host: boolean;
}

/** What a hand is dealt from: commitments before it, secret and nonces once it is over. */
export interface Shuffle {
  hand: number;
  stage: "commit" | "reveal" | "dealt" | "over";
  commit: string;
  nonce_commits: Record<Seat, string>;
  nonces: Record<Seat, string> | null;
  secret: string | null;
}

export interface Payment {
  from: Seat;
  to: Seat;
  chips: number;
}

export interface Outcome {
  end: "out" | "blocked";
  points: Record<Seat, number>;
  winner: Seat;
  decided_by: DecidedBy;
  side: string | null;
  net: Record<Seat, number>;
  level: Seat[];
  lowest: Record<Seat, string | null>;
  payments: Payment[];
}

export interface SeatAction {
  seat: Seat;
  action: string;
}

export interface View {
  seat: Seat | null;
  rules: string;
  hand: number;
  starter: Seat;
  opener: string | null;
  turn: Seat | null;
  lead: string[] | null;
  tiles: string[];
  counts: Record<Seat, number>;
  dead: Record<Seat, string[]>;
  turned_up: string | null;
  stock: number;
  line: string[];
  root: number;
  ends: [number, number] | null;
  actions: SeatAction[];
  legal: string[];
  over: boolean;
  outcome: Outcome | null;
  hands: Record<Seat, string[]> | null;
  hidden_stock: string[] | null;
}

export interface You {
  /** Null for somebody who came before the server knew this device. */
  person: string | null;
  seat: Seat | null;
  host: boolean;
  /** The seat that one asks for. */
  asks: Seat | null;
}

export type TableEvent = { by: "person" | "computer" | "clock" } & (
  | { type: "created" }
  | { type: "sat"; seat: Seat }
  | { type: "stood"; seat: Seat }
  | { type: "removed"; seat: Seat }
  | { type: "computer"; seat: Seat; level: Level | null }
  | { type: "match"; match: number }
  | { type: "committed"; hand: number; commit: string }
  | { type: "nonce_committed"; seat: Seat; commit: string }
  | { type: "revealing" }
  | { type: "nonce_revealed"; seat: Seat }
  | { type: "dealt"; hand: number; starter: Seat }
  | { type: "played"; seat: Seat; action: string }
  | { type: "time_up"; seat: Seat; level: Level }
  | { type: "voted"; seat: Seat; about: Seat }
  | { type: "taken_over"; seat: Seat; level: Level; why: StandIn["why"] }
  | { type: "handed_back"; seat: Seat }
  | { type: "seat_asked"; seat: Seat }
  | { type: "seat_answered"; seat: Seat; yes: boolean }
  | { type: "seat_given"; seat: Seat }
  | { type: "seat_kept"; seat: Seat; why: "refused" | "back" | "withdrawn" }
  | { type: "ready"; seat: Seat }
  | { type: "stopped" }
  | { type: "rematch" }
  | { type: "closed" }
);

/** What the whole table looks like to one person, as carried by `state` and `event`. */
export interface Snapshot {
  seq: number;
  table: TableView;
  view: View | null;
  you: You;
}

/** An event that this client was not there for. */
export interface Missed {
  seq: number;
  event: TableEvent;
}

export type ServerMessage =
  | ({ type: "state"; missed?: Missed[] } & Snapshot)
  | ({ type: "event"; event: TableEvent } & Snapshot)
  | { type: "done"; id: string; seq: number }
  | { type: "refused"; id: string; seq: number; error: ErrorBody }
  | { type: "error"; id?: string | null; error: ErrorBody }
  | { type: "presence"; seats: SeatView[]; claims: Claim[]; onlookers: number }
  | { type: "pong" }
  | { type: "probe"; probe: number };

export type Command =
  | { type: "sit"; seat: Seat }
  | { type: "stand" }
  | { type: "computer"; seat: Seat; level: Level | null }
  | { type: "remove"; seat: Seat }
  | { type: "start" }
  | { type: "play"; action: string }
  | { type: "ready" }
  | { type: "stop" }
  | { type: "rematch" }
  | { type: "vote" }
  | { type: "hand_over" }
  | { type: "take_back" }
  | { type: "ask_seat"; seat: Seat }
  | { type: "answer_seat"; seat: Seat; yes: boolean }
  | { type: "commit_nonce"; commit: string }
  | { type: "reveal_nonce"; nonce: string };

export const PROTOCOL_VERSION = 1;
