import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/" });
const { parseRoute, tableIn } = await import("./router.svelte");

describe("parseRoute", () => {
  it.each([
    ["/", { page: "landing" }],
    ["/baru", { page: "new" }],
    ["/baru/", { page: "new" }],
    ["/lobi", { page: "lobby" }],
    ["/aturan", { page: "rules" }],
    ["/belajar", { page: "learn" }],
    ["/pengaturan", { page: "settings" }],
    ["/skor", { page: "score", id: null, part: null }],
    ["/skor/baru/", { page: "score", id: "baru", part: null }],
    ["/skor/k3f9/12", { page: "score", id: "k3f9", part: "12" }],
    ["/skor/k3f9/12/3", { page: "missing" }],
    ["/riwayat", { page: "history" }],
    ["/riwayat/k3f9/1/12", { page: "replay", id: "k3f9", match: 1, hand: 12 }],
    ["/riwayat/k3f9/1/12/", { page: "replay", id: "k3f9", match: 1, hand: 12 }],
    ["/riwayat/k3f9/1", { page: "missing" }],
    ["/riwayat/k3f9/0/1", { page: "missing" }],
    ["/riwayat/k3f9/1/x", { page: "missing" }],
    ["/riwayat/k3f9/1/2/3", { page: "missing" }],
    ["/meja/k3f9", { page: "table", id: "k3f9" }],
    ["/meja/k3f9/", { page: "table", id: "k3f9" }],
    ["/meja/%zz", { page: "table", id: "%zz" }],
    ["/meja", { page: "missing" }],
    ["/meja/a/b", { page: "missing" }],
    ["/nothing", { page: "missing" }],
  ])("%s", (path, expected) => {
    expect(parseRoute(path)).toEqual(expected);
  });
});

describe("tableIn", () => {
  it.each([
    ["K3f9Abcdefgh", "k3f9abcdefgh"],
    ["k3f9abc", "k3f9abc"],
    [" k3f9abc ", "k3f9abc"],
    ["/meja/k3f9", "k3f9"],
    ["http://192.168.1.7:8000/meja/k3f9", "k3f9"],
    ["https://example.org/meja/k3f9/?from=chat#now", "k3f9"],
    ["", null],
    ["http://example.org/", null],
    ["two words", null],
    ["<script>", null],
  ])("%s", (text, expected) => {
    expect(tableIn(text)).toBe(expected);
  });
});
