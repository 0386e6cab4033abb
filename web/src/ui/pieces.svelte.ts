import { painted } from "./painted";

/**
 * Counts from nothing to so many, one more whenever the last is on the screen: for a part of the page that comes in
 * pieces, each in a task of its own, since all at once would keep a weak phone from anything else for too long. Where
 * there is no screen all is there from the start.
 */
export function pieces(most: () => number): { readonly here: number } {
  let here = $state(typeof requestAnimationFrame === "function" ? 0 : most());
  $effect(() => (here < most() ? painted(() => here++) : undefined));
  return {
    get here() {
      return here;
    },
  };
}
