/** Parts of the page that come later: when they are needed, or before that, while nothing else is to be done. */

export class Later<Part> {
  /** The part, once it is here. */
  here = $state.raw<Part | null>(null);
  private coming: Promise<Part> | null = null;
  private failed = false;

  constructor(private readonly fetch: () => Promise<{ default: Part }>) {}

  /** Have it come. Fails where it cannot, and may be asked again. */
  load(): Promise<Part> {
    this.coming ??= Promise.all([this.fetch(), this.failed ? restyle() : null]).then(
      ([module]) => (this.here = module.default),
      (failure) => {
        this.coming = null;
        this.failed = true;
        throw failure;
      },
    );
    return this.coming;
  }
}

/**
 * Ask again for style sheets that could not be had. They stay in the page, empty, and a script that is asked for again
 * takes them for its own.
 */
async function restyle(): Promise<void> {
  const links =
    globalThis.document?.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]") ?? [];
  await Promise.all(
    [...links].filter(isLost).map(
      (link) =>
        new Promise((done, fail) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.onload = done;
          again.onerror = fail;
          link.replaceWith(again);
        }),
    ),
  );
}

/** Some browsers have no sheet then, some one whose rules cannot be read. */
function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules;
  } catch {
    return true;
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
      // Some browsers never ask again for what they could not have.
      if (globalThis.navigator?.onLine === false) continue;
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
