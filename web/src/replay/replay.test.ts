import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import told from "../../dev/replay.json";
import type { Replay } from "../net/protocol";
import { sitting } from "../pages/history";
import { loadTexts, withTexts } from "../texts/texts.svelte";
import { keepReplay, keptHands, keptReplay, MOST } from "./kept";
import { drawHand, type Means, type Paint, PAINTS, wrap } from "./picture";
import { endOf, heldAt, viewAt } from "./positions";
import { PACE, Steps } from "./steps.svelte";
import { tellStep } from "./telling";

await loadTexts("en");
await withTexts("replay", withTexts("result", Promise.resolve()));

const replay = told as unknown as Replay;
const END = endOf(replay);
const plain = (text: string) => text.replace(/[\u2060\u2068\u2069]/g, "");

describe("a position of a hand that is over", () => {
  it("is open to all at once, and at the end to everybody", () => {
    for (const [at, eyes] of [
      [0, null],
      [6, null],
      [END, "A"],
    ] as const)
      expect(
        heldAt(replay, at, eyes).flatMap(({ tiles, dead }) => [...tiles, ...dead]),
      ).not.toContain("??");
  });

  it("shows one seat its own tiles, and of the others how many there are", () => {
    for (let at = 0; at < END; at++) {
      const open = heldAt(replay, at, null);
      for (const [index, held] of heldAt(replay, at, "B").entries()) {
        if (held.seat === "B") expect(held).toEqual(open[index]);
        else {
          expect(new Set([...held.tiles, ...held.dead, "??"])).toEqual(new Set(["??"]));
          expect(held.tiles.length).toBe(open[index]?.tiles.length);
          expect(held.dead.length).toBe(open[index]?.dead.length);
        }
      }
    }
  });

  it("is the view that the seat had", () => {
    // B has thrown 3-3 at the fifth step, and A 1-1 at the seventh.
    expect(viewAt(replay, 8, "A").actions.map(({ action }) => action)).toEqual([
      "25<",
      "26<",
      "06<",
      "56>",
      "x??",
      "00<",
      "x11",
      "x??",
    ]);
    expect(viewAt(replay, 8, "A").dead).toEqual({ A: ["11"], B: ["??", "??"], C: [] });
    expect(viewAt(replay, 8, "A").legal).toEqual([]);
    expect(viewAt(replay, 8, "C").legal).toContain("16>");
    expect(viewAt(replay, 8, "C").outcome).toBeNull();
    const end = viewAt(replay, END, "A");
    expect([end.over, end.turn, end.outcome?.winner]).toEqual([true, null, "A"]);
    expect(end.actions.map(({ action }) => action)).toContain("x33");
  });

  it("is the nearest there is", () => {
    expect(viewAt(replay, END + 5, null).line).toEqual(viewAt(replay, END, null).line);
    expect(viewAt(replay, -1, null).line).toEqual([replay.turned_up]);
  });
});

describe("the telling of a hand", () => {
  it("says what happened, and no tile that is not seen", () => {
    const all = (eyes: string | null) =>
      replay.positions.map((_, at) => plain(tellStep(replay, at, eyes).join(" ")));
    const open = all(null);
    expect(open[0]).toContain("begins.");
    expect(open[1]).toBe("Ani played 2-5 on the left.");
    expect(open[5]).toBe("Player B discarded 3-3.");
    expect(open[END]).toBe("Computer C played 1-6 on the right. You won!");
    expect(all("A")[5]).toBe("Player B discarded a tile.");
    expect(all("B")[5]).toBe("Player B discarded 3-3.");
  });

  it("tells what a computer player did for somebody", () => {
    const notes = [
      { after: 2, kind: "taken_over" as const, seat: "A", level: "casual", why: "away" as const },
    ];
    expect(plain(tellStep({ ...replay, notes }, 2, null).join(" "))).toContain(
      "A computer plays for Ani.",
    );
  });
});

describe("going through a hand", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("goes on by itself at a calm pace, and ends at the end", () => {
    const steps = new Steps(3);
    steps.play(true);
    vi.advanceTimersByTime(2 * PACE);
    expect([steps.at, steps.playing]).toEqual([2, true]);
    vi.advanceTimersByTime(5 * PACE);
    expect([steps.at, steps.playing]).toEqual([3, false]);
    steps.play(true);
    expect([steps.at, steps.playing]).toEqual([0, true]);
  });

  it("stops by itself where somebody goes by hand", () => {
    const steps = new Steps(3);
    steps.play(true);
    expect(steps.press("ArrowRight")).toBe(true);
    vi.advanceTimersByTime(5 * PACE);
    expect([steps.at, steps.playing]).toEqual([1, false]);
  });

  it("stays within the hand", () => {
    const steps = new Steps(3, 99);
    expect(steps.at).toBe(3);
    for (const [key, at] of [
      ["ArrowRight", 3],
      ["Home", 0],
      ["ArrowLeft", 0],
      ["End", 3],
    ] as const) {
      steps.press(key);
      expect(steps.at).toBe(at);
    }
    expect(steps.press("x")).toBe(false);
    expect([new Steps(3, Number.NaN).at, new Steps(3, -4).at, new Steps(0, 1).at]).toEqual([
      0, 0, 0,
    ]);
    steps.go(Number.NaN); // as an address may have it
    expect(steps.at).toBe(0);
    const nothing = new Steps(0);
    nothing.play(true);
    expect(nothing.playing).toBe(false);
  });
});

