/**
 * What this browser has a part in, and keeps, so that it can check a deal afterwards: the commitments
 * as they were told before the hand, its own nonce, its own tiles as they were dealt.
 */

import type { Command, Snapshot } from "../net/protocol";
import { newNonce, nonceCommitment } from "./dealing";

/** What was seen of one hand. */
export interface Kept {
  match: number;
  hand: number;
  /** The commitment to the secret, as it was told first. */
  commit: string;
  /** Whether that was before the deal. */
  before: boolean;
  seat: string | null;
  nonce: string | null;
  revealed: boolean;
  /** The commitments of all seats, as they were told before this browser revealed its nonce. */
  nonceCommits: Record<string, string>;
  /** One's own tiles, as they were told first. */
  tiles: string[];
}

/** Where it is kept, so that loading the page again does not lose it. */
export interface Memory {
  read(): string | null;
  write(text: string): void;
}

export class Witness {
  private kept: Kept | null;
  /** What was sent over this page's life: once each. */
  private readonly sent = new Set<string>();

  constructor(private readonly memory: Memory) {
    this.kept = parse(memory.read());
  }

  /** What was kept of this hand. */
  of({ table }: Pick<Snapshot, "table">): Kept | null {
    const kept = this.kept;
    return kept && kept.match === table.match?.number && kept.hand === table.shuffle?.hand
      ? kept
      : null;
  }

  /** Look at what is told; the command that it calls for. */
  see(snapshot: Snapshot): Command | null {
    const { table, view } = snapshot;
    const shuffle = table.shuffle;
    if (!shuffle || !table.match) return null;
    const before = shuffle.stage === "commit" || shuffle.stage === "reveal";
    const kept = this.of(snapshot) ?? {
      match: table.match.number,
      hand: shuffle.hand,
      commit: shuffle.commit,
      before,
      seat: seatOf(snapshot),
      nonce: null,
      revealed: false,
      nonceCommits: {},
      tiles: [],
    };
    if (before && !kept.revealed) kept.nonceCommits = { ...shuffle.nonce_commits };
    if (shuffle.stage === "dealt" && kept.tiles.length === 0 && view?.seat === kept.seat)
      kept.tiles = view?.tiles ?? [];
    const command = this.answer(kept, snapshot);
    this.keep(kept);
    return command;
  }

  private answer(kept: Kept, snapshot: Snapshot): Command | null {
    const shuffle = snapshot.table.shuffle;
    const seat = seatOf(snapshot);
    // A commitment that has changed gets no nonce: it would be an honest one for a dishonest deal.
    if (!shuffle || seat === null || seat !== kept.seat || shuffle.commit !== kept.commit)
      return null;
    const told = shuffle.nonce_commits[seat];
    const once = (what: string) => {
      const key = `${what} ${kept.match}.${kept.hand}`;
      return !this.sent.has(key) && this.sent.add(key);
    };
    if (shuffle.stage === "commit" && told === undefined && once("commit")) {
      kept.nonce ??= newNonce();
      return { type: "commit_nonce", commit: nonceCommitment(seat, kept.nonce) };
    }
    const mine = kept.nonce !== null && told === nonceCommitment(seat, kept.nonce);
    if (shuffle.stage === "reveal" && kept.nonce !== null && mine && once("reveal")) {
      kept.revealed = true;
      return { type: "reveal_nonce", nonce: kept.nonce };
    }
    return null;
  }

  private keep(kept: Kept): void {
    this.kept = kept;
    this.memory.write(JSON.stringify(kept));
  }
}

/** As whose this browser adds a nonce; a phone that is passed around does so for the first who plays on it. */
function seatOf({ table, you }: Pick<Snapshot, "table" | "you">): string | null {
  const passed = table.company.one_phone && you.host;
  return passed ? (table.seats.find((it) => it.kind === "person")?.seat ?? null) : you.seat;
}

function parse(text: string | null): Kept | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    return typeof kept === "object" ? (kept as Kept | null) : null;
  } catch {
    return null;
  }
}
