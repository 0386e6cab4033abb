import { beforeAll, describe, expect, it, vi } from "vitest";
import { STATES } from "../../dev/states";
import type { Outcome, Snapshot, TableEvent } from "../net/protocol";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
const { announce } = await import("./announce");
const { headline, reasons, rows } = await import("./result");

/** Isolation marks around names don't show. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, "");

function finished(name: string) {
  const state = STATES[name]?.() as Snapshot;
  const view = state.view as NonNullable<Snapshot["view"]>;
  return { table: state.table, view, outcome: view.outcome as Outcome };
}

describe("the result of a hand", () => {
  it("names the winner, and the player themselves as such", () => {
    const { table, outcome } = finished("points");
    expect(plain(headline(table, outcome, "A"))).toBe("Pak Budi won");
    expect(headline(table, outcome, "D")).toBe("You won!");
    expect(plain(headline(table, outcome, null))).toBe("Pak Budi won");
  });

  it("names both partners of the winning side", () => {
    const { table, outcome } = finished("total");
    expect(plain(headline(table, outcome, "A"))).toBe("Citra Kirana and Pak Budi won");
    expect(plain(headline(table, outcome, "D"))).toBe("You and Citra Kirana won!");
  });

  it.each([
    ["points", ["Blocked: no tile can be played any more.", "Pak Budi has the lowest points: 5."]],
    [
      "tile",
      [
        "Blocked: no tile can be played any more.",
        "Level on 6 points. The lowest single tile decides: 1-1, 2 pips, held by Bayu.",
      ],
    ],
    [
      "low_end",
      [
        "Blocked: no tile can be played any more.",
        "Level on 10 points, and on 4 pips for the lowest tile too. The lower low end wins: 1-3, held by Citra Kirana.",
      ],
    ],
    [
      "out",
      [
        "Citra Kirana went out: no tile left in hand.",
        "Level on 0 points, but Citra Kirana holds no tile at all.",
      ],
    ],
    [
      "total",
      [
        "Blocked: no tile can be played any more.",
        "The pairs' totals: 12 against 15.",
        "Of that pair, Citra Kirana has the lower points.",
      ],
    ],
  ])("says what decided: %s", (name, told) => {
    const { table, view, outcome } = finished(name);
    expect(reasons(table, view, outcome).map(plain)).toEqual(told);
  });

  it("lists everybody, the winner first and then by points, dead tiles last", () => {
    const { view, outcome } = finished("low_end");
    const told = rows(view, outcome);
    expect(told.map(({ seat }) => seat)).toEqual(["B", "A", "C", "D"]);
    expect(told[0]?.tiles).toEqual([
      { tile: "13", counts: 4, dead: false, decided: true },
      { tile: "33", counts: 6, dead: true, decided: false },
    ]);
  });

  it("marks no tile where points alone decided", () => {
    const { view, outcome } = finished("points");
    expect(rows(view, outcome).some(({ tiles }) => tiles.some(({ decided }) => decided))).toBe(
      false,
    );
  });

  it("shows what a lone [0-0] counts, and that each row adds up", () => {
    const { view, outcome } = finished("lone");
    const told = rows(view, outcome);
    expect(told.filter(({ lone }) => lone).map(({ seat }) => seat)).toEqual(["A"]);
    for (const { points, tiles } of told)
      expect(tiles.reduce((sum, { counts }) => sum + counts, 0)).toBe(points);
  });
});

describe("the live region", () => {
  let state: Snapshot;
  beforeAll(() => {
    state = STATES.both_ends_bent?.() as Snapshot;
  });
  const say = (event: TableEvent) => plain(announce(state, event));

  it("tells a move and whose turn it is", () => {
    expect(say({ type: "played", by: "person", seat: "D", action: "13>" })).toBe(
      "Pak Budi played 1-3 on the right. Your turn. The ends are 4 and 1.",
    );
  });

  it("tells one's own moves, and hides what others discard", () => {
    expect(say({ type: "played", by: "person", seat: "A", action: "x02" })).toContain(
      "You discarded 0-2.",
    );
    expect(say({ type: "played", by: "person", seat: "B", action: "x??" })).toContain(
      "Citra Kirana discarded a tile.",
    );
  });

  it("says nothing about what can be seen elsewhere", () => {
    expect(say({ type: "ready", by: "person", seat: "B" })).toBe("");
  });

  it("tells the end of a hand", () => {
    const over = STATES.out?.() as Snapshot;
    const told = announce(over, { type: "played", by: "person", seat: "B", action: "35>" });
    expect(plain(told)).toBe(
      "Citra Kirana played 3-5 on the right. The hand is over. Citra Kirana won.",
    );
  });
});
