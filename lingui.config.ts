import { globSync } from "node:fs";
import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-json";
import { defaultLanguage, languages } from "#platform/rules/language.ts";

/** Such as `src/money/messages/customer`. */
const bundles = globSync(`src/*/messages/*.${defaultLanguage}.json`).map((file) =>
  file.slice(0, -`.${defaultLanguage}.json`.length),
);

/** The sentences of the product: one file for each module, bundle and language. */
export default defineConfig({
  locales: [...languages],
  sourceLocale: defaultLanguage,
  format: formatter({ style: "minimal" }),
  catalogs: bundles.map((bundle) => ({ path: `<rootDir>/${bundle}.{locale}`, include: [] })),
});
