/** A finished hand within somebody else's page. The server says in the document in which language, and in which look. */

import "../styles/tokens.css";
import "../styles/base.css";
import { mount } from "svelte";
import { loadTexts, withTexts } from "../texts/texts.svelte";
import Embed from "./Embed.svelte";
import { getHand } from "./hand";

const place = document.getElementById("app") as HTMLElement;
const hand = getHand(location.pathname);

loadTexts(document.documentElement.lang)
  .then(() => withTexts("result", withTexts("replay", hand)))
  .then(
    (found) => mount(Embed, { target: place, props: { found } }),
    () => {
      // Without texts there is no language yet to say it in.
      place.textContent = "Tidak ada sambungan. · No connection.";
    },
  );
