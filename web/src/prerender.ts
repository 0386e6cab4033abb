/**
 * The first page as HTML, for the server to put into its document: a newcomer on a weak network sees it, and can tap it,
 * while the scripts are still on their way. Built for Node by vite.prerender.config.ts, and never part of the page.
 */

import { render } from "svelte/server";
import App from "./App.svelte";
import { giveTexts } from "./texts/texts.svelte";

export function prerender(lang: "id" | "en", texts: Record<string, unknown>): string {
  giveTexts(lang, texts);
  return render(App).body;
}
