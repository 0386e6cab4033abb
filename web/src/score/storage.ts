/**
 * Sessions of the scorekeeper, kept by this browser alone: one key for each, so that one that cannot be read harms
 * no other. What cannot be read, or comes from a later version, is told and left as it is.
 */

import { isFault, readRules } from "../rules/scoring";
import { type Change, entriesOf, type Entry, type Left, type Session, storyOf } from "./session";
import { SCORES } from "../ui/memory";

export const PREFIX = SCORES;
const VERSION = 1;

/** The part of a browser's storage that is used here. */
export type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Why a session that is kept cannot be shown. */
export type Unreadable = "newer" | "broken";

export function writeSession(session: Session): string {
  return JSON.stringify({ v: VERSION, ...session });
}

/** A session from its text; nothing is taken on trust. */
export function readSession(text: string): Session | Unreadable {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return "broken";
  }
  if (!isObject(read)) return "broken";
  const { v, id, began, changed, changes } = read;
  if (typeof v === "number" && v > VERSION) return "newer";
  if (v !== VERSION || typeof id !== "string" || !isCount(began) || !isCount(changed))
    return "broken";
  if (!Array.isArray(changes) || !areChanges(changes)) return "broken";
  try {
    // Every step of it can be told: it may be taken back to there.
    for (let n = 1; n <= changes.length; n++) storyOf(entriesOf({ changes: changes.slice(0, n) }));
  } catch {
    return "broken";
  }
  return { id, began, changed, changes };
}

/** All sessions that are kept, the last changed first, and the keys of those that cannot be read. */
export function readAll(storage: Kept): {
  sessions: Session[];
  unreadable: Record<string, Unreadable>;
} {
  const sessions: Session[] = [];
  const unreadable: Record<string, Unreadable> = {};
  for (let at = 0; at < storage.length; at++) {
    const key = storage.key(at);
    if (!key?.startsWith(PREFIX)) continue;
    const session = readSession(storage.getItem(key) ?? "");
    if (typeof session === "string") unreadable[key] = session;
    else if (key === PREFIX + session.id) sessions.push(session);
    else unreadable[key] = "broken";
  }
  return { sessions: sessions.sort((a, b) => b.changed - a.changed), unreadable };
}

type Unknown = Record<string, unknown>;

const isObject = (it: unknown): it is Unknown =>
  typeof it === "object" && it !== null && !Array.isArray(it);
const isCount = (it: unknown): it is number => Number.isInteger(it) && Number(it) >= 0;
const isTile = (it: unknown): boolean =>
  typeof it === "string" && /^[0-6][0-6]$/.test(it) && it <= turned(it);
const turned = (tile: string): string => [...tile].reverse().join("");

function areChanges(changes: unknown[]): changes is Change[] {
  let length = 0;
  for (const [at, change] of changes.entries()) {
    if (!isObject(change)) return false;
    if (change.do === "add" && isEntry(change.entry)) length++;
    else if (!isCount(change.at) || change.at >= length) return false;
    else if (change.do === "drop") length--;
    else if (change.do !== "put" || !isEntry(change.entry)) return false;
    if (at === 0 && (change.entry as Entry | undefined)?.kind !== "seats") return false;
  }
  return length > 0;
}

function isEntry(it: unknown): it is Entry {
  if (!isObject(it)) return false;
  if (it.kind === "seats") return Array.isArray(it.seats) && isSeating(it.seats, it.rules);
  if (it.kind !== "hand" || !(it.out === null || typeof it.out === "string")) return false;
  return isObject(it.left) && Object.values(it.left).every(isLeft);
}

function isSeating(seats: unknown[], text: unknown): boolean {
  const rules = typeof text === "string" ? readRules(text) : null;
  if (!rules || isFault(rules) || rules.players !== seats.length) return false;
  const named = (it: unknown) =>
    isObject(it) && typeof it.id === "string" && typeof it.name === "string";
  return seats.every(named) && new Set(seats.map((it) => (it as Unknown).id)).size === seats.length;
}

function isLeft(it: unknown): it is Left {
  if (!isObject(it)) return false;
  if ("tiles" in it)
    return (
      Array.isArray(it.tiles) &&
      it.tiles.every(isTile) &&
      new Set(it.tiles).size === it.tiles.length
    );
  return isCount(it.points) && (it.lowest === undefined || isTile(it.lowest));
}
