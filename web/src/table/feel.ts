/**
 * What one hears and feels of a table. Browsers allow neither before somebody has touched the page, so until then it is
 * quiet; what makes the sounds is fetched with the first touch.
 */

import type { TableEvent } from "../net/protocol";
import { has } from "../ui/senses.svelte";
import { readAction } from "./moves";

export type Sound = "laid" | "discarded" | "passed" | "dealt";

/** How long it vibrates, pauses, and vibrates again, in milliseconds. */
const TURN = [35];
const REFUSED = [20, 50, 20];

/** What an event sounds like; a player who passes knocks on the table. */
export function soundOf(event: TableEvent): Sound | null {
  if (event.type === "dealt") return "dealt";
  if (event.type !== "played") return null;
  const { kind } = readAction(event.action);
  return kind === "pass" ? "passed" : kind === "discard" ? "discarded" : "laid";
}

export class Feel {
  private play: Promise<(sound: Sound) => void> | null = null;
  private context: AudioContext | null = null;
  private touched = false;

  /** Listen for the first touch; the function given back ends it. */
  listen(): () => void {
    const wake = () => {
      this.touched = true;
      if (!has("sound")) return;
      const context = this.awake();
      if (!context || this.play) return;
      this.play = import("./sounds").then(({ open }) => open(context));
      // Where it cannot be had, the next touch tries again.
      this.play.catch(() => (this.play = null));
    };
    for (const name of GESTURES) addEventListener(name, wake, true);
    return () => {
      for (const name of GESTURES) removeEventListener(name, wake, true);
    };
  }

  /** Some browsers let a page be heard only where a touch itself asks for it, and no more after a call came in. */
  private awake(): AudioContext | null {
    try {
      this.context ??= new AudioContext();
    } catch {
      return null; // Nothing can be heard here.
    }
    if (this.context.state !== "running") void this.context.resume().catch(() => undefined);
    return this.context;
  }

  hear(event: TableEvent): void {
    const sound = soundOf(event);
    if (!sound || !has("sound") || document.visibilityState !== "visible") return;
    this.play?.then(
      (play) => play(sound),
      () => undefined,
    );
  }

  turn(): void {
    this.shake(TURN);
  }

  refused(): void {
    this.shake(REFUSED);
  }

  private shake(pattern: number[]): void {
    if (this.touched && has("vibration")) navigator.vibrate?.(pattern);
  }
}

const GESTURES = ["click", "keydown"] as const;

/** There is one table at a time. */
export const feel = new Feel();
