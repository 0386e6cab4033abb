import { describe, expect, it } from "vitest";
import type { Command, Shuffle, Snapshot, TableView, View } from "../net/protocol";
import { STATES } from "../../dev/states";
import { check } from "./check";
import { commitment, deal, nonceCommitment } from "./dealing";
import { Witness } from "./witness";

const bent = STATES.both_ends_bent as () => Snapshot;
const SECRET = "5e".repeat(32);
const OTHER = "00".repeat(32);
const THEIRS = "b2".repeat(16);

function remembering() {
  let kept: string | null = null;
  return { read: () => kept, write: (text: string) => (kept = text) };
}

/** A table with a stage of the shuffle, as A sees it. */
function at(
  stage: Shuffle["stage"],
  more: Partial<Shuffle> = {},
  view: View | null = null,
): Snapshot {
  const whole = bent();
  const shuffle: Shuffle = {
    hand: 1,
    stage,
    commit: commitment(SECRET),
    nonce_commits: {},
    nonces: null,
    secret: null,
    ...more,
  };
  const rules = "players=4 hand=6";
  const table: TableView = { ...whole.table, rules, shuffle };
  return { ...whole, table, view, you: { ...whole.you, seat: "A" } };
}

/** The end of a hand that was dealt from these, in which nobody has played. */
function end(nonces: string[]): View {
  const { view: whole } = bent();
  const { hands, stock, starter } = deal(SECRET, "k3f9abcdefgh", 1, 6, nonces);
  return {
    ...(whole as View),
    seat: "A",
    hand: 1,
    over: true,
    starter,
    actions: [],
    dead: {},
    tiles: [...(hands[0] ?? [])],
    hands: Object.fromEntries(hands.map((hand, seat) => ["ABCD".charAt(seat), hand])),
    turned_up: stock[0] ?? null,
    hidden_stock: stock.slice(1),
  };
}

describe("a phone that is passed around", () => {
  it("adds a nonce for the first who plays on it, and keeps no tiles", () => {
    const passed = (told: Snapshot): Snapshot => ({
      ...told,
      table: {
        ...told.table,
        company: { ...told.table.company, one_phone: true },
        seats: told.table.seats.map((it) => ({
          ...it,
          kind: it.seat === "A" ? "computer" : "person",
        })),
      },
      you: { ...told.you, seat: null, host: true },
    });
    const witness = new Witness(remembering());
    const before = passed(at("commit"));
    expect(witness.see(before)).toMatchObject({ type: "commit_nonce" });
    const dealt = passed(at("dealt", {}, { ...(bent().view as View), seat: null, tiles: [] }));
    expect(witness.see(dealt)).toBeNull();
    expect(witness.of(dealt)).toMatchObject({ seat: "B", tiles: [] });
    const other = { ...before, you: { ...before.you, host: false } };
    expect(new Witness(remembering()).see(other)).toBeNull();
  });
});

/** Before the deal, with B's commitment told too; the witness and its nonce. */
function witnessed(memory = remembering()) {
  const witness = new Witness(memory);
  const first = witness.see(at("commit")) as Extract<Command, { type: "commit_nonce" }>;
  const commits = { A: first.commit, B: nonceCommitment("B", THEIRS) };
  return { witness, commits, memory };
}

function revealed(memory = remembering()) {
  const { witness, commits } = witnessed(memory);
  witness.see(at("commit", { nonce_commits: commits }));
  const { nonce } = witness.see(at("reveal", { nonce_commits: commits })) as { nonce: string };
  const dealt = end([nonce, THEIRS, "", ""]);
  witness.see(at("dealt", { nonce_commits: commits }, { ...dealt, over: false, hands: null }));
  const shuffle = { nonce_commits: commits, nonces: { A: nonce, B: THEIRS }, secret: SECRET };
  return { witness, commits, nonce, dealt, shuffle, memory };
}

function findings(snapshot: Snapshot, witness: Witness | null) {
  const told = check(snapshot.table, snapshot.view as View, witness?.of(snapshot) ?? null);
  return told.map(({ is, what }) => `${is} ${what}`);
}

