import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadMe } from "./me.svelte";
import { startRouter } from "./router.svelte";
import { loadErrors } from "./texts/texts.svelte";

startRouter();
void loadMe();
mount(App, { target: document.getElementById("app") as HTMLElement });
// What comes next is fetched while the first page is read. A table's own address asks for it at once.
setTimeout(() => {
  loadErrors();
  void import("./table/TablePage.svelte").catch(() => undefined);
}, 1000);
