/**
 * A finished hand as a picture to send to friends: who won and why, the line as it lay, and everybody's tiles. A text of
 * SVG, made of what it is given and nothing else; what text measures and which colours there are comes from outside.
 */

import { layoutLine } from "../layout/line";
import type { Replay } from "../net/protocol";
import { parseChoices } from "../rules/options";
import { seatName } from "../table/names";
import { headline, type Row, reasons, rows } from "../table/result";
import { day, signed, t } from "../texts/texts.svelte";
import { pipPath } from "../tiles/pips";
import { endOf, positionAt, toldOf } from "./positions";

/** The tokens that the picture is painted with. */
export const PAINTS = [
  "wood",
  "wood-deep",
  "wood-edge",
  "wood-ink",
  "wood-muted",
  "felt",
  "felt-deep",
  "felt-light",
  "felt-ink",
  "felt-muted",
  "ivory",
  "ivory-edge",
  "ivory-line",
  "pip",
  "brass",
  "brass-bright",
  "brass-deep",
  "font",
  "font-title",
] as const;

export type Paint = (typeof PAINTS)[number];

export interface Means {
  readonly paint: Readonly<Record<Paint, string>>;
  /** How wide a text is, in pixels. */
  readonly measure: (text: string, size: number, font: "font" | "font-title") => number;
}

export const WIDTH = 1080;
const EDGE = 44;
const INNER = WIDTH - 2 * EDGE;
/** The line has at most this height, and a little felt around it. */
const MOST = 560;
const FELT = 44;
const ROW = 112;
const NAMES = 370;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface Written {
  size: number;
  fill: string;
  font?: "font" | "font-title";
  anchor?: "start" | "middle" | "end";
  weight?: number;
  most?: number;
}

class Drawing {
  private readonly parts: string[] = [];

  constructor(private readonly means: Means) {}

  add(part: string): void {
    this.parts.push(part);
  }

  /** A text on one line, smaller where it would be too wide, and cut where that is not enough. */
  write(text: string, x: number, y: number, how: Written): void {
    const { fill, font = "font", anchor = "start", weight = 400, most = INNER } = how;
    const width = (some: string, px: number) => this.means.measure(some, px, font);
    const size = Math.max(how.size * 0.7, how.size * Math.min(1, most / width(text, how.size)));
    let shown = text;
    const signs = [...text];
    while (signs.length > 1 && width(shown, size) > most) {
      signs.pop();
      shown = `${signs.join("").trimEnd()}…`;
    }
    const family = escaped(this.means.paint[font]);
    this.add(
      `<text x="${x}" y="${y}" font-family="${family}" font-size="${size.toFixed(1)}" font-weight="${weight}"` +
        ` fill="${fill}" text-anchor="${anchor}">${escaped(shown)}</text>`,
    );
  }

  /** As many lines as a text needs, up to a number; the height that they take. */
  paragraph(text: string, y: number, how: Written & { lines: number }): number {
    const lines = wrap(text, INNER, (some) => this.means.measure(some, how.size, "font"));
    for (const [index, line] of lines.slice(0, how.lines).entries())
      this.write(
        index === how.lines - 1 ? lines.slice(index).join(" ") : line,
        EDGE,
        y + index * how.size * 1.35,
        how,
      );
    return Math.min(lines.length, how.lines) * how.size * 1.35;
  }

  /** A tile of this width, its middle here, turned clockwise from standing. */
  tile(tile: string, x: number, y: number, width: number, turned = 0, dim = 1): void {
    const { paint } = this.means;
    const scale = width / 100;
    const angle = (turned * Math.PI) / 180;
    const [dx, dy] = [Math.sin(angle), Math.cos(angle)];
    const plate = (by: number, fill: string, more = "") =>
      `<rect x="${(4 + by * dx).toFixed(1)}" y="${(4 + by * dy).toFixed(1)}" width="92" height="192" rx="15" fill="${fill}"${more}/>`;
    const pips = [0, 1].map((row) => pipPath(tile[row] ?? "", row as 0 | 1, 9.5)).join("");
    this.add(
      `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turned}) scale(${scale.toFixed(3)}) translate(-50 -100)" opacity="${dim}">` +
        plate(6, "#000", ' opacity="0.28"') +
        plate(3, paint["ivory-edge"]) +
        plate(-1.5, paint.ivory) +
        `<path d="M20 100H80" stroke="${paint["ivory-line"]}" stroke-width="3"/>` +
        `<path d="${pips}" fill="${paint.pip}"/>` +
        `<circle cx="50" cy="100" r="5.5" fill="${paint.brass}" stroke="${paint["brass-deep"]}" stroke-width="1.5"/></g>`,
    );
  }

  toString(): string {
    return this.parts.join("");
  }
}

