import { describe, expect, it } from "vitest";
import type { View } from "../net/protocol";
import { asLaid, lastLaid, movesByTile, readAction } from "./moves";

describe("readAction", () => {
  it.each([
    ["00", { kind: "lead", tile: "00", end: null }],
    ["35>", { kind: "play", tile: "35", end: "right" }],
    ["35<", { kind: "play", tile: "35", end: "left" }],
    ["x35", { kind: "discard", tile: "35", end: null }],
    ["x??", { kind: "discard", tile: "??", end: null }],
    ["--", { kind: "pass", tile: "", end: null }],
  ])("%s", (action, move) => {
    expect(readAction(action)).toEqual(move);
  });
});

describe("movesByTile", () => {
  it("keeps both ends of a tile apart, also where they show the same number", () => {
    const moves = movesByTile(["35>", "35<", "55>"]);
    expect(moves.get("35")?.plays).toEqual([
      { action: "35>", end: "right" },
      { action: "35<", end: "left" },
    ]);
    expect(moves.get("55")?.plays).toHaveLength(1);
  });

  it("tells discards from plays, and a pass from both", () => {
    expect(movesByTile(["x01", "x12"]).get("01")).toEqual({ plays: [], discard: "x01" });
    expect(movesByTile(["--"]).size).toBe(0);
  });
});

describe("lastLaid", () => {
  const view = (actions: string[]) =>
    ({
      line: ["53", "33", "36"],
      root: 1,
      actions: actions.map((action) => ({ seat: "A", action })),
    }) as unknown as View;

  it("looks past passes and discards", () => {
    expect(lastLaid(view(["33", "36>", "35<", "--", "x??"]))).toBe(0);
    expect(lastLaid(view(["33", "35<", "36>"]))).toBe(2);
    expect(lastLaid(view(["33", "--"]))).toBe(1);
    expect(lastLaid(view([]))).toBeNull();
  });
});

describe("asLaid", () => {
  it("turns the half that touches inwards", () => {
    expect(asLaid("35", "right", [4, 5])).toBe("53");
    expect(asLaid("35", "right", [4, 3])).toBe("35");
    expect(asLaid("35", "left", [5, 0])).toBe("35");
    expect(asLaid("35", "left", [3, 0])).toBe("53");
    expect(asLaid("33", "left", [3, 0])).toBe("33");
  });
});
