import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Later, loadIdly } from "./later.svelte";

describe("a part that comes later", () => {
  it("is fetched once, however often it is wanted", async () => {
    const fetch = vi.fn(async () => ({ default: "part" }));
    const part = new Later(fetch);
    expect(part.here).toBeNull();
    await Promise.all([part.load(), part.load()]);
    expect(await part.load()).toBe("part");
    expect(part.here).toBe("part");
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("may be asked for again where it could not be had", async () => {
    const fetch = vi.fn(async () => ({ default: "part" }));
    fetch.mockRejectedValueOnce(new TypeError("no network"));
    const part = new Later(fetch);
    await expect(part.load()).rejects.toThrow("no network");
    expect(part.here).toBeNull();
    expect(await part.load()).toBe("part");
  });
});

describe("loading while nothing else is to be done", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("takes one part after the other, and goes on after one that fails", async () => {
    const asked: string[] = [];
    const part = (name: string, fails = false) => ({
      load: async () => {
        asked.push(name);
        if (fails) throw new TypeError("no network");
      },
    });
    loadIdly([part("a", true), part("b")]);
    expect(asked).toEqual([]);
    await vi.runAllTimersAsync();
    expect(asked).toEqual(["a", "b"]);
  });

  it("asks for nothing while there is no network", async () => {
    const load = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { onLine: false });
    loadIdly([{ load }]);
    await vi.runAllTimersAsync();
    expect(load).not.toHaveBeenCalled();
  });

  it("stops where it is told to", async () => {
    const load = vi.fn(async () => undefined);
    loadIdly([{ load }])();
    await vi.runAllTimersAsync();
    expect(load).not.toHaveBeenCalled();
  });
});
