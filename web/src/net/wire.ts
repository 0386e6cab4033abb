// The types of the wire, made from the server's by `python -m scripts.wire`. A change here would be lost.
// biome-ignore-all format: made by a script

export const PROTOCOL_VERSION = 1;

/** `POST /api/puzzles/NAME`: an action, tiles with their places, or numbers (docs/puzzles.md). */
export interface AnswerPuzzle {
  answer: string[];
}

/** Agree that a seat is given to who asks for it, or do not; who asks takes it back with a no. */
export interface AnswerSeat {
  type: "answer_seat";
  seat: string;
  yes: boolean;
  id?: string;
  seq: number;
}

/** Asks what to do, on one's own turn against computer players alone. The table goes on meanwhile. */
export interface AskHint {
  type: "hint";
}

/** `POST /api/rules`. */
export interface AskRules {
  rules: string;
}

/** Say that a seat, of somebody who is away, is one's own. */
export interface AskSeat {
  type: "ask_seat";
  seat: string;
  id?: string;
  seq: number;
}

/** Go on to the next hand. */
export interface BeReady {
  type: "ready";
  id?: string;
  seq: number;
}

/** A new bot, and its token: it is told here and never again. */
export interface BotMade {
  person: string;
  name: string;
  token: string;
}

/** A bot as told to its owner; `made_at` in milliseconds since 1970. */
export interface BotTold {
  person: string;
  name: string | null;
  made_at: number;
}

/** Somebody's bots, the oldest first. */
export interface BotsTold {
  bots: BotTold[];
}

/** `PUT /api/tables/ID/companions/SEAT`: what whoever sits there is called from now on. */
export interface CallCompanion {
  name: string;
}

/** Write something of one's own, where the table allows it. It is in no log, and kept until the table is closed. */
export interface Chat {
  type: "chat";
  text: string;
  id?: string;
  seq: number;
}

/** Whether a table may have a chat here. */
export interface ChatAllowed {
  allowed: boolean;
}

/** Something that somebody has written; no two at a table have the same `at` (milliseconds since 1970). */
export interface ChatLine {
  at: number;
  who: string;
  name: string | null;
  text: string;
}

/** All that was written lately, instead of what was told before. */
export interface ChatLog {
  type: "chat_log";
  lines: ChatLine[];
}

/** Somebody has written something. */
export interface Chatted {
  type: "chatted";
  line: ChatLine;
}

/** Somebody called `name` asks for a seat: `yes` and `no` of `of` decide, or `host` or `owner` alone. */
export interface ClaimView {
  seat: string;
  name: string | null;
  yes: number;
  no: number;
  of: number;
  host: boolean;
  owner: boolean;
}

/** How long the table waits, in seconds; `left` is what is left of this turn, where it is counted. */
export interface ClockView {
  move: number | null;
  grace: number;
  left: number | null;
}

/** The table was closed for good. */
export interface Closed {
  type: "closed";
  by: "clock" | "computer" | "person";
}

/** Commit to a nonce for the hand that is about to be dealt. */
export interface CommitNonce {
  type: "commit_nonce";
  commit: string;
  id?: string;
  seq: number;
}

/** The server has committed to the secret from which a hand will be dealt. */
export interface Committed {
  type: "committed";
  by: "clock" | "computer" | "person";
  hand: number;
  commit: string;
}

/** Who may come: whether the table is in the lobby, and whether, and how many moves late, one may watch. */
export interface CompanyView {
  public: boolean;
  onlookers: boolean;
  delay: number;
  chat: boolean;
  one_phone: boolean;
}

/** A computer player was put on a seat, or (null) taken away. */
export interface ComputerPut {
  type: "computer";
  by: "clock" | "computer" | "person";
  seat: string;
  level: string | null;
}

/** The table was made. */
export interface Created {
  type: "created";
  by: "clock" | "computer" | "person";
}

/** A hand was dealt. */
export interface Dealt {
  type: "dealt";
  by: "clock" | "computer" | "person";
  hand: number;
  starter: string;
}

/** What found the winner (rules 9 and 10). */
export type Decision = "low_end" | "out" | "points" | "tile" | "total";

