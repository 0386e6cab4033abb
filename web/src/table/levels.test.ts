import { describe, expect, it } from "vitest";
import { web as en } from "../../../src/gaple/locale/en.json";
import { web as id } from "../../../src/gaple/locale/id.json";
import { LEVELS, readLevel, USUAL_LEVEL } from "./levels";

describe("the levels", () => {
  it.each([id, en])("are named and described, each and no other", ({ level }) => {
    const keys = LEVELS.flatMap((it) => [it, `${it}_hint`]);
    expect(Object.keys(level).sort()).toEqual([...keys].sort());
  });

  it("are read back, and an unknown one is the usual", () => {
    expect(LEVELS.map(readLevel)).toEqual([...LEVELS]);
    expect([null, "", "grandmaster"].map(readLevel)).toEqual(Array(3).fill(USUAL_LEVEL));
  });
});
