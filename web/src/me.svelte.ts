/** Who this device is to the server: a name, asked for only when it is needed, and a language. */

import { getMe, putMe, Refusal } from "./net/api";
import type { Lang, Me } from "./net/protocol";
import { hasChosenLang, lang, setLang } from "./texts/texts.svelte";

let me = $state.raw<Me | null>(null);
/** What waits for a name to be given; null while nobody is asked. */
let asking = $state.raw<{ done: (named: boolean) => void } | null>(null);

export const myName = (): string | null => me?.name ?? null;
export const askingName = (): boolean => asking !== null;

let loading: Promise<void> | null = null;
/** How many choices of a language are on their way: they go before what the server says. */
let choosing = 0;

/**
 * Ask the server who we are, once. Without an answer the page works on, and asks again when it must.
 * A table's socket waits for this: it is known by the cookie that comes with the first answer.
 */
export function loadMe(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  try {
    me = await getMe();
    if (choosing) return;
    if (me.lang && !hasChosenLang()) await setLang(me.lang);
    else if (me.lang !== lang() && hasChosenLang()) me = await putMe({ lang: lang() });
  } catch {
    loading = null;
  }
}

/** Change the language, unless another is chosen meanwhile; false where its texts cannot be had now. */
export async function chooseLang(value: Lang): Promise<boolean> {
  choosing++;
  try {
    if (!(await setLang(value))) return true;
  } catch {
    return false;
  } finally {
    choosing--;
  }
  try {
    me = await putMe({ lang: value });
  } catch {
    // The choice holds on this device anyway.
  }
  return true;
}

export async function rename(name: string): Promise<void> {
  me = await putMe({ name });
}

/** Open the name dialog; true once a name was given, false when it was closed without. */
export function askName(): Promise<boolean> {
  asking?.done(false);
  return new Promise((resolve) => {
    asking = {
      done: (named) => {
        asking = null;
        resolve(named);
      },
    };
  });
}

export function answerName(named: boolean): void {
  asking?.done(named);
}

/** Do what needs a name, asking for one first; undefined when none was given. */
export async function withName<T>(action: () => Promise<T>): Promise<T | undefined> {
  if (me === null) await loadMe();
  if (me !== null && me.name === null && !(await askName())) return undefined;
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Refusal) || error.body.code !== "name-needed") throw error;
    return (await askName()) ? action() : undefined;
  }
}
