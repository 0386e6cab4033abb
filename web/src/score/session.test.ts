import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFault, pointsOf, readRules, type Rules } from "../rules/scoring";
import {
  type Change,
  type Entry,
  entriesOf,
  type Left,
  type Played,
  type PlayerId,
  reseat,
  type Seating,
  storyOf,
  weigh,
} from "./session";
import { type Kept, PREFIX, readAll, readSession, writeSession } from "./storage";

const ALL = Array.from({ length: 7 }, (_, a) =>
  Array.from({ length: 7 - a }, (_, b) => `${a}${a + b}`),
).flat();
const NAMES = ["Ani", "Budi", "Citra", "Dewi", "Eko"];

const rulesOf = (text: string): Rules => {
  const rules = readRules(text);
  if (isFault(rules)) throw new Error(rules.code);
  return rules;
};

/** These people, by these rules. */
const seating = (ids: string, rules: string): Seating => ({
  kind: "seats",
  seats: [...ids].map((id, at) => ({ id, name: NAMES[at] ?? id })),
  rules,
});

/** A hand as it is written down: who went out, and what everybody is left with. */
const hand = (out: PlayerId | null, left: Record<PlayerId, string | number>): Played => ({
  kind: "hand",
  out,
  left: Object.fromEntries(
    Object.entries(left).map(([id, it]): [string, Left] => [
      id,
      typeof it === "number" ? { points: it } : { tiles: it.split(" ").filter(Boolean) },
    ]),
  ),
});

const RULES = [
  "players=4 hand=7",
  "players=4 hand=7 stuck=pass settle=pairwise",
  "players=4 hand=7 teams=yes side=total settle=pairwise",
  "players=4 hand=6 settle=winner lone=25",
  "players=3 hand=9 settle=points target=100",
  "players=5 hand=5 settle=pairwise",
  "players=2 hand=14 next=lead lead=rising hands=4",
];

/** A hand that can be, among these. */
const played = (ids: readonly PlayerId[], size: number): fc.Arbitrary<Played> =>
  fc
    .tuple(
      fc.shuffledSubarray(ALL, { minLength: 28 }),
      fc.option(fc.constantFrom(...ids)),
      fc.array(fc.integer({ min: 1, max: Math.min(size, 4) }), { minLength: 5, maxLength: 5 }),
    )
    .map(([tiles, out, counts]) => {
      const pack = [...tiles];
      const left = Object.fromEntries(
        ids.map((id, at) => [id, { tiles: pack.splice(0, id === out ? 0 : counts[at]) }]),
      );
      return { kind: "hand", out, left };
    });

const session = fc.constantFrom(...RULES).chain((text) => {
  const rules = rulesOf(text);
  const ids = [..."abcde"].slice(0, rules.players);
  const hands = fc.array(played(ids, rules.hand), { maxLength: 6 });
  return hands.map((all): Entry[] => [seating(ids.join(""), text), ...all]);
});

const added = (entries: readonly Entry[]): Change[] =>
  entries.map((entry) => ({ do: "add", entry }));
const written = (changes: Change[]) => ({ id: "s", began: 1, changed: 2, changes });

