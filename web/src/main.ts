import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { hydrate, mount } from "svelte";
import App from "./App.svelte";
import { loadMe } from "./me.svelte";
import { route, startRouter } from "./router.svelte";
import { loadTexts } from "./texts/texts.svelte";
import { repeatEarlyTap } from "./ui/early";
import { startLook } from "./ui/look.svelte";

const place = document.getElementById("app") as HTMLElement;

function begin(): void {
  void loadMe();
  // The server has said in the document which language this browser asks for.
  loadTexts(document.documentElement.lang).then(
    () => {
      // To a newcomer the server has sent the first page along, as prerender.ts makes it.
      if (place.firstElementChild && route().page === "landing") hydrate(App, { target: place });
      else {
        place.textContent = "";
        mount(App, { target: place });
      }
      repeatEarlyTap();
    },
    () => {
      // Without texts there is no language yet to say it in.
      place.textContent = "Tidak ada sambungan. Muat ulang. · No connection. Load this page again.";
      addEventListener("online", begin, { once: true });
    },
  );
}

startLook();
startRouter();
begin();
// What comes next is fetched while the first page is read. A table's own address asks for it at once.
setTimeout(() => void import("./table/TablePage.svelte").catch(() => undefined), 1000);
// On plain http a browser has no service workers. One in development would keep what is being worked on.
if (import.meta.env.PROD && navigator.serviceWorker)
  addEventListener("load", () =>
    import("./offline/offline").then(
      ({ keepOffline }) => keepOffline(),
      () => undefined,
    ),
  );
