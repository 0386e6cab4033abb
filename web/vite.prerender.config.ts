/** The first page as HTML in each language, `landing-id.html`: src/prerender.ts is built for Node, and asked. */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { catalogueOf, LANGUAGES, texts } from "./plugins/texts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const BUILT = at("node_modules/.prerender");

function asked(): Plugin {
  return {
    name: "asked",
    apply: "build",
    async closeBundle() {
      // What a browser would have, as far as the first page looks at it.
      Object.assign(globalThis, { location: { pathname: "/" } });
      const { prerender } = await import(pathToFileURL(`${BUILT}/prerender.js`).href);
      for (const lang of LANGUAGES) {
        const { web, level } = JSON.parse(readFileSync(catalogueOf(lang), "utf-8"));
        writeFileSync(at(`dist/landing-${lang}.html`), prerender(lang, { ...web, level }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), texts(), asked()],
  publicDir: false,
  build: { ssr: at("src/prerender.ts"), outDir: BUILT, emptyOutDir: true },
});
