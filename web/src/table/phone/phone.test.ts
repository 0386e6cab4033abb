import { describe, expect, it } from "vitest";
import { STATES } from "../../../dev/states";
import type { SeatView, TableView, View } from "../../net/protocol";
import { handTo, since } from "./phone";

const { table, view } = (STATES.both_ends_bent as () => { table: TableView; view: View })();
const covered = { seat: null, turn: "B", over: false };

/** The table with something else about the seat on turn. */
const at = (change: Partial<SeatView>): TableView => ({
  ...table,
  seats: table.seats.map((it) =>
    it.seat === "B" ? { ...it, kind: "person", stand_in: null, ...change } : it,
  ),
});

describe("handTo", () => {
  it("is whoever is on turn, while nothing of a hand is seen", () => {
    expect(handTo(at({}), covered)).toBe("B");
    expect(handTo(at({}), { ...covered, seat: "B" })).toBeNull();
  });

  it("is nobody in a computer player's turn, and between hands", () => {
    expect(handTo(at({ kind: "computer" }), covered)).toBeNull();
    expect(handTo(at({ stand_in: { level: "casual", why: "asked" } }), covered)).toBeNull();
    expect(handTo(at({}), { ...covered, turn: null, over: true })).toBeNull();
    expect(handTo({ ...at({}), phase: "dealing" }, covered)).toBeNull();
  });
});

describe("since", () => {
  const did = (...all: string[]) => all.map((it) => ({ seat: it.charAt(0), action: it.slice(1) }));

  it("is what the others have done since one's last turn", () => {
    expect(since(did("A00", "B03>", "C--", "A36>", "B66>"), "A")).toEqual(did("B66>"));
    expect(since(did("A00", "B03>", "C--"), "A")).toEqual(did("B03>", "C--"));
  });

  it("is all of it before one's first, and nothing before anybody's", () => {
    expect(since(did("A00", "B03>"), "C")).toEqual(did("A00", "B03>"));
    expect(since([], "C")).toEqual([]);
    expect(since(view.actions, "Z")).toEqual(view.actions);
  });
});
