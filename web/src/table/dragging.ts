/** Binds a drag to an element: pointers in, `translate` out. A tap stays a tap, and what is broken off lies where it lay. */

import { still } from "../ui/still";
import { begin, type Drag, move, type Point, shift } from "./drag";

export interface Dragging {
  /** The tile to take up; null where it rests. */
  take: () => string | null;
  /** It has moved, with its middle here. */
  over: (tile: string, at: Point) => void;
  /** It is let go here; whether it stays, waiting for the answer. */
  drop: (tile: string, at: Point) => boolean;
  /** It was broken off. */
  stop: () => void;
}

/** What breaks a drag off from outside: turning the phone, a call, another window. */
const BREAKS = ["resize", "blur", "pagehide"] as const;

const HOME = { duration: 160, easing: "cubic-bezier(0.2, 0.75, 0.25, 1)" };

/** Let a tile that hangs in the air go back to where it lay. */
export function goHome(held: HTMLElement): void {
  const { translate } = held.style;
  held.style.translate = "";
  held.style.zIndex = "";
  if (!translate || still()) return;
  held.animate([{ translate }, { translate: "0 0" }], HOME);
}

/** What is held now: there is one finger at most. */
let holding: (() => void) | null = null;

/** What may be done has changed: what is held falls back where it may not be held any more. */
export function recheck(): void {
  holding?.();
}

/** Attach to the button of a tile. */
export function dragging(on: Dragging): (node: HTMLElement) => () => void {
  return (node) => {
    let drag: Drag | null = null;
    let swallow = false;
    let frame = 0;

    /** The middle of the tile as it is held, not of the finger: that is what people aim with. */
    function middle(): Point {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }

    function paint() {
      frame = 0;
      if (!drag?.lifted) return;
      const { x, y } = shift(drag);
      node.style.translate = `${x}px ${y}px`;
      on.over(drag.tile, middle());
    }

    function release() {
      cancelAnimationFrame(frame);
      frame = 0;
      drag = holding = null;
      for (const name of BREAKS) removeEventListener(name, cancel);
      removeEventListener("keydown", quit, true);
      document.removeEventListener("visibilitychange", cancel);
    }

    function cancel() {
      if (!drag) return;
      const { lifted } = drag;
      release();
      if (!lifted) return;
      swallow = true;
      goHome(node);
      on.stop();
    }

    function check() {
      if (on.take() !== drag?.tile) cancel();
    }

    function quit(event: KeyboardEvent) {
      if (event.key !== "Escape" || !drag?.lifted) return;
      event.stopPropagation();
      cancel();
    }

    function down(event: PointerEvent) {
      swallow = false;
      // A second finger takes up nothing, nor does another button of the mouse.
      if (drag || !event.isPrimary || event.button !== 0) return;
      const tile = on.take();
      if (tile === null) return;
      drag = begin(tile, event.pointerId, { x: event.clientX, y: event.clientY });
      holding = check;
      node.setPointerCapture(event.pointerId);
      for (const name of BREAKS) addEventListener(name, cancel);
      addEventListener("keydown", quit, true);
      document.addEventListener("visibilitychange", cancel);
    }

    function moved(event: PointerEvent) {
      if (!drag || event.pointerId !== drag.pointer) return;
      const before = drag;
      drag = move(drag, event.pointerId, { x: event.clientX, y: event.clientY });
      if (drag.lifted && !before.lifted) node.style.zIndex = "5";
      if (drag.lifted) frame ||= requestAnimationFrame(paint);
    }

    function up(event: PointerEvent) {
      if (!drag || event.pointerId !== drag.pointer) return;
      const held = move(drag, event.pointerId, { x: event.clientX, y: event.clientY });
      if (!held.lifted) {
        release();
        if (event.pointerType === "touch") press();
        return;
      }
      const { x, y } = shift(held);
      node.style.translate = `${x}px ${y}px`;
      release();
      swallow = true;
      if (!on.drop(held.tile, middle())) goHome(node);
      on.stop();
    }

    /** A touch is a click as it ends: Chromium gives none to the first tap after a flick. */
    function press() {
      swallow = true;
      node.click();
    }

    /** The click that follows a drag, or a touch that was one already, is none; one by keyboard or program always is. */
    function click(event: MouseEvent) {
      if (!swallow || event.detail === 0) return;
      swallow = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    }

    const gone = (event: PointerEvent) => event.pointerId === drag?.pointer && cancel();

    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", moved);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", gone);
    node.addEventListener("lostpointercapture", gone);
    node.addEventListener("click", click, true);
    return () => {
      const lifted = drag?.lifted;
      if (drag) release();
      if (lifted) on.stop();
    };
  };
}
