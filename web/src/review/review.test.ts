import { describe, expect, it } from "vitest";
import told from "../../dev/replay.json";
import type { Replay } from "../net/protocol";
import type { ReviewedDecision, ReviewedKnowledge } from "../net/wire";
import { positionAt } from "../replay/positions";
import { loadTexts, withTexts } from "../texts/texts.svelte";
import { expected, outlook, touched } from "./chart";
import { heat, percent, TILES } from "./heat";
import { Reviewing } from "./reviewing.svelte";
import { actionIn, amount, change, sentence, worth } from "./words";

await loadTexts("en");
await withTexts("replay", withTexts("review", Promise.resolve()));

const replay = told as unknown as Replay;
const plain = (text: string) => text.replace(/[\u2060\u2068\u2069]/g, "");

const decision = (
  move: number,
  seat: string,
  value: number,
  verdict: ReviewedDecision["verdict"] = "good",
): ReviewedDecision => ({
  move,
  seat,
  played: "01>",
  best: "12<",
  options: [
    { action: "01>", value: value - 3, error: 0.1, behind: 3, behind_error: 0.1, hindsight: null },
    { action: "12<", value, error: 0.1, behind: 0, behind_error: 0, hindsight: null },
  ],
  loss: { chips: 3, low: 2, high: 4 },
  verdict,
  worlds: 10,
  how: { id: "", en: "" },
  hindsight: null,
  why: [],
});

describe("the chart", () => {
  const size = { width: 200, height: 100 };
  const decisions = [decision(3, "B", -10), decision(1, "A", 10, "mistake"), decision(2, "B", 0)];

  it("has a point for each choice of a seat, where it was made, and one for what came of it", () => {
    const { lines, most, least, zero } = outlook(["A", "B"], decisions, { A: 30, B: -10 }, 4, size);
    expect([most, least, zero]).toEqual([30, -10, 75]);
    expect(
      lines.map(({ seat, points }) => [seat, points.map(({ move, x, y }) => [move, x, y])]),
    ).toEqual([
      [
        "A",
        [
          [1, 0, 50],
          [5, 200, 0],
        ],
      ],
      [
        "B",
        [
          [2, 50, 75],
          [3, 100, 100],
          [5, 200, 100],
        ],
      ],
    ]);
    expect(lines[0]?.points.map(({ verdict }) => verdict)).toEqual(["mistake", null]);
  });

  it("ends with the last choice while it is not known what came of it", () => {
    const { lines } = outlook(["A"], decisions, null, 4, size);
    expect(lines[0]?.points).toHaveLength(1);
    expect(outlook(["A"], [], null, 0, size).lines[0]?.points).toEqual([]);
  });

  it("has less above more where less is better", () => {
    const { most, least, lines } = outlook(["A"], decisions, { A: 2 }, 4, size, true);
    expect([most, least]).toEqual([-10, 10]);
    expect(lines[0]?.points[0]?.y).toBe(100);
  });

  it("tells the best of a choice, and where it was touched", () => {
    expect(expected(decision(1, "A", 7))).toBe(7);
    expect([-0.2, 0, 0.49, 1.3].map((part) => touched(part, 10))).toEqual([0, 0, 5, 10]);
  });
});

