/** A table as one person sees it now, and what they can do about it. */

import { type Kept, Witness } from "../fair/witness";
import { loadMe, withName } from "../me.svelte";
import { Refusal } from "../net/api";
import type {
  ChatLine,
  Command,
  ErrorBody,
  Hinted,
  Said,
  SeatView,
  Snapshot,
  TableEvent,
  TableView,
  View,
  You,
} from "../net/protocol";
import { type Connection, isStop, socketAddress, TableSocket } from "../net/socket";
import { isolate } from "../texts/format";
import { errorText, lang, t } from "../texts/texts.svelte";
import { remember, remembered, sessionMemory } from "../ui/memory";
import { announce, ownNews, turn } from "./announce";
import { type Course, follow } from "./course";
import { isMuted } from "./muted.svelte";
import { nameIn } from "./names";
import { type Phrase, phraseText } from "./phrases";
import { Tabs } from "./tabs";

/** Whether somebody is here and has stepped aside from their seat, so that whoever looks on may ask them for it. */
export function isOffered(seat: SeatView): boolean {
  return seat.connected && seat.stand_in?.why === "asked";
}

/** How long a notice stays. */
const NOTICE = 6_000;
/** How long what somebody says is shown. */
const SAYING = 5_000;
/** So many lines of the chat are kept, as the server does. */
const LINES = 50;
/** A connection lost for less than this is not worth a word. */
const CALM = 1_200;

/** What somebody says with a tap; the count tells it from the same said before. */
export interface Saying {
  what: Phrase;
  count: number;
}

export class TableStore {
  table = $state.raw<TableView | null>(null);
  view = $state.raw<View | null>(null);
  you = $state.raw<You | null>(null);
  /** The finished hands of the match, as far as they are known. */
  course = $state.raw<Course | null>(null);
  /** When the time for this move is over, or the table begins by itself, as `performance.now()` tells it; null where none is counted. */
  until = $state<number | null>(null);
  connection = $state<Connection>("connecting");
  /** The connection has been gone for long enough to say so. */
  away = $state(false);
  /** The move that was sent and not yet answered. */
  sent = $state<string | null>(null);
  notice = $state<string | null>(null);
  /** Whether it is asked which seat is one's own. */
  asking = $state(false);
  /** What the live region says. */
  said = $state("");
  /** The latest event, and a count that tells it from an equal one before. */
  latest = $state.raw<{ count: number; event: TableEvent } | null>(null);

  /** What to do, once somebody has asked at a table against computer players alone; and that in a sentence. */
  hinted = $state.raw<Hinted | null>(null);
  advice = $state<string | null>(null);

  /** What was said lately, by seat. */
  bubbles = $state<Record<string, Saying>>({});

  /** What was written lately, at a table with a chat, and what one is about to write. */
  lines = $state.raw<ChatLine[]>([]);
  draft = $state("");
  /** Whether one looks at what can be said. */
  talking = $state(false);
  private seen = $state(0);

  /** The view that was told last: what is seen on a phone that is passed around, before somebody looks. */
  private covered: View | null = null;

