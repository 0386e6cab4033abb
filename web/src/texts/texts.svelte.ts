/** The texts of the page, in the language chosen. They come from the package's own catalogue. */

import en from "texts:en";
import id from "texts:id";
import type { level, page, web } from "../../../src/gaple/locale/en.json";
import type { ErrorBody, Lang } from "../net/protocol";
import { remember, remembered, tellServer } from "../ui/memory";
import { format, type Message, type Params, signed as sign, number as write } from "./format";

/** The keys of all messages below a node: "landing.play", "level.greedy", … */
type Keys<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string | { other: string }
    ? Key
    : `${Key}.${Keys<Node[Key]>}`;
}[keyof Node & string];

// Both languages have the same keys: texts.test.ts sees to it.
export type TextKey = Keys<typeof web & typeof page & { level: typeof level }>;

/** What one page, or a part of one, alone has to say: it is fetched with it. */
export type Part = keyof typeof page;

const ADDRESSES: Record<Lang, Readonly<Record<string, string>>> = { id, en };
export const LANGUAGES: readonly Lang[] = ["id", "en"];

/** The texts that somebody has asked for, by language and part. */
const catalogues: Record<Lang, Record<string, Record<string, unknown>>> = { id: {}, en: {} };
/** The parts that are shown, or may be soon; "" is what all pages need. */
const needed = new Set<string>([""]);
/** The language whose texts are shown. */
let chosen = $state<Lang>(known(remembered("lang")) ?? "id");
/** The language last asked for, whose texts may be still on their way. */
let wanted: Lang | null = null;

export function lang(): Lang {
  return chosen;
}

/** Whether this person has ever chosen a language here. */
export function hasChosenLang(): boolean {
  return remembered("lang") !== null;
}

/** Begin in the language chosen here before, else in this one; fails where its texts cannot be had. */
export async function loadTexts(tag: string): Promise<void> {
  const kept = known(remembered("lang"));
  // The browser forgets the cookie sooner than what is remembered here.
  if (kept) tellServer("lang", kept);
  await show(kept ?? known(tag) ?? chosen);
}

/**
 * Change the language, once its texts are there: false where another was asked for meanwhile. Fails, and
 * changes nothing, where they cannot be had.
 */
export async function setLang(value: Lang): Promise<boolean> {
  // Before the page shows it: what the page asks the server for then is to come in it.
  await show(value, () => {
    remember("lang", value);
    tellServer("lang", value);
  });
  return wanted === value;
}

/** What a page, or a part of one, has to say of its own, fetched before it is shown; fails where it cannot be had. */
export async function withTexts<Loaded>(part: Part, loaded: Promise<Loaded>): Promise<Loaded> {
  const [it] = await Promise.all([loaded, fetchPart(wanted ?? chosen, part)]);
  needed.add(part);
  // Another language may have been chosen meanwhile.
  await fetchPart(chosen, part);
  return it;
}

async function show(value: Lang, chose: () => void = () => undefined): Promise<void> {
  wanted = value;
  await Promise.all([...needed].map((part) => fetchPart(value, part)));
  if (wanted === value) chose();
  if (wanted === value || !("" in catalogues[chosen])) chosen = value;
}

async function fetchPart(value: Lang, part: string): Promise<void> {
  const address = ADDRESSES[value][part];
  if (part in catalogues[value] || address === undefined) return;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`no texts: ${answer.status}`);
  catalogues[value][part] = await answer.json();
}

/** Have these texts in this language without asking anybody for them. */
export function giveTexts(value: Lang, texts: Record<string, unknown>): void {
  catalogues[value][""] = texts;
  chosen = value;
}

/** The text of a message, in the language chosen. */
export function t(key: TextKey, params: Params = {}): string {
  return maybe(key, params) ?? key;
}

/** The same for a key put together from parts; null where there is no such message. */
export function maybe(key: string, params: Params = {}): string | null {
  const message = Object.values(catalogues[chosen])
    .map((part) => look(part, key))
    .find((found) => found !== null);
  return message === undefined ? null : format(message, params, chosen);
}

/** An error as a sentence: the server's own is in the person's language; without a server it is ours. */
export function errorText({ code, params, text }: ErrorBody): string {
  const sentence = text || maybe(`net.${code}`, params as Params) || t("net.unknown", { code });
  return sentence.charAt(0).toLocaleUpperCase(chosen) + sentence.slice(1);
}

export const number = (value: number): string => write(value, chosen);

export const signed = (value: number): string => sign(value, chosen);

/** A moment, as the day that it was. */
export const day = (moment: string): string =>
  new Date(moment).toLocaleDateString(chosen, { day: "numeric", month: "long", year: "numeric" });

/** The same as a time of that day. */
export const moment = (moment: string): string =>
  new Date(moment).toLocaleTimeString(chosen, { hour: "2-digit", minute: "2-digit" });

/** Several names as one phrase: "A, B and C". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : t("common.and", { list: names.slice(0, -1).join(", "), last });
}

function look(node: unknown, key: string): Message | null {
  let found = node;
  for (const part of key.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return null;
    found = (found as Record<string, unknown>)[part];
  }
  const isMessage =
    typeof found === "string" || (typeof found === "object" && !!found && "other" in found);
  return isMessage ? (found as Message) : null;
}

function known(tag: string | null): Lang | undefined {
  return LANGUAGES.find((it) => it === tag);
}