/** The picture, as a document of its own. */
export function drawHand(replay: Replay, means: Means): string {
  const { paint } = means;
  const told = toldOf(replay);
  const { outcome } = replay;
  const chips = ["pairwise", "winner"].includes(parseChoices(replay.rules).settle ?? "");
  const drawing = new Drawing(means);

  drawing.write("Gaple", EDGE, 84, {
    size: 50,
    fill: paint["brass-bright"],
    font: "font-title",
    weight: 600,
    most: 300,
  });
  const where = [t("replay.title", { n: replay.hand }), day(replay.at)].join(" · ");
  drawing.write(where, WIDTH - EDGE, 80, {
    size: 30,
    fill: paint["wood-muted"],
    anchor: "end",
    most: INNER - 320,
  });
  drawing.write(headline(told, outcome, null), EDGE, 172, {
    size: 62,
    fill: paint["wood-ink"],
    font: "font-title",
    weight: 600,
  });
  const why = reasons(told, { actions: replay.steps }, outcome).join(" ");
  let y = 228;
  y += drawing.paragraph(why, y, { size: 30, fill: paint["wood-muted"], lines: 5 }) - 6;

  y += lineOf(replay, drawing, y, paint) + 22;
  for (const row of rows(positionAt(replay, endOf(replay)), outcome)) {
    rowOf(replay, drawing, row, y, chips, paint);
    y += ROW;
  }
  const height = Math.round(y + 30);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">` +
    `<defs><linearGradient id="wood" x2="0" y2="1"><stop stop-color="${paint.wood}"/><stop offset="1" stop-color="${paint["wood-deep"]}"/></linearGradient>` +
    `<radialGradient id="felt" r="0.8"><stop stop-color="${paint["felt-light"]}"/><stop offset="1" stop-color="${paint["felt-deep"]}"/></radialGradient></defs>` +
    `<rect width="${WIDTH}" height="${height}" fill="url(#wood)"/>${drawing}</svg>`
  );
}

/** The line on its felt; the height that it takes. */
function lineOf(replay: Replay, drawing: Drawing, top: number, paint: Means["paint"]): number {
  const { line, root } = positionAt(replay, endOf(replay));
  const box = { width: INNER - 24, height: MOST };
  const { tiles, size } = line.length
    ? layoutLine(line, root, box, { max: 56, slots: false })
    : { tiles: [], size: 56 };
  const reach = tiles.map(({ y, rotation }) => [y, size * (rotation % 180 ? 1 : 0.5)] as const);
  const above = Math.min(...reach.map(([y, half]) => y - half));
  const below = Math.max(...reach.map(([y, half]) => y + half));
  const height = (tiles.length ? below - above : 2 * size) + 2 * FELT;
  drawing.add(
    `<rect x="${EDGE - 8}" y="${top}" width="${INNER + 16}" height="${height}" rx="34" fill="url(#felt)" stroke="${paint["wood-edge"]}" stroke-width="4"/>`,
  );
  for (const [index, tile] of line.entries()) {
    const place = tiles[index];
    if (place)
      drawing.tile(
        tile,
        EDGE + 12 + place.x,
        top + FELT + place.y - above,
        size,
        place.rotation - 90,
      );
  }
  return height;
}

function rowOf(
  replay: Replay,
  drawing: Drawing,
  row: Row,
  y: number,
  chips: boolean,
  paint: Means["paint"],
): void {
  const middle = y + ROW / 2;
  drawing.add(
    `<rect x="${EDGE - 8}" y="${y + 4}" width="${INNER + 16}" height="${ROW - 10}" rx="18" fill="#000" fill-opacity="0.24"` +
      ` stroke="${row.won ? paint["brass-bright"] : "none"}" stroke-width="3"/>`,
  );
  const player = replay.players.find(({ seat }) => seat === row.seat);
  const fill = row.won ? paint["brass-bright"] : paint["wood-ink"];
  const name = player ? seatName(player) : row.seat;
  const indent = row.winner ? 48 : 0;
  if (row.winner)
    drawing.add(
      `<path d="M4 18h16M4 15L3 7l5 4 4-6 4 6 5-4-1 8z" transform="translate(${EDGE + 6} ${middle - 20}) scale(1.6)"` +
        ` fill="none" stroke="${fill}" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>`,
    );
  drawing.write(name, EDGE + 12 + indent, middle + 12, {
    size: 36,
    fill,
    weight: 600,
    most: 300 - indent,
  });
  const right = WIDTH - EDGE - 12;
  const net = chips ? signed(replay.outcome.net[row.seat] ?? 0) : null;
  const points = t("result.points", { n: row.points });
  drawing.write(points, right, net ? middle - 6 : middle + 11, {
    size: 32,
    fill,
    weight: 600,
    anchor: "end",
    most: 170,
  });
  if (net)
    drawing.write(net, right, middle + 36, {
      size: 34,
      fill: paint["wood-muted"],
      weight: 600,
      anchor: "end",
      most: 170,
    });
  if (row.tiles.length === 0)
    drawing.write(t("result.no_tiles"), EDGE + NAMES, middle + 11, {
      size: 32,
      fill: paint["wood-muted"],
      most: 400,
    });
  const room = INNER - NAMES - 190;
  const step = Math.min(54, room / Math.max(row.tiles.length, 1));
  const width = step - 8;
  for (const [index, { tile, dead, mark }] of row.tiles.entries()) {
    const x = EDGE + NAMES + step * (index + 0.5);
    if (mark === "decided")
      drawing.add(
        `<rect x="${x - width / 2 - 5}" y="${middle - width - 5}" width="${width + 10}" height="${2 * width + 10}" rx="12"` +
          ` fill="none" stroke="${paint["brass-bright"]}" stroke-width="5"/>`,
      );
    drawing.tile(tile, x, middle, dead ? width * 0.92 : width, dead ? 9 : 0, dead ? 0.72 : 1);
  }
}

/** A text in lines that are no wider than this. */
export function wrap(text: string, most: number, width: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && width(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