/** The command is committed. */
export interface Done {
  type: "done";
  id: string;
  seq: number;
}

/** The ways in which a hand can open. */
export type DutyKind = "drawn" | "holder" | "winner-any" | "winner-double" | "winner-turn";

/** Sends a probe back, at once. */
export interface Echo {
  type: "echo";
  probe: number;
}

/** How a hand ends (rule 7). */
export type Ending = "blocked" | "out";

/** An error: its code and parameters, and the sentence in the person's language. */
export interface ErrorTold {
  code: string;
  params: Record<string, string | number>;
  text: string;
}

/** What has happened, and how things stand now. */
export interface EventTold {
  type: "event";
  seq: number;
  event: TableEvent;
  table: TableView;
  view: View | null;
  you: You;
}

/** A frame that could not be read, or a socket that cannot be served. */
export interface Failed {
  type: "error";
  error: ErrorTold;
  id?: string | null;
}

/** Begin at a table that gathers people, with computer players where nobody sits. */
export interface Fill {
  type: "fill";
  id?: string;
  seq: number;
}

/** Somebody and their bots were forgotten. */
export type Forgotten = Record<string, never>;

/** That the table begins by itself: with computer players of which level, and in how many seconds, where known. */
export interface GatheringView {
  level: string;
  left: number | null;
}

/** Have a computer player play for oneself. */
export interface HandOver {
  type: "hand_over";
  id?: string;
  seq: number;
}

/** Which hand of a table: its match, and its number in that. */
export interface HandPlace {
  match: number;
  hand: number;
}

/** A finished hand of the match. */
export interface HandResult {
  hand: number;
  starter: string;
  end: Ending | null;
  points: Record<string, number>;
  winner: string;
  decided_by: Decision;
  side: string | null;
  net: Record<string, number>;
  total: Record<string, number>;
}

/** The person on a seat plays themselves again. */
export interface HandedBack {
  type: "handed_back";
  by: "clock" | "computer" | "person";
  seat: string;
}

/** The server is well. */
export interface Health {
  status: "ok";
  version: string;
}

/** The first frame: the version of the wire, the last event seen, the language to be told in. */
export interface Hello {
  type: "hello";
  version: number;
  seq?: number | null;
  lang?: "en" | "id" | null;
  nonces?: boolean;
}

/** What the strongest computer player here would do after the first `after` actions of hand `hand`, and why. */
export interface HintView {
  hand: number;
  after: number;
  action: string;
  why: "better" | "bury" | "double" | "follow" | "heavy" | "keep" | "level" | "none" | "only" | "starve" | "variety";
  instead: string | null;
  gap: number | null;
  worlds: number | null;
}

/** What to do, to whoever has asked and nobody else; or why there is no saying. */
export interface Hinted {
  type: "hinted";
  hint: HintView | null;
  error: ErrorTold | null;
}

/** Why somebody cannot have some tiles. */
export interface KnownReason {
  tiles: string[];
  text: Words;
}

/** The computer players that there are here, the weakest first. */
export interface Levels {
  levels: string[];
}

/** A table's address for others. */
export interface Link {
  url: string;
}

/** A table in the lobby: where it stands, who sits there, and how many seats a person may take. */
export interface Listed {
  table: string;
  phase: Phase;
  rules: string;
  clock: ClockView;
  company: CompanyView;
  gathers: boolean;
  seats: number;
  free: number;
  people: string[];
  onlookers: number;
}

/** What the lobby lists. */
export interface LobbyTold {
  tables: Listed[];
}

/** Asks to see the hand of the seat on turn, on the one phone that is passed around, as of event `seq`. */
export interface Look {
  type: "look";
  seat: string;
  seq: number;
}

/** What the seat on turn sees, as of event `seq`; or why it is not shown. It is shown to that window, once. */
export interface Looked {
  type: "looked";
  seq: number;
  view: View | null;
  error: ErrorTold | null;
}

/** `POST /api/bots`. */
export interface MakeBot {
  name: string;
}