  private socket: TableSocket | null = null;
  private tabs: Tabs | null = null;
  /** Whether this window was opened, or taken up again, and nothing has come since. */
  private fresh = true;
  private sayings = 0;
  private sentId: string | null = null;
  private readonly witness: Witness;
  /** What the page does by itself before a deal: where it came too late, nobody has to be told. */
  private readonly quiet = new Set<string>();
  private readonly asked = new Map<string, (error: ErrorBody | null) => void>();
  private readonly marker;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;
  private awayTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.witness = new Witness(sessionMemory(`deal.${id}`));
    this.marker = sessionMemory(`chat.${id}`);
    this.seen = Number(this.marker.read());
  }

  /** The seats that somebody here without one may ask for: of people who are away, or who have stepped aside. */
  get lost(): SeatView[] {
    if (!this.table || this.you?.seat !== null || this.you.asks !== null) return [];
    if (this.table.phase === "closed" || this.table.company.one_phone) return [];
    // Once the match is over who has stepped aside could not take it back.
    const offers = this.table.phase !== "match_over";
    return this.table.seats.filter((it) => it.kind === "person" && (!it.connected || (offers && isOffered(it))));
  }

  /** Whether this is the phone that is passed around. */
  get passing(): boolean {
    return (this.table?.company.one_phone && this.you?.host) || false;
  }

  /** What this browser kept of the hand that is told now, from before it was dealt. */
  get kept(): Kept | null {
    return this.table && this.witness.of({ table: this.table });
  }

  /** Whether somebody else has written what one has not looked at. */
  get unread(): boolean {
    if (!this.table?.company.chat) return false;
    return this.lines.some(
      ({ at, who }) => at > this.seen && who !== this.you?.who && !isMuted(who),
    );
  }

  /** All that is written here has been looked at. */
  read(): void {
    this.seen = Math.max(this.seen, this.lines.at(-1)?.at ?? 0);
    this.marker.write(String(this.seen));
  }

  /** Connect; the function given back lets go of everything. */
  open(): () => void {
    let closed = false;
    this.tabs = new Tabs(this.id, () => this.socket?.stop("elsewhere"));
    void loadMe().then(() => {
      if (!closed) this.connect();
    });
    const hurry = () => {
      if (document.visibilityState === "visible") this.socket?.hurry();
      else this.cover();
    };
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
    return () => {
      closed = true;
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      clearTimeout(this.noticeTimer);
      clearTimeout(this.awayTimer);
      this.socket?.close();
      this.tabs?.close();
    };
  }

  private connect(): void {
    this.socket = new TableSocket(
      {
        snapshot: (snapshot, events) => this.take(snapshot, events),
        connection: (connection) => this.turn(connection),
        answered: (id, error) => this.answered(id, error),
        error: (error) => this.tell(errorText(error)),
        presence: (seats, claims, onlookers) => {
          if (this.table) this.table = { ...this.table, seats, claims, onlookers };
        },
        said: (said) => this.hear(said),
        chat: (lines, all) => this.write(lines, all),
        hinted: (hinted) => {
          this.hinted = hinted;
        },
        looked: ({ view, error }) => {
          if (error) this.tell(errorText(error));
          // Whoever wakes the phone may be another than who has asked.
          else if (view && document.visibilityState !== "hidden") this.reveal(view);
        },
      },
      lang,
      () => new WebSocket(socketAddress(this.id)),
    );
  }

  take(snapshot: Snapshot, events: TableEvent[]): void {
    this.table = snapshot.table;
    this.view = this.covered = snapshot.view;
    this.course = follow(this.course, snapshot.table.match);
    const left = snapshot.table.clock.left ?? snapshot.table.gathering?.left ?? null;
    this.until = left === null ? null : performance.now() + left * 1_000;
    // The way back to one's own table is kept, for whoever strays from it.
    const before = this.member;
    const asked = this.you?.asks ?? null;
    this.you = snapshot.you;
    if (this.member && !before) remember("table", this.id);
    if (this.fresh && this.member) this.tabs?.claim();
    this.fresh = false;
    const answer = this.witness.see(snapshot);
    const id = answer && this.send(answer);
    if (id) this.quiet.add(id);
    const event = events.at(-1);
    if (!event) return;
    this.latest = { count: (this.latest?.count ?? 0) + 1, event };
    const told = announce(snapshot, ...events);
    if (told) this.said = told;
    const own = events.map((it) => ownNews(snapshot, it)).findLast((news) => news !== null);
    if (own) this.tell(own);
    else if (asked && events.some((it) => it.type === "seat_kept" && it.seat === asked))
      this.tell(t("say.seat_kept", { seat: asked }));
  }

  /** Whether one plays here: on a seat, or all on this phone. */
  private get member(): boolean {
    return this.you?.seat != null || this.passing;
  }

  /** See the hand of whoever is on turn, who has this phone now. */
  uncover(): void {
    if (this.view?.turn) this.socket?.look(this.view.turn);
  }

  private reveal(view: View): void {
    if (!this.table || !this.you) return;
    this.view = view;
    this.said = turn({
      seq: 0,
      table: this.table,
      view,
      you: { ...this.you, seat: view.seat },
    }).join(" ");
  }

  /** Cover the hand again, on a phone that is passed around. */
  cover(): void {
    if (!this.passing || this.view === this.covered) return;
    this.view = this.covered;
    this.said = "";
  }

  /** Somebody has said something; not where one does not want to hear them. */
  hear({ seat, who, what }: Said): void {
    if (isMuted(who) || !this.table) return;
    const count = ++this.sayings;
    this.bubbles[seat] = { what, count };
    this.said = `${nameIn(this.table, seat)}: ${phraseText(what)}`;
    setTimeout(() => {
      if (this.bubbles[seat]?.count === count) delete this.bubbles[seat];
    }, SAYING);
  }

  private write(lines: ChatLine[], all: boolean): void {
    this.lines = all ? lines : [...this.lines, ...lines].slice(-LINES);
    if (all) return;
    for (const { who, name, text } of lines)
      if (who !== this.you?.who && !isMuted(who))
        this.said = `${isolate(name ?? t("seat.someone"))}: ${isolate(text)}`;
  }

  /** Play an action of one's own. Only one is on its way at a time. */
  play(action: string): void {
    if (this.sent !== null) return;
    this.sent = action;
    this.sentId = this.send({ type: "play", action });
  }

  send(command: Command): string | null {
    return this.socket?.send(command) ?? null;
  }

  /** Send a command; what there was against it. */
  ask(command: Command): Promise<ErrorBody | null> {
    return new Promise((done) => {
      const id = this.send(command);
      if (id) this.asked.set(id, done);
    });
  }

  /** Sitting down needs a name. */
  async sit(seat: string): Promise<void> {
    await this.named(() => this.send({ type: "sit", seat }));
  }

  private async named(action: () => void): Promise<void> {
    try {
      await withName(async () => {
        if (this.you && this.you.person === null) this.socket?.reconnect();
        action();
      });
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.tell(errorText(refusal.body));
    }
  }

  /** Say that a seat is one's own, whose person cannot come back to it. */
  async askFor(seat: string): Promise<void> {
    await this.named(() => {
      this.send({ type: "ask_seat", seat });
      // Who sees the table late does not see at once that they have asked.
      if (this.table?.company.delay) this.tell(t("claim.sent"));
    });
  }

  /** Ask what to do; false where nobody can be asked now. */
  askHint(): boolean {
    return this.socket?.askHint() ?? false;
  }

  hurry(): void {
    this.socket?.hurry();
  }

  /** Have the table here again, after it was opened elsewhere. */
  takeBack(): void {
    this.fresh = true;
    this.socket?.reconnect();
  }

  /** Say something calmly, for a while. */
  tell(text: string): void {
    this.notice = text;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => this.hush(), NOTICE);
  }

  hush(): void {
    this.notice = null;
  }

  private answered(id: string, error: ErrorBody | null): void {
    if (id === this.sentId) this.sent = this.sentId = null;
    const asked = this.asked.get(id);
    if (asked) {
      this.asked.delete(id);
      asked(error);
      return;
    }
    // A move made against an older state was overtaken by what is on the screen now.
    const quiet = this.quiet.delete(id) || error?.code === "stale";
    if (error && !quiet) this.tell(errorText(error));
  }

  private turn(connection: Connection): void {
    this.connection = connection;
    if (connection === "missing" && remembered("table") === this.id) remember("table", null);
    clearTimeout(this.awayTimer);
    if (isStop(connection)) this.hush();
    if (connection !== "lost") this.away = false;
    else if (!this.away)
      this.awayTimer = setTimeout(() => {
        this.away = true;
      }, CALM);
  }
}
