/** Where one stands in a hand that is over, and going on by itself. */

/** A step stays this long before the next one comes: time to see it. */
export const PACE = 1_400;

/** The address says where one stands once one stays there so long. */
const SETTLED = 300;

/** Where an address says that one stands: `#7`, after seven steps. */
export const stepIn = ({ hash }: { hash: string }): number => Number(hash.slice(1));

export class Steps {
  at = $state(0);
  playing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly end: number,
    at = 0,
  ) {
    this.at = this.within(at);
  }

  /** Go somewhere, by hand: what plays by itself stops. */
  go(at: number): void {
    this.play(false);
    this.at = this.within(at);
  }

  /** Go on by itself, from the beginning where one is at the end; or stop. */
  play(playing: boolean): void {
    clearTimeout(this.timer);
    if (playing && this.at === this.end) this.at = 0;
    this.playing = playing && this.end > 0;
    if (this.playing) this.timer = setTimeout(() => this.next(), PACE);
  }

  /** The step nearest to this number that there is. */
  private within(at: number): number {
    return Math.min(Math.max(Math.trunc(at) || 0, 0), this.end);
  }

  private next(): void {
    this.at++;
    this.play(this.at < this.end);
  }

  /** What a key does; false where it does nothing here. */
  press(key: string): boolean {
    if (key === "ArrowRight") this.go(this.at + 1);
    else if (key === "ArrowLeft") this.go(this.at - 1);
    else if (key === "Home") this.go(0);
    else if (key === "End") this.go(this.end);
    else if (key === " ") this.play(!this.playing);
    else return false;
    return true;
  }
}

/**
 * The page's address says where one stands, for whoever it is sent to; not while it goes on by itself. And where
 * the address is changed, by a link or by a page around this one, one goes there.
 */
export function inAddress(steps: Steps, address: () => string): void {
  $effect(() => {
    const told = `${address()}${steps.at ? `#${steps.at}` : ""}`;
    if (steps.playing) return;
    const timer = setTimeout(() => history.replaceState(history.state, "", told), SETTLED);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    const follow = () => steps.go(stepIn(location));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  });
}