/** `POST /api/tables`. */
export interface MakeTable {
  rules: string;
  direction?: "clockwise" | "counterclockwise";
  clock?: "brisk" | "off" | "relaxed";
  grace?: number;
  public?: boolean;
  onlookers?: boolean;
  delay?: number;
  chat?: boolean;
  companions?: (string | null)[] | null;
}

/** A match began; they are counted from 1. */
export interface MatchBegun {
  type: "match";
  by: "clock" | "computer" | "person";
  match: number;
}

/** How the match stands. `hands` are the last finished ones alone: a match can be long. */
export interface MatchView {
  number: number;
  hands: HandResult[];
  total: Record<string, number>;
  standings: Standing[];
  over: boolean;
  next: NextHand | null;
}

/** `PUT /api/me`: what to change. */
export interface Me {
  name?: string | null;
  lang?: "en" | "id" | null;
}

/** An event that somebody was not there for. */
export interface Missed {
  seq: number;
  event: TableEvent;
}

/** The finished hands that somebody has played, the latest first; `next` asks for those before them. */
export interface MyHands {
  hands: PlayedHand[];
  next: string | null;
}

/** The tables that somebody made or sat at, the latest first. */
export interface MyTables {
  tables: TableSat[];
}

/** Who begins the hand that is next (or in play), and with what duty. */
export interface NextHand {
  hand: number;
  kind: DutyKind;
  seat: string | null;
  tile: string | null;
}

/** A seat has committed to a nonce. */
export interface NonceCommitted {
  type: "nonce_committed";
  by: "clock" | "computer" | "person";
  seat: string;
  commit: string;
}

/** A seat has revealed its nonce, which is told when the hand is over. */
export interface NonceRevealed {
  type: "nonce_revealed";
  by: "clock" | "computer" | "person";
  seat: string;
}

/** An error about a command that was not carried out, and how things stand. */
export interface NotDone {
  code: string;
  params: Record<string, string | number>;
  text: string;
  state: State;
}

/** What a computer player did for a person, or a person took back, after so many steps. */
export interface Note {
  after: number;
  kind: "handed_back" | "rewound" | "taken_over" | "time_up";
  seat: string;
  level: string | null;
  why: "asked" | "away" | "vote" | null;
}

/** How a hand came out; `level` are the seats that were level at the decisive points. */
export interface Outcome {
  end: Ending | null;
  points: Record<string, number>;
  winner: string;
  decided_by: Decision;
  side: string | null;
  net: Record<string, number>;
  level: string[];
  lowest: Record<string, string | null>;
  payments: Payment[];
}

/** `POST /api/pair`. */
export interface Pair {
  rules?: string;
  level?: string;
}

/** Chips from one seat to another. */
export interface Payment {
  from: string;
  to: string;
  chips: number;
}

/** Who somebody is, as told to themselves. */
export interface Person {
  person: string;
  name: string | null;
  lang: "en" | "id" | null;
  bot: boolean;
}

/** Where a table stands. */
export type Phase = "closed" | "dealing" | "hand_over" | "match_over" | "playing" | "waiting";

/** Asks whether anybody is there. */
export interface Ping {
  type: "ping";
}

/** Do this with the turn; `action` as in a record. */
export interface Play {
  type: "play";
  action: string;
  id?: string;
  seq: number;
}

/** Go back to the waiting room. */
export interface PlayAgain {
  type: "rematch";
  id?: string;
  seq: number;
}

/** `POST /api/play-now`. */
export interface PlayNow {
  rules?: string;
  level?: string;
  direction?: "clockwise" | "counterclockwise";
}

/** A seat acted; another's discard is `x??`. */
export interface Played {
  type: "played";
  by: "clock" | "computer" | "person";
  seat: string;
  action: string;
}

/** A finished hand that somebody has played, on `seat`, and how it came out; it ended at `at`. */
export interface PlayedHand {
  table: string;
  match: number;
  hand: number;
  at: string;
  rules: string;
  seat: string | null;
  players: Player[];
  end: Ending | null;
  winner: string;
  decided_by: Decision;
  side: string | null;
  points: Record<string, number>;
  net: Record<string, number>;
  total: Record<string, number>;
}

