/** A tile under a finger: where it is, and where it would come to lie. Nothing here touches the page. */

import type { End } from "./moves";

export interface Point {
  x: number;
  y: number;
}

/** One pointer that holds one tile. */
export interface Drag {
  tile: string;
  pointer: number;
  from: Point;
  at: Point;
  /** Whether it has gone so far that it is no tap any more. */
  lifted: boolean;
}

/** The felt on the screen, and the places on it that a tile may be laid to. */
export interface Targets {
  felt: Pick<DOMRect, "left" | "top" | "right" | "bottom">;
  spots: readonly (Point & { end: End })[];
}

/** Where a tile would come to lie: at an end, or just on the table where there are no ends; null beside the table. */
export type Aim = End | "felt" | null;

/** A finger that taps trembles as far as this, in pixels. */
export const TREMBLE = 8;

export function begin(tile: string, pointer: number, at: Point): Drag {
  return { tile, pointer, from: at, at, lifted: false };
}

/** The drag after a pointer has moved; another finger moves nothing. */
export function move(drag: Drag, pointer: number, at: Point): Drag {
  if (pointer !== drag.pointer) return drag;
  const lifted = drag.lifted || Math.hypot(at.x - drag.from.x, at.y - drag.from.y) > TREMBLE;
  return { ...drag, at, lifted };
}

/** How far the tile is from where it lay: nowhere, as long as it may be a tap. */
export function shift({ lifted, from, at }: Drag): Point {
  return lifted ? { x: at.x - from.x, y: at.y - from.y } : { x: 0, y: 0 };
}

/** Anywhere on the felt is good enough: it is the nearest of the places that the tile may be laid to. */
export function aim(at: Point, { felt, spots }: Targets): Aim {
  if (at.x < felt.left || at.x > felt.right || at.y < felt.top || at.y > felt.bottom) return null;
  let nearest: Aim = "felt";
  let least = Number.POSITIVE_INFINITY;
  for (const { x, y, end } of spots) {
    const far = Math.hypot(at.x - x, at.y - y);
    if (far < least) [nearest, least] = [end, far];
  }
  return nearest;
}
