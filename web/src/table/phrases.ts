/** What can be said at a table without typing. */

import type { Said } from "../net/protocol";
import { t } from "../texts/texts.svelte";

export type Phrase = Said["what"];

export const PHRASES = [
  "hello",
  "good_game",
  "nice_move",
  "patience",
  "thinking",
  "hurry",
  "lucky",
  "unlucky",
  "stuck",
  "almost",
  "sorry",
  "thanks",
  "again",
  "bye",
] as const satisfies readonly Phrase[];

/** Reactions, and the sign that each is shown as. */
export const REACTIONS = {
  thumbs_up: "👍",
  clap: "👏",
  laugh: "😄",
  wow: "😮",
  puzzled: "🤔",
  heart: "❤️",
} as const satisfies Partial<Record<Phrase, string>>;

/** What is read out. */
export const phraseText = (what: Phrase): string => t(`phrase.${what}`);

/** What is seen: the sign of a reaction, else the words. */
export const phraseShown = (what: Phrase): string =>
  (REACTIONS as Partial<Record<Phrase, string>>)[what] ?? phraseText(what);
