/** The texts of the page, in the language chosen. They come from the package's own catalogue. */

import enLevel from "texts:en/level";
import enWeb from "texts:en/web";
import idLevel from "texts:id/level";
import idWeb from "texts:id/web";
import type { ErrorBody, Lang } from "../net/protocol";
import { remember, remembered } from "../ui/memory";
import { format, type Message, type Params, signed as sign } from "./format";

/** The keys of all messages below a node: "landing.play", "level.greedy", … */
type Keys<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string | { other: string }
    ? Key
    : `${Key}.${Keys<Node[Key]>}`;
}[keyof Node & string];

export type TextKey = Keys<typeof enWeb & { level: typeof enLevel }>;

export const LANGUAGES: readonly Lang[] = ["id", "en"];

const web: Record<Lang, unknown> = {
  id: { ...idWeb, level: idLevel },
  en: { ...enWeb, level: enLevel },
};
/** The sentences for errors are seldom needed, and come after the page is there. */
let errors = $state.raw<Record<Lang, unknown> | null>(null);
let chosen = $state<Lang>(firstLanguage());

export function lang(): Lang {
  return chosen;
}

/** Whether this person has ever chosen a language here. */
export function hasChosenLang(): boolean {
  return remembered("lang") !== null;
}

export function setLang(value: Lang): void {
  chosen = value;
  remember("lang", value);
}

/** The text of a message, in the language chosen. */
export function t(key: TextKey, params: Params = {}): string {
  return format(look(web[chosen], key) ?? key, params, chosen);
}

/** The same for a key put together from parts; null where there is no such message. */
export function maybe(key: string, params: Params = {}): string | null {
  const message = look(web[chosen], key);
  return message && format(message, params, chosen);
}

export async function loadErrors(): Promise<void> {
  try {
    const [id, en] = await Promise.all([import("texts:id/error"), import("texts:en/error")]);
    errors = { id: id.default, en: en.default };
  } catch {
    // The server's own sentences are in the language chosen, too.
  }
}

/** An error of the server in the language chosen; its own sentence where ours would have gaps. */
export function errorText({ code, params, text }: ErrorBody): string {
  const message = look(errors?.[chosen], code) ?? look(web[chosen], `net.${code}`);
  const told = message && format(message, params as Params, chosen);
  const whole = told && !/\{\w+\}|\[object/.test(told) ? told : text;
  const sentence = whole || t("net.unknown", { code });
  return sentence.charAt(0).toLocaleUpperCase(chosen) + sentence.slice(1);
}

export const signed = (value: number): string => sign(value, chosen);

/** A moment, as the day that it was. */
export const day = (moment: string): string =>
  new Date(moment).toLocaleDateString(chosen, { day: "numeric", month: "long", year: "numeric" });

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

function firstLanguage(): Lang {
  const wanted = [remembered("lang") ?? "", ...navigator.languages];
  const known = wanted.map((tag) => LANGUAGES.find((it) => tag.split("-")[0] === it));
  return known.find((it) => it !== undefined) ?? "id";
}
