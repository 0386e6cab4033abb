import { describe, expect, it, vi } from "vitest";
import { Tabs } from "./tabs";

const soon = () => new Promise((done) => setTimeout(done, 20));

describe("windows at one table", () => {
  it("have it one after the other", async () => {
    const told: string[] = [];
    const older = new Tabs("k3f9", () => told.push("older"));
    const newer = new Tabs("k3f9", () => told.push("newer"));
    const other = new Tabs("zzzz", () => told.push("other"));
    older.claim();
    other.claim();
    await soon();
    expect(told).toEqual([]);
    newer.claim();
    await soon();
    expect(told).toEqual(["older"]);
    older.claim();
    await soon();
    expect(told).toEqual(["older", "newer"]);
    for (const tabs of [older, newer, other]) tabs.close();
  });

  it("all act where they cannot speak to each other", () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    const tabs = new Tabs("k3f9", () => undefined);
    tabs.claim();
    tabs.close();
    vi.unstubAllGlobals();
  });
});
