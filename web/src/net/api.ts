/** The HTTP half of docs/protocol.md. Every call gives its answer or throws a `Refusal`. */

import { newId } from "./id";
import type {
  Direction,
  ErrorBody,
  HandPlace,
  Lang,
  Level,
  Me,
  MoveClock,
  MyHands,
  MyTable,
  Replay,
  RulesText,
} from "./protocol";
import type {
  BotMade,
  BotsTold,
  ChatAllowed,
  Levels,
  Link,
  LobbyTold,
  PuzzleAnswered,
  PuzzleAsked,
  PuzzleList,
  TableMade,
} from "./wire";

/** What the server, or the way to it, had against a request. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.text || body.code);
  }
}

/** The code of a refusal that never reached the server; the page has its own words for it. */
export const UNREACHABLE = "unreachable";

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && typeof (body as ErrorBody).code === "string";
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    answer = response.status === 204 ? null : await response.json();
  } catch {
    throw new Refusal(0, { code: UNREACHABLE, params: {}, text: "" });
  }
  if (response.ok) return answer as T;
  throw new Refusal(
    response.status,
    isErrorBody(answer) ? answer : { code: UNREACHABLE, params: {}, text: "" },
  );
}

export const getMe = () => request<Me>("GET", "/api/me");

export const putMe = (change: { name?: string; lang?: Lang }) =>
  request<Me>("PUT", "/api/me", change);

/** Since when there is a recovery code. */
export const getRecovery = () => request<{ since: string | null }>("GET", "/api/me/recovery");

/** A new recovery code; it is told this once. */
export const makeRecovery = () => request<{ code: string }>("POST", "/api/me/recovery");

/** Be on this device whoever has this code. */
export const restore = (code: string) => request<Me>("POST", "/api/me/restore", { code });

/** Be oneself on this device alone. */
export const leaveDevices = () => request<{ devices: number }>("DELETE", "/api/me/devices");

export const getTables = () => request<{ tables: MyTable[] }>("GET", "/api/me/tables");

/** The finished hands that one has played, the latest first; those before them are asked for with `next`. */
export const getHands = (before: string | null) =>
  request<MyHands>(
    "GET",
    `/api/me/hands${before === null ? "" : `?before=${encodeURIComponent(before)}`}`,
  );

/** All that is one's own, as a zip file. */
export const dataPath = "/api/me/data";

export const eraseMe = () => request<Record<string, never>>("DELETE", "/api/me");

/** One's bots: accounts for programs. */
export const getBots = () => request<BotsTold>("GET", "/api/bots");

/** A new bot; its token is told this once. */
export const makeBot = (name: string) => request<BotMade>("POST", "/api/bots", { name });

/** A bot's token is worthless from then on. */
export const removeBot = (person: string) =>
  request<null>("DELETE", `/api/bots/${encodeURIComponent(person)}`);

export const checkRules = (rules: string) => request<RulesText>("POST", "/api/rules", { rules });

/** What is chosen about a table besides its rules. */
export interface TableChoices {
  direction: Direction;
  clock?: MoveClock;
  /** Seconds that the table waits for somebody who is away. */
  grace: number;
  /** Whether it is listed in the lobby, and whether, and how many moves late, one may watch. */
  public?: boolean;
  onlookers: boolean;
  delay: number;
  /** Whether who sits may write what they like. */
  chat?: boolean;
  /** Among whom this phone is passed around, by seat; null where none of them sits. */
  companions?: (string | null)[] | null;
}

export const makeTable = (rules: string, choices: TableChoices) =>
  request<TableMade>("POST", "/api/tables", { rules, ...choices });

/** Whether this server lets a table have a chat. */
export const getChat = () => request<ChatAllowed>("GET", "/api/chat");

/** The computer players that this server has. */
export const getLevels = () => request<Levels>("GET", "/api/levels");

/** A table full of computer players, dealt. */
export const playNow = (level: Level, rules: string) =>
  request<TableMade>("POST", "/api/play-now", { level, rules });

/** A seat where people wait for each other; computer players of this level take the seats that stay free. */
export const pair = (level: Level, rules: string) =>
  request<TableMade>("POST", "/api/pair", { level, rules });

/** The public tables where one may sit down or watch. */
export const getLobby = () => request<LobbyTold>("GET", "/api/lobby");

const tablePath = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

/** Say that a seat is one's own, where one may not watch the table. */
export const askSeat = (id: string, seat: string) =>
  request<{ seq: number }>("POST", `${tablePath(id)}/commands`, {
    type: "ask_seat",
    id: newId(),
    seq: 0,
    seat,
  });

/** What somebody who plays on this phone is called from now on. */
export const callCompanion = (id: string, seat: string, name: string) =>
  request<null>("PUT", `${tablePath(id)}/companions/${seat}`, { name });

/** The table's address as others reach it: this page's own may be one for this machine alone. */
export const getLink = (id: string) => request<Link>("GET", `${tablePath(id)}/link`);

export const qrPath = (id: string) => `${tablePath(id)}/qr.svg`;

/** A finished hand, step by step. */
export const getReplay = (id: string, { match, hand }: HandPlace) =>
  request<Replay>("GET", `${tablePath(id)}/hands/${match}/${hand}`);

/** A table at which a finished hand is played on from after so many steps, against the same computer players. */
export const playAgain = (id: string, { match, hand }: HandPlace, keep: number) =>
  request<TableMade>("POST", `${tablePath(id)}/hands/${match}/${hand}/again`, { keep });

/** The address of a record: of one hand, of one match, or of everything finished at the table. */
export function recordPath(id: string, part: { match?: number; hand?: number } = {}): string {
  const query = Object.entries(part).map(([name, value]) => `${name}=${value}`);
  return `${tablePath(id)}/record${query.length ? `?${query.join("&")}` : ""}`;
}

export const getPuzzles = () => request<PuzzleList>("GET", "/api/puzzles");

/** The puzzle of a day such as "2026-12-24". */
export const getToday = (day: string) =>
  request<PuzzleAsked>("GET", `/api/puzzles/today?day=${day}`);

export const getPuzzle = (name: string) =>
  request<PuzzleAsked>("GET", `/api/puzzles/${encodeURIComponent(name)}`);

export const answerPuzzle = (name: string, answer: string[]) =>
  request<PuzzleAnswered>("POST", `/api/puzzles/${encodeURIComponent(name)}`, { answer });
