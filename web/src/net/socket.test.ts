import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableSocket, type Wire } from "./socket";

/** The server's end of a socket, driven by hand. */
class FakeWire implements Wire {
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  readonly sent: Record<string, unknown>[] = [];
  closed = false;

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.onopen?.call(this as never, {} as Event);
  }
  say(message: unknown): void {
    const data = typeof message === "string" ? message : JSON.stringify(message);
    this.onmessage?.call(this as never, { data } as MessageEvent);
  }
  break(code = 1006): void {
    this.onclose?.call(this as never, { code } as CloseEvent);
  }
}

const state = (seq: number) => ({ type: "state", seq, table: {}, view: null, you: {} });
const event = (seq: number) => ({ ...state(seq), type: "event", event: { type: "created" } });

function table() {
  const wires: FakeWire[] = [];
  const log: unknown[][] = [];
  const socket = new TableSocket(
    {
      snapshot: ({ seq }, happened) =>
        log.push([happened.length ? happened.map(({ type }) => type).join() : "state", seq]),
      connection: (connection) => log.push([connection]),
      answered: (_, error) => log.push(["answered", error?.code ?? null]),
      error: (error) => log.push(["error", error.code]),
      said: ({ what }) => log.push(["said", what]),
      chat: (lines, all) =>
        log.push([all ? "chat_log" : "chatted", lines.map(({ text }) => text).join()]),
      hinted: ({ hint }) => log.push(["hinted", hint?.action]),
      looked: ({ view }) => log.push(["looked", view?.seat]),
      presence: (_, onlookers) => log.push(["presence", onlookers]),
    },
    () => "id",
    () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
  );
  const last = () => wires.at(-1) as FakeWire;
  return { socket, wires, log, last };
}

