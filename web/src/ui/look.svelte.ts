/**
 * How the page looks: chosen on this device, and said in the document as words that styles/tokens.css knows. The server
 * says them from the start, so that nothing is painted in another look first.
 */

import { remember, remembered, tellServer } from "./memory";

export const THEMES = ["auto", "light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

/** How pips are drawn. */
export const PIPS = ["large", "colour"] as const;
export type Pips = (typeof PIPS)[number];

/** Only those words that there are, in an order of their own: each look is one text. */
export function words(text: string | null | undefined): readonly (Theme | Pips)[] {
  const found = (text ?? "").split(/[ .]/);
  const theme = THEMES.find((it) => it !== "auto" && found.includes(it));
  const pips = PIPS.filter((it) => found.includes(it));
  return theme ? [theme, ...pips] : pips;
}

let chosen = $state.raw<readonly string[]>([]);

export const theme = (): Theme => THEMES.find((it) => chosen.includes(it)) ?? "auto";
export const hasPips = (pips: Pips): boolean => chosen.includes(pips);

export function chooseTheme(value: Theme): void {
  choose([...chosen.filter((it) => it !== theme()), value]);
}

export function choosePips(pips: Pips, on: boolean): void {
  choose([...chosen.filter((it) => it !== pips), ...(on ? [pips] : [])]);
}

function choose(wanted: readonly string[]): void {
  chosen = words(wanted.join(" "));
  remember("look", chosen.join(" ") || null);
  tellServer("look", chosen.join(".") || null);
  show();
}

/** Begin in the look that was chosen here before. */
export function startLook(): void {
  const said = document.documentElement.dataset.look;
  const kept = remembered("look");
  chosen = words(kept ?? said);
  // The browser forgets the cookie sooner than what is remembered here.
  if (kept && words(said).join() !== chosen.join()) tellServer("look", chosen.join("."));
  matchMedia(MORE).addEventListener("change", show);
  show();
}

const MORE = "(prefers-contrast: more)";

function show(): void {
  // Who asks all pages for contrast has it here without asking again.
  const asked = theme() === "auto" && matchMedia(MORE).matches ? ["contrast"] : [];
  document.documentElement.dataset.look = [...asked, ...chosen].join(" ");
}
