/**
 * A table's socket that mends itself.
 *
 * It says hello with the last number it has seen, hands on every newer snapshot with what has happened
 * since, and keeps a command
 * until the server has answered it: after a reconnection the command goes out again under the same
 * id, which the server commits once. Messages it doesn't know, or has seen, are ignored. Where the
 * server closes it for a reason that a new connection would only meet again, it stops.
 */

import {
  type ChatLine,
  type Claim,
  type Command,
  type ErrorBody,
  type Hinted,
  type Lang,
  type Looked,
  type Missed,
  PROTOCOL_VERSION,
  type Said,
  type SeatView,
  type ServerMessage,
  type Snapshot,
  type TableEvent,
} from "./protocol";
import { newId } from "./id";

/** Why the server ended a connection for good: the table isn't there, this page is of another
 * version, the same person has opened the table in too many other windows since, or only those with a
 * seat may look. */
export type Stop = "missing" | "outdated" | "elsewhere" | "private";

/** `lost` while it tries to come back. */
export type Connection = "connecting" | "open" | "lost" | "closed" | Stop;

export function isStop(connection: Connection): connection is Stop {
  return [...STOPS.values()].includes(connection as Stop);
}

export interface Listener {
  /** A newer snapshot, and the events since the one before: none where nobody knows which they were. */
  snapshot(snapshot: Snapshot, events: TableEvent[]): void;
  connection(connection: Connection): void;
  /** A command was committed (null) or refused. */
  answered(id: string, error: ErrorBody | null): void;
  /** The server could not read a frame, or will not have this connection. */
  error(error: ErrorBody): void;
  presence(seats: SeatView[], claims: Claim[], onlookers: number): void;
  said(said: Said): void;
  /** What to do, or why there is no saying. */
  hinted(hinted: Hinted): void;
  /** The hand of the seat on turn, on a phone that is passed around; or why it is not shown. */
  looked(looked: Looked): void;
  /** What was written: one line more, or all that there is now. */
  chat(lines: ChatLine[], all: boolean): void;
}

/** What is used of a WebSocket, so that tests can bring their own. */
export type Wire = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** A connection that lasted this long was a good one: after it the waits begin anew. */
const STEADY = 10_000;
/** A silence this long is broken by a ping; unanswered for `PATIENCE` the connection counts as lost. */
const SILENCE = 15_000;
const PATIENCE = 6_000;
/** The close codes after which connecting again would only be told the same. */
const STOPS: ReadonlyMap<number, Stop> = new Map([
  [4400, "outdated"],
  [4403, "private"],
  [4404, "missing"],
  [4409, "elsewhere"],
]);

export class TableSocket {
  private wire: Wire | null = null;
  private seq: number | null = null;
  private readonly pending = new Map<string, string>();
  private wait = FIRST_WAIT;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private watch: ReturnType<typeof setTimeout> | null = null;
  /** When the first state came over this connection. */
  private greeted: number | null = null;
  private closed = false;

  constructor(
    private readonly listener: Listener,
    private readonly lang: () => Lang,
    private readonly connect: () => Wire,
  ) {
    this.open();
  }

  /** Send a command made against the latest snapshot; its id. */
  send(command: Command): string {
    const id = newId();
    const frame = JSON.stringify({ ...command, id, seq: this.seq ?? 0 });
    this.pending.set(id, frame);
    if (this.greeted !== null) this.wire?.send(frame);
    return id;
  }

  /** Ask what to do; false where nobody can be asked now. */
  askHint(): boolean {
    if (this.greeted === null) return false;
    this.wire?.send('{"type":"hint"}');
    return true;
  }

  /** Ask to see the hand of this seat, as things stand. It is asked once: who comes back later asks anew. */
  look(seat: string): void {
    if (this.greeted === null) return;
    this.wire?.send(JSON.stringify({ type: "look", seat, seq: this.seq ?? 0 }));
  }

  /** Try again at once instead of waiting for the next turn: the network is back, or somebody asks. */
  hurry(): void {
    if (this.retry === null) return;
    clearTimeout(this.retry);
    this.wait = FIRST_WAIT;
    this.open();
  }

  /** Begin anew, as for a device that the server has only now come to know, or after a stop. */
  reconnect(): void {
    if (this.retry !== null) clearTimeout(this.retry);
    this.drop();
    this.listener.connection("connecting");
    this.open();
  }

  close(): void {
    this.closed = true;
    if (this.retry !== null) clearTimeout(this.retry);
    this.drop();
    this.listener.connection("closed");
  }

