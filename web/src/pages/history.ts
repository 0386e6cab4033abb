/** A list of hands as people remember them: those of one match together, as long as nothing else came between. */

import type { PlayedHand } from "../net/protocol";

export interface Sitting {
  /** The same as long as the list only grows at its end. */
  readonly key: string;
  readonly hands: readonly PlayedHand[];
}

export function sitting(hands: readonly PlayedHand[]): Sitting[] {
  const groups: { key: string; hands: PlayedHand[] }[] = [];
  for (const hand of hands) {
    const last = groups.at(-1)?.hands[0];
    if (last && last.table === hand.table && last.match === hand.match && same(last, hand))
      groups.at(-1)?.hands.push(hand);
    else groups.push({ key: `h${hand.table}-${hand.match}-${hand.hand}`, hands: [hand] });
  }
  return groups;
}

/** Whether the same people sat in the same seats. */
const same = (one: PlayedHand, other: PlayedHand): boolean =>
  one.seat === other.seat && JSON.stringify(one.players) === JSON.stringify(other.players);
