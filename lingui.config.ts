import { readdirSync } from "node:fs";
import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-json";
import { defaultLanguage, languages } from "#platform/rules/language.ts";

const areas = readdirSync("src/messages/en").map((file) => file.replace(/\.json$/, ""));

/** The sentences of the product: one file for each language and area. */
export default defineConfig({
  locales: [...languages],
  sourceLocale: defaultLanguage,
  format: formatter({ style: "minimal" }),
  catalogs: areas.map((area) => ({
    path: `<rootDir>/src/messages/{locale}/${area}`,
    include: [],
  })),
});
