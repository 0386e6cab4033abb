import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TableEvent } from "../net/protocol";
import { choose } from "../ui/senses.svelte";
import { Feel, soundOf } from "./feel";
import { open, TAPS } from "./sounds";

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

const touches: Record<string, () => void> = {};
vi.stubGlobal("localStorage", {
  getItem: () => null,
  setItem: () => null,
  removeItem: () => null,
});
vi.stubGlobal("addEventListener", (name: string, heard: () => void) => (touches[name] = heard));
vi.stubGlobal("removeEventListener", (name: string) => delete touches[name]);

describe("what makes the sounds", () => {
  class Context extends EventTarget {
    static made: Context[] = [];
    state = "suspended";
    sampleRate = 100;
    destination = {};
    resume = vi.fn(async () => this.turn("running"));
    suspend = vi.fn(async () => this.turn("suspended"));
    constructor() {
      super();
      Context.made.push(this);
    }
    turn(state: string) {
      this.state = state;
      this.dispatchEvent(new Event("statechange"));
    }
    createBuffer = () => ({ getChannelData: () => [] });
  }

  beforeEach(() => {
    Context.made = [];
    vi.stubGlobal("AudioContext", Context);
    vi.stubGlobal(
      "GainNode",
      class {
        connect() {}
      },
    );
    choose("sound", true);
  });

  it("is woken by every touch, within it, where it does not run", () => {
    new Feel().listen();
    touches.click?.();
    const [context] = Context.made;
    expect(context?.resume).toHaveBeenCalledTimes(1);
    touches.click?.();
    expect(context?.resume).toHaveBeenCalledTimes(1);
    context?.turn("interrupted");
    context?.resume.mockRejectedValueOnce(new Error("not yet"));
    touches.keydown?.();
    expect(context?.resume).toHaveBeenCalledTimes(2);
    expect(Context.made.length).toBe(1);
  });

  it("is nothing where it is switched off, or there is none", () => {
    choose("sound", false);
    new Feel().listen();
    touches.click?.();
    expect(Context.made).toEqual([]);
    choose("sound", true);
    vi.stubGlobal("AudioContext", undefined);
    touches.click?.();
  });

  it("rests a while after it was woken, and lives with a refusal", async () => {
    vi.useFakeTimers();
    const context = new Context();
    const play = open(context as unknown as AudioContext);
    context.turn("running");
    await vi.advanceTimersByTimeAsync(29_000);
    context.turn("running");
    await vi.advanceTimersByTimeAsync(29_000);
    expect(context.suspend).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(context.suspend).toHaveBeenCalledTimes(1);
    context.resume.mockRejectedValueOnce(new Error("not without a touch"));
    play("laid");
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
  });
});

describe("what is felt of a table", () => {
  const vibrate = vi.fn(() => true);
  vi.stubGlobal("navigator", { vibrate });

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
