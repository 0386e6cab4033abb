/** A hand that is being written down: it outlives a page that is loaded again, but not the window. */

import { sessionMemory } from "../ui/memory";
import type { Left, Played, PlayerId } from "./session";

export interface Draft {
  /** Who went out, null where it was blocked; left out until somebody has said. */
  out?: PlayerId | null;
  left: Record<PlayerId, Left>;
}

const memory = sessionMemory("skor.draft");

/** The draft under this name, where the last one that was kept is that. */
export function keptDraft(name: string): Draft | null {
  try {
    const kept = JSON.parse(memory.read() ?? "null");
    return kept?.name === name && typeof kept.draft?.left === "object" ? kept.draft : null;
  } catch {
    return null;
  }
}

export const keepDraft = (name: string, draft: Draft): void =>
  memory.write(JSON.stringify({ name, draft }));

export const dropDraft = (): void => memory.write("null");

export const draftOf = ({ out, left }: Played): Draft => ({ out, left });
