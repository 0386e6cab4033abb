import { beforeEach, describe, expect, it, vi } from "vitest";
import { level as enLevel, page as enPage } from "../../../src/gaple/locale/en.json";
import { level as idLevel, page as idPage } from "../../../src/gaple/locale/id.json";

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
    const source = decodeURIComponent(address);
    const own = source.startsWith('data:application/json,{"settings"') ? "/settings" : "";
    const lang = [enLevel.random, enPage.settings.keep].some((it) => source.includes(it))
      ? "en"
      : "id";
    asked.push(`${lang}${own}`);
    if (!online) throw new TypeError("no network");
    if (held) await new Promise<void>((go) => held?.set(`${lang}${own}`, go));
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

  it("has what one page alone says once somebody goes there", async () => {
    const { loadTexts, setLang, t, withTexts } = await opened();
    await loadTexts("id");
    expect(t("settings.keep")).toBe("settings.keep");
    expect(await withTexts("settings", Promise.resolve("the page"))).toBe("the page");
    expect(t("settings.keep")).toBe(idPage.settings.keep);
    await setLang("en");
    expect(t("settings.keep")).toBe(enPage.settings.keep);
    await withTexts("settings", Promise.resolve());
    expect(asked).toEqual(["id", "id/settings", "en", "en/settings"]);
  });

  it("goes to no page whose texts cannot be had", async () => {
    const { loadTexts, setLang, withTexts } = await opened();
    await loadTexts("id");
    online = false;
    await expect(withTexts("settings", Promise.resolve())).rejects.toThrow("no network");
    online = true;
    await setLang("en");
    expect(asked).toEqual(["id", "id/settings", "en"]);
  });

  it("is whole on a page that was asked for while the language changed", async () => {
    const { loadTexts, setLang, t, withTexts } = await opened();
    await loadTexts("id");
    held = new Map();
    const changed = setLang("en");
    const gone = withTexts("settings", Promise.resolve());
    await vi.waitFor(() => expect(held?.size).toBe(2));
    for (const go of held.values()) go();
    held = null;
    await Promise.all([changed, gone]);
    expect(t("settings.keep")).toBe(enPage.settings.keep);
  });
});
