import { beforeEach, describe, expect, it, vi } from "vitest";

/** What is kept, by the cache's name; the first made first, as a browser tells them. */
const kept = new Map<string, Map<string, Response>>();
/** What the server does not give now. */
const lost = new Set<string>();

vi.stubGlobal("caches", {
  has: async (name: string) => kept.has(name),
  keys: async () => [...kept.keys()],
  delete: async (name: string) => kept.delete(name),
  match: async (request: string) =>
    [...kept.values()].map((cache) => cache.get(request)?.clone()).find(Boolean),
  open: async (name: string) => {
    const cache = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, cache);
    return {
      match: async (request: string) => cache.get(request)?.clone(),
      put: async (request: string, response: Response) => void cache.set(request, response),
    };
  },
});

type Heard = (event: { waitUntil: (done: Promise<void>) => void }) => void;

/** The worker of a build, before the browser asks it anything. */
async function worker(build: string) {
  const heard: Record<string, Heard> = {};
  vi.stubGlobal("ENTRY", `/assets/${build}.js`);
  vi.stubGlobal("FILES", [`/assets/${build}.js`, `/assets/part-${build}.js`]);
  vi.stubGlobal("LANGUAGES", ["id"]);
  vi.stubGlobal("fetch", async (path: string) => {
    if (lost.has(path)) throw new TypeError("no network");
    return new Response(`<script src="/assets/${build}.js">`);
  });
  vi.stubGlobal("self", {
    addEventListener: (name: string, hear: Heard) => (heard[name] = hear),
    skipWaiting: async () => undefined,
    registration: {},
    clients: { claim: async () => undefined, matchAll: async () => [] },
  });
  vi.resetModules();
  // It is a script by itself, and no module of the page.
  const script = "./worker/worker.ts";
  await import(/* @vite-ignore */ script);
  const ask = async (name: string) => {
    let done = Promise.resolve();
    heard[name]?.({ waitUntil: (it) => (done = it) });
    await done;
  };
  return { install: () => ask("install"), activate: () => ask("activate") };
}

beforeEach(() => {
  kept.clear();
  lost.clear();
});

describe("what is kept for when there is no network", () => {
  const names = () => [...kept.keys()].map((name) => /(\w+)\.js$/.exec(name)?.[1]);

  it("is this build's and the one's before", async () => {
    for (const build of ["one", "two", "three"]) {
      const { install, activate } = await worker(build);
      await install();
      await activate();
    }
    expect(names()).toEqual(["two", "three"]);
  });

  it("is all of a build or nothing, so that open pages keep what they live on", async () => {
    const one = await worker("one");
    await one.install();
    await one.activate();
    const two = await worker("two");
    lost.add("/assets/part-two.js");
    await expect(two.install()).rejects.toThrow("no network");
    expect(names()).toEqual(["one"]);
    const three = await worker("three");
    await three.install();
    await three.activate();
    expect(names()).toEqual(["one", "three"]);
  });

  it("stays where the same build is asked for again in vain", async () => {
    await (await worker("one")).install();
    lost.add("/");
    await expect((await worker("one")).install()).rejects.toThrow("no network");
    expect(names()).toEqual(["one"]);
  });
});
