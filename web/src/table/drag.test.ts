import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aim, begin, move, shift, TREMBLE } from "./drag";

const FELT = { left: 10, top: 20, right: 310, bottom: 420 };
const SPOTS = [
  { end: "left", x: 50, y: 100 },
  { end: "right", x: 250, y: 300 },
] as const;

describe("a tile under a finger", () => {
  it("stays a tap as long as the finger only trembles", () => {
    let drag = begin("35", 1, { x: 100, y: 600 });
    drag = move(drag, 1, { x: 100 + TREMBLE, y: 600 });
    expect([drag.lifted, shift(drag)]).toEqual([false, { x: 0, y: 0 }]);
    drag = move(drag, 1, { x: 100, y: 590 });
    expect([drag.lifted, shift(drag)]).toEqual([true, { x: 0, y: -10 }]);
    // Once lifted it does not become a tap again.
    drag = move(drag, 1, { x: 101, y: 600 });
    expect([drag.lifted, shift(drag)]).toEqual([true, { x: 1, y: 0 }]);
  });

  it("is moved by its own finger alone", () => {
    const drag = move(begin("35", 1, { x: 0, y: 0 }), 2, { x: 90, y: 90 });
    expect(drag).toEqual(begin("35", 1, { x: 0, y: 0 }));
  });
});

describe("where it would come to lie", () => {
  it("is the nearest place on the felt, and none beside it", () => {
    expect(aim({ x: 60, y: 110 }, { felt: FELT, spots: SPOTS })).toBe("left");
    expect(aim({ x: 300, y: 400 }, { felt: FELT, spots: SPOTS })).toBe("right");
    expect(aim({ x: 60, y: 110 }, { felt: FELT, spots: SPOTS.slice(1) })).toBe("right");
    expect(aim({ x: 60, y: 440 }, { felt: FELT, spots: SPOTS })).toBeNull();
  });

  it("is the table itself, where there are no ends", () => {
    expect(aim({ x: 60, y: 110 }, { felt: FELT, spots: [] })).toBe("felt");
    expect(aim({ x: 0, y: 0 }, { felt: FELT, spots: [] })).toBeNull();
  });

  it("is never an end that the tile does not fit", () => {
    const place = fc.record({
      x: fc.integer({ min: -50, max: 900 }),
      y: fc.integer({ min: -50, max: 900 }),
    });
    fc.assert(
      fc.property(place, fc.subarray([...SPOTS]), (at, spots) => {
        const found = aim(at, { felt: FELT, spots });
        const ends: unknown[] = spots.map(({ end }) => end);
        expect(found === null || ends.includes(found) || (found === "felt" && !ends.length)).toBe(
          true,
        );
      }),
    );
  });
});
