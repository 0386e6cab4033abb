import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { View } from "../net/protocol";
import { loadTexts, t, withTexts } from "../texts/texts.svelte";
import { due, LESSONS, type Lesson } from "./coach";
import { after, type Node, over, readStep } from "./fold";
import record from "./hand.json";
import { LessonStore } from "./lesson.svelte";

const START = record.view as View;
const TREE = record.tree as unknown as Node;
const GIVEN = { rules: record.rules, view: START, tree: TREE };

/** Every view of every way to play the hand, in order, a way at a time. */
function ways(node: Node, view: View, seen: View[] = []): View[][] {
  let now = view;
  const passed = [...seen];
  node.did.forEach((step, index) => {
    const following = node.did[index + 1];
    now = after(now, readStep(step), following ? readStep(following).seat : node.end ? null : "A");
    if (index < node.did.length - 1) passed.push(now);
  });
  if (node.end) return [[...passed, over(now, node.end)]];
  const then = Object.entries(node.then ?? {});
  now = { ...now, turn: "A", legal: then.map(([action]) => action) };
  passed.push(now);
  return then.flatMap(([action, next]) => {
    const turn = next.did[0] ? readStep(next.did[0]).seat : next.end ? null : "A";
    return ways(next, after(now, { seat: "A", action }, turn), passed);
  });
}

beforeAll(async () => {
  await loadTexts("en");
  await withTexts("learn", Promise.resolve());
});

describe("the hand that teaches", () => {
  const all = ways(TREE, START);

  it("comes by everything that there is to teach, however it is played", () => {
    expect(all.length).toBeGreaterThan(10);
    for (const way of all) {
      const told = new Set<Lesson>();
      for (const view of way)
        for (let lesson = due(view, told); lesson; lesson = due(view, told)) told.add(lesson);
      expect([...told].sort()).toEqual([...LESSONS].sort());
    }
  });

  it("is a hand as it lies: halves that touch are the same, and what is legal is held", () => {
    for (const view of all.flat()) {
      for (const [index, tile] of view.line.slice(1).entries())
        expect(tile[0]).toBe(view.line[index]?.[1]);
      if (view.ends)
        expect(view.ends.map(String)).toEqual([view.line[0]?.[0], view.line.at(-1)?.[1]]);
      for (const action of view.legal) expect(view.tiles).toContain(/\d\d/.exec(action)?.[0]);
      if (view.over) continue;
      expect(view.counts.A).toBe(view.tiles.length);
      // What others have discarded is not told before the end.
      for (const { seat, action } of view.actions)
        expect(seat !== "A" && action.startsWith("x") && action !== "x??").toBe(false);
    }
  });

  it("may be won", () => {
    const winners = new Set(all.map((way) => way.at(-1)?.outcome?.winner));
    expect(winners).toContain("A");
    expect(winners.size).toBeGreaterThan(1);
  });
});

describe("the lesson's table", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => undefined,
      removeItem: () => undefined,
    });
    vi.stubGlobal("sessionStorage", {
      getItem: () => null,
      setItem: () => undefined,
      removeItem: () => undefined,
    });
  });

  it("waits until what it tells is understood, and for the learner's move", () => {
    const store = new LessonStore(GIVEN, 10);
    expect(store.lesson).toBe("hand");
    store.understood();
    expect(store.lesson).toBe("lead");
    vi.advanceTimersByTime(10_000);
    expect(store.view?.actions).toEqual([]);
    store.play("35>");
    expect(store.view?.actions).toEqual([]);
    store.play("00");
    expect(store.lesson).toBe("double");
    vi.advanceTimersByTime(10_000);
    expect(store.view?.actions.length).toBe(1);
    store.understood();
    vi.advanceTimersByTime(10);
    expect(store.view?.actions.length).toBe(2);
    expect(store.lesson).toBe("turns");
  });

  it("stands still once nobody looks at it any more", () => {
    const store = new LessonStore(GIVEN, 10);
    const close = store.open();
    store.skip();
    store.play("00");
    close();
    vi.advanceTimersByTime(10_000);
    expect(store.view?.actions.length).toBe(1);
  });

  it("goes on to the result without a word where nobody wants one", () => {
    const store = new LessonStore(GIVEN, 10);
    store.skip();
    for (let turns = 0; !store.view?.over && turns < 100; turns++) {
      const [action] = store.view?.legal ?? [];
      if (action) store.play(action);
      else vi.advanceTimersByTime(10);
      expect(store.lesson).toBeNull();
    }
    expect(store.table?.phase).toBe("hand_over");
    expect(store.table?.match?.standings[0]?.total).toBe(1);
    expect(store.said).not.toBe("");
  });

  it("has a sentence for everything", () => {
    const told = { left: 1, right: 2, tile: "3-5", name: "B" };
    for (const lesson of LESSONS) expect(t(`learn.${lesson}`, told)).toMatch(/^[^{}]+[.!)]$/);
  });
});