describe("the picture of a hand", () => {
  const paint = Object.fromEntries(PAINTS.map((name) => [name, `"${name}"`])) as Record<
    Paint,
    string
  >;
  const means: Means = {
    paint: { ...paint, font: 'system-ui, "Noto"' },
    measure: (text, size) => text.length * size * 0.55,
  };
  const named = (name: string): Replay => ({
    ...replay,
    players: replay.players.map((player) => (player.seat === "A" ? { ...player, name } : player)),
  });
  const texts = (svg: string) =>
    [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((hit) => plain(hit[1] ?? ""));

  it("tells who won, why, and what everybody had left", () => {
    const shown = texts(drawHand(replay, means)).join("|");
    expect(shown).toContain("Ani won");
    expect(shown).toContain("Player B");
    for (const { seat } of replay.players)
      expect(shown).toContain(`${replay.outcome.points[seat]} point`);
  });

  it("draws every tile of the line and every tile left", () => {
    const left = heldAt(replay, END, null).flatMap(({ tiles, dead }) => [...tiles, ...dead]);
    const tiles = drawHand(replay, means).match(/<g transform/g);
    expect(tiles?.length).toBe(left.length + (replay.positions[END]?.line.length ?? 0));
  });

  it.each(["<img src=x onerror=a()>", "&amp;", "محمد بودي", "W".repeat(24), "👩‍👩‍👧‍👦🀱", '"'])(
    "is well formed whatever somebody is called: %s",
    (name) => {
      const svg = drawHand(named(name), means);
      expect(svg).not.toMatch(
        /<(?!\/?(svg|defs|linearGradient|radialGradient|stop|rect|text|g|path|circle)\b)/,
      );
      expect(svg.match(/&(?!#\d+;)/)).toBeNull();
      expect(texts(svg).every((text) => text.length * 10 < 2_000)).toBe(true);
    },
  );

  it("breaks a text between words", () => {
    expect(wrap("one two three", 7, (text) => text.length)).toEqual(["one two", "three"]);
    expect(wrap("muchtoolong a", 4, (text) => text.length)).toEqual(["muchtoolong", "a"]);
  });
});

describe("what is kept for when there is no network", () => {
  let memory: Record<string, string> = {};
  beforeEach(() => {
    memory = {};
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => memory[key] ?? null,
      setItem: (key: string, value: string) => {
        memory[key] = value;
      },
    });
  });

  it("is the latest hands that were looked at, each once", () => {
    for (let hand = 1; hand <= MOST + 2; hand++) keepReplay({ ...replay, hand });
    keepReplay({ ...replay, hand: 5 });
    const kept = (hand: number) => keptReplay({ ...replay, hand })?.hand ?? null;
    expect([kept(1), kept(2), kept(3), kept(5), kept(MOST + 2)]).toEqual([
      null,
      null,
      3,
      5,
      MOST + 2,
    ]);
    expect(keptReplay({ ...replay, table: "other" })).toBeNull();
  });

  it.each(["", "{", "[1]", '{"hands":1}', "[null]"])(
    "is nothing where it cannot be read: %s",
    (text) => {
      memory["gaple.replays"] = memory["gaple.hands"] = text;
      expect([keptReplay(replay), keptHands()]).toEqual([null, null]);
      keepReplay(replay);
      expect(keptReplay(replay)).toEqual(replay);
    },
  );
});

describe("a list of hands", () => {
  const hand = (table: string, match: number, number: number, name = "Budi") => ({
    table,
    match,
    hand: number,
    seat: "A",
    players: [{ seat: "B", name }],
  });

  it("keeps those of one match together, as long as the same people play it", () => {
    const hands = [
      hand("k", 2, 1),
      hand("k", 1, 3),
      hand("k", 1, 2),
      hand("m", 1, 1),
      hand("k", 1, 1),
    ];
    const groups = sitting([...hands, hand("k", 1, 0, "Lia")] as never);
    expect(groups.map((group) => group.hands.map((it) => it.hand))).toEqual([
      [1],
      [3, 2],
      [1],
      [1],
      [0],
    ]);
    expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
  });
});
