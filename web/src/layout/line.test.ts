import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Box, isDouble, layoutLine, type Placed } from "./line";

interface Point {
  x: number;
  y: number;
}

interface Step {
  line: string[];
  root: number;
}

/** Lines as they grow tile by tile from a root, choosing tile and end by `choices`, until none fits. */
function growth(choices: number[]): Step[] {
  const pick = (() => {
    let index = 0;
    return (n: number) => (choices[index++ % choices.length] ?? 0) % n;
  })();
  const left = new Set<string>();
  for (let low = 0; low <= 6; low++)
    for (let high = low; high <= 6; high++) left.add(`${low}${high}`);
  const first = [...left][pick(28)] ?? "00";
  left.delete(first);
  const steps: Step[] = [{ line: [first], root: 0 }];
  for (;;) {
    const { line, root } = steps.at(-1) as Step;
    const ends: [string, string] = [line[0]?.[0] ?? "", line.at(-1)?.[1] ?? ""];
    const moves = [...left].flatMap((tile) =>
      (["<", ">"] as const)
        .filter((end) => tile.includes(end === "<" ? ends[0] : ends[1]))
        .map((end) => ({ tile, end })),
    );
    const move = moves[pick(moves.length || 1)];
    if (!move) return steps;
    left.delete(move.tile);
    const [a, b] = [move.tile[0] ?? "", move.tile[1] ?? ""];
    if (move.end === ">") steps.push({ line: [...line, ends[1] === a ? a + b : b + a], root });
    else steps.push({ line: [ends[0] === b ? a + b : b + a, ...line], root: root + 1 });
  }
}

/** A line in which doubles and singles alternate as long as they can: the hardest to turn. */
function alternating(): Step {
  const line = [0, 1, 2, 3, 4, 5, 6].flatMap((n) =>
    n < 6 ? [`${n}${n}`, `${n}${n + 1}`] : [`${n}${n}`],
  );
  return { line, root: 0 };
}

const grown = fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }).map(growth);
const boxes: fc.Arbitrary<Box> = fc.record({
  width: fc.integer({ min: 280, max: 2400 }),
  height: fc.integer({ min: 200, max: 1200 }),
});
const MAX = 44;

/** The middle of a tile's half, 0 or 1. */
function half(place: Placed, size: number, which: 0 | 1): Point {
  const angle = (place.rotation * Math.PI) / 180;
  const along = (which - 0.5) * size;
  return { x: place.x + along * Math.cos(angle), y: place.y + along * Math.sin(angle) };
}

function bounds(place: Placed, size: number) {
  const lying = place.rotation % 180 === 0;
  const [w, h] = lying ? [size, size / 2] : [size / 2, size];
  return { left: place.x - w, right: place.x + w, top: place.y - h, bottom: place.y + h };
}

const TINY = 1e-6;

/** What is wrong with a layout, in words; null for a good one. */
function fault(line: readonly string[], box: Box, size: number, places: readonly Placed[]) {
  const rects = places.map((place) => bounds(place, size));
  const outside = rects.findIndex(
    (rect) =>
      rect.left < -TINY ||
      rect.top < -TINY ||
      rect.right > box.width + TINY ||
      rect.bottom > box.height + TINY,
  );
  if (outside >= 0) return `tile ${outside} of ${line} sticks out`;
  for (const [i, a] of rects.entries()) {
    for (const b of rects.slice(i + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > TINY && high > TINY) return `tile ${i} of ${line} is overlapped`;
    }
  }
  for (let i = 0; i + 1 < line.length; i++) {
    // A double is met in the middle of its long side, a single at the half that touches.
    const [here, next] = places.slice(i) as [Placed, Placed];
    const [tile, following] = line.slice(i) as [string, string];
    const from = isDouble(tile) ? here : half(here, size, 1);
    const to = isDouble(following) ? next : half(next, size, 0);
    const way = { x: to.x - from.x, y: to.y - from.y };
    if (Math.abs(Math.hypot(way.x, way.y) - size) > TINY) return `${tile} ${following} are apart`;
    const double = isDouble(tile) ? here : isDouble(following) ? next : null;
    if (double && Math.abs(double.rotation % 180 === 0 ? way.x : way.y) > TINY)
      return `a double of ${tile} ${following} is not across`;
  }
  return null;
}

