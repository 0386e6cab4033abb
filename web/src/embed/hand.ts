/** The hand of an address such as /sisip/k3f9/1/2, as anybody may see it: it is asked for as nobody, without a cookie. */

import type { Replay } from "../net/protocol";

export type Found = { replay: Replay } | { missing: "private" | "missing" | "failed" };

export async function getHand(path: string): Promise<Found> {
  const [, , table = "", match = "", hand = ""] = path.split("/");
  try {
    const address = `/api/tables/${table}/hands/${match}/${hand}`;
    const answer = await fetch(address, { credentials: "omit" });
    if (answer.ok) return { replay: await answer.json() };
    if (answer.status === 403) return { missing: "private" };
    if (answer.status === 404) return { missing: "missing" };
  } catch {
    // As with any other answer.
  }
  return { missing: "failed" };
}

/** Where the same hand is looked at as a page of ours. */
export const pageOf = (path: string): string => path.replace(/^\/sisip\//, "/riwayat/");
