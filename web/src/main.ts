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
setTimeout(loadErrors, 1000);
