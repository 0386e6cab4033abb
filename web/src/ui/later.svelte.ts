/** Parts of the page that come later: when they are needed, or before that, while nothing else is to be done. */

export class Later<Part> {
  /** The part, once it is here. */
  here = $state.raw<Part | null>(null);
  private coming: Promise<Part> | null = null;

  constructor(private readonly fetch: () => Promise<{ default: Part }>) {}

  /** Have it come. Fails where it cannot, and may be asked again. */
  load(): Promise<Part> {
    this.coming ??= this.fetch().then(
      (module) => (this.here = module.default),
      (failure) => {
        this.coming = null;
        throw failure;
      },
    );
    return this.coming;
  }
}

/** After this long a page has what it needs to be used. */
const SETTLED = 1_500;

/**
 * Fetch parts one after the other while nothing else is to be done, so that they are there even where the network
 * has gone by then. The function given back stops it.
 */
export function loadIdly(parts: readonly Pick<Later<unknown>, "load">[]): () => void {
  let stopped = false;
  const timer = setTimeout(async () => {
    for (const part of parts) {
      await idle();
      if (stopped) return;
      // One that cannot be had now is asked for again when it is needed.
      await part.load().catch(() => undefined);
    }
  }, SETTLED);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Some browsers do not tell when they have nothing to do. */
const idle = (): Promise<unknown> =>
  new Promise((done) =>
    typeof requestIdleCallback === "function"
      ? requestIdleCallback(done, { timeout: 2_000 })
      : setTimeout(done, 100),
  );
