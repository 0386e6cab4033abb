/** Whether a finished hand was dealt as its server had committed to, as far as this browser can tell. */

import type { TableView, View } from "../net/protocol";
import { parseChoices } from "../rules/options";
import { readAction } from "../table/moves";
import { commitment, deal, nonceCommitment } from "./dealing";
import type { Kept } from "./witness";

/** One thing that was looked at. What is neither right nor wrong could not be looked at, or is missing. */
export interface Finding {
  is: "right" | "wrong" | "open";
  what: What;
  /** The seats that it is about. */
  seats: string[];
}

export type What =
  | "commit_kept"
  | "commit_changed"
  | "commit_late"
  | "secret_right"
  | "secret_wrong"
  | "nonce_in"
  | "nonce_out"
  | "nonces_right"
  | "nonces_wrong"
  | "nonces_none"
  | "silent"
  | "tiles_right"
  | "tiles_wrong"
  | "starter_right"
  | "starter_wrong";

/** The findings, in the order in which they build on each other; none while the hand goes on. */
export function check(table: TableView, view: View, kept: Kept | null): Finding[] {
  const shuffle = table.shuffle;
  if (!shuffle?.secret || !shuffle.nonces || !view.over || shuffle.hand !== view.hand) return [];
  const { secret, nonces } = shuffle;
  const found: Finding[] = [];
  const tell = (is: Finding["is"], what: What, seats: string[] = []) =>
    found.push({ is, what, seats });
  const either = (
    right: boolean,
    what: "secret" | "tiles" | "starter" | "nonces",
    seats?: string[],
  ) => tell(right ? "right" : "wrong", `${what}_${right ? "right" : "wrong"}`, seats);

  const commit = kept?.commit ?? shuffle.commit;
  if (!kept?.before) tell("open", "commit_late");
  else if (commit === shuffle.commit) tell("right", "commit_kept");
  else tell("wrong", "commit_changed");
  either(commitment(secret) === commit, "secret");

  const given = Object.keys(nonces);
  if (kept?.nonce && kept.seat) {
    if (nonces[kept.seat] === kept.nonce) tell("right", "nonce_in", [kept.seat]);
    else if (kept.revealed) tell("open", "nonce_out", [kept.seat]);
  }
  const commits = kept?.before ? kept.nonceCommits : shuffle.nonce_commits;
  if (given.length === 0) tell("open", "nonces_none");
  else
    either(
      given.every((seat) => nonceCommitment(seat, nonces[seat] ?? "") === commits[seat]),
      "nonces",
      given,
    );
  const silent = Object.keys(shuffle.nonce_commits).filter((seat) => !(seat in nonces));
  if (silent.length > 0) tell("open", "silent", silent);

  const seats = table.seats.map(({ seat }) => seat);
  const size = Number(parseChoices(table.rules).hand);
  const dealt = deal(
    secret,
    table.id,
    view.hand,
    size,
    seats.map((seat) => nonces[seat] ?? ""),
  );
  const hands = seats.map((seat) => dealtTo(view, seat));
  const stock = view.turned_up ? [view.turned_up, ...(view.hidden_stock ?? [])] : [];
  const own = dealt.hands[seats.indexOf(kept?.seat ?? "")] ?? [];
  either(
    hands.every((hand, at) => same(hand, dealt.hands[at] ?? [])) &&
      stock.join() === dealt.stock.join() &&
      (kept?.tiles.every((tile) => own.includes(tile)) ?? true),
    "tiles",
  );
  if (view.hand === 1 && stock.length > 0)
    either(view.starter === dealt.starter, "starter", [view.starter]);
  return found;
}

/** Everything that a seat was dealt: what it has left, what it has discarded, what it has played. */
function dealtTo(view: View, seat: string): string[] {
  const played = view.actions
    .filter((it) => it.seat === seat)
    .map(({ action }) => readAction(action));
  const laid = played
    .filter(({ kind }) => kind === "play" || kind === "lead")
    .map(({ tile }) => tile);
  return [...(view.hands?.[seat] ?? []), ...(view.dead[seat] ?? []), ...laid];
}

const same = (some: readonly string[], others: readonly string[]): boolean =>
  [...some].sort().join() === [...others].sort().join();