  private open(): void {
    this.retry = null;
    const wire = this.connect();
    this.wire = wire;
    wire.onopen = () => {
      this.hello();
      this.listen();
    };
    wire.onmessage = (message: MessageEvent) => {
      if (wire === this.wire) this.receive(message.data);
    };
    wire.onclose = ({ code }: CloseEvent) => {
      if (wire !== this.wire) return;
      const stop = STOPS.get(code);
      if (stop) this.stop(stop);
      else this.lose();
    };
    // A handshake that nobody answers counts as lost too.
    this.arm(PATIENCE, () => this.lose());
  }

  private hello(): void {
    const hello = { type: "hello", version: PROTOCOL_VERSION, seq: this.seq, lang: this.lang() };
    this.wire?.send(JSON.stringify(hello));
  }

  private receive(data: unknown): void {
    this.listen();
    const message = parse(data);
    switch (message?.type) {
      case "state":
        this.take(message, this.unseen(message.missed ?? []));
        this.greet();
        break;
      case "event":
        if (this.seq !== null && message.seq <= this.seq) break;
        if (this.seq !== null && message.seq > this.seq + 1) this.hello();
        else this.take(message, [message.event]);
        break;
      case "done":
        this.answer(message.id, null);
        break;
      case "refused":
        this.answer(message.id, message.error);
        break;
      case "error":
        this.fault(message.id ?? null, message.error);
        break;
      case "probe":
        // The server measures how far away this window is: nothing may come between.
        this.wire?.send(JSON.stringify({ type: "echo", probe: message.probe }));
        break;
      case "presence":
        this.listener.presence(message.seats, message.claims, message.onlookers);
        break;
      case "said":
        this.listener.said(message);
        break;
      case "chatted":
        this.listener.chat([message.line], false);
        break;
      case "chat_log":
        this.listener.chat(message.lines, true);
        break;
      case "hinted":
        this.listener.hinted(message);
        break;
      case "looked":
        // What was shown of another turn is not shown any more.
        if (message.seq === this.seq) this.listener.looked(message);
        break;
    }
  }

  /** What was told meanwhile, on another way, is not told again. */
  private unseen(missed: Missed[]): TableEvent[] {
    return missed
      .filter(({ seq }) => this.seq === null || seq > this.seq)
      .map(({ event }) => event);
  }

  private take({ seq, table, view, you }: Snapshot, events: TableEvent[]): void {
    // A state as old as what is known still counts: it follows a refusal, or a hello.
    if (this.seq !== null && seq < this.seq) return;
    this.seq = seq;
    this.listener.snapshot({ seq, table, view, you }, events);
  }

  /** The first state after a hello: the connection stands, and what was not answered goes out again. */
  private greet(): void {
    if (this.greeted !== null) return;
    this.greeted = performance.now();
    this.listener.connection("open");
    for (const frame of this.pending.values()) this.wire?.send(frame);
  }

  private answer(id: string, error: ErrorBody | null): void {
    if (this.pending.delete(id)) this.listener.answered(id, error);
  }

  /** An error ends the command it names. Without a name it may mean any that was sent: all end. */
  private fault(id: string | null, error: ErrorBody): void {
    // Before the greeting nothing was sent that it could mean but the hello.
    const sent = this.greeted === null ? [] : [...this.pending.keys()];
    const meant = id === null ? sent : [id];
    for (const it of meant) this.answer(it, error);
    this.listener.error(error);
  }

  /** Something was heard: ping after the next long silence. */
  private listen(): void {
    this.arm(SILENCE, () => {
      this.wire?.send(JSON.stringify({ type: "ping" }));
      this.arm(PATIENCE, () => this.lose());
    });
  }

  /** Let go for good, as where another window has the table. */
  stop(why: Stop): void {
    if (this.retry !== null) clearTimeout(this.retry);
    this.retry = null;
    this.drop();
    this.listener.connection(why);
  }

  private lose(): void {
    // A server that greets and then closes would else be asked again at once, for ever.
    if (this.greeted !== null && performance.now() - this.greeted >= STEADY) this.wait = FIRST_WAIT;
    this.drop();
    if (this.closed) return;
    this.listener.connection("lost");
    this.retry = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private drop(): void {
    this.arm(0, null);
    const wire = this.wire;
    this.wire = null;
    this.greeted = null;
    wire?.close();
  }

  private arm(after: number, then: (() => void) | null): void {
    if (this.watch !== null) clearTimeout(this.watch);
    this.watch = then && setTimeout(then, after);
  }
}

/** Where a table's socket is. */
export function socketAddress(id: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/tables/${encodeURIComponent(id)}/socket`;
}

function parse(data: unknown): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === "object" ? (message as ServerMessage | null) : null;
  } catch {
    return null;
  }
}
