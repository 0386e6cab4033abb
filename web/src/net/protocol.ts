/** The wire as docs/protocol.md describes it: the server's own types, called as this page calls them. */

import type { AnyCommand, MakeTable, Me as PutMe, SeatView, State, TableView } from "./wire";

export type {
  BotTold as Bot,
  ChatLine,
  ClaimView as Claim,
  CompanyView as Company,
  Decision as DecidedBy,
  ErrorTold as ErrorBody,
  GatheringView as Gathering,
  HandPlace,
  HandResult,
  Hinted,
  HintView,
  Listed,
  Looked,
  MatchView,
  MyHands,
  Message as ServerMessage,
  Missed,
  NextHand,
  Outcome,
  Payment,
  Person as Me,
  Phase,
  PlayedHand,
  Player,
  Position,
  Replay,
  RulesTold as RulesText,
  Said,
  SeatAction,
  SeatView,
  ShuffleView as Shuffle,
  StandInView as StandIn,
  Standing,
  TableEvent,
  TableSat as MyTable,
  TableView,
  View,
  You,
} from "./wire";
export { PROTOCOL_VERSION } from "./wire";

export type Lang = NonNullable<PutMe["lang"]>;
export type Direction = TableView["direction"];
export type Level = NonNullable<SeatView["level"]>;
export type MoveClock = NonNullable<MakeTable["clock"]>;
export type Seat = SeatView["seat"];

/** What the whole table looks like to one person, as carried by `state` and `event`. */
export type Snapshot = Pick<State, "seq" | "table" | "view" | "you">;

type Unsent<One> = One extends unknown ? Omit<One, "id" | "seq"> : never;

/** A command as the page gives it; the socket adds its id, and what it was made against. */
export type Command = Unsent<AnyCommand>;
