import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { minify, type Plugin, transformWithOxc } from "vite";

const WORKER = fileURLToPath(new URL("../src/offline/worker/worker.ts", import.meta.url));

/**
 * `sw.js`, the service worker of src/offline/worker, with the names of all files that it keeps: what lies in `assets/`,
 * the manifests, and the icon of a tab.
 */
export function offline(languages: readonly string[]): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const entry = Object.values(bundle).find((it) => it.type === "chunk" && it.isEntry);
        if (!entry) this.error("no page to keep");
        const files = Object.keys(bundle).filter((name) => /^(assets|manifest-)/.test(name));
        const known = {
          FILES: [...files.sort(), "favicon.svg"].map((name) => `/${name}`),
          ENTRY: `/${entry.fileName}`,
          LANGUAGES: languages,
        };
        const constants = Object.entries(known).map(
          ([name, it]) => `const ${name} = ${JSON.stringify(it)};`,
        );
        const { code } = await transformWithOxc(readFileSync(WORKER, "utf-8"), WORKER);
        const { code: source } = await minify("sw.js", [...constants, code].join("\n"), {
          module: true,
        });
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
