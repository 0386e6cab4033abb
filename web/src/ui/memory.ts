/** What this device remembers between visits. Where storing is denied, it just forgets. */

type Name = "lang" | "level";

export function remembered(name: Name): string | null {
  try {
    return localStorage.getItem(`gaple.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: Name, value: string): void {
  try {
    localStorage.setItem(`gaple.${name}`, value);
  } catch {
    // Private browsing, or a full disk: the choice lasts as long as the page.
  }
}
