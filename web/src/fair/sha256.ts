/**
 * SHA-256 and HMAC, as FIPS 180-4 and RFC 2104 have them.
 *
 * A browser's own come with https alone, and most tables are reached by plain http in the house. What
 * is hashed here is short.
 */

const FIRST_PRIMES = primes(64);
/** The first 32 bits of the fractional parts of the primes' cube roots, and of the first eight's square roots. */
const K = FIRST_PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = FIRST_PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const BLOCK = 64;

export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  const view = new DataView(padded(message).buffer);
  for (let at = 0; at < view.byteLength; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) digest.setUint32(4 * i, word);
  return new Uint8Array(digest.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

function compress(state: Uint32Array, words: Uint32Array): void {
  const word = (i: number) => words[i] as number;
  for (let i = 16; i < 64; i++) {
    const [old, late] = [word(i - 15), word(i - 2)];
    words[i] =
      word(i - 16) +
      (turn(old, 7) ^ turn(old, 18) ^ (old >>> 3)) +
      word(i - 7) +
      (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (K[i] as number) + word(i);
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) {
    state[i] = (state[i] as number) + value;
  }
}

type Eight = [number, number, number, number, number, number, number, number];

const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

/** The message, a one bit, zeros, and its length in bits. */
function padded(message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  whole.set(message);
  whole[message.length] = 0x80;
  new DataView(whole.buffer).setUint32(whole.length - 4, message.length * 8);
  return whole;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}