describe("layoutLine", () => {
  it("keeps every line inside, apart, joined at the touching halves and doubles across", () => {
    fc.assert(
      fc.property(grown, boxes, fc.nat(27), (steps, box, at) => {
        const step = steps[Math.min(at, steps.length - 1)] as Step;
        const layout = layoutLine(step.line, step.root, box, { max: MAX, slots: false });
        expect(layout.tiles).toHaveLength(step.line.length);
        expect(fault(step.line, box, layout.size, layout.tiles)).toBeNull();
      }),
      { numRuns: 3000 },
    );
  });

  it("turns where doubles and singles alternate", () => {
    const { line } = alternating();
    fc.assert(
      fc.property(boxes, fc.nat(line.length - 1), (box, root) => {
        const layout = layoutLine(line, root, box, { max: 120, slots: false });
        expect(fault(line, box, layout.size, layout.tiles)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it("offers at either end the place that the next tile then takes", () => {
    fc.assert(
      fc.property(grown, boxes, (steps, box) => {
        for (let i = 0; i + 1 < steps.length; i++) {
          const now = steps[i] as Step;
          const then = steps[i + 1] as Step;
          const layout = layoutLine(now.line, now.root, box, { max: MAX, slots: true });
          const atLeft = then.root > now.root;
          const slot = atLeft ? layout.left : layout.right;
          const tile = (atLeft ? then.line[0] : then.line.at(-1)) as string;
          const place = isDouble(tile) ? slot.double : slot.single;
          const places = atLeft ? [place, ...layout.tiles] : [...layout.tiles, place];
          expect(fault(then.line, box, layout.size, places)).toBeNull();
          const next = layoutLine(then.line, then.root, box, { max: MAX, slots: true });
          if (next.size === layout.size) {
            const shift = {
              x: (next.tiles[then.root] as Placed).x - (layout.tiles[now.root] as Placed).x,
              y: (next.tiles[then.root] as Placed).y - (layout.tiles[now.root] as Placed).y,
            };
            const moved = next.tiles.filter(
              (there, k) =>
                Math.abs(there.x - (places[k] as Placed).x - shift.x) > TINY ||
                Math.abs(there.y - (places[k] as Placed).y - shift.y) > TINY ||
                there.rotation !== (places[k] as Placed).rotation,
            );
            expect(moved).toEqual([]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("never grows again, and shrinks in few steps while a hand is played", () => {
    fc.assert(
      fc.property(grown, boxes, (steps, box) => {
        const sizes = steps.map(
          ({ line, root }) => layoutLine(line, root, box, { max: MAX, slots: true }).size,
        );
        for (let i = 1; i < sizes.length; i++)
          expect(sizes[i]).toBeLessThanOrEqual(sizes[i - 1] as number);
        expect(new Set(sizes).size).toBeLessThanOrEqual(12);
      }),
      { numRuns: 500 },
    );
  });

  it("uses the room there is", () => {
    fc.assert(
      fc.property(grown, boxes, (steps, box) => {
        const { line, root } = steps.at(-1) as Step;
        const { size } = layoutLine(line, root, box, { max: MAX, slots: true });
        const largest = Math.min(MAX, box.width / 10, box.height / 4);
        // Rows two halves apart can fill half of the box; the rest goes to turns, row ends, and the
        // half of the first row that a line growing to one side leaves empty. Sizes come in steps, and
        // the last row may hold a single tile: of tens of thousands of lines the worst fills 12%.
        const covered = (2 * line.length * size * size) / (box.width * box.height);
        if (size < largest) expect(covered).toBeGreaterThan(0.09);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps the tiles of a full line readable on a small phone", () => {
    fc.assert(
      fc.property(grown, (steps) => {
        const { line, root } = steps.at(-1) as Step;
        const { size } = layoutLine(
          line,
          root,
          { width: 344, height: 330 },
          { max: MAX, slots: true },
        );
        expect(size).toBeGreaterThan(20);
      }),
      { numRuns: 500 },
    );
  });
});
