import { beforeEach, describe, expect, it, vi } from "vitest";
import { level as enLevel } from "../../src/gaple/locale/en.json";
import type { Lang } from "./net/protocol";

/** What the account has: the language that the server was told last. */
let account: Lang | null;
/** Answers that wait until a test lets them go, by what is asked for. */
let held: Map<string, () => void>;
let holding: RegExp;

/** Both modules anew, as a page that has just been opened has them. */
async function opened() {
  vi.resetModules();
  const texts = await import("./texts/texts.svelte");
  await texts.loadTexts("id");
  return { ...texts, ...(await import("./me.svelte")) };
}

const waiting = (...what: string[]) =>
  vi.waitFor(() => expect([...held.keys()]).toEqual(what), { timeout: 60_000 });

beforeEach(() => {
  const memory: Record<string, string> = {};
  account = null;
  held = new Map();
  holding = /^$/;
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => memory[key] ?? null,
    setItem: (key: string, value: string) => {
      memory[key] = value;
    },
  });
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const ours = address.startsWith("/api/");
    const text = ours ? "" : decodeURIComponent(address.slice(address.indexOf(",") + 1));
    const what = ours ? `${init?.method}` : text.includes(enLevel.random) ? "en" : "id";
    if (holding.test(what)) await new Promise<void>((go) => held.set(what, go));
    if (what === "PUT") account = JSON.parse(`${init?.body}`).lang;
    return ours ? Response.json({ id: "p_1", name: null, lang: account }) : new Response(text);
  });
});

describe("the language of the account", () => {
  it("is the page's, where no other was chosen here", async () => {
    account = "en";
    const { lang, loadMe } = await opened();
    await loadMe();
    expect([lang(), account]).toEqual(["en", "en"]);
  });

  it("becomes the one chosen here", async () => {
    account = "id";
    const { chooseLang, lang, loadMe } = await opened();
    await loadMe();
    expect(await chooseLang("en")).toBe(true);
    expect([lang(), account]).toEqual(["en", "en"]);
  });

  it("is not a choice that another has followed before its texts came", async () => {
    account = "id";
    const { chooseLang, lang } = await opened();
    holding = /en/;
    const first = chooseLang("en");
    await waiting("en");
    await chooseLang("id");
    held.get("en")?.();
    expect(await first).toBe(true);
    expect([lang(), account]).toEqual(["id", "id"]);
  });

  it("gives way to a choice made while it was asked for", async () => {
    account = "id";
    const { chooseLang, lang, loadMe } = await opened();
    holding = /GET|en/;
    const loaded = loadMe();
    const chosen = chooseLang("en");
    await waiting("GET", "en");
    held.get("GET")?.();
    await loaded;
    held.get("en")?.();
    expect(await chosen).toBe(true);
    expect([lang(), account]).toEqual(["en", "en"]);
  });
});