/** Who sat on a seat when a hand ended; `bot` where that is somebody's program. Who was erased has no name. */
export interface Player {
  seat: string;
  kind: "computer" | "empty" | "person";
  name: string | null;
  bot: boolean;
  level: string | null;
  side: string | null;
}

/** Answers a ping. */
export interface Pong {
  type: "pong";
}

/** A finished hand as it stood after some of its steps, everything open; `legal` is of the seat on turn. */
export interface Position {
  line: string[];
  root: number;
  ends: [number, number] | null;
  turn: string | null;
  hands: Record<string, string[]>;
  dead: Record<string, string[]>;
  legal: string[];
}

/** One person plays against computer players alone; `rewound` is how often they have taken this hand back. */
export interface PracticeView {
  rewound: number;
  repeated?: RepeatedView | null;
}

/** Somebody came or went, or changed their name. */
export interface Presence {
  type: "presence";
  seats: SeatView[];
  claims: ClaimView[];
  onlookers: number;
}

/** Is to be sent back at once. */
export interface Probe {
  type: "probe";
  probe: number;
}

/** Put a computer player of this level on a seat, or (`None`) take it away. */
export interface PutComputer {
  type: "computer";
  seat: string;
  level: string | null;
  id?: string;
  seq: number;
}

/** Whether an answer is right; the right one, and `why`. docs/puzzles.md says what the proof is. */
export interface PuzzleAnswered {
  right: boolean;
  answer: string[];
  why: string;
  worlds: number;
  margin: number | null;
  missed: Record<string, number>;
  hands: Record<string, string[]>;
  dead: Record<string, string[]>;
  stock: string[];
}

/** A puzzle as its seat sees it, and what is asked in words; `sides` are the sides in teams, by seat. */
export interface PuzzleAsked {
  name: string;
  kind: "block" | "bury" | "close" | "deal" | "partner" | "strand";
  level: number;
  question: string;
  view: View;
  sides: Record<string, string>;
}

/** All puzzles, by kind and level. */
export interface PuzzleList {
  puzzles: PuzzleListed[];
}

/** A puzzle: its name, what is asked, and how hard it is, from 1 to 5. */
export interface PuzzleListed {
  name: string;
  kind: "block" | "bury" | "close" | "deal" | "partner" | "strand";
  level: number;
}

/** Whether people should be sent to this server: whether what it stands on answers. */
export interface Readiness {
  status: "failing" | "ok";
  database: "failing" | "ok";
  redis?: "failing" | "ok" | null;
}

/** A seat wants to go on to the next hand. */
export interface Ready {
  type: "ready";
  by: "clock" | "computer" | "person";
  seat: string;
}

/** Since when somebody has a recovery code; `since` is null where they have none. */
export interface Recovery {
  since: string | null;
}

/** A recovery code: it is told here and never again. */
export interface RecoveryCode {
  code: string;
}

/** The command was not carried out; nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  seq: number;
  error: ErrorTold;
}

/** The table went back to its waiting room. */
export interface Rematch {
  type: "rematch";
  by: "clock" | "computer" | "person";
}

/** Free a seat, whoever is on it. */
export interface Remove {
  type: "remove";
  seat: string;
  id?: string;
  seq: number;
}

/** The host freed a seat. */
export interface Removed {
  type: "removed";
  by: "clock" | "computer" | "person";
  seat: string;
}

/** A finished hand was dealt again, to be played on by one who plays against computer players alone. */
export interface Repeated {
  type: "repeated";
  by: "clock" | "computer" | "person";
  hand: number;
  starter: string;
}

/** The finished hand of which this one is the repetition. */
export interface RepeatedView {
  table: string;
  match: number;
  hand: number;
}

/** A finished hand, step by step: `positions` has one more than `steps`, the first before any of them. */
export interface Replay {
  table: string;
  match: number;
  hand: number;
  at: string;
  rules: string;
  rules_short: string;
  direction: "clockwise" | "counterclockwise";
  open: boolean;
  alone: boolean;
  players: Player[];
  seat: string | null;
  starter: string;
  opener: string | null;
  turned_up: string | null;
  stock: string[];
  steps: Step[];
  positions: Position[];
  notes: Note[];
  outcome: Outcome;
  total: Record<string, number>;
  previous: HandPlace | null;
  next: HandPlace | null;
}

