/**
 * Where each tile of the line lies on the table.
 *
 * The line grows from its root in both directions. The root lies in the middle; the right arm runs
 * to the right and, at the edge, turns down and comes back a row lower; the left arm is the same
 * picture turned by half a circle, so it climbs. The two never meet.
 *
 * Everything is measured in halves: a tile is two squares of side 1. A tile's place depends only on
 * the tiles between it and the root and on how many halves fit beside each other, never on what
 * comes later. So a tile that is added moves none of the others, until the whole line must shrink
 * to the next step of a short ladder of sizes.
 */

/** A tile's place: its centre, and how far it is turned clockwise from lying with its first half left. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

/** The place that the next tile at an end would take. */
export interface Slot {
  readonly single: Placed;
  readonly double: Placed;
}

export interface LineLayout {
  /** Side of a half in pixels: a tile is `size` by `2 * size`. */
  readonly size: number;
  /** Centres in pixels from the box's upper left corner, in the order of the line. */
  readonly tiles: readonly Placed[];
  readonly left: Slot;
  readonly right: Slot;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Options {
  /** The largest side of a half, in pixels. */
  readonly max: number;
  /** Keep room for one more tile at either end. */
  readonly slots: boolean;
}

/** Each step of the ladder of sizes is this much of the one before. */
const STEP = 0.92;

/** What a row must keep free at its end, so that whatever comes next can turn there. */
const TURN = 0.5;

/** A row holds at least this many halves, a table at least this many rows of halves. */
const LEAST = { width: 10, height: 4 };

export function isDouble(tile: string): boolean {
  return tile[0] === tile[1];
}

/** One arm as it walks away from the root: to the right first, then down, row by row. */
class Arm {
  /** The free edge of what was laid last, and the middle of the row it lies in. */
  private x: number;
  private y = 0;
  /** Which way the row runs: 1 to the right, -1 to the left. */
  private way = 1;
  /** What was laid last, as far as it matters for the next tile. */
  private last: "single" | "double" | "standing" | "across";

  constructor(
    root: boolean,
    private readonly limit: number,
  ) {
    this.x = root ? 0.5 : 1;
    this.last = root ? "double" : "single";
  }

  private copy(): Arm {
    return Object.assign(Object.create(Arm.prototype), this) as Arm;
  }

  /** The place of a tile laid next, without laying it. */
  peek(double: boolean): Placed {
    return this.copy().lay(double);
  }

  /** Lay a tile and give its place. */
  lay(double: boolean): Placed {
    if (this.last === "across") return this.dropBelowDouble();
    if (this.last === "standing") return double ? this.crossBelow() : this.runBelow();
    const room = this.limit - this.way * this.x;
    if (double) return room >= 1 + 1 + TURN ? this.continueAcross() : this.crossBelowRow();
    if (room >= 2 + TURN) return this.continueAlong();
    return this.last === "double" ? this.standBeside() : this.hangBelow();
  }

  /** A single goes on in the row. */
  private continueAlong(): Placed {
    const place = { x: this.x + this.way, y: this.y, rotation: this.angle };
    this.x += 2 * this.way;
    this.last = "single";
    return place;
  }

  /** A double lies across the row. */
  private continueAcross(): Placed {
    const place = { x: this.x + this.way / 2, y: this.y, rotation: 90 };
    this.x += this.way;
    this.last = "double";
    return place;
  }

  /** The row ends with a single: the next single hangs below its end, and the new row leaves sideways. */
  private hangBelow(): Placed {
    const column = this.x - this.way / 2;
    const place = { x: column, y: this.y + 1.5, rotation: 90 };
    this.turn(column, this.y + 2);
    return place;
  }

  /** The row ends with a double: the next single stands beside it, its other half lower. */
  private standBeside(): Placed {
    const place = { x: this.x + this.way / 2, y: this.y + 0.5, rotation: 90 };
    this.x = place.x;
    this.y += 1.5;
    this.last = "standing";
    return place;
  }

  /** Below one that stands, a single opens the new row. */
  private runBelow(): Placed {
    this.way = -this.way;
    const place = { x: this.x + this.way / 2, y: this.y + 0.5, rotation: this.angle };
    this.x += 1.5 * this.way;
    this.y += 0.5;
    this.last = "single";
    return place;
  }

