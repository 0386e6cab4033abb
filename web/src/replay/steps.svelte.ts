/** Where one stands in a hand that is over, and going on by itself. */

/** A step stays this long before the next one comes: time to see it. */
export const PACE = 1_400;

export class Steps {
  at = $state(0);
  playing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly end: number,
    at = 0,
  ) {
    this.at = Math.min(Math.max(Math.trunc(at) || 0, 0), end);
  }

  /** Go somewhere, by hand: what plays by itself stops. */
  go(at: number): void {
    this.play(false);
    this.at = Math.min(Math.max(at, 0), this.end);
  }

  /** Go on by itself, from the beginning where one is at the end; or stop. */
  play(playing: boolean): void {
    clearTimeout(this.timer);
    if (playing && this.at === this.end) this.at = 0;
    this.playing = playing && this.end > 0;
    if (this.playing) this.timer = setTimeout(() => this.next(), PACE);
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
