/** Where the texts of a language are: made by vite.config.ts from the package's own catalogue. */

declare module "texts:*" {
  const address: string;
  export default address;
}
