import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { page as enPage, web as enWeb, level as enLevel } from "../../../src/gaple/locale/en.json";
import { page as idPage, web as idWeb, level as idLevel } from "../../../src/gaple/locale/id.json";
import enRules from "../pages/rules/en.json";
import idRules from "../pages/rules/id.json";
import { format, isolate, type Message, number, signed } from "./format";

const en = { ...enWeb, ...enPage };
const id = { ...idWeb, ...idPage };

/** Every message with its key. */
function messages(node: unknown, path: string[] = []): [string, Message][] {
  if (typeof node === "string" || (typeof node === "object" && !!node && "other" in node))
    return [[path.join("."), node as Message]];
  return Object.entries(node as object).flatMap(([key, child]) => messages(child, [...path, key]));
}

function places(message: Message): string[] {
  const forms = typeof message === "string" ? [message] : Object.values(message);
  return [...new Set(forms.flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
}

/** The source of the page, in which keys are looked for. */
function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf-8" })
    .filter((name) => /(?<!\.test)\.(svelte|ts)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf-8"))
    .join("\n");
}

describe("the catalogue", () => {
  it("has the same messages with the same parameters in every language", () => {
    const shape = (tree: unknown) => messages(tree).map(([key, it]) => [key, places(it)]);
    expect(shape(id)).toEqual(shape(en));
    expect(shape(idLevel)).toEqual(shape(enLevel));
  });

  it("has no part that is called like something that all pages say", () => {
    expect(Object.keys(idPage).filter((part) => part in idWeb || part === "level")).toEqual([]);
  });

  it("tells the rules the same way in every language", () => {
    const shape = (it: typeof idRules) => [
      it.chapters.map((c) => c.text.length),
      it.examples.length,
    ];
    expect(shape(idRules)).toEqual(shape(enRules));
  });

  it("has no message that nothing shows", () => {
    const source = sources(new URL("..", import.meta.url).pathname);
    const unused = messages(id)
      .map(([key]) => key)
      .filter((key) => {
        if (source.includes(`"${key}"`) || source.includes(`'${key}'`)) return false;
        // Keys put together from parts stand as `start.${…}` or `start_${…}`.
        const starts = [...key.matchAll(/[._]/g)].map((hit) => key.slice(0, hit.index + 1));
        return !starts.some((start) => source.includes(`\`${start}\${`));
      });
    expect(unused).toEqual([]);
  });
});

describe("format", () => {
  it("fills in parameters and leaves unknown places alone", () => {
    expect(format("{a} and {b}", { a: "x" }, "en")).toBe("x and {b}");
  });

  it("chooses the plural form by n", () => {
    const message = { one: "{n} tile", other: "{n} tiles" };
    expect([0, 1, 2].map((n) => format(message, { n }, "en"))).toEqual([
      "0 tiles",
      "1 tile",
      "2 tiles",
    ]);
    expect(format({ other: "{n} kartu" }, { n: 1 }, "id")).toBe("1 kartu");
  });

  it("does not fill in what a parameter says", () => {
    expect(format("{name}", { name: "{n}", n: 3 }, "en")).toBe("{n}");
  });

  it.each(["id", "en"] as const)("writes small numbers in %s as they are", (lang) => {
    const asked = new Intl.NumberFormat(lang);
    const wrong = Array.from({ length: 1999 }, (_, n) => n - 999).filter(
      (n) => number(n, lang) !== asked.format(n).replace("-", "−"),
    );
    expect(wrong).toEqual([]);
  });

  it("writes numbers as the language does", () => {
    expect([number(-13, "id"), number(1234, "id"), number(1234, "en")]).toEqual([
      "−13",
      "1.234",
      "1,234",
    ]);
    expect([signed(7, "en"), signed(0, "en"), signed(-7, "en")]).toEqual(["+7", "0", "−7"]);
  });

  it("isolates names", () => {
    expect(isolate("דנה")).toBe("\u2068דנה\u2069");
  });
});
