/** What the table's page shows, rendered without a browser. */

import { render } from "svelte/server";
import { describe, expect, it, vi } from "vitest";
import { STATES } from "../../dev/states";
import type { HandResult, MatchView, Snapshot, View } from "../net/protocol";
import type { Connection } from "../net/socket";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("location", { pathname: "/meja/k3f9abcdefgh" });
const { default: TablePage } = await import("./TablePage.svelte");
const { default: TableMenu } = await import("./TableMenu.svelte");
const { TableStore } = await import("./store.svelte");

/** The text of a part of the page, without its marks and spaces. */
function words(html: string): string {
  return html
    .replace(/<svg[\s\S]*?<\/svg>|<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>|\s+/g, " ")
    .replace(/[\u2068\u2069]/g, "")
    .replace(/\s+/g, " ");
}

function page(state: string, connection: Connection): string {
  const store = new TableStore("k3f9abcdefgh");
  const snapshot = STATES[state]?.();
  if (snapshot) store.take(snapshot, null);
  store.connection = connection;
  return render(TablePage, { props: { id: store.id, given: store } }).body;
}

describe("a table that the server has closed here", () => {
  it.each([
    ["elsewhere", "This table is open in another window", "Play here"],
    ["outdated", "Please load this page again", "Load again"],
  ] as const)("says so, and offers a way back: %s", (why, title, button) => {
    const shown = page("discard", why);
    expect(shown).toContain(title);
    expect(shown).toContain(button);
    // Nothing can be played on what is no longer kept up to date.
    expect(shown).not.toContain("own-tile-");
    expect(page("discard", "open")).toContain("own-tile-");
  });

  it("is missing where there is none", () => {
    expect(page("", "missing")).toContain("missing-table");
  });
});

describe("a match of many hands", () => {
  const { table, view, ...rest } = (STATES.pairwise as () => Snapshot)();
  const total = { A: 30, B: -12, C: 40, D: -58, E: 0 };
  const standings = [
    { place: 1, seat: "C", total: 40 },
    { place: 2, seat: "A", total: 30 },
    { place: 3, seat: "E", total: 0 },
    { place: 4, seat: "B", total: -12 },
    { place: 5, seat: "D", total: -58 },
  ];
  const last = { hand: 300, winner: "B" } as HandResult;
  const match = { ...(table.match as MatchView), hands: [last], total, standings };
  const store = new TableStore("k3f9abcdefgh");
  store.take({ ...rest, table: { ...table, match }, view: { ...(view as View), hand: 300 } }, null);

  it("is told by its standings, though only the last hand comes with an event", () => {
    const shown = words(render(TablePage, { props: { id: store.id, given: store } }).body);
    expect(shown).toContain("Result of hand 300");
    expect(shown).toContain("1 Dewi −4 +40 2 Bayu (you) −9 +30 3 Eko −29 0 4 Citra Kirana +26 −12");
    expect(shown).toContain("Download the record of every hand");
  });

  it("shows them, and gives the record, in the menu of the next hand too", () => {
    const shown = render(TableMenu, {
      props: { table: { ...table, phase: "playing", match }, you: "A", onclose: () => {} },
    }).body;
    expect(words(shown)).toContain("1 Dewi +40 2 Bayu (you) +30 3 Eko 0");
    expect(shown).toContain('href="/api/tables/k3f9abcdefgh/record"');
  });
});
