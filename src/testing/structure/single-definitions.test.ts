import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const files = sourceFiles(
  "src/{core,contract,server,web}/**/*.{ts,tsx,css}",
  "sandbox/**/*.ts",
).filter(({ path }) => !path.includes(".test."));

test("the product's name is written in one file", () => {
  const named = files.filter(({ text }) => /sampan/i.test(text.replaceAll("sampan.example", "")));
  expect(named.map(({ path }) => path)).toEqual(["src/core/brand.ts"]);
});

test("the colors of transactions are in one table", () => {
  const screens = files.filter(({ path }) => path.startsWith("src/web/"));
  const tables = screens.filter(({ text }) => /\bcanceled: (?:\{[^}]*color:|"gray")/.test(text));
  expect(tables.map(({ path }) => path)).toEqual(["src/web/wallet/transaction-words.ts"]);
});
