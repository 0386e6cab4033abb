/**
 * What only a secure context has: the page kept by a service worker, so that it opens without a network, and told
 * when there is a newer one. Nothing is ever loaded anew without being asked: a hand may be in play.
 */

import { mount } from "svelte";
import { withTexts } from "../texts/texts.svelte";

const HOUR = 3_600_000;

/** The script that this page runs from: a build has no other of that name. */
function ownEntry(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : "";
}

let told = false;

async function announce(): Promise<void> {
  if (told) return;
  told = true;
  try {
    const { default: Newer } = await withTexts("newer", import("./Newer.svelte"));
    mount(Newer, { target: document.body });
  } catch {
    told = false; // without a network it is said another time
  }
}

export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  // A worker says which build it keeps when it has come: that is the newest one, or the one that is shown here.
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.entry && data.entry !== ownEntry()) void announce();
  });
  try {
    const registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" });
    // A browser looks for a newer one only when a page is loaded, and a table may be open for days.
    const look = () => void registration.update().catch(() => undefined);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") look();
    });
    addEventListener("online", look);
    setInterval(look, HOUR);
  } catch {
    // Private browsing, or no network: the page works without it, as it does on plain http.
  }
}
