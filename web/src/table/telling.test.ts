import { beforeAll, describe, expect, it } from "vitest";
import { STATES } from "../../dev/states";
import type { Outcome, Snapshot, TableEvent } from "../net/protocol";
import { loadTexts, withTexts } from "../texts/texts.svelte";
import { announce } from "./announce";
import { headline, payRule, reasons, rows } from "./result";

await loadTexts("en");
await withTexts("result", Promise.resolve());

/** Isolation marks around names, and what keeps a tile from being broken, don't show. */
const plain = (text: string) => text.replace(/[\u2060\u2068\u2069]/g, "");

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

  const BLOCKED = "Blocked: no tile can be played any more.";

  it.each([
    ["points", [BLOCKED, "Pak Budi has the lowest points: 5."]],
    [
      "tile",
      [
        BLOCKED,
        "Bayu, Citra Kirana, Dewi and Pak Budi are level on 6 points.",
        "The lowest single tile decides: 1-1, 2 pips, held by Bayu.",
      ],
    ],
    [
      "low_end",
      [
        BLOCKED,
        "Bayu, Citra Kirana, Dewi and Pak Budi are level on 10 points.",
        "Their lowest tiles have 4 pips each: 2-2 (Bayu) and 1-3 (Citra Kirana).",
        "The lower low end decides: 1-3, held by Citra Kirana.",
      ],
    ],
    [
      "out",
      [
        "Citra Kirana went out: no tile left in hand.",
        "Bayu and Citra Kirana are level on 0 points.",
        "Citra Kirana has no unplayed tile at all, and that beats every tile.",
      ],
    ],
    [
      "total",
      [
        BLOCKED,
        "Citra Kirana and Pak Budi have 12 points together, Bayu and Dewi 15. The lower total wins.",
        "The better of that pair is Citra Kirana.",
      ],
    ],
    [
      "total_within",
      [
        BLOCKED,
        "Citra Kirana and Pak Budi have 12 points together, Bayu and Dewi 20. The lower total wins.",
        "The better of that pair is Pak Budi.",
      ],
    ],
    [
      "total_level",
      [
        BLOCKED,
        "Both pairs have 12 points together, so the players are compared one by one.",
        "Bayu and Citra Kirana are level on 2 points.",
        "Their lowest tiles have 2 pips each: 0-2 (Bayu) and 1-1 (Citra Kirana).",
        "The lower low end decides: 0-2, held by Bayu.",
        "Dewi wins too, as the partner of Bayu.",
      ],
    ],
    [
      "teams_chips",
      [
        BLOCKED,
        "Citra Kirana has the lowest points: 5.",
        "Pak Budi wins too, as the partner of Citra Kirana.",
      ],
    ],
  ])("says step by step what decided: %s", (name, told) => {
    const { table, view, outcome } = finished(name);
    expect(reasons(table, view, outcome).map(plain)).toEqual(told);
  });

  it("breaks no tile at the end of a line", () => {
    const { table, view, outcome } = finished("low_end");
    expect(reasons(table, view, outcome).join()).not.toMatch(/\d-\d/);
  });

  it.each([
    ["pairwise", "Whoever has more points than another pays them the difference."],
    ["winner_chips", "Everybody pays Citra Kirana the difference of their points."],
    [
      "teams_chips",
      "Each of the losing pair pays both winners the difference from Citra Kirana's points.",
    ],
    ["total_chips", "Each of the losing pair pays the difference of the two totals."],
  ])("says by what rule the chips change hands: %s", (name, told) => {
    const { table, outcome } = finished(name);
    expect(plain(payRule(table, outcome))).toBe(told);
  });

  it("lists everybody, the winner first and then by points, dead tiles last", () => {
    const { view, outcome } = finished("low_end");
    const told = rows(view, outcome);
    expect(told.map(({ seat }) => seat)).toEqual(["B", "A", "C", "D"]);
    expect(told[0]?.tiles).toEqual([
      { tile: "13", counts: 4, dead: false, mark: "decided" },
      { tile: "33", counts: 6, dead: true, mark: null },
    ]);
  });

  it("lists both of the winning pair first", () => {
    const told = rows(finished("total_level").view, finished("total_level").outcome);
    expect(told.map(({ seat, won }) => [seat, won])).toEqual([
      ["A", true],
      ["C", true],
      ["B", false],
      ["D", false],
    ]);
  });

  const marks = (name: string) => {
    const { view, outcome } = finished(name);
    return rows(view, outcome).flatMap(({ tiles }) =>
      tiles.flatMap(({ tile, mark }) => (mark ? [`${tile} ${mark}`] : [])),
    );
  };

  it("marks the tile that decided, and those it was compared with last", () => {
    expect(marks("tile")).toEqual(["11 decided", "06 compared", "24 compared", "33 compared"]);
    expect(marks("low_end")).toEqual(["13 decided", "22 compared"]);
  });

  it.each(["points", "out", "total", "total_within"])(
    "marks no tile where none decided: %s",
    (name) => {
      expect(marks(name)).toEqual([]);
    },
  );

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

  it("tells who plays for whom", () => {
    const computer = { level: "casual", by: "clock" } as const;
    expect(say({ type: "taken_over", seat: "B", why: "away", ...computer })).toBe(
      "A computer plays for Citra Kirana.",
    );
    expect(say({ type: "time_up", seat: "B", ...computer })).toContain("time is up");
    expect(say({ type: "handed_back", by: "person", seat: "B" })).toBe("Citra Kirana plays again.");
    // What befalls oneself is a notice instead.
    expect(say({ type: "time_up", seat: "A", ...computer })).toBe("");
  });

  it("tells one's own moves, and hides what others discard", () => {
    expect(say({ type: "played", by: "person", seat: "A", action: "x02" })).toContain(
      "You discarded 0-2.",
    );
    expect(say({ type: "played", by: "person", seat: "B", action: "x??" })).toContain(
      "Citra Kirana discarded a tile.",
    );
  });

  it("tells what was missed, and how things stand once", () => {
    const missed = ["D", "B"].map(
      (seat): TableEvent => ({ type: "played", by: "person", seat, action: "--" }),
    );
    const told = plain(announce(state, ...missed));
    expect(told).toMatch(/^Pak Budi .* Citra Kirana .* Your turn\. The ends are 4 and 1\.$/);
    const sat: TableEvent = { type: "sat", by: "person", seat: "B" };
    const many = plain(announce(state, ...Array(20).fill(sat)));
    expect(many.match(/Citra Kirana/g)).toHaveLength(5);
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
