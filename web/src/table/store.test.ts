import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { STATES } from "../../dev/states";
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
});
