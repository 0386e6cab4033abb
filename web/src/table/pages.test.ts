/** What the table's page shows, rendered without a browser. */

import { render } from "svelte/server";
import { describe, expect, it, vi } from "vitest";
import { STATES } from "../../dev/states";
import type { Connection } from "../net/socket";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("location", { pathname: "/meja/k3f9abcdefgh" });
const { default: TablePage } = await import("./TablePage.svelte");
const { TableStore } = await import("./store.svelte");

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
