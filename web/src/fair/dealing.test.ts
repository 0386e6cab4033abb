import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../tests/data/deals.json";
import { commitment, deal, newNonce, nonceCommitment } from "./dealing";
import { fromHex, hmac, sha256, toHex, utf8 } from "./sha256";

describe("SHA-256 and HMAC", () => {
  it("are what everybody else's are, at any length", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.uint8Array({ maxLength: 150 }),
        (text, key) => {
          expect(toHex(sha256(text))).toBe(createHash("sha256").update(text).digest("hex"));
          expect(toHex(hmac(key, text))).toBe(createHmac("sha256", key).update(text).digest("hex"));
        },
      ),
    );
    for (const size of [0, 55, 56, 63, 64, 119, 120, 128]) {
      const text = new Uint8Array(size).fill(97);
      expect(toHex(sha256(text))).toBe(createHash("sha256").update(text).digest("hex"));
    }
    expect(toHex(sha256(utf8("abc")))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  it("writes and reads hexadecimal", () => {
    expect(toHex(fromHex("00ff10"))).toBe("00ff10");
  });
});

describe("a deal", () => {
  it.each(vectors.map((it, at) => [at, it] as const))("is the shared one: %i", (_, it) => {
    const dealt = deal(it.secret, it.table, it.hand, it.size, it.nonces);
    expect(dealt).toEqual({ hands: it.hands, stock: it.stock, starter: it.starter });
    expect(commitment(it.secret)).toBe(it.commit);
    for (const [seat, told] of ((it as { nonce_commits?: string[] }).nonce_commits ?? []).entries())
      if (told) expect(nonceCommitment("ABCDE".charAt(seat), it.nonces[seat] ?? "")).toBe(told);
  });

  it("has a nonce of 16 bytes from each browser, never the same", () => {
    const some = new Set(Array.from({ length: 100 }, newNonce));
    expect(some.size).toBe(100);
    for (const nonce of some) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  });
});