describe("a session", () => {
  it("adds up what every hand has brought", () => {
    fc.assert(
      fc.property(session, (entries) => {
        const story = storyOf(entries);
        expect(story.open).toEqual([]);
        for (const { id } of story.players)
          expect(story.total[id]).toBe(
            story.rows.reduce((sum, row) => sum + (row.net[id] ?? 0), 0),
          );
        if (story.rules.settle === "pairwise" || story.rules.settle === "winner")
          expect(Object.values(story.total).reduce((a, b) => a + b, 0)).toBe(0);
        expect(story.standings.map(({ player }) => player).sort()).toEqual(story.seats);
      }),
    );
  });

  it("works everything out anew where an earlier hand is put right, as if it had always been so", () => {
    fc.assert(
      fc.property(session, fc.nat(), (entries, nth) => {
        fc.pre(entries.length > 2);
        const [from, to] = [1 + (nth % (entries.length - 1)), 1];
        const entry = entries[to] as Entry;
        const changes: Change[] = [...added(entries), { do: "put", at: from, entry }];
        const whole = entries.map((it, at) => (at === from ? entry : it));
        expect(storyOf(entriesOf({ changes }))).toEqual(storyOf(whole));
        const without = entriesOf({ changes: [...added(entries), { do: "drop", at: from }] });
        expect(without).toEqual(entries.filter((_, at) => at !== from));
      }),
    );
  });

  it("finds the same winner from bare points, and asks for tiles only where points are level", () => {
    fc.assert(
      fc.property(session, (entries) => {
        for (const { rules, seats, hand: whole, weighed } of storyOf(entries).rows) {
          if (!("outcome" in weighed)) throw new Error("complete");
          const tilesOf = (id: PlayerId) => (whole.left[id] as { tiles: string[] }).tiles;
          const bare = (asked: readonly PlayerId[]): Played => ({
            ...whole,
            left: Object.fromEntries(
              seats.map((id, seat) => {
                const points = pointsOf(rules, tilesOf(id));
                const lowest = weighed.counts[seat]?.lowest ?? undefined;
                return [id, asked.includes(id) && lowest ? { points, lowest } : { points }];
              }),
            ),
          });
          let found = weigh(rules, seats, bare([]));
          if ("needed" in found) {
            const { needed } = found;
            const points = needed.map((id) => pointsOf(rules, tilesOf(id)));
            expect(needed.length).toBeGreaterThan(1);
            expect(new Set(points).size).toBe(1);
            found = weigh(rules, seats, bare(needed));
          }
          expect("outcome" in found && found.outcome).toEqual(weighed.outcome);
        }
      }),
    );
  });

  it("asks two who are level for their lowest tiles, and those alone", () => {
    const rules = rulesOf("players=4 hand=7");
    const ids = [..."abcd"];
    expect(weigh(rules, ids, hand(null, { a: 12, b: 12, c: 30, d: "34 45" }))).toEqual({
      needed: ["a", "b"],
    });
    // Whoever has no points and has not gone out holds [0-0], and nobody need be asked.
    const none = weigh(rules, ids, hand("b", { a: 0, b: 0, c: 30, d: "34" }));
    expect("outcome" in none && [none.outcome.winner, none.outcome.decidedBy]).toEqual([1, "out"]);
  });

  it.each([
    ["players=4 hand=7", hand("a", { a: "", b: "12", c: "13" }), "missing"],
    ["players=4 hand=7", hand("e", { a: "", b: "12", c: "13", d: "14" }), "missing"],
    ["players=4 hand=7", hand("a", { a: "", b: "", c: "13", d: "14" }), "holds-none"],
    ["players=4 hand=7", hand(null, { a: "", b: "12", c: "13", d: "14" }), "holds-none"],
    ["players=4 hand=7", hand("a", { a: "", b: "12", c: "12", d: "14" }), "score-tile-twice"],
    [
      "players=4 hand=2",
      hand(null, { a: "11 12 13", b: "14", c: "15", d: "16" }),
      "score-too-many",
    ],
    ["players=4 hand=7 stuck=pass", hand("a", { a: "01", b: "12", c: "13", d: "14" }), "out-holds"],
    ["players=4 hand=7 end=clean", hand("a", { a: 1, b: "12", c: "13", d: "14" }), "out-holds"],
    ["players=4 hand=7 lone=25", hand("a", { a: "", b: 0, c: "13", d: "14" }), "holds-none"],
    ["players=4 hand=7", hand(null, { a: 0, b: 0, c: "13", d: "14" }), "score-tile-twice"],
    ["players=4 hand=1", hand(null, { a: 13, b: 1, c: "13", d: "14" }), "points"],
  ])("says what is wrong: %s, %o", (text, it, code) => {
    const found = weigh(rulesOf(text), [..."abcd"], it);
    expect("fault" in found && found.fault.code).toBe(code);
  });

  it("has whoever won begin, and begins as at first where they have gone", () => {
    const first = seating("abcd", "players=4 hand=7 settle=pairwise");
    const won = hand("b", { a: "12", b: "", c: "13", d: "14" });
    const story = storyOf([first, won]);
    expect(story.begins).toEqual({ kind: "winner-double", tile: null, player: "b" });
    const left = storyOf([first, won, seating("acde", first.rules)]);
    expect(left.begins).toEqual({ kind: "holder", tile: "00", player: null });
    // Whoever left keeps what they have won, and stands among the others.
    expect(left.total).toMatchObject({ b: 12, e: 0 });
    expect(left.standings[0]).toEqual({ place: 1, player: "b", total: 12 });
    const joined = storyOf([first, won, seating("abcde", "players=5 hand=5 settle=pairwise")]);
    expect(joined.begins).toEqual({ kind: "winner-turn", tile: null, player: "b" });
  });

  it("counts nothing of a hand that is not complete, and says so", () => {
    const first = seating("abcd", "players=4 hand=7 settle=pairwise");
    const story = storyOf([first, hand(null, { a: 12, b: 12, c: 30, d: "34 45" })]);
    expect(story.open.map(({ number }) => number)).toEqual([1]);
    expect([story.total, story.begins, story.over]).toEqual([
      { a: 0, b: 0, c: 0, d: 0 },
      null,
      false,
    ]);
  });

  it("is over after so many hands, or at a total", () => {
    const won = hand("b", { a: "12", b: "", c: "13", d: "14" });
    const two = seating("abcd", "players=4 hand=7 hands=2");
    expect([storyOf([two, won]).over, storyOf([two, won, won]).over]).toEqual([false, true]);
    const target = seating("abcd", "players=4 hand=7 settle=pairwise target=12");
    expect(storyOf([target, won]).over).toBe(true);
  });

  it("puts names and rules right for hands already played, but not who has played them", () => {
    const first = seating("abcd", "players=4 hand=7");
    const won = hand("b", { a: "12", b: "", c: "13", d: "14" });
    const chips = { ...first, rules: "players=4 hand=7 settle=pairwise" };
    expect(reseat([first, won], chips)).toEqual({ do: "put", at: 0, entry: chips });
    const others = seating("abce", first.rules);
    expect(reseat([first, won], others)).toEqual({ do: "add", entry: others });
    expect(reseat([first, won, others], first)).toEqual({ do: "put", at: 2, entry: first });
  });
});

