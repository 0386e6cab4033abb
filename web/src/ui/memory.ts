/** What this device remembers between visits. Where storing is denied, it just forgets. */

type Name =
  | "hands"
  | "lang"
  | "level"
  | "look"
  | "muted"
  | "puzzles"
  | "replays"
  | "rules"
  | "still"
  | "table";

export function remembered(name: Name): string | null {
  try {
    return localStorage.getItem(`gaple.${name}`);
  } catch {
    return null;
  }
}

/** Keep a choice; null forgets it. */
export function remember(name: Name, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`gaple.${name}`);
    else localStorage.setItem(`gaple.${name}`, value);
  } catch {
    // Private browsing, or a full disk: the choice lasts as long as the page.
  }
}

/**
 * Let the server know what was chosen here of what it says in the document: it sends the texts of this language along
 * with the page, and the page begins with this look. Null takes it back.
 */
export function tellServer(name: "lang" | "look", value: string | null): void {
  const kept = `path=/; max-age=${value ? 365 * 24 * 3600 : 0}; samesite=lax`;
  // biome-ignore lint/suspicious/noDocumentCookie: secure contexts alone have the Cookie Store API.
  document.cookie = `gaple_${name}=${value ?? ""}; ${kept}`;
}

/** Where the scorekeeper's sessions are kept. */
export const SCORES = "gaple.skor.";

/** What was chosen for this device, whoever sits at it. */
const OF_DEVICE: ReadonlySet<string> = new Set(["gaple.lang", "gaple.look", "gaple.still"]);

/** Forget everything, as nobody is here any more; or, where somebody else is from now on, all but what is this device's. */
export function forgetAll(by: "nobody" | "another"): void {
  const stays = (key: string) => by === "another" && (key.startsWith(SCORES) || OF_DEVICE.has(key));
  if (by === "nobody") {
    tellServer("lang", null);
    tellServer("look", null);
  }
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key.startsWith("gaple.") && !stays(key)) storage.removeItem(key);
  } catch {
    // There was nothing to remember it by.
  }
}

/** A place of this window's own, which loading the page again does not empty. */
export function sessionMemory(name: string) {
  let kept: string | null = null;
  return {
    read(): string | null {
      try {
        return sessionStorage.getItem(`gaple.${name}`);
      } catch {
        return kept;
      }
    },
    write(text: string): void {
      if (text === kept) return;
      kept = text;
      try {
        sessionStorage.setItem(`gaple.${name}`, text);
      } catch {
        // It lasts as long as the page.
      }
    },
  };
}