/** Show a line of the chat, the one of `at`, and those before it to whoever runs the server. */
export interface Report {
  type: "report";
  at: number;
  id?: string;
  seq: number;
}

/** `POST /api/me/restore`. */
export interface Restore {
  code: string;
}

/** Reveal the nonce that was committed to. */
export interface RevealNonce {
  type: "reveal_nonce";
  nonce: string;
  id?: string;
  seq: number;
}

/** From here on nonces are revealed. */
export interface Revealing {
  type: "revealing";
  by: "clock" | "computer" | "person";
}

/** Which moves were choices, what the numbers mean, what could be known at each moment, and what cannot be judged. */
export interface ReviewBegins {
  type: "begins";
  moves: number[];
  unit: "chips" | "hands" | "points";
  less_is_better: boolean;
  sides: boolean;
  worlds: number;
  known: ReviewedKnowledge[][];
  notes: ReviewedReason[];
}

/** A decision; a better look at it follows, unless this is `final`. */
export interface ReviewDecides {
  type: "decides";
  final: boolean;
  decision: ReviewedDecision;
}

/** The last line: what follows from all decisions. `splits` are `null` where they are not known. */
export interface ReviewEnds {
  type: "ends";
  lost: Record<string, number>;
  splits: Record<string, ReviewedSplit> | null;
  moments: ReviewedMoment[];
}

/** Others come first: so many reviews. `ready` is whether anything is reviewed yet. */
export interface ReviewWaits {
  type: "waits";
  ahead: number;
  ready: boolean;
}

/** What `seat` did as action number `move` (from 1), and what it could have done. */
export interface ReviewedDecision {
  move: number;
  seat: string;
  played: string;
  best: string;
  options: ReviewedOption[];
  loss: ReviewedLoss;
  verdict: "blunder" | "doubtful" | "good" | "mistake" | null;
  worlds: number;
  how: Words;
  hindsight: Words | null;
  why: ReviewedReason[];
}

/** What `seat` could know at a moment: in how many ways the tiles could lie, how many bits that is, and where. */
export interface ReviewedKnowledge {
  seat: string;
  worlds: number;
  bits: number;
  where: Record<string, number[]>;
  why: KnownReason[];
}

/** What a choice has lost, and the bounds of that. */
export interface ReviewedLoss {
  chips: number;
  low: number;
  high: number;
}

/** What decided the hand: a choice that has cost much, or a turn of what a seat could expect. */
export interface ReviewedMoment {
  kind: "cost" | "turn";
  seat: string;
  move: number;
  until: number;
  chips: number;
  text: Words;
}

/** What could be done: its worth, and how far it is behind the best, with standard errors. */
export interface ReviewedOption {
  action: string;
  value: number;
  error: number;
  behind: number;
  behind_error: number;
  hindsight: number | null;
}

/** Why something is better, or what cannot be judged. */
export interface ReviewedReason {
  code: string;
  text: Words;
}

/** What became of a seat: `net` is the sum of the others. */
export interface ReviewedSplit {
  net: number;
  usual: number;
  deal: number;
  decisions: number;
  others: number;
}

/** Take hand `hand` back to its first `keep` actions; against computer players alone. */
export interface Rewind {
  type: "rewind";
  hand: number;
  keep: number;
  id?: string;
  seq: number;
}

/** Who plays against computer players alone took the hand back to its first `kept` actions. */
export interface Rewound {
  type: "rewound";
  by: "clock" | "computer" | "person";
  seat: string;
  kept: number;
}

/** Rules, checked: their canonical text, and every option written out. */
export interface RulesTold {
  rules: string;
  full: string;
}

