import { beforeEach, describe, expect, it, vi } from "vitest";
import { entriesOf, type Played, rowNow, type Seating, storyOf } from "./session";
import { PREFIX, readSession } from "./storage";

const kept = new Map<string, string>();
/** So much there is room for. */
let room = Number.POSITIVE_INFINITY;
vi.stubGlobal("localStorage", {
  get length() {
    return kept.size;
  },
  key: (at: number) => [...kept.keys()][at] ?? null,
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => {
    const others = [...kept].filter(([it]) => it !== key).map(([, it]) => it.length);
    if (others.reduce((sum, it) => sum + it, text.length) > room) throw new Error("full");
    kept.set(key, text);
  },
  removeItem: (key: string) => kept.delete(key),
});
vi.stubGlobal("addEventListener", () => undefined);

const SEATING: Seating = {
  kind: "seats",
  seats: [..."abcd"].map((id) => ({ id, name: id.toUpperCase() })),
  rules: "players=4 hand=7",
};

/** A hand that A won, and what the others were left with. */
const hand = (b: string, c: string, d: string): Played => ({
  kind: "hand",
  out: "a",
  left: Object.fromEntries([[], [b], [c], [d]].map((tiles, at) => ["abcd"[at] ?? "", { tiles }])),
});
const [FIRST, SECOND, THIRD] = [
  hand("01", "02", "03"),
  hand("11", "12", "13"),
  hand("22", "23", "24"),
];

/** Another window, or a page that is loaded anew: what it shows is what is kept. */
async function another() {
  vi.resetModules();
  return (await import("./scores.svelte")).scores;
}

type Scores = Awaited<ReturnType<typeof another>>;

function handsIn(scores: Scores, id: string) {
  const session = scores.get(id);
  return session && storyOf(entriesOf(session)).rows.map((row) => row.hand);
}

beforeEach(() => {
  kept.clear();
  room = Number.POSITIVE_INFINITY;
});

describe("a session in two windows", () => {
  async function two(...hands: Played[]) {
    const one = await another();
    const id = one.begin(SEATING);
    for (const entry of hands) one.change(id, { do: "add", entry });
    const other = await another();
    const tell = (scores: Scores) => scores.heard(PREFIX + id, kept.get(PREFIX + id) ?? null);
    return { one, other, id, tell };
  }

  it("does not do again what was taken back before the other changed it", async () => {
    const { one, other, id, tell } = await two(FIRST, SECOND);
    one.change(id, { do: "put", at: 2, entry: THIRD });
    one.undo(id);
    expect(one.canRedo(id)).toBe(true);
    tell(other);
    other.change(id, { do: "drop", at: 2 });
    tell(one);
    expect(one.canRedo(id)).toBe(false);
    one.redo(id);
    expect(handsIn(one, id)).toEqual([FIRST]);
    expect(handsIn(await another(), id)).toEqual([FIRST]);
  });

  it("stays readable whatever is put where nothing is any more", async () => {
    const { one, other, id, tell } = await two(FIRST, SECOND);
    other.change(id, { do: "drop", at: 1 });
    tell(one);
    for (const at of [2, 3, 9]) {
      one.change(id, { do: "put", at, entry: THIRD });
      one.change(id, { do: "drop", at });
    }
    expect(handsIn(one, id)).toEqual([SECOND]);
    expect(handsIn(await another(), id)).toEqual([SECOND]);
  });

  it("finds the hand that is put right wherever it is by now", () => {
    const rows = (...hands: Played[]) => storyOf([SEATING, ...hands]).rows;
    const before = rows(FIRST, SECOND);
    const second = before[1];
    if (!second) throw new Error("no second hand");
    const now = (...hands: Played[]) => rowNow(rows(...hands), before, second)?.at ?? null;
    expect(now(FIRST, SECOND)).toBe(2);
    expect(now(SECOND)).toBe(1);
    expect(now(SECOND, SECOND)).toBe(2);
    // It was put right there, too; the last one counts.
    expect(now(FIRST, THIRD)).toBe(2);
    expect(now(FIRST)).toBeNull();
    expect(now()).toBeNull();
  });
});

describe("a full disk", () => {
  it("is told until all that is shown is kept", async () => {
    const scores = await another();
    const [one, two] = [scores.begin(SEATING), scores.begin(SEATING)];
    const size = (id: string) => kept.get(PREFIX + id)?.length ?? 0;
    room = size(one) + size(two) + 10;
    scores.change(one, { do: "add", entry: FIRST });
    expect(scores.kept).toBe(false);
    // Another one can be kept, but that is not all.
    scores.change(two, { do: "put", at: 0, entry: { ...SEATING, rules: "players=4 hand=6" } });
    expect(scores.kept).toBe(false);
    scores.remove(two);
    expect(scores.kept).toBe(true);
    expect([...kept.keys()]).toEqual([PREFIX + one]);
    const read = readSession(kept.get(PREFIX + one) ?? "");
    expect(read).toEqual(scores.get(one));
  });

  it("is forgotten with what could not be kept", async () => {
    const scores = await another();
    room = 0;
    const id = scores.begin(SEATING);
    expect(scores.kept).toBe(false);
    scores.remove(id);
    expect(scores.kept).toBe(true);
  });
});
