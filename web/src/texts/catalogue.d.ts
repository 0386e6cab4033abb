/** Sections of the package's text catalogues, made into modules by vite.config.ts. */

declare module "texts:*/web" {
  // Both languages have the same keys: texts.test.ts sees to it.
  const web: typeof import("../../../src/gaple/locale/en.json")["web"];
  export default web;
}

declare module "texts:*/level" {
  const level: typeof import("../../../src/gaple/locale/en.json")["level"];
  export default level;
}

declare module "texts:*/error" {
  const error: Record<string, unknown>;
  export default error;
}
