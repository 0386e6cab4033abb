import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { offline } from "./plugins/offline";
import { catalogueOf, LANGUAGES, texts } from "./plugins/texts";
import manifest from "./manifest.json" with { type: "json" };

const MANIFEST = { rel: "manifest", href: "/manifest-id.webmanifest" };

/**
 * What the page is once it is installed, `manifest-id.webmanifest`, in each language: the document names
 * the one of its own, and the server changes the name with the language.
 */
function manifests(): Plugin {
  return {
    name: "manifests",
    apply: "build",
    generateBundle() {
      for (const lang of LANGUAGES) {
        const { landing } = JSON.parse(readFileSync(catalogueOf(lang), "utf-8")).web;
        const told = { name: landing.title, description: landing.lead, lang, ...manifest };
        const fileName = `manifest-${lang}.webmanifest`;
        this.emitFile({ type: "asset", fileName, source: JSON.stringify(told) });
      }
    },
    transformIndexHtml: (_, { bundle }) =>
      bundle && [{ tag: "link", attrs: MANIFEST, injectTo: "head" }],
  };
}

/** The licence of the font, which goes wherever the font goes. */
function licence(): Plugin {
  return {
    name: "licence",
    apply: "build",
    generateBundle() {
      const file = fileURLToPath(
        new URL("node_modules/@fontsource/fraunces/LICENSE", import.meta.url),
      );
      this.emitFile({ type: "asset", fileName: "fonts.txt", source: readFileSync(file) });
    },
  };
}

interface Imported {
  isEntry: boolean;
  importers: string[];
}

/**
 * What comes with the first page is one script, for it is compressed better in one piece: all that the
 * entry imports, by itself or through others, before it is asked for more.
 */
function first(
  id: string,
  graph: { getModuleInfo: (id: string) => Imported | null },
): string | null {
  const seen = new Set<string>();
  const belongs = (it: string): boolean => {
    if (seen.has(it)) return false;
    seen.add(it);
    const info = graph.getModuleInfo(it);
    return info !== null && (info.isEntry || info.importers.some(belongs));
  };
  return belongs(id) ? "first" : null;
}

export default defineConfig({
  plugins: [svelte(), texts(), manifests(), licence(), offline(LANGUAGES)],
  build: {
    // Nothing is inlined: the page lives under a strict content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: first }] } } },
  },
  server: {
    host: "127.0.0.1",
    // What `make run` starts.
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  // Thousands of random lines take their time on a busy machine.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000 },
});
