/** How tiles are dealt (docs/dealing.md), told once more: so that a deal is not taken on trust. */

import { fromHex, hmac, sha256, toHex, utf8 } from "./sha256";

export interface Dealt {
  /** Each seat's tiles, A first, in the order dealt. */
  hands: string[][];
  stock: string[];
  /** The seat drawn to begin, for where one is drawn. */
  starter: string;
}

const SEATS = "ABCDE";

/** The tiles that secret (hexadecimal), table, hand number and nonces (by seat, "" for none) give. */
export function deal(
  secret: string,
  table: string,
  hand: number,
  size: number,
  nonces: readonly string[],
): Dealt {
  const draw = drawer(fromHex(secret), ["gaple-deal-1", table, hand, ...nonces].join("\n"));
  const row: string[] = [];
  for (let low = 0; low < 7; low++)
    for (let high = low; high < 7; high++) row.push(`${low}${high}`);
  for (let k = 27; k > 0; k--) {
    const j = draw(k + 1);
    [row[k], row[j]] = [row[j] as string, row[k] as string];
  }
  return {
    hands: nonces.map((_, seat) => row.slice(seat * size, (seat + 1) * size)),
    stock: row.slice(nonces.length * size),
    starter: SEATS.charAt(draw(nonces.length)),
  };
}

/** The commitment to a secret. */
export const commitment = (secret: string): string => hash(`gaple-commit-1\n${secret}`);

/** The commitment of a seat to its nonce. */
export const nonceCommitment = (seat: string, nonce: string): string =>
  hash(`gaple-nonce-1\n${seat}\n${nonce}`);

/** A new nonce. Unlike `crypto.subtle`, chance is there on plain http too. */
export const newNonce = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));

const hash = (text: string): string => toHex(sha256(utf8(text)));

/** Draws below n from the stream of HMAC blocks, each result equally likely. */
function drawer(secret: Uint8Array, head: string): (n: number) => number {
  let block = new Uint8Array();
  let blocks = 0;
  let used = 0;
  return (n) => {
    for (;;) {
      if (used === block.length) {
        block = new Uint8Array(hmac(secret, utf8(`${head}\n${blocks++}`)));
        used = 0;
      }
      const byte = block[used++] as number;
      if (byte < 256 - (256 % n)) return byte % n;
    }
  };
}
