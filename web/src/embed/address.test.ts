import { describe, expect, it } from "vitest";
import { REVIEW } from "../review/address";
import { addressOf, codeFor, speaks } from "./address";

const HOME = "https://gaple.example/gaple-replay.js";
const NOTHING = { review: false, lang: null, look: null, at: null };

describe("the address that is framed", () => {
  it("is that of the hand whose replay is named, at the server of the replay", () => {
    const framed = "https://gaple.example/sisip/k3f9/1/2";
    for (const src of [
      "https://gaple.example/riwayat/k3f9/1/2",
      "https://gaple.example/riwayat/k3f9/1/2/?from=chat",
      "/riwayat/k3f9/1/2",
      framed,
    ])
      expect(addressOf(src, HOME, NOTHING)).toBe(framed);
    expect(addressOf("http://meja.test:8000/riwayat/k3f9/1/2", HOME, NOTHING)).toBe(
      "http://meja.test:8000/sisip/k3f9/1/2",
    );
  });

  it("says what was asked for, and where to begin", () => {
    const src = "/riwayat/k3f9/1/2#7";
    expect(addressOf(src, HOME, NOTHING)).toMatch(/\/2#7$/);
    expect(addressOf(src, HOME, { ...NOTHING, lang: "en", look: "dark.large", at: "12" })).toMatch(
      /\/2\?lang=en&look=dark\.large#12$/,
    );
  });

  it("asks for the review where the address does, or the element", () => {
    const reviewed = `https://gaple.example/sisip/k3f9/1/2?${REVIEW}=#7`;
    expect(addressOf(`/riwayat/k3f9/1/2?${REVIEW}#7`, HOME, NOTHING)).toBe(reviewed);
    expect(addressOf("/riwayat/k3f9/1/2#7", HOME, { ...NOTHING, review: true })).toBe(reviewed);
  });

  it("is none for what is no hand", () => {
    for (const src of [
      "",
      "javascript:alert(1)//riwayat/k/1/2",
      "/meja/k3f9",
      "/riwayat/k/1",
      "ftp://x/riwayat/k/1/2",
    ])
      expect(addressOf(src, HOME, NOTHING)).toBeNull();
  });

  it("is in a language that the page speaks", () => {
    expect(["id", "EN-gb", "jv", "", null].map(speaks)).toEqual(["id", "en", null, null, null]);
  });
});

it("is copied as code whose words stay words", () => {
  const code = codeFor("https://gaple.example/riwayat/k3f9/1/2", '<b>"Budi" menang');
  expect(code).toContain('src="https://gaple.example/gaple-replay.js"');
  expect(code).toContain('<gaple-replay src="https://gaple.example/riwayat/k3f9/1/2">');
  expect(code).not.toContain("<b>");
  expect(code).not.toContain("\n");
});