/** A browser's storage. */
function storage(kept: Record<string, string>): Kept {
  return {
    get length() {
      return Object.keys(kept).length;
    },
    key: (at) => Object.keys(kept)[at] ?? null,
    getItem: (key) => kept[key] ?? null,
    setItem: (key, text) => {
      kept[key] = text;
    },
    removeItem: (key) => {
      delete kept[key];
    },
  };
}

describe("what is kept", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(session, (entries) => {
        const it = written(added(entries));
        expect(readSession(writeSession(it))).toEqual(it);
      }),
    );
  });

  it("is refused without a stumble where it is anything else", () => {
    fc.assert(
      fc.property(session, fc.nat(), fc.nat(), fc.string(), (entries, at, cut, more) => {
        const text = writeSession(written(added(entries)));
        const from = at % text.length;
        const read = readSession(text.slice(0, from) + more + text.slice(from + (cut % 9)));
        if (typeof read !== "string") storyOf(entriesOf(read));
      }),
    );
    fc.assert(fc.property(fc.json(), (text) => void readSession(text)));
  });

  it("is told where it comes from a later version, and left alone", () => {
    const later = JSON.stringify({ v: 2, id: "x", new: "things" });
    expect(readSession(later)).toBe("newer");
    const good = writeSession(written(added([seating("abcd", "players=4 hand=7")])));
    const kept = {
      [`${PREFIX}x`]: later,
      [`${PREFIX}s`]: good,
      [`${PREFIX}t`]: good, // under another's name
      [`${PREFIX}y`]: "{",
      "gaple.lang": "en",
    };
    const before = { ...kept };
    const { sessions, unreadable } = readAll(storage(kept));
    expect(sessions.map(({ id }) => id)).toEqual(["s"]);
    expect(unreadable).toEqual({
      [`${PREFIX}x`]: "newer",
      [`${PREFIX}t`]: "broken",
      [`${PREFIX}y`]: "broken",
    });
    expect(kept).toEqual(before);
  });

  it.each([
    [[{ do: "add", entry: hand(null, {}) }]],
    [[{ do: "add", entry: seating("abcd", "players=5 hand=5") }]],
    [[{ do: "add", entry: seating("aacd", "players=4 hand=7") }]],
    [[...added([seating("abcd", "players=4 hand=7")]), { do: "drop", at: 0 }]],
    [
      [
        ...added([seating("abcd", "players=4 hand=7")]),
        { do: "put", at: 1, entry: hand(null, {}) },
      ],
    ],
    [added([seating("abcd", "players=4 hand=7"), hand(null, { a: "17" })])],
    [added([seating("abcd", "players=4 hand=7"), hand(null, { a: "21" })])],
    [added([seating("abcd", "players=4 hand=7"), hand(null, { a: "12 12" })])],
    [[]],
  ])("is refused where it cannot be: %j", (changes) => {
    expect(readSession(JSON.stringify({ v: 1, ...written(changes as Change[]) }))).toBe("broken");
  });
});
