/** The picture of a hand painted by the browser: in the colours of the page, and as PNG. */

import type { Replay } from "../net/protocol";
import { drawHand, type Means, type Paint, PAINTS } from "./picture";

/** The picture as a text of SVG. */
export function paintHand(replay: Replay): string {
  const style = getComputedStyle(document.documentElement);
  const paint = Object.fromEntries(
    PAINTS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Record<Paint, string>;
  const context = document.createElement("canvas").getContext("2d");
  const measure: Means["measure"] = (text, size, font) => {
    if (!context) return text.length * size * 0.55;
    context.font = `600 ${size}px ${paint[font]}`;
    return context.measureText(text).width;
  };
  return drawHand(replay, { paint, measure });
}

/** As an address that shows it: a page under our policy may show data, and nothing that it made itself. */
export const addressOf = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** The same as PNG; fails where the browser cannot. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = addressOf(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return await new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

/** Have the browser keep a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
