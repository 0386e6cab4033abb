import { beforeAll, describe, expect, it } from "vitest";
import type { HintView } from "../../net/protocol";
import { loadTexts, withTexts } from "../../texts/texts.svelte";
import { adviceText, beforeMine } from "./advice";

beforeAll(async () => {
  await loadTexts("en");
  await withTexts("practice", Promise.resolve());
});

const hint = (change: Partial<HintView>): HintView => ({
  hand: 1,
  after: 3,
  action: "35<",
  why: "better",
  instead: "22>",
  gap: 0.083,
  worlds: 100,
  ...change,
});

/** Without what keeps a tile's name on one line. */
const said = (...told: Parameters<typeof adviceText>) =>
  adviceText(...told).replaceAll("\u2060", "");

describe("advice", () => {
  it("says by how much in what is played for", () => {
    expect(said(hint({}), "settle=hands")).toContain("8%");
    expect(said(hint({ gap: 2.34 }), "settle=pairwise")).toContain("2.3 chips");
    expect(said(hint({ gap: 1 }), "settle=winner")).toContain("1 chip better");
    expect(said(hint({ gap: 12.6 }), "settle=points")).toContain("13 points less");
  });

  it("says what to do, and where", () => {
    expect(said(hint({}), "settle=hands")).toMatch(/^3-5 on the left.*2-2 on the right/);
    expect(said(hint({ action: "x35", instead: "x00", why: "bury" }), "")).toMatch(/^Discard 3-5/);
  });

  it.each([
    "only",
    "level",
    "heavy",
    "double",
    "variety",
    "follow",
    "starve",
    "keep",
    "bury",
    "none",
  ] as const)("has a sentence for %s", (why) => {
    expect(said(hint({ why }), "settle=hands")).toMatch(/^3-5 on the left.*\.$/);
  });
});

describe("taking one's last move back", () => {
  const did = (...all: string[]) => all.map((it) => ({ seat: it.charAt(0), action: it.slice(1) }));

  it("goes to before it, over passes", () => {
    expect(beforeMine(did("D00", "A03>", "B--", "C36>"), "A")).toBe(1);
    expect(beforeMine(did("D00", "A03>", "B--", "C36>", "D06<", "A--"), "A")).toBe(1);
    expect(beforeMine(did("D00", "B--"), "A")).toBeNull();
    expect(beforeMine(did("D00"), null)).toBeNull();
  });
});
