import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

export const LANGUAGES = ["id", "en"];

export const catalogueOf = (lang: string): string =>
  fileURLToPath(new URL(`../../src/gaple/locale/${lang}.json`, import.meta.url));

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
export function texts(): Plugin {
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
