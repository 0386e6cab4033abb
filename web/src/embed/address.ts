/** Which address the element frames. */

/** As `review/address.ts` has it, of which nothing is imported: the element's script is one file. */
const REVIEW = "ulas";

export interface Given {
  readonly review: boolean;
  readonly lang: string | null;
  readonly look: string | null;
  readonly at: string | null;
}

/** The language of a tag such as "en-GB", where the page speaks it. */
export function speaks(tag: string | null | undefined): string | null {
  const lang = tag?.slice(0, 2).toLowerCase() ?? "";
  return ["id", "en"].includes(lang) ? lang : null;
}

/**
 * The address to frame for that of a hand's replay; null for what is none. A path is one
 * of the server that `home` comes from.
 */
export function addressOf(
  src: string,
  home: string,
  { review, lang, look, at }: Given,
): string | null {
  let url: URL;
  try {
    url = new URL(src, home);
  } catch {
    return null;
  }
  const place = /^\/(?:riwayat|sisip)(\/\w+\/\d+\/\d+)\/?$/.exec(url.pathname);
  if (!place || !/^https?:$/.test(url.protocol)) return null;
  const asked = new URLSearchParams();
  if (review || url.searchParams.has(REVIEW)) asked.set(REVIEW, "");
  if (lang) asked.set("lang", lang);
  if (look) asked.set("look", look);
  const query = asked.size ? `?${asked}` : "";
  return `${url.origin}/sisip${place[1]}${query}${at ? `#${Number(at)}` : url.hash}`;
}

/** What somebody copies to have a hand in their page; within the element, what is there without its script. */
export function codeFor(link: string, title: string): string {
  const { origin } = new URL(link);
  // What keeps names from turning the words around them nobody would see in code.
  const plain = title.replace(/[\u2068\u2069]/g, "");
  const told = plain.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return (
    `<script type="module" src="${origin}/gaple-replay.js"></script> ` +
    `<gaple-replay src="${link}"><a href="${link}">${told}</a></gaple-replay>`
  );
}
