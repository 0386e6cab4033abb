/** A table for the lesson: the others' steps come from the record, and nothing goes to a server. */

import { myName } from "../me.svelte";
import type { Command, SeatView, TableView, View } from "../net/protocol";
import { TableStore } from "../table/store.svelte";
import { t } from "../texts/texts.svelte";
import { type Lesson, due, pauses } from "./coach";
import { after, type Node, over, readStep } from "./fold";

/** From the beginning of the others' turn to their step, in milliseconds. */
export const PACE = 1_100;

/** The lesson's hand, as it was recorded. */
export interface Recorded {
  rules: string;
  view: View;
  tree: Node;
}

export class LessonStore extends TableStore {
  /** What is told now; null while there is nothing to be said, or it was skipped. */
  lesson = $state<Lesson | null>(null);
  /** Whether somebody wants to be told anything. */
  coached = $state(true);

  private told = new Set<Lesson>();
  private steps: string[] = [];
  private node: Node;
  private seq = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly record: Recorded,
    private readonly pace = PACE,
  ) {
    super("belajar");
    this.node = record.tree;
    this.connection = "open";
    this.you = { person: null, who: null, seat: record.view.seat, host: false, asks: null };
    this.begin();
  }

  /** Deal: the same tiles every time. */
  private begin(): void {
    clearTimeout(this.timer);
    this.told = new Set();
    this.node = this.record.tree;
    this.steps = [...this.node.did];
    this.show(this.record.view, []);
    this.look();
  }

  /** What was told is understood. */
  understood(): void {
    if (this.lesson) this.told.add(this.lesson);
    this.look();
  }

  /** Nothing is told any more. */
  skip(): void {
    this.coached = false;
    this.look();
  }

  /** Whether something else waits to be said at this moment. */
  get more(): boolean {
    return (
      this.view !== null &&
      this.lesson !== null &&
      due(this.view, new Set([...this.told, this.lesson])) !== null
    );
  }

  override play(action: string): void {
    const next = this.node.then?.[action];
    const view = this.view;
    if (!next || !view?.seat || this.steps.length > 0) return;
    if (this.lesson) this.told.add(this.lesson);
    this.node = next;
    this.steps = [...next.did];
    this.step(`${view.seat}${action}`);
  }

  /** Of the commands of a table there is none to be carried out. */
  override send(_: Command): string | null {
    return null;
  }

  override open(): () => void {
    return () => clearTimeout(this.timer);
  }

  /** Somebody does something. */
  private step(step: string): void {
    const did = readStep(step);
    const following = this.steps[0];
    const turn = following
      ? readStep(following).seat
      : this.node.end
        ? null
        : this.record.view.seat;
    let view = after(this.view as View, did, turn);
    if (this.steps.length === 0) {
      if (this.node.end) view = over(view, this.node.end);
      else view = { ...view, legal: Object.keys(this.node.then ?? {}) };
    }
    const action = view.actions.at(-1)?.action ?? did.action;
    const by = did.seat === view.seat ? "person" : "computer";
    this.show(view, [{ type: "played", by, seat: did.seat, action }]);
    this.look();
  }

  /** See what is to be said, and have the others go on where nothing has to be read first. */
  private look(): void {
    clearTimeout(this.timer);
    const view = this.view as View;
    this.lesson = this.coached ? due(view, this.told) : null;
    if (this.lesson && pauses(this.lesson)) return;
    const next = this.steps[0];
    if (next)
      this.timer = setTimeout(() => {
        this.steps = this.steps.slice(1);
        this.step(next);
      }, this.pace);
  }

  private show(view: View, events: Parameters<TableStore["take"]>[1]): void {
    this.seq++;
    if (this.you)
      this.take({ seq: this.seq, table: this.tableOf(view), view, you: this.you }, events);
  }

  private tableOf(view: View): TableView {
    const { end } = this.node;
    const seats = Object.keys(view.counts).map(
      (seat): SeatView => ({
        seat,
        kind: seat === view.seat ? "person" : "computer",
        name: seat === view.seat ? (myName() ?? t("learn.you")) : null,
        who: null,
        bot: false,
        level: seat === view.seat ? null : "beginner",
        connected: true,
        ready: false,
        host: false,
        side: null,
        stand_in: null,
      }),
    );
    const total =
      (view.over && end?.outcome.net) || Object.fromEntries(seats.map(({ seat }) => [seat, 0]));
    return {
      id: "belajar",
      phase: view.over ? "hand_over" : "playing",
      rules: this.record.rules,
      rules_short: view.rules,
      direction: "clockwise",
      clock: { move: null, grace: 30, left: null },
      company: { public: false, onlookers: false, delay: 0, chat: false, one_phone: false },
      gathering: null,
      seats,
      votes: [],
      claims: [],
      onlookers: 0,
      match: {
        number: 1,
        hands: [],
        total,
        standings:
          (view.over && end?.standings) || seats.map(({ seat }) => ({ place: 1, seat, total: 0 })),
        over: false,
        next: null,
      },
      shuffle: null,
      practice: null,
    };
  }
}
