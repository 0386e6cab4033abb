import { beforeEach, describe, expect, it, vi } from "vitest";
import { level as enLevel } from "../../../src/gaple/locale/en.json";
import { level as idLevel } from "../../../src/gaple/locale/id.json";

let memory: Record<string, string>;
const page = { cookie: "" };
let online: boolean;
/** Answers that wait until a test lets them go. */
let held: Map<string, () => void> | null;
const asked: string[] = [];

/** The module anew, as a page that has just been opened has it. */
async function opened() {
  vi.resetModules();
  return await import("./texts.svelte");
}

beforeEach(() => {
  memory = {};
  online = true;
  held = null;
  asked.length = 0;
  page.cookie = "";
  vi.stubGlobal("document", page);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => memory[key] ?? null,
    setItem: (key: string, value: string) => {
      memory[key] = value;
    },
  });
  vi.stubGlobal("fetch", async (address: string) => {
    const lang = decodeURIComponent(address).includes(enLevel.random) ? "en" : "id";
    asked.push(lang);
    if (!online) throw new TypeError("no network");
    if (held) await new Promise<void>((go) => held?.set(lang, go));
    return new Response(decodeURIComponent(address.slice(address.indexOf(",") + 1)));
  });
});

describe("the language of the page", () => {
  it("is the document's, and nobody loads the other one", async () => {
    const { lang, loadTexts, t } = await opened();
    await loadTexts("en");
    expect([lang(), t("level.random")]).toEqual(["en", enLevel.random]);
    expect(asked).toEqual(["en"]);
    expect(page.cookie).toBe("");
  });

  it("is the one chosen here before, whatever the document says", async () => {
    memory["gaple.lang"] = "en";
    const { lang, loadTexts } = await opened();
    expect(lang()).toBe("en");
    await loadTexts("id");
    expect([lang(), ...asked]).toEqual(["en", "en"]);
    // The server is told again: its cookie may have come to its end, which this memory has not.
    expect(page.cookie).toMatch(/^gaple_lang=en; path=\/; max-age=\d+;/);
  });

  it("is Indonesian where the document says nothing known", async () => {
    const { lang, loadTexts } = await opened();
    await loadTexts("nl");
    expect(lang()).toBe("id");
  });

  it("changes once the texts are there, and is remembered", async () => {
    const { lang, loadTexts, setLang, t } = await opened();
    await loadTexts("id");
    held = new Map();
    const changed = setLang("en");
    await vi.waitFor(() => expect(held?.size).toBe(1));
    expect([lang(), t("level.random")]).toEqual(["id", idLevel.random]);
    held.get("en")?.();
    await changed;
    expect([lang(), t("level.random")]).toEqual(["en", enLevel.random]);
    expect(memory["gaple.lang"]).toBe("en");
    expect(page.cookie).toMatch(/^gaple_lang=en; path=\/; max-age=\d+;/);
    await setLang("id");
    expect(asked).toEqual(["id", "en"]);
  });

  it("stays where the other's texts cannot be had", async () => {
    const { lang, loadTexts, setLang } = await opened();
    await loadTexts("id");
    online = false;
    await expect(setLang("en")).rejects.toThrow("no network");
    expect([lang(), memory["gaple.lang"], page.cookie]).toEqual(["id", undefined, ""]);
    online = true;
    await setLang("en");
    expect(lang()).toBe("en");
  });

  it("is the last one asked for, in whatever order the texts come", async () => {
    const { lang, loadTexts, setLang, t } = await opened();
    held = new Map();
    const both = [loadTexts("en"), setLang("id")];
    await vi.waitFor(() => expect(held?.size).toBe(2));
    held.get("en")?.();
    await both[0];
    // The page can be shown now, and never without words.
    expect(t("level.random")).toBe(enLevel.random);
    held.get("id")?.();
    await both[1];
    expect([lang(), t("level.random")]).toEqual(["id", idLevel.random]);
  });
});
