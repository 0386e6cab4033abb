/** A review as it comes, line by line. */

import { Refusal, UNREACHABLE } from "../net/api";
import type { ErrorBody, HandPlace } from "../net/protocol";
import type {
  ReviewBegins,
  ReviewEnds,
  ReviewedDecision,
  ReviewLine,
  ReviewWaits,
} from "../net/wire";
import { lang } from "../texts/texts.svelte";

export interface Decided {
  readonly decision: ReviewedDecision;
  /** Else a better look at it follows. */
  readonly final: boolean;
}

export class Reviewing {
  begins = $state.raw<ReviewBegins | null>(null);
  ends = $state.raw<ReviewEnds | null>(null);
  waits = $state.raw<ReviewWaits | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  /** By the number of the move. */
  decided = $state.raw<ReadonlyMap<number, Decided>>(new Map());

  readonly decisions = $derived([...this.decided.values()].map(({ decision }) => decision));
  readonly done = $derived([...this.decided.values()].filter(({ final }) => final).length);

  /** What has come. */
  take(line: ReviewLine): void {
    if (line.type === "begins") this.begins = line;
    else if (line.type === "ends") this.ends = line;
    else if (line.type === "waits") this.waits = line;
    else if (line.type === "error") this.error = line.error;
    // After another try it begins with sketches again.
    else if (line.final || !this.decided.get(line.decision.move)?.final)
      this.decided = new Map(this.decided).set(line.decision.move, line);
  }

  /** Follow the review of a hand, as oneself or as nobody; the function given back stops it. */
  follow(
    table: string,
    { match, hand }: HandPlace,
    credentials: RequestCredentials = "same-origin",
  ): () => void {
    const stop = new AbortController();
    const path = `/api/tables/${encodeURIComponent(table)}/hands/${match}/${hand}/review`;
    this.error = this.waits = null;
    // As nobody one's language is known from nothing else.
    fetch(path, { signal: stop.signal, credentials, headers: { "accept-language": lang() } })
      .then((answer) => this.read(answer))
      .then(
        () => {
          if (!this.ends) this.error ??= unreachable;
        },
        (failure) => {
          if (stop.signal.aborted) return;
          this.error = failure instanceof Refusal ? failure.body : unreachable;
        },
      );
    return () => stop.abort();
  }

  private async read(answer: Response): Promise<void> {
    if (!answer.ok || !answer.body) throw new Refusal(answer.status, await answer.json());
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (rest + (value ?? "")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) this.take(JSON.parse(line));
      if (done) return;
    }
  }
}

const unreachable: ErrorBody = { code: UNREACHABLE, params: {}, text: "" };
