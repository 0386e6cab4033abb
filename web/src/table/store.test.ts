import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { STATES } from "../../dev/states";
import type { Snapshot, View } from "../net/protocol";
import { mute } from "./muted.svelte";
import type { TableStore } from "./store.svelte";
import { loadTexts } from "../texts/texts.svelte";

/** The server's end of the socket that the store has opened. */
class FakeSocket {
  static last: FakeSocket;
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  readonly sent: { type: string; id?: string; action?: string }[] = [];

  constructor() {
    FakeSocket.last = this;
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(): void {}
  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

await loadTexts("en");
vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("addEventListener", () => {});
vi.stubGlobal("removeEventListener", () => {});
vi.stubGlobal("document", { addEventListener: () => {}, removeEventListener: () => {} });
vi.stubGlobal("fetch", () => Promise.reject(new Error("no network here")));
const { TableStore: Store } = await import("./store.svelte");

describe("TableStore", () => {
  let store: TableStore;
  let socket: FakeSocket;
  let close: () => void;

  beforeEach(async () => {
    store = new Store("k3f9abcdefgh");
    close = store.open();
    await vi.waitFor(() => expect(FakeSocket.last).not.toBe(socket), { timeout: 60_000 });
    socket = FakeSocket.last;
    socket.onopen();
    socket.say({ type: "state", ...STATES.both_ends_bent?.() });
  });
  afterEach(() => close());

  it("covers a hand again with whatever is told, and when nobody looks at the page", () => {
    const told = STATES.both_ends_bent?.() as Snapshot;
    const own = told.view as View;
    const covered = { ...own, seat: null, tiles: [], legal: [] };
    const passed = {
      ...told,
      table: { ...told.table, company: { ...told.table.company, one_phone: true } },
      view: covered,
      you: { ...told.you, seat: null, host: true },
    };
    socket.say({ type: "state", ...passed });
    expect(store.passing).toBe(true);
    store.uncover();
    expect(socket.sent.at(-1)).toEqual({ type: "look", seat: covered.turn, seq: told.seq });
    const looked = { type: "looked", seq: told.seq, view: own, error: null };
    socket.say(looked);
    expect(store.view?.tiles).toEqual(own.tiles);
    store.said = "a tile of theirs";
    store.cover();
    expect(store.view).toEqual(covered);
    expect(store.said).toBe("");
    socket.say(looked);
    socket.say({ type: "state", ...passed });
    expect(store.view).toEqual(covered);
  });

  it("has one move on its way at a time", () => {
    store.play("14<");
    store.play("14>");
    expect(store.sent).toBe("14<");
    expect(socket.sent.map(({ action }) => action)).toEqual([undefined, "14<"]);
  });

  it.each([true, false])("can play again after an error, and says what it was", (named) => {
    store.play("14<");
    const id = named ? socket.sent.at(-1)?.id : null;
    const error = { code: "frames-too-fast", params: {}, text: "Too many at once." };
    socket.say({ type: "error", id, error });
    expect(store.sent).toBeNull();
    expect(store.notice).toBe("Too many at once.");
    store.play("14>");
    expect(socket.sent.at(-1)).toMatchObject({ type: "play", action: "14>" });
  });

  describe("a chat", () => {
    const line = (at: number, who: string, text = `${at}`) => ({ at, who, name: `<${who}>`, text });
    const told = (message: unknown) => socket.say(message);
    let own: string;

    beforeEach(() => {
      const state = STATES.both_ends_bent?.() as Snapshot;
      state.table.company = { ...state.table.company, chat: true };
      own = state.you.who ?? "";
      told({ type: "state", ...state, seq: 10 });
    });

    it("has something unread where others have written what one has not looked at", () => {
      told({ type: "chat_log", lines: [line(1, own)] });
      expect(store.unread).toBe(false);
      told({ type: "chatted", line: line(2, "b", "Halo") });
      expect(store.unread).toBe(true);
      expect(store.said.replace(/[\u2066-\u2069]/g, "")).toBe("<b>: Halo");
      store.read();
      expect(store.unread).toBe(false);
      told({ type: "chat_log", lines: [line(1, own), line(2, "b")] }); // as after a reconnection
      expect(store.unread).toBe(false);
      expect(store.lines.map(({ at }) => at)).toEqual([1, 2]);
    });

    it("knows what one has written oneself without a seat, too", () => {
      const state = STATES.both_ends_bent?.() as Snapshot;
      state.table.company = { ...state.table.company, chat: true };
      state.you = { ...state.you, seat: null, who: "5e1f" };
      told({ type: "state", ...state, seq: 11 });
      told({ type: "chat_log", lines: [line(1, "5e1f")] });
      expect(store.unread).toBe(false);
      told({ type: "chat_log", lines: [line(1, "5e1f"), line(2, own)] });
      expect(store.unread).toBe(true);
    });

    it("does not tell of who is muted", () => {
      mute("b", true);
      told({ type: "chatted", line: line(3, "b", "Keras") });
      expect(store.unread).toBe(false);
      expect(store.said).not.toContain("Keras");
      mute("b", false);
      expect(store.unread).toBe(true);
    });

    it("keeps as many lines as the server does", () => {
      for (let at = 1; at <= 60; at++) told({ type: "chatted", line: line(at, "b") });
      expect(store.lines.map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, i) => i + 11));
    });

    it("tells who writes what there was against it, and nobody else", async () => {
      const error = { code: "said-too-much", params: {}, text: "Wait." };
      const refused = store.ask({ type: "chat", text: "Halo" });
      told({ type: "refused", id: socket.sent.at(-1)?.id, seq: 10, error });
      expect((await refused)?.code).toBe("said-too-much");
      expect(store.notice).toBeNull();
      const done = store.ask({ type: "chat", text: "Halo" });
      told({ type: "done", id: socket.sent.at(-1)?.id, seq: 10 });
      expect(await done).toBeNull();
    });
  });
});
