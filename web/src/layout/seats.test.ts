import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACROSS, type Place, seatPlaces } from "./seats";

/** Where a place lies on a clock's face, in hours. */
const HOUR: Record<Place, number> = {
  bottom: 6,
  left: 9,
  "top-left": 11,
  top: 12,
  "top-right": 13,
  right: 15,
};

const tables = fc
  .record({
    players: fc.integer({ min: 2, max: 5 }),
    own: fc.nat(4),
    direction: fc.constantFrom("clockwise" as const, "counterclockwise" as const),
  })
  .map(({ players, own, direction }) => {
    const seats = ["A", "B", "C", "D", "E"].slice(0, players);
    return { seats, own: seats[own % players] as string, direction };
  });

describe("seatPlaces", () => {
  it("gives every seat a place of its own, one's own below", () => {
    fc.assert(
      fc.property(tables, ({ seats, own, direction }) => {
        const places = seatPlaces(seats, own, direction);
        expect(places.get(own)).toBe("bottom");
        expect(new Set(places.values()).size).toBe(seats.length);
        for (const place of places.values()) expect(ACROSS).toContain(place);
      }),
    );
  });

  it("goes round the table in the order of play", () => {
    fc.assert(
      fc.property(tables, ({ seats, own, direction }) => {
        const places = seatPlaces(seats, own, direction);
        const start = seats.indexOf(own);
        const inOrder = [...seats.slice(start), ...seats.slice(0, start)];
        const hours = inOrder.map((seat) => HOUR[places.get(seat) as Place]);
        const others = hours.slice(1);
        const sorted = [...others].sort((a, b) => a - b);
        expect(others).toEqual(direction === "clockwise" ? sorted : sorted.reverse());
      }),
    );
  });

  it("puts partners of a table of four opposite each other", () => {
    const places = seatPlaces(["A", "B", "C", "D"], "B", "counterclockwise");
    expect(places.get("D")).toBe("top");
    expect([places.get("A"), places.get("C")]).toEqual(["left", "right"]);
  });

  it("lets an onlooker look from behind the first seat", () => {
    expect(seatPlaces(["A", "B"], null, "clockwise").get("A")).toBe("bottom");
  });
});
