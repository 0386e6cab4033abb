/** Where the texts of a language are, by part: made by vite.config.ts from the package's own catalogue. */

declare module "texts:*" {
  const addresses: Readonly<Record<string, string>>;
  export default addresses;
}