  /** Below one that stands, a double lies across the way down. */
  private crossBelow(): Placed {
    const place = { x: this.x, y: this.y + 0.5, rotation: 0 };
    this.y += 1;
    this.last = "across";
    return place;
  }

  /** A double finds no room in the row: it lies below the row's end, across the way down. */
  private crossBelowRow(): Placed {
    this.x -= this.way / 2;
    this.y += 0.5;
    return this.crossBelow();
  }

  /** Below a double that lies across the way down, a single hangs, and the new row leaves sideways. */
  private dropBelowDouble(): Placed {
    const place = { x: this.x, y: this.y + 1, rotation: 90 };
    this.turn(this.x, this.y + 1.5);
    return place;
  }

  /** The new row leaves sideways from a half in this column. */
  private turn(column: number, y: number): void {
    this.way = -this.way;
    this.x = column + this.way / 2;
    this.y = y;
    this.last = "single";
  }

  private get angle(): number {
    return this.way === 1 ? 0 : 180;
  }
}

/** The left arm is the right one turned by half a circle; a tile's first half then leads instead of following. */
function mirror(place: Placed): Placed {
  return { x: -place.x, y: -place.y, rotation: place.rotation };
}

interface Course {
  readonly tiles: Placed[];
  readonly left: Slot;
  readonly right: Slot;
  readonly top: number;
  readonly bottom: number;
}

/** The line in halves around its root, rows reaching `limit` halves to either side. */
function course(line: readonly string[], root: number, limit: number, slots: boolean): Course {
  const rooted = isDouble(line[root] ?? "00");
  const rightArm = new Arm(rooted, limit);
  const leftArm = new Arm(rooted, limit);
  const right = line.slice(root + 1).map((tile) => rightArm.lay(isDouble(tile)));
  const left = line
    .slice(0, root)
    .reverse()
    .map((tile) => mirror(leftArm.lay(isDouble(tile))));
  const tiles = [...left.reverse(), { x: 0, y: 0, rotation: rooted ? 90 : 0 }, ...right];
  const ends = {
    left: { single: mirror(leftArm.peek(false)), double: mirror(leftArm.peek(true)) },
    right: { single: rightArm.peek(false), double: rightArm.peek(true) },
  };
  const shown = slots
    ? [...tiles, ...Object.values(ends.left), ...Object.values(ends.right)]
    : tiles;
  const reach = (place: Placed) => (place.rotation % 180 === 0 ? 0.5 : 1);
  return {
    tiles,
    ...ends,
    top: Math.min(...shown.map((place) => place.y - reach(place))),
    bottom: Math.max(...shown.map((place) => place.y + reach(place))),
  };
}

/**
 * Lay out a line in a box, as large as the ladder of sizes lets it be.
 *
 * The root stays in the middle of the box; the line is shifted up or down only as far as it must be
 * to stay inside. `line` holds the tiles from left to right, each with its left half first, and is
 * not empty; `root` is the index of the tile that was laid first.
 */
export function layoutLine(
  line: readonly string[],
  root: number,
  box: Box,
  { max, slots }: Options,
): LineLayout {
  let size = Math.min(max, box.width / LEAST.width, box.height / LEAST.height);
  let found: Course;
  for (;;) {
    found = course(line, root, box.width / size / 2, slots);
    // The last guard is for a box without height, before it has been measured.
    if ((found.bottom - found.top) * size <= box.height || size < 1) break;
    size *= STEP;
  }
  const middle = box.height / 2;
  const y0 = Math.min(Math.max(middle, -found.top * size), box.height - found.bottom * size);
  const x0 = box.width / 2;
  const toPixels = (place: Placed): Placed => ({
    x: x0 + place.x * size,
    y: y0 + place.y * size,
    rotation: place.rotation,
  });
  const slot = ({ single, double }: Slot): Slot => ({
    single: toPixels(single),
    double: toPixels(double),
  });
  return {
    size,
    tiles: found.tiles.map(toPixels),
    left: slot(found.left),
    right: slot(found.right),
  };
}
