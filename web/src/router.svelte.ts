/** A few addresses and no more: what is shown follows the location's path. */

export type Route =
  | { page: "landing" }
  | { page: "new" }
  | { page: "lobby" }
  | { page: "table"; id: string }
  | { page: "rules" }
  | { page: "learn" }
  | { page: "settings" }
  | { page: "score"; id: string | null; part: string | null }
  | { page: "history" }
  | { page: "replay"; id: string; match: number; hand: number }
  | { page: "puzzles"; name: string | null }
  | { page: "missing" };

export function parseRoute(path: string): Route {
  const [first = "", second = "", ...rest] = path.replace(/^\/|\/$/g, "").split("/");
  if (first === "skor" && rest.length < 2)
    return { page: "score", id: second || null, part: rest[0] || null };
  if (first === "riwayat" && second) return parseReplay(decode(second), rest);
  if (rest.length > 0) return { page: "missing" };
  if (first === "teka-teki") return { page: "puzzles", name: second ? decode(second) : null };
  if (first === "meja" && second) return { page: "table", id: decode(second) };
  if (second) return { page: "missing" };
  if (first === "") return { page: "landing" };
  if (first === "baru") return { page: "new" };
  if (first === "lobi") return { page: "lobby" };
  if (first === "aturan") return { page: "rules" };
  if (first === "belajar") return { page: "learn" };
  if (first === "pengaturan") return { page: "settings" };
  if (first === "riwayat") return { page: "history" };
  return { page: "missing" };
}

function parseReplay(id: string, rest: readonly string[]): Route {
  if (rest.length !== 2 || !rest.every((part) => /^[1-9]\d{0,8}$/.test(part)))
    return { page: "missing" };
  const [match = 0, hand = 0] = rest.map(Number);
  return { page: "replay", id, match, hand };
}

/** The table meant by a pasted link, a path or a bare code; null where it is none of them. */
export function tableIn(text: string): string | null {
  const path = text.trim().replace(/[?#].*$/, "");
  const id = /(?:^|\/)meja\/([^/]+)\/?$/.exec(path)?.[1] ?? path;
  return /^[\w-]{1,64}$/.test(id) ? id.toLowerCase() : null; // a phone writes the first letter large
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const replayLink = (id: string, { match, hand }: { match: number; hand: number }): string =>
  `/riwayat/${encodeURIComponent(id)}/${match}/${hand}`;

export const tableLink = (id: string): string => `/meja/${encodeURIComponent(id)}`;

let path = $state(location.pathname);

export function route(): Route {
  return parseRoute(path);
}

export function go(to: string): void {
  history.pushState(null, "", to);
  path = location.pathname;
  scrollTo(0, 0);
}

/** Follow the back button, and every link to a page of ours, without loading anew. */
export function startRouter(): void {
  addEventListener("popstate", () => {
    path = location.pathname;
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    if (link.href !== location.href) go(link.href);
  });
}