/** Somebody who sits has said a ready-made phrase; `who` is as in their seat. */
export interface Said {
  type: "said";
  seat: string;
  who: string;
  what: "again" | "almost" | "bye" | "clap" | "good_game" | "heart" | "hello" | "hurry" | "laugh" | "lucky" | "nice_move" | "patience" | "puzzled" | "sorry" | "stuck" | "thanks" | "thinking" | "thumbs_up" | "unlucky" | "wow";
}

/** A person took a seat. */
export interface Sat {
  type: "sat";
  by: "clock" | "computer" | "person";
  seat: string;
}

/** Say a ready-made phrase. It is told to those who are there, and is in no log. */
export interface Say {
  type: "say";
  what: "again" | "almost" | "bye" | "clap" | "good_game" | "heart" | "hello" | "hurry" | "laugh" | "lucky" | "nice_move" | "patience" | "puzzled" | "sorry" | "stuck" | "thanks" | "thinking" | "thumbs_up" | "unlucky" | "wow";
  id?: string;
  seq: number;
}

/** What a seat did. */
export interface SeatAction {
  seat: string;
  action: string;
}

/** One of those who decide about it agrees (`yes`), or does not. */
export interface SeatAnswered {
  type: "seat_answered";
  by: "clock" | "computer" | "person";
  seat: string;
  yes: boolean;
}

/** Somebody without a seat says that this one is theirs. */
export interface SeatAsked {
  type: "seat_asked";
  by: "clock" | "computer" | "person";
  seat: string;
}

/** The seat is theirs who asked for it. */
export interface SeatGiven {
  type: "seat_given";
  by: "clock" | "computer" | "person";
  seat: string;
}

/** A seat that was asked for stays whose it is. */
export interface SeatKept {
  type: "seat_kept";
  by: "clock" | "computer" | "person";
  seat: string;
  why: "back" | "refused" | "withdrawn";
}

/** A seat and who is on it; `bot` where that is somebody's program. */
export interface SeatView {
  seat: string;
  kind: "computer" | "empty" | "person";
  name: string | null;
  who: string | null;
  bot: boolean;
  level: string | null;
  connected: boolean;
  ready: boolean;
  host: boolean;
  side: string | null;
  stand_in: StandInView | null;
}

/** What the hand is dealt from, as far as everybody may know: secret and nonces only once it is over. */
export interface ShuffleView {
  hand: number;
  stage: "commit" | "dealt" | "over" | "reveal";
  commit: string;
  nonce_commits: Record<string, string>;
  nonces: Record<string, string> | null;
  secret: string | null;
}

/** On how many other devices somebody was themselves. */
export interface SignedOut {
  devices: number;
}

/** Take this seat. */
export interface Sit {
  type: "sit";
  seat: string;
  id?: string;
  seq: number;
}

/** Leave the seat. */
export interface Stand {
  type: "stand";
  id?: string;
  seq: number;
}

/** The computer player that plays for a person, and why. */
export interface StandInView {
  level: string;
  why: "asked" | "away" | "vote";
}

/** A line of the standings. */
export interface Standing {
  place: number;
  seat: string;
  total: number;
}

/** Begin a match. */
export interface Start {
  type: "start";
  id?: string;
  seq: number;
}

/** How things stand. */
export interface State {
  type: "state";
  seq: number;
  table: TableView;
  view: View | null;
  you: You;
  missed?: Missed[];
}

/** What a seat did; `forced` where it could do nothing else. */
export interface Step {
  seat: string;
  action: string;
  forced: boolean;
}

/** A person left their seat. */
export interface Stood {
  type: "stood";
  by: "clock" | "computer" | "person";
  seat: string;
}

/** End a match that has no end of its own. */
export interface Stop {
  type: "stop";
  id?: string;
  seq: number;
}

/** The players ended the match. */
export interface Stopped {
  type: "stopped";
  by: "clock" | "computer" | "person";
}

/** The id of a new table. */
export interface TableMade {
  table: string;
}

/** A table that somebody made or sat at; `last` is when something happened there last. */
export interface TableSat {
  table: string;
  made: string;
  last: string;
  host: boolean;
}

