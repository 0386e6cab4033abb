import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/**
 * A section of a text catalogue as a module of its own, `texts:id/web`: the page takes only what it
 * shows, and what is seldom needed comes later.
 */
function texts(): Plugin {
  return {
    name: "texts",
    resolveId: (id) => (id.startsWith("texts:") ? `\0${id}` : undefined),
    load(id) {
      const [, lang, section] = /^\0texts:(\w+)\/(\w+)$/.exec(id) ?? [];
      if (!lang || !section) return;
      const file = fileURLToPath(new URL(`../src/gaple/locale/${lang}.json`, import.meta.url));
      this.addWatchFile(file);
      return `export default ${JSON.stringify(JSON.parse(readFileSync(file, "utf-8"))[section])}`;
    },
  };
}

export default defineConfig({
  plugins: [svelte(), texts()],
  build: {
    // Nothing is inlined: the page lives under a strict content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: "127.0.0.1",
    // What `make run` starts.
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  // Thousands of random lines take their time on a busy machine.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000 },
});
