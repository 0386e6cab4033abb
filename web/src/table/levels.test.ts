import { beforeEach, describe, expect, it, vi } from "vitest";
import { level as en } from "../../../src/gaple/locale/en.json";
import { level as id } from "../../../src/gaple/locale/id.json";
import { LEVELS } from "./levels.svelte";

/** The module as a page has it that has just been opened, on a server that offers these levels. */
async function opened(levels: string[] | null) {
  vi.resetModules();
  vi.stubGlobal("fetch", async () => {
    if (levels === null) throw new TypeError("no way to it");
    return new Response(JSON.stringify({ levels }));
  });
  const module = await import("./levels.svelte");
  await module.loadLevels();
  return module;
}

describe("the levels", () => {
  it.each([id, en])("are named and described, each and no other", (level) => {
    const keys = LEVELS.flatMap((it) => [it, `${it}_hint`]);
    expect(Object.keys(level).sort()).toEqual([...keys].sort());
  });

  it("are those that the server has, in their order", async () => {
    const { offeredLevels } = await opened(["casual", "random", "grandmaster"]);
    expect(offeredLevels()).toEqual(["random", "casual"]);
  });

  it("are the usual one while there is no way to the server", async () => {
    const { offeredLevels, chosenLevel } = await opened(null);
    expect(offeredLevels()).toEqual(["casual"]);
    expect(chosenLevel()).toBe("casual");
  });

  it("are asked for once", async () => {
    const { loadLevels, offeredLevels } = await opened(["random", "casual"]);
    vi.stubGlobal("fetch", () => expect.unreachable());
    await loadLevels();
    expect(offeredLevels()).toHaveLength(2);
  });
});

describe("the level chosen last", () => {
  const kept = new Map<string, string>();

  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    });
  });

  it("is remembered", async () => {
    const before = await opened([...LEVELS]);
    expect(before.chosenLevel()).toBe("casual");
    before.chooseLevel("master");
    expect(before.chosenLevel()).toBe("master");
    expect((await opened([...LEVELS])).chosenLevel()).toBe("master");
  });

  it("is the usual one on a server that lacks it", async () => {
    kept.set("gaple.level", "master");
    expect((await opened(["random", "casual"])).chosenLevel()).toBe("casual");
    kept.set("gaple.level", "grandmaster");
    expect((await opened([...LEVELS])).chosenLevel()).toBe("casual");
  });
});
