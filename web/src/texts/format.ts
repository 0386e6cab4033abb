/** How a message of the catalogue becomes a text: parameters filled in, the plural form chosen. */

import type { Lang } from "../net/protocol";

export type Param = string | number;
export type Params = Readonly<Record<string, Param>>;

/** A text with `{name}` places, or one for each plural form of the parameter `n`. */
export type Message = string | { readonly one?: string; readonly other: string };

export function format(message: Message, params: Params, lang: Lang): string {
  const form = typeof message === "string" ? message : plural(message, params, lang);
  return form.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    if (value === undefined) return place;
    return typeof value === "number" ? number(value, lang) : value;
  });
}

/** A number as it is written in the language, with a true minus sign. */
export function number(value: number, lang: Lang): string {
  const text = isPlain(value) ? String(value) : numbers(lang).format(value);
  return text.replace("-", "−");
}

/**
 * These are their digits alone in every language that there is a catalogue in. A table has no others, and is spared
 * what makes them: that takes a weak phone as long as drawing all its tiles.
 */
const isPlain = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 1000;

/** The same with its sign, as for what somebody has won or lost. */
export function signed(value: number, lang: Lang): string {
  return value > 0 ? `+${number(value, lang)}` : number(value, lang);
}

function plural(message: Exclude<Message, string>, params: Params, lang: Lang): string {
  const form = plurals(lang).select(Number(params.n));
  return (form === "one" ? message.one : undefined) ?? message.other;
}

/** Making these takes longer than using them a hundred times. */
const kept = <Rules>(make: (lang: Lang) => Rules) => {
  const made = new Map<Lang, Rules>();
  return (lang: Lang): Rules => {
    const rules = made.get(lang) ?? make(lang);
    made.set(lang, rules);
    return rules;
  };
};
const plurals = kept((lang) => new Intl.PluralRules(lang));
const numbers = kept((lang) => new Intl.NumberFormat(lang));

/** Keep a name from turning the text around it, whatever direction it is written in. */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`;
}
