import { expect, test } from "vitest";
import { sourceFiles, type SourceFile } from "./source-files.ts";

const files = sourceFiles(
  "src/*/{rules,contract,server,web}/**/*.{ts,tsx,css}",
  "sandbox/**/*.ts",
).filter(({ path }) => !path.includes(".test."));

const pathsOf = (found: readonly SourceFile[]) => found.map(({ path }) => path);

const withBrandName = (all: readonly SourceFile[]) =>
  pathsOf(all.filter(({ text }) => /sampan/i.test(text.replaceAll("sampan.example", ""))));

const withTransactionColors = (all: readonly SourceFile[]) =>
  pathsOf(
    all.filter(
      ({ path, text }) =>
        /^src\/\w+\/web\//.test(path) && /\bcanceled: (?:\{[^}]*color:|"gray")/.test(text),
    ),
  );

/** Components that ask whether there is a warehouse elsewhere than by `useHasWarehouse`. */
const askingForWarehouse = (all: readonly SourceFile[]) =>
  pathsOf(
    all.filter(
      ({ path, text }) =>
        /^src\/\w+\/web\//.test(path) &&
        /\{[^{}]*\bhasWarehouse\b[^{}]*\} = usePublicSettings|\b(?:usePublicSettings\(\)|settings)\.hasWarehouse/i.test(
          text,
        ),
    ),
  );

test("the product's name is written in one file", () => {
  expect(withBrandName(files)).toEqual(["src/platform/rules/brand.ts"]);
});

test("the colors of transactions are in one table", () => {
  expect(withTransactionColors(files)).toEqual(["src/money/web/wallet/transaction-columns.tsx"]);
});

test("whether there is a warehouse is asked by one hook", () => {
  expect(askingForWarehouse(files)).toEqual(["src/ui/web/permissions.ts"]);
});

test("a second definition is reported", () => {
  const path = "src/money/web/wallet/second.ts";
  expect(withBrandName([{ path, text: 'const title = "Welcome to Sampan";' }])).toEqual([path]);
  for (const text of ['canceled: { label: "x", color: "red" }', 'canceled: "gray"'])
    expect(withTransactionColors([{ path, text }])).toEqual([path]);
  for (const text of [
    "const { hasWarehouse } = usePublicSettings();",
    "usePublicSettings().hasWarehouse",
  ])
    expect(askingForWarehouse([{ path, text }])).toEqual([path]);
});
