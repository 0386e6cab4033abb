/** What other sites embed, built by itself: `embed.html`, a page as light as it can be, and the element that frames it. */

import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { texts } from "./plugins/texts";

const ELEMENT = "gaple-replay";
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte(), texts()],
  // Within another's page nothing of the visitor's is known, and nothing kept.
  resolve: {
    alias: [{ find: /^(\.\/|(\.\.\/)+ui\/)memory$/, replacement: at("src/embed/memory.ts") }],
  },
  publicDir: false,
  build: {
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { embed: at("embed.html"), [ELEMENT]: at("src/embed/element.ts") },
      output: {
        // Others write the element's address into their pages: it stays.
        entryFileNames: ({ name }) => (name === ELEMENT ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
