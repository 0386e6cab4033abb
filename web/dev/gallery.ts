/**
 * The table in states that are hard to come by in play: `/dev/gallery.html?state=low_end`.
 * For looking at during development (`npm run dev`); no part of the built page.
 */

import "../src/styles/fonts.css";
import "../src/styles/tokens.css";
import "../src/styles/base.css";
import { mount } from "svelte";
import TablePage from "../src/table/TablePage.svelte";
import { TableStore } from "../src/table/store.svelte";
import { loadTexts } from "../src/texts/texts.svelte";
import { STATES } from "./states";

const state = new URLSearchParams(location.search).get("state") ?? "";
const build = STATES[state];
const target = document.getElementById("app") as HTMLElement;

if (build) {
  await loadTexts(document.documentElement.lang);
  const store = new TableStore("k3f9abcdefgh");
  store.take(build(), []);
  mount(TablePage, { target, props: { id: store.id, given: store } });
} else {
  for (const name of Object.keys(STATES)) {
    const link = document.createElement("a");
    link.href = `?state=${name}`;
    link.textContent = name;
    link.style.cssText = "display:block;padding:12px";
    target.append(link);
  }
}
