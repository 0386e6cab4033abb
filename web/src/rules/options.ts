/**
 * The choices of a rules text as data for the form. Whether they go together the server says: the
 * page only writes `key=value` and reads it back.
 */

import { t, maybe } from "../texts/texts.svelte";

/** A rules text as key and value, in the order written. */
export type Choices = Record<string, string>;

export interface Option {
  key: string;
  /** The values offered, the default first; an empty one leaves the key out. */
  values: readonly string[];
}

/** Every option, with the values that a newcomer would choose between. */
export const OPTIONS: readonly Option[] = [
  { key: "players", values: ["2", "3", "4", "5"] },
  { key: "hand", values: ["5", "6", "7", "9", "14"] },
  { key: "teams", values: ["no", "yes"] },
  { key: "stuck", values: ["discard", "pass"] },
  { key: "settle", values: ["hands", "pairwise", "winner", "points"] },
  { key: "hands", values: ["", "4", "8", "12"] },
  { key: "target", values: ["", "5", "50", "100"] },
  { key: "end", values: ["empty", "clean"] },
  { key: "lone", values: ["0", "25"] },
  { key: "lead", values: ["0-0", "6-6", "rising"] },
  { key: "next", values: ["double", "any", "lead"] },
  { key: "side", values: ["individual", "total"] },
];

/** Ready-made rules by name. */
export const PRESETS = {
  discard: "players=4 hand=7",
  pass: "players=4 hand=7 stuck=pass",
  six: "players=4 hand=6",
  five: "players=5 hand=5",
  teams: "players=4 hand=7 teams=yes",
  chips: "players=4 hand=7 settle=pairwise",
} as const;

export type Preset = keyof typeof PRESETS;

export function parseChoices(text: string): Choices {
  return Object.fromEntries(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
  );
}

export function writeChoices(choices: Choices): string {
  return OPTIONS.filter(({ key }) => choices[key])
    .map(({ key }) => `${key}=${choices[key]}`)
    .join(" ");
}

/** The ready-made rules that these are, length of the match aside; null where they are somebody's own. */
export function presetOf(choices: Choices): Preset | null {
  const told = telling(choices);
  const found = Object.entries(PRESETS).find(([, text]) => telling(parseChoices(text)) === told);
  return (found?.[0] as Preset | undefined) ?? null;
}

/** What makes a way to play: what differs from most tables. */
const telling = (choices: Choices): string =>
  OPTIONS.filter(({ key }) => key !== "hands" && key !== "target")
    .map(({ key, values }) => choices[key] || values[0])
    .join();

/**
 * A choice in a few words; null where it goes without saying, as what most tables do, and a zero.
 * The server finds words in the same way, for a link that unfolds.
 */
const said = (key: string, value: string): string | null =>
  maybe(`rules_line.${key}_${value}`) ??
  (Number(value) ? maybe(`rules_line.${key}`, { n: Number(value) }) : null);

/** The rules of a table in a few plain words each; `move` is how many seconds there are for a move. */
export function rulesInWords(text: string, move: number | null): string[] {
  return [
    ...Object.entries(parseChoices(text)).map(([key, value]) => said(key, value)),
    move === null ? null : t("rules_line.move", { n: move }),
  ].filter((words) => words !== null);
}
