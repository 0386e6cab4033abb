import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { offline } from "./plugins/offline";
import manifest from "./manifest.json" with { type: "json" };

const LANGUAGES = ["id", "en"];

const catalogueOf = (lang: string): string =>
  fileURLToPath(new URL(`../src/gaple/locale/${lang}.json`, import.meta.url));

/** What the page shows of a text catalogue: by the part that needs it, `""` for what all need. */
function catalogue(file: string): Record<string, object> {
  const { web, level, page } = JSON.parse(readFileSync(file, "utf-8"));
  const parts = Object.entries(page).map(([part, texts]) => [part, { [part]: texts }]);
  return { "": { ...web, level }, ...Object.fromEntries(parts) };
}

/**
 * The addresses of a language's texts by part, `import addresses from "texts:id"`: data of their own, and
 * not a part of the scripts, so that nobody loads a language, or a page's texts, that they do not read.
 */
function texts(): Plugin {
  let building = false;
  return {
    name: "texts",
    configResolved: ({ command }) => {
      building = command === "build";
    },
    resolveId: (id) => (id.startsWith("texts:") ? `\0${id}` : undefined),
    load(id) {
      const lang = /^\0texts:(\w+)$/.exec(id)?.[1];
      if (!lang) return;
      const file = catalogueOf(lang);
      this.addWatchFile(file);
      const addresses = Object.entries(catalogue(file)).map(([part, texts]) => {
        const source = JSON.stringify(texts);
        if (!building) return `"${part}": "data:application/json,${encodeURIComponent(source)}"`;
        const name = `${["texts", lang, part].filter(Boolean).join("-")}.json`;
        const asset = this.emitFile({ type: "asset", name, source });
        return `"${part}": import.meta.ROLLUP_FILE_URL_${asset}`;
      });
      return `export default { ${addresses.join(", ")} }`;
    },
  };
}

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
