/**
 * `<gaple-replay src="https://…/riwayat/k3f9/1/2">`: a finished hand within any page. It frames the hand's page of the
 * server that this script comes from, and needs nothing else.
 *
 * `lang` (id or en; else the language of what is around it), `title` (for screen readers), `look` (light, dark, contrast)
 * `at` (after how many steps to stand) and `review` (to be open) may be given, and changed. Until the script is there,
 * what stands inside is shown.
 */

import { addressOf, speaks } from "./address";

const TITLES: Record<string, string> = {
  id: "Putar ulang satu ronde gaple",
  en: "Replay of a hand of gaple",
};

const LAID = `
  :host { display: block; height: 36rem; max-width: 60rem; border-radius: 14px; overflow: hidden; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; height: 100%; border: 0; }
`;

class GapleReplay extends HTMLElement {
  static observedAttributes = ["src", "lang", "title", "look", "at", "review"];
  #frame: HTMLIFrameElement | null = null;
  #shown = "";
  /** Whether the frame has come. */
  #here = false;
  /** Whether it is in a page: what is given before that, attribute by attribute, is shown once then. */
  #begun = false;

  connectedCallback(): void {
    this.#begun = true;
    this.#here = false; // in another place it begins again
    this.#shown = "";
    this.#show();
  }

  disconnectedCallback(): void {
    this.#begun = false;
  }

  attributeChangedCallback(name: string): void {
    if (this.#begun) this.#show(name === "at");
  }

  /** Frame what is asked for; `again` where somebody may have gone elsewhere in it since. */
  #show(again = false): void {
    const around = this.closest("[lang]")?.getAttribute("lang");
    const lang = speaks(this.lang || around);
    const [look, at] = ["look", "at"].map((name) => this.getAttribute(name)) as [
      string | null,
      string | null,
    ];
    const given = { review: this.hasAttribute("review"), lang, look, at };
    const address = addressOf(this.getAttribute("src") ?? "", import.meta.url, given);
    if (!address) return; // what stands inside stays
    const frame = this.#frame ?? this.#made();
    frame.title = this.title || (TITLES[lang ?? "id"] as string);
    if (this.#shown === address && !(again && given.at)) return;
    this.#shown = address;
    // Where only the step is another the page in it stays, and the visitor's way back is no longer for it.
    if (this.#here) frame.contentWindow?.location.replace(address);
    else frame.src = address;
  }

  #made(): HTMLIFrameElement {
    const frame = document.createElement("iframe");
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer";
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(LAID);
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(frame);
    // Not before: empty as it is, it has come already.
    frame.onload = () => {
      this.#here = true;
    };
    this.#frame = frame;
    return frame;
  }
}

if (!customElements.get("gaple-replay")) customElements.define("gaple-replay", GapleReplay);
