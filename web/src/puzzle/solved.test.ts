import { describe, expect, it } from "vitest";
import { dayOf, daysInRow, NONE, readSolved, withSolved } from "./solved";

describe("what was solved", () => {
  it("counts days in a row, and each day once", () => {
    let solved = withSolved(NONE, "a", "2026-12-31");
    solved = withSolved(solved, "a", "2026-12-31");
    solved = withSolved(solved, "b", "2027-01-01");
    expect(solved).toEqual({ last: "2027-01-01", days: 2, names: ["a", "b"] });
    expect(daysInRow(solved, "2027-01-01")).toBe(2);
    expect(daysInRow(solved, "2027-01-02")).toBe(2);
    expect(daysInRow(solved, "2027-01-03")).toBe(0);
    expect(withSolved(solved, "c", "2027-01-03").days).toBe(1);
  });

  it("does not count what was no day's puzzle", () => {
    expect(withSolved(NONE, "a", null)).toEqual({ last: "", days: 0, names: ["a"] });
  });

  it("is nothing where it cannot be read", () => {
    for (const kept of [
      null,
      "",
      "{",
      "null",
      "[]",
      '{"last":1,"days":1,"names":[]}',
      '{"last":"","days":-1,"names":[]}',
      '{"last":"","days":1,"names":[3]}',
    ])
      expect(readSolved(kept)).toEqual(NONE);
    const solved = withSolved(NONE, "a", "2026-12-01");
    expect(readSolved(JSON.stringify(solved))).toEqual(solved);
  });

  it("takes the day where the device is", () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  });
});
