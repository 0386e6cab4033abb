/** The sessions on this device, as the page shows them: every change is kept at once, or lasts as long as the page. */

import { newId } from "../net/id";
import { type Change, entriesOf, type Seating, type Session, storyOf } from "./session";
import { type Kept, PREFIX, readAll, readSession, type Unreadable, writeSession } from "./storage";

/** The browser's storage; null where it is denied. */
function storage(): Kept | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

class Scores {
  /** The last changed first. */
  all = $state.raw<Session[]>([]);
  /** What is kept and cannot be read, by its key. */
  unreadable = $state.raw<Record<string, Unreadable>>({});
  /** Whether all that is shown is kept. */
  kept = $state(true);
  /** What was taken back, by session, the last one last; it can be done again until something else is. */
  private undone = $state.raw<Record<string, readonly Change[]>>({});
  /** Sessions that are not kept as they are shown, or are kept though they were removed; the last changed last. */
  private readonly unsaved = new Set<string>();

  constructor() {
    try {
      const found = storage();
      if (!found) throw new Error("denied");
      ({ sessions: this.all, unreadable: this.unreadable } = readAll(found));
    } catch {
      this.kept = false;
    }
  }

  get(id: string): Session | null {
    return this.all.find((session) => session.id === id) ?? null;
  }

  /** A new session of these people; its id. */
  begin(seating: Seating): string {
    let id = "";
    do id = newId().split("-")[0] ?? "";
    while (id.length < 5 || this.get(id));
    const now = Date.now();
    this.show({ id, began: now, changed: now, changes: [{ do: "add", entry: seating }] });
    return id;
  }

  change(id: string, change: Change): void {
    this.undone = { ...this.undone, [id]: [] };
    this.put(id, (changes) => [...changes, change]);
  }

  canUndo(id: string): boolean {
    return (this.get(id)?.changes.length ?? 0) > 1;
  }

  canRedo(id: string): boolean {
    return (this.undone[id]?.length ?? 0) > 0;
  }

  undo(id: string): void {
    const last = this.get(id)?.changes.at(-1);
    if (!last || !this.canUndo(id)) return;
    this.undone = { ...this.undone, [id]: [...(this.undone[id] ?? []), last] };
    this.put(id, (changes) => changes.slice(0, -1));
  }

  redo(id: string): void {
    const undone = this.undone[id] ?? [];
    const last = undone.at(-1);
    if (!last) return;
    this.undone = { ...this.undone, [id]: undone.slice(0, -1) };
    this.put(id, (changes) => [...changes, last]);
  }

  remove(id: string): void {
    this.all = this.all.filter((session) => session.id !== id);
    this.keep(id);
  }

  /** Another window has changed what is kept under this key. */
  heard(key: string | null, text: string | null): void {
    if (!key?.startsWith(PREFIX)) return;
    const session = text === null ? null : readSession(text);
    if (typeof session === "string") return;
    const id = key.slice(PREFIX.length);
    const others = this.all.filter((it) => it.id !== id);
    this.all = session ? [session, ...others] : others;
    // What was taken back here belongs to hands that may not be there any more.
    this.undone = { ...this.undone, [id]: [] };
    this.unsaved.delete(id);
    this.keep();
  }

  /** Change a session; not where that makes nothing that can be told, which would be lost when it is read again. */
  private put(id: string, to: (changes: Change[]) => Change[]): void {
    const session = this.get(id);
    const next = session && { ...session, changed: Date.now(), changes: to(session.changes) };
    if (next && typeof readSession(writeSession(next)) !== "string") this.show(next);
  }

  private show(session: Session): void {
    this.all = [session, ...this.all.filter(({ id }) => id !== session.id)];
    this.keep(session.id);
  }

  /** Keep what became of this one, and of those that could not be kept before: there may be room by now. */
  private keep(id?: string): void {
    if (id !== undefined) {
      this.unsaved.delete(id);
      this.unsaved.add(id);
    }
    const found = storage();
    for (const it of [...this.unsaved].reverse()) {
      const session = this.get(it);
      try {
        if (session) found?.setItem(PREFIX + it, writeSession(session));
        else found?.removeItem(PREFIX + it);
        if (found) this.unsaved.delete(it);
      } catch {
        // It is tried again with the next change.
      }
    }
    this.kept = found !== null && this.unsaved.size === 0;
  }
}

export const scores = new Scores();
addEventListener("storage", ({ key, newValue }) => scores.heard(key, newValue));

export const storyIn = (session: Session) => storyOf(entriesOf(session));