describe("the hidden tiles", () => {
  it("are told tile by tile and place by place, with where they lay", () => {
    const position = positionAt(replay, 0);
    const whose = replay.players[0]?.seat ?? "A";
    const own = new Set([...(position.hands[whose] ?? []), ...position.line]);
    const others = Object.keys(position.hands).filter((seat) => seat !== whose);
    const chance = TILES.map((tile) => (own.has(tile) ? 0 : 1000 / others.length));
    const known: ReviewedKnowledge = {
      seat: whose,
      worlds: 5,
      bits: 2,
      where: Object.fromEntries([...others].reverse().map((seat) => [seat, chance])),
      why: [],
    };
    const { places, tiles } = heat(known, position, replay.stock);
    expect(places).toEqual(others);
    expect(tiles).toHaveLength(28 - own.size);
    for (const { tile, lay, chances } of tiles) {
      expect(own).not.toContain(tile);
      expect(Object.values(chances).reduce((a, b) => a + b)).toBeCloseTo(1);
      if (lay !== "stock") expect(position.hands[lay ?? ""]).toContain(tile);
      else expect(replay.stock).toContain(tile);
    }
  });

  it("come hands first, then what is dead, then what was left over", () => {
    const where = Object.fromEntries(["stock", "Cx", "B", "Bx", "C"].map((it) => [it, [1000]]));
    const known = { seat: "A", worlds: 1, bits: 0, where, why: [] };
    expect(heat(known, positionAt(replay, 0), []).places).toEqual(["B", "C", "Bx", "Cx", "stock"]);
  });

  it("are certain only where they are", () => {
    expect([0, 0.0001, 0.5, 0.9999, 1].map(percent)).toEqual([0, 1, 50, 99, 100]);
    expect(TILES).toHaveLength(28);
  });
});

describe("the words", () => {
  it("name players and tiles, in the language chosen", async () => {
    const words = { id: "Setelah [3-5], {A} lewat.", en: "After [3-5], {A} passes. {X}" };
    const name = replay.players[0]?.name ?? "Computer A";
    expect(plain(sentence(words, replay))).toBe(`After 3-5, ${name} passes. {X}`);
    await loadTexts("id");
    expect(plain(sentence(words, replay))).toContain("Setelah 3-5");
    await loadTexts("en");
  });

  it("tell actions and amounts", () => {
    expect(["00", "35>", "35<", "x35", "--"].map((it) => plain(actionIn(it)))).toEqual([
      "leading 0-0",
      "3-5 on the right",
      "3-5 on the left",
      "discarding 3-5",
      "passing",
    ]);
    expect([amount(12.345, "chips"), amount(0.456, "hands"), change(-0.01, "chips")]).toEqual([
      "12.3",
      "0.46",
      "0",
    ]);
    expect([worth(1, "chips"), worth(2.25, "points")]).toEqual(["1 chip", "2.3 points"]);
  });
});

describe("a review", () => {
  const line = (it: unknown) => new TextEncoder().encode(`${JSON.stringify(it)}\n`);
  const answered = (chunks: Uint8Array[], status = 200) => {
    globalThis.fetch = async () =>
      new Response(
        new ReadableStream({
          start(to) {
            for (const chunk of chunks) to.enqueue(chunk);
            to.close();
          },
        }),
        { status },
      );
    const review = new Reviewing();
    review.follow("k", { match: 1, hand: 2 });
    return review;
  };
  const settled = () => new Promise((done) => setTimeout(done, 20));
  const ends = { type: "ends", lost: {}, splits: null, moments: [] };

  it("is put together from lines, however they are cut, a better look in the place of a sketch", async () => {
    const sketch = { type: "decides", final: false, decision: decision(4, "A", 1) };
    const final = { type: "decides", final: true, decision: decision(4, "A", 2) };
    const whole = [sketch, final, ends].map(line).flatMap((it) => [...it]);
    const review = answered(
      [0, 1, 2].map((part) =>
        Uint8Array.from(whole.slice(part * 500, part < 2 ? part * 500 + 500 : undefined)),
      ),
    );
    await settled();
    expect(review.decided.get(4)?.final).toBe(true);
    expect([review.done, review.decisions.length, review.error]).toEqual([1, 1, null]);
    expect(review.ends).toEqual(ends);
  });

  it("says why it does not come", async () => {
    const error = { code: "no-reviews", params: {}, text: "none here" };
    const refused = answered([line(error)], 503);
    await settled();
    expect(refused.error).toEqual(error);
    const failed = answered([
      line({ type: "waits", ahead: 1, ready: true }),
      line({ type: "error", error }),
    ]);
    await settled();
    expect([failed.error, failed.waits?.ahead]).toEqual([error, 1]);
    const cut = answered([line({ type: "waits", ahead: 1, ready: true })]);
    await settled();
    expect(cut.error?.code).toBe("unreachable");
  });
});