/** What has nothing to do with hidden tiles. */
export interface TableView {
  id: string;
  phase: Phase;
  rules: string;
  rules_short: string;
  direction: "clockwise" | "counterclockwise";
  clock: ClockView;
  company: CompanyView;
  gathering: GatheringView | null;
  seats: SeatView[];
  votes: string[];
  claims: ClaimView[];
  onlookers: number;
  match: MatchView | null;
  shuffle: ShuffleView | null;
  practice?: PracticeView | null;
}

/** Play oneself again. */
export interface TakeBack {
  type: "take_back";
  id?: string;
  seq: number;
}

/** A computer player plays for the person on a seat. */
export interface TakenOver {
  type: "taken_over";
  by: "clock" | "computer" | "person";
  seat: string;
  level: string;
  why: "asked" | "away" | "vote";
}

/** The time for this move is over, and a computer player makes it. */
export interface TimeUp {
  type: "time_up";
  by: "clock" | "computer" | "person";
  seat: string;
  level: string;
}

/** `POST /api/tables/ID/hands/MATCH/HAND/again`: from after the first `keep` actions. */
export interface TryAgain {
  keep?: number;
}

/** What a seat, or an onlooker (`seat` null), may know of the hand. It is made by `gaple.View.to_dict`. */
export interface View {
  seat: string | null;
  rules: string;
  hand: number;
  starter: string;
  opener: string | null;
  turn: string | null;
  lead: string[] | null;
  tiles: string[];
  counts: Record<string, number>;
  dead: Record<string, string[]>;
  turned_up: string | null;
  stock: number;
  line: string[];
  root: number;
  ends: [number, number] | null;
  actions: SeatAction[];
  legal: string[];
  over: boolean;
  outcome: Outcome | null;
  hands: Record<string, string[]> | null;
  hidden_stock: string[] | null;
}

/** Wait no longer for whoever is on turn: a computer player is to play for them. */
export interface Vote {
  type: "vote";
  id?: string;
  seq: number;
}

/** A seat will not wait any longer for another. */
export interface Voted {
  type: "voted";
  by: "clock" | "computer" | "person";
  seat: string;
  about: string;
}

/** A sentence in both languages; `{A}` in it is the player at A, `[3-5]` a tile. */
export interface Words {
  id: string;
  en: string;
}

/** Who the receiver is here: to others `who`, with a seat or without; `asks` is the seat that they ask for. */
export interface You {
  person: string | null;
  who: string | null;
  seat: string | null;
  host: boolean;
  asks: string | null;
}

export type TableEvent =
  | Created
  | Sat
  | Stood
  | Removed
  | ComputerPut
  | MatchBegun
  | Committed
  | NonceCommitted
  | Revealing
  | NonceRevealed
  | Dealt
  | Repeated
  | Played
  | Rewound
  | TimeUp
  | Voted
  | TakenOver
  | HandedBack
  | SeatAsked
  | SeatAnswered
  | SeatGiven
  | SeatKept
  | Ready
  | Stopped
  | Rematch
  | Closed;

export type AnyCommand =
  | Sit
  | Stand
  | PutComputer
  | Remove
  | Start
  | Fill
  | CommitNonce
  | RevealNonce
  | Play
  | Rewind
  | BeReady
  | Stop
  | PlayAgain
  | Vote
  | HandOver
  | TakeBack
  | AskSeat
  | AnswerSeat
  | Say
  | Chat
  | Report;

export type Frame =
  | Hello
  | Ping
  | Echo
  | AskHint
  | Look
  | Sit
  | Stand
  | PutComputer
  | Remove
  | Start
  | Fill
  | CommitNonce
  | RevealNonce
  | Play
  | Rewind
  | BeReady
  | Stop
  | PlayAgain
  | Vote
  | HandOver
  | TakeBack
  | AskSeat
  | AnswerSeat
  | Say
  | Chat
  | Report;

export type Message =
  | State
  | EventTold
  | Done
  | Refused
  | Failed
  | Presence
  | Said
  | Chatted
  | ChatLog
  | Hinted
  | Looked
  | Pong
  | Probe;

export type ReviewLine =
  | ReviewWaits
  | ReviewBegins
  | ReviewDecides
  | ReviewEnds
  | Failed;