describe("TableSocket", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("says hello first, then hands on what comes in order", () => {
    const { log, last } = table();
    last().open();
    expect(last().sent).toEqual([{ type: "hello", version: 1, seq: null, lang: "id" }]);
    last().say(state(4));
    last().say(event(5));
    expect(log).toEqual([["state", 4], ["open"], ["created", 5]]);
  });

  it("sends a probe back at once", () => {
    const { log, last } = table();
    last().open();
    last().say({ type: "probe", probe: 7 });
    expect(last().sent.at(-1)).toEqual({ type: "echo", probe: 7 });
    expect(log).toEqual([]);
  });

  it("ignores what it has seen, and what it does not know", () => {
    const { log, last } = table();
    last().open();
    last().say(state(4));
    log.length = 0;
    for (const odd of [event(4), event(2), { type: "weather" }, "no json", "null", "7"])
      last().say(odd);
    expect(log).toEqual([]);
  });

  it("asks to see a hand once, and takes no answer about another turn", () => {
    const { socket, log, last } = table();
    socket.look("B");
    last().open();
    expect(last().sent.map((frame) => (frame as { type: string }).type)).toEqual(["hello"]);
    last().say(state(4));
    socket.look("B");
    expect(last().sent.at(-1)).toEqual({ type: "look", seat: "B", seq: 4 });
    log.length = 0;
    last().say({ type: "looked", seq: 4, view: { seat: "B" }, error: null });
    last().say(event(5));
    last().say({ type: "looked", seq: 4, view: { seat: "B" }, error: null });
    expect(log).toEqual([
      ["looked", "B"],
      ["created", 5],
    ]);
    last().break();
    vi.advanceTimersByTime(1000);
    last().open();
    last().say(state(5));
    expect(last().sent.map((frame) => (frame as { type: string }).type)).toEqual(["hello"]);
  });

  it("hands on what is written, and all that was", () => {
    const { log, last } = table();
    last().open();
    const line = (text: string) => ({ at: 1, who: "b", name: "Budi", text });
    last().say({ type: "chat_log", lines: [line("a"), line("b")] });
    last().say({ type: "chatted", line: line("c") });
    expect(log).toEqual([
      ["chat_log", "a,b"],
      ["chatted", "c"],
    ]);
  });

  it("asks anew where a number is missing", () => {
    const { log, last } = table();
    last().open();
    last().say(state(4));
    last().say(event(6));
    expect(last().sent.at(-1)).toMatchObject({ type: "hello", seq: 4 });
    last().say(state(6));
    expect(log.at(-1)).toEqual(["state", 6]);
  });

  it("hands on what it has missed, once", () => {
    const { log, last } = table();
    last().open();
    last().say(state(4));
    last().break();
    vi.advanceTimersByTime(1000);
    last().open();
    const missed = [5, 6].map((seq) => ({ seq, event: { type: seq === 5 ? "match" : "rematch" } }));
    log.length = 0;
    last().say({ ...state(6), missed });
    last().say({ ...state(6), missed });
    expect(log).toEqual([["match,rematch", 6], ["open"], ["state", 6]]);
  });

  it("sends an unanswered command again after a reconnection, under the same id, and once", () => {
    const { socket, wires, log, last } = table();
    last().open();
    last().say(state(4));
    const id = socket.send({ type: "play", action: "35>" });
    const frame = { type: "play", action: "35>", id, seq: 4 };
    expect(last().sent.at(-1)).toEqual(frame);
    last().break();
    expect(log.at(-1)).toEqual(["lost"]);
    vi.advanceTimersByTime(1000);
    expect(wires).toHaveLength(2);
    last().open();
    expect(last().sent).toEqual([{ type: "hello", version: 1, seq: 4, lang: "id" }]);
    last().say(state(4));
    expect(last().sent.at(-1)).toEqual(frame);
    last().say({ type: "done", id, seq: 5 });
    last().say({ type: "done", id, seq: 5 });
    expect(log.filter(([what]) => what === "answered")).toEqual([["answered", null]]);
    last().break();
    vi.advanceTimersByTime(1000);
    last().open();
    last().say(state(5));
    expect(last().sent).toHaveLength(1);
  });

  it("keeps a command given while the connection is down", () => {
    const { socket, last } = table();
    const id = socket.send({ type: "ready" });
    expect(last().sent).toEqual([]);
    last().open();
    last().say(state(9));
    expect(last().sent.at(-1)).toMatchObject({ type: "ready", id });
  });

  it("reports a refusal", () => {
    const { socket, log, last } = table();
    last().open();
    last().say(state(4));
    const id = socket.send({ type: "play", action: "35>" });
    last().say({ type: "refused", id, seq: 4, error: { code: "stale", params: {}, text: "" } });
    expect(log.at(-1)).toEqual(["answered", "stale"]);
  });

  describe("an error", () => {
    const error = { code: "frames-too-fast", params: {}, text: "" };
    const play = () => {
      const made = table();
      made.last().open();
      made.last().say(state(4));
      const ids = ["35>", "x35"].map((action) => made.socket.send({ type: "play", action }));
      made.log.length = 0;
      return { ...made, ids };
    };
    /** What goes out again after a reconnection has not been answered. */
    const kept = ({ last }: ReturnType<typeof play>) => {
      last().break();
      vi.advanceTimersByTime(1_000);
      last().open();
      last().say(state(4));
      return last()
        .sent.slice(1)
        .map(({ id }) => id);
    };

    it("ends the command it names", () => {
      const made = play();
      made.last().say({ type: "error", id: made.ids[0], error });
      expect(made.log).toEqual([
        ["answered", "frames-too-fast"],
        ["error", "frames-too-fast"],
      ]);
      expect(kept(made)).toEqual([made.ids[1]]);
    });

    it("ends every command where it names none", () => {
      const made = play();
      made.last().say({ type: "error", id: null, error });
      expect(made.log.filter(([what]) => what === "answered")).toHaveLength(2);
      expect(kept(made)).toEqual([]);
    });

    it("ends none where it names another, or comes before the greeting", () => {
      const made = play();
      made.last().say({ type: "error", id: "another", error });
      expect(made.log).toEqual([["error", "frames-too-fast"]]);
      made.last().break();
      vi.advanceTimersByTime(1_000);
      made.last().open();
      made.last().say({ type: "error", error });
      expect(kept(made)).toEqual(made.ids);
    });
  });

  it("notices a connection that has gone silent", () => {
    const { wires, log, last } = table();
    last().open();
    last().say(state(1));
    vi.advanceTimersByTime(15_000);
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    last().say({ type: "pong" });
    vi.advanceTimersByTime(15_000);
    expect(last().sent.filter(({ type }) => type === "ping")).toHaveLength(2);
    vi.advanceTimersByTime(6_000);
    expect(log.at(-1)).toEqual(["lost"]);
    expect(wires[0]?.closed).toBe(true);
  });

  it("waits longer each time, but not when somebody asks", () => {
    const { socket, wires, last } = table();
    const waits: number[] = [];
    for (let i = 1; i <= 9; i++) {
      const before = Date.now();
      last().break();
      while (wires.length === i) vi.advanceTimersByTime(10);
      waits.push(Date.now() - before);
    }
    expect(waits[0]).toBeLessThan(600);
    expect(waits[4]).toBeGreaterThan(4 * (waits[0] as number));
    expect(Math.max(...waits)).toBeLessThan(10_100);
    last().break();
    socket.hurry();
    expect(wires).toHaveLength(11);
    socket.hurry();
    expect(wires).toHaveLength(11);
  });

  it("waits longer each time also for a server that greets and closes at once", () => {
    const { wires, last } = table();
    const waits: number[] = [];
    for (let i = 1; i <= 6; i++) {
      last().open();
      last().say(state(4));
      const before = Date.now();
      last().break(1011);
      while (wires.length === i) vi.advanceTimersByTime(10);
      waits.push(Date.now() - before);
    }
    expect(waits[0]).toBeLessThan(600);
    expect(waits[4]).toBeGreaterThan(4 * (waits[0] as number));
    // Once a connection has lasted, the next is sought soon again.
    last().open();
    last().say(state(4));
    vi.advanceTimersByTime(12_000);
    last().break();
    vi.advanceTimersByTime(600);
    expect(wires).toHaveLength(8);
  });

  it.each([1006, 1011, 1012, 4408, 4429])("comes back after %i", (code) => {
    const { wires, log, last } = table();
    last().open();
    last().say(state(4));
    last().break(code);
    expect(log.at(-1)).toEqual(["lost"]);
    vi.advanceTimersByTime(600);
    expect(wires).toHaveLength(2);
  });

  it.each([
    [4400, "outdated"],
    [4404, "missing"],
    [4409, "elsewhere"],
  ])("stops after %i, until somebody asks", (code, why) => {
    const { socket, wires, log, last } = table();
    last().open();
    last().say(state(4));
    last().break(code);
    expect(log.at(-1)).toEqual([why]);
    socket.hurry();
    vi.advanceTimersByTime(600_000);
    expect(wires).toHaveLength(1);
    socket.reconnect();
    expect(log.at(-1)).toEqual(["connecting"]);
    last().open();
    last().say(state(5));
    expect(log.slice(-2)).toEqual([["state", 5], ["open"]]);
  });

  it("begins anew on request, and takes unanswered commands along", () => {
    const { socket, wires, last } = table();
    last().open();
    last().say(state(4));
    socket.reconnect();
    expect(wires[0]?.closed).toBe(true);
    socket.send({ type: "stand" });
    last().open();
    last().say(state(4));
    expect(last().sent.map(({ type }) => type)).toEqual(["hello", "stand"]);
  });

  it("stays closed once it is closed", () => {
    const { socket, wires, log, last } = table();
    last().open();
    socket.close();
    last().break();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
    expect(log.at(-1)).toEqual(["closed"]);
  });
});
