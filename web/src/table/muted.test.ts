import { describe, expect, it, vi } from "vitest";

const kept = new Map<string, string>([["gaple.muted", "aa bb"]]);
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
const { isMuted, mute } = await import("./muted.svelte");

describe("those who are muted", () => {
  it("are remembered between visits, and can be heard again", () => {
    expect(isMuted("aa")).toBe(true);
    expect(isMuted("cc")).toBe(false);
    expect(isMuted(null)).toBe(false);
    mute("cc", true);
    mute("aa", false);
    expect(kept.get("gaple.muted")).toBe("bb cc");
    mute("bb", false);
    mute("cc", false);
    expect(kept.has("gaple.muted")).toBe(false);
  });

  it("are not without end", () => {
    for (let n = 0; n < 300; n++) mute(`p${n}`, true);
    expect(isMuted("p0")).toBe(false);
    expect(isMuted("p299")).toBe(true);
    expect(kept.get("gaple.muted")?.split(" ")).toHaveLength(200);
  });
});
