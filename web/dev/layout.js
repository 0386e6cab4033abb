// Puts lines to src/layout/line.ts, for tests/test_layout.py: one JSON value a line, in and out.

import { createInterface } from "node:readline";
import { runnerImport } from "vite";

const { module: page } = await runnerImport(
  new URL("../src/layout/line.ts", import.meta.url).pathname,
  { configFile: false, logLevel: "error" },
);

for await (const asked of createInterface({ input: process.stdin })) {
  const { line, root, width, height, largest } = JSON.parse(asked);
  const box = { width, height };
  const { size, tiles } = page.layoutLine(line, root, box, { max: largest, slots: false });
  const places = tiles.map(({ x, y, rotation }) => [x, y, rotation]);
  process.stdout.write(`${JSON.stringify([size, places])}\n`);
}
