import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TableEvent } from "../net/protocol";
import { choose } from "../ui/senses.svelte";
import { Feel, soundOf } from "./feel";
import { TAPS } from "./sounds";

const played = (action: string) => ({ type: "played", seat: "A", action }) as TableEvent;

describe("what is heard of a table", () => {
  it("is what happens to a tile", () => {
    const heard = ["00", "35>", "35<", "x35", "x??", "--"].map((action) => soundOf(played(action)));
    expect(heard).toEqual(["laid", "laid", "laid", "discarded", "discarded", "passed"]);
    expect(soundOf({ type: "dealt", hand: 1 } as TableEvent)).toBe("dealt");
    expect(soundOf({ type: "voted", seat: "A" } as TableEvent)).toBeNull();
  });

  it("is short and quiet", () => {
    for (const taps of Object.values(TAPS))
      for (const { at, loud } of taps) {
        expect(at).toBeLessThan(0.5);
        expect(loud).toBeLessThanOrEqual(1);
      }
  });
});

describe("what is felt of a table", () => {
  const vibrate = vi.fn(() => true);
  const touches: Record<string, () => void> = {};
  vi.stubGlobal("navigator", { vibrate });
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => null,
    removeItem: () => null,
  });
  vi.stubGlobal("addEventListener", (name: string, heard: () => void) => (touches[name] = heard));
  vi.stubGlobal("removeEventListener", (name: string) => delete touches[name]);

  beforeEach(() => {
    vibrate.mockClear();
    choose("vibration", true);
    choose("sound", false);
  });

  it("is nothing before the page was touched", () => {
    const feel = new Feel();
    const end = feel.listen();
    feel.turn();
    expect(vibrate).not.toHaveBeenCalled();
    touches.keydown?.();
    feel.turn();
    feel.refused();
    expect(vibrate.mock.calls).toEqual([[[35]], [[20, 50, 20]]]);
    end();
    expect(touches).toEqual({});
  });

  it("is nothing where it is switched off", () => {
    const feel = new Feel();
    feel.listen();
    touches.click?.();
    choose("vibration", false);
    feel.turn();
    expect(vibrate).not.toHaveBeenCalled();
  });
});
