/** What the table's page shows, rendered without a browser. */

import { render } from "svelte/server";
import { describe, expect, it, vi } from "vitest";
import { STATES } from "../../dev/states";
import type { HandResult, MatchView, SeatView, Snapshot, TableView, View } from "../net/protocol";
import type { Connection } from "../net/socket";
import { loadTexts } from "../texts/texts.svelte";

await loadTexts("en");
vi.stubGlobal("navigator", {});
vi.stubGlobal("location", { pathname: "/meja/k3f9abcdefgh" });
const { default: TablePage } = await import("./TablePage.svelte");
const { default: TableMenu } = await import("./TableMenu.svelte");
const { TableStore } = await import("./store.svelte");
const parts = await import("./parts");
const later = [parts.claims, parts.closed, parts.result, parts.waitingRoom];
await Promise.all(later.map((part) => part.load()));

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
  if (snapshot) store.take(snapshot, []);
  store.connection = connection;
  return render(TablePage, { props: { id: store.id, given: store } }).body;
}

describe("a table that the server has closed here", () => {
  it.each([
    ["elsewhere", "This table is open in another window", "Play here"],
    ["private", "This table lets nobody watch", "Try again"],
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
  store.take({ ...rest, table: { ...table, match }, view: { ...(view as View), hand: 300 } }, []);

  it("is told by its standings, though only the last hand comes with an event", () => {
    const shown = words(render(TablePage, { props: { id: store.id, given: store } }).body);
    expect(shown).toContain("Result of hand 300");
    expect(shown).toContain("1 Dewi −4 +40 2 Bayu (you) −9 +30 3 Eko −29 0 4 Citra Kirana +26 −12");
    expect(shown).toContain("Download the record of every hand");
  });

  it("shows them, and gives the record, in the menu of the next hand too", () => {
    const shown = render(TableMenu, {
      props: { store, table: { ...table, phase: "playing", match }, you: "A", onclose: () => {} },
    }).body;
    expect(words(shown)).toContain("1 Dewi +40 2 Bayu (you) +30 3 Eko 0");
    expect(shown).toContain('href="/api/tables/k3f9abcdefgh/record"');
  });
});

describe("who plays for whom", () => {
  const bent = STATES.both_ends_bent as () => Snapshot;
  const { table, view, ...rest } = bent();
  const shown = (changes: Partial<TableView>, seats: Record<string, Partial<SeatView>> = {}) => {
    const store = new TableStore("k3f9abcdefgh");
    const all = table.seats.map((seat) => ({ ...seat, ...seats[seat.seat] }));
    store.take({ ...rest, table: { ...table, ...changes, seats: all }, view }, []);
    return words(render(TablePage, { props: { id: store.id, given: store } }).body);
  };
  const standIn = (why: "away" | "asked" | "vote") => ({ stand_in: { level: "casual", why } });

  it("is said at the seat, and to the one who is played for", () => {
    expect(shown({})).not.toContain("computer plays");
    expect(shown({}, { B: standIn("away") })).toContain("computer plays");
    const own = shown({}, { A: standIn("vote") });
    expect(own).toContain("The others asked a computer to play for you.");
    expect(own).toContain("Take my seat back");
    expect(own).not.toContain("Choose a tile");
  });

  it("is told with the time for a move, where that is counted", () => {
    expect(shown({ clock: { move: 20, grace: 30, left: 7.2 } })).toMatch(/\b8 Your turn/);
    expect(shown({ clock: { move: 20, grace: 30, left: 17 } })).not.toMatch(/17|18/);
  });

  it("is over at a table that was closed, where all that was played is kept", () => {
    const closed = shown({ phase: "closed" });
    expect(closed).toContain("This table is closed");
    expect(closed).toContain("Look at the table");
    expect(closed).not.toContain("Your turn");
  });
});

describe("a seat that somebody asks for", () => {
  const discard = STATES.discard as () => Snapshot;
  const { table, view, you, ...rest } = discard();
  const claims = [{ seat: "C", name: "Lia", yes: 1, no: 0, of: 3, host: true, owner: false }];
  const shown = (changes: Partial<Snapshot["you"]>, host: boolean, seat = view?.seat ?? null) => {
    const store = new TableStore("k3f9abcdefgh");
    const asked = { ...table, claims: claims.map((claim) => ({ ...claim, host })) };
    const seen = { ...(view as View), seat };
    store.take({ ...rest, table: asked, view: seen, you: { ...you, seat, ...changes } }, []);
    return words(render(TablePage, { props: { id: store.id, given: store } }).body);
  };

  it("is told to the host alone, where the host decides", () => {
    expect(shown({ host: true }, true)).toContain("Lia asks for seat C, where Dewi sat.");
    expect(shown({ host: false }, true)).not.toContain("Lia");
  });

  it("is told to who has a seat, where they decide, with how far they are", () => {
    expect(shown({ host: false }, false)).toMatch(/Lia asks for seat C.* 1 of 3 agree/);
    expect(shown({ host: false }, false, null)).not.toContain("Lia");
  });

  it("can be waited for, or taken back", () => {
    const waiting = shown({ host: false, asks: "C" }, false, null);
    expect(waiting).toContain("Waiting for an answer about seat C: 1 of 3 agree. Cancel");
    expect(waiting).not.toContain("Is your seat here?");
  });

  it("is offered to who looks on while somebody is away", () => {
    expect(shown({ host: false }, true, null)).toContain("Is your seat here?");
    expect(shown({ host: false }, true)).not.toContain("Is your seat here?");
  });
});
