import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";

const cookies: string[] = [];
const root = { dataset: { look: "" } as Record<string, string> };
let more = false;

vi.stubGlobal("document", {
  documentElement: root,
  set cookie(text: string) {
    cookies.push(text.split(";")[0] ?? "");
  },
});
vi.stubGlobal("matchMedia", () => ({ matches: more, addEventListener: () => undefined }));

async function load() {
  vi.resetModules();
  return import("./look.svelte");
}

describe("how the page looks", () => {
  beforeEach(() => {
    root.dataset.look = "";
    more = false;
    cookies.length = 0;
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  });

  it("is as the device has it, until something is chosen", async () => {
    const look = await load();
    look.startLook();
    expect([look.theme(), look.hasPips("large"), root.dataset.look]).toEqual(["auto", false, ""]);
    look.choosePips("large", true);
    look.chooseTheme("dark");
    expect(root.dataset.look).toBe("dark large");
    expect(cookies.at(-1)).toBe("gaple_look=dark.large");
    look.chooseTheme("auto");
    look.choosePips("large", false);
    expect(root.dataset.look).toBe("");
    expect(cookies.at(-1)).toBe("gaple_look=");
    expect(localStorage.getItem("gaple.look")).toBeNull();
  });

  it("is remembered, and told again to a server that has forgotten", async () => {
    localStorage.setItem("gaple.look", "contrast colour");
    const look = await load();
    look.startLook();
    expect([look.theme(), look.hasPips("colour")]).toEqual(["contrast", true]);
    expect(cookies).toEqual(["gaple_look=contrast.colour"]);
    look.startLook();
    expect(cookies).toHaveLength(1);
  });

  it("is what the server says, where nothing is remembered here", async () => {
    root.dataset.look = "light large";
    const look = await load();
    look.startLook();
    expect([look.theme(), look.hasPips("large")]).toEqual(["light", true]);
  });

  it("has contrast for who asks every page for it, unless a theme is chosen", async () => {
    more = true;
    const look = await load();
    look.startLook();
    expect([look.theme(), root.dataset.look]).toEqual(["auto", "contrast"]);
    look.chooseTheme("light");
    expect(root.dataset.look).toBe("light");
  });

  it("takes only words that there are", async () => {
    const { words } = await load();
    expect(words('dark.contrast." onload=x auto large')).toEqual(["dark", "large"]);
    expect(words(null)).toEqual([]);
  });
});

describe("the sheet of colours", () => {
  it("knows every word, and is the only place where colours are", () => {
    const sheet = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf-8");
    for (const word of ["light", "dark", "contrast", "large", "colour"])
      expect(sheet).toContain(`:root[data-look~="${word}"]`);
  });
});