describe("a browser's part in a deal", () => {
  it("is a commitment, and then the nonce, once each", () => {
    const { witness, commits } = witnessed();
    expect(commits.A).toMatch(/^[0-9a-f]{64}$/);
    expect(witness.see(at("commit"))).toBeNull();
    const told = at("reveal", { nonce_commits: commits });
    const answer = witness.see(told);
    expect(answer?.type).toBe("reveal_nonce");
    expect(nonceCommitment("A", (answer as { nonce: string }).nonce)).toBe(commits.A);
    expect(witness.see(told)).toBeNull();
  });

  it("is nothing for an onlooker, and nothing where somebody else's window was quicker", () => {
    const witness = new Witness(remembering());
    const told = at("commit");
    expect(witness.see({ ...told, you: { ...told.you, seat: null } })).toBeNull();
    const late = new Witness(remembering());
    expect(late.see(at("commit", { nonce_commits: { A: "1".repeat(64) } }))).toBeNull();
    expect(late.see(at("reveal", { nonce_commits: { A: "1".repeat(64) } }))).toBeNull();
  });

  it("is not given for a commitment that has changed", () => {
    const { witness, commits } = witnessed();
    const changed = { nonce_commits: commits, commit: commitment(OTHER) };
    expect(witness.see(at("reveal", changed))).toBeNull();
  });

  it("outlasts loading the page again", () => {
    const { memory, commits } = witnessed();
    const again = new Witness(memory);
    expect(again.see(at("commit"))).toEqual({ type: "commit_nonce", commit: commits.A });
    expect(new Witness(memory).see(at("reveal", { nonce_commits: commits }))?.type).toBe(
      "reveal_nonce",
    );
  });
});

describe("checking a deal", () => {
  it("finds an honest one right", () => {
    const { witness, dealt, shuffle } = revealed();
    const over = at("over", shuffle, dealt);
    witness.see(over);
    expect(findings(over, witness)).toEqual([
      "right commit_kept",
      "right secret_right",
      "right nonce_in",
      "right nonces_right",
      "right tiles_right",
      "right starter_right",
    ]);
    expect(findings(at("dealt", shuffle, { ...dealt, over: false }), witness)).not.toContain(
      "wrong tiles_wrong",
    );
  });

  it("counts what was played and discarded to whoever had it", () => {
    const { witness, dealt, shuffle } = revealed();
    const hands = structuredClone(dealt.hands) as Record<string, string[]>;
    const [first, second, ...rest] = hands.B as string[];
    const view = {
      ...dealt,
      hands: { ...hands, B: rest },
      dead: { B: [second as string] },
      actions: [
        { seat: "B", action: `${first}>` },
        { seat: "B", action: `x${second}` },
        { seat: "C", action: "--" },
      ],
    };
    expect(findings(at("over", shuffle, view), witness)).toContain("right tiles_right");
  });

  it("finds out a server that has changed its mind", () => {
    const { witness, dealt, shuffle } = revealed();
    const changed = { ...shuffle, secret: OTHER, commit: commitment(OTHER) };
    const told = findings(at("over", changed, dealt), witness);
    expect(told).toEqual(
      expect.arrayContaining(["wrong commit_changed", "wrong secret_wrong", "wrong tiles_wrong"]),
    );
    expect(findings(at("over", { ...shuffle, secret: OTHER }, dealt), witness)).toContain(
      "wrong secret_wrong",
    );
  });

  it("finds out tiles that were swapped, even before the hand was first shown", () => {
    const { witness, dealt, shuffle } = revealed();
    const hands = dealt.hands as Record<string, string[]>;
    const swapped = { ...dealt, hands: { ...hands, A: hands.B ?? [], B: hands.A ?? [] } };
    expect(findings(at("over", shuffle, swapped), witness)).toContain("wrong tiles_wrong");
    const stock = { ...dealt, hidden_stock: [...(dealt.hidden_stock ?? [])].reverse() };
    expect(findings(at("over", shuffle, stock), witness)).toContain("wrong tiles_wrong");
    const kept = witness.of(at("over", shuffle, dealt));
    if (kept) kept.tiles = [...(hands.B ?? [])];
    expect(findings(at("over", shuffle, dealt), witness)).toContain("wrong tiles_wrong");
  });

  it("finds out a starter who was not drawn, and a nonce that was not locked in", () => {
    const { witness, dealt, shuffle, nonce } = revealed();
    const other = { ...dealt, starter: dealt.starter === "A" ? "B" : "A" };
    expect(findings(at("over", shuffle, other), witness)).toContain("wrong starter_wrong");
    const forged = { ...shuffle, nonces: { A: nonce, B: "c3".repeat(16) } };
    expect(findings(at("over", forged, dealt), witness)).toContain("wrong nonces_wrong");
  });

  it("says what it has not seen, and whose numbers are missing", () => {
    const { dealt, shuffle, witness } = revealed();
    const late = new Witness(remembering());
    late.see(at("dealt", { nonce_commits: shuffle.nonce_commits }));
    expect(findings(at("over", shuffle, dealt), late)[0]).toBe("open commit_late");
    const without = { ...shuffle, nonces: {} };
    const told = findings(at("over", without, end(["", "", "", ""])), witness);
    expect(told).toEqual(
      expect.arrayContaining(["open nonce_out", "open nonces_none", "open silent"]),
    );
  });
});
