import { dirname, join } from "node:path/posix";
import { expect, test } from "vitest";
import { sourceFiles, type SourceFile } from "./source-files.ts";

const modules = sourceFiles("src/**/*.module.css");
const screens = sourceFiles("src/**/*.tsx");

const maxModules = 60;

/** The classes that a module defines. */
function classesOf({ text }: SourceFile): ReadonlySet<string> {
  const selectors = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\.mantine-[\w-]+/g, "")
    .matchAll(/([^{};]+)\{/g);
  return new Set(
    [...selectors]
      .flatMap(([, selector]) => [...(selector ?? "").matchAll(/\.([a-z][\w-]*)/gi)])
      .map(([, name]) => name ?? ""),
  );
}

type Use = { readonly module: string; readonly file: string; readonly name: string | null };

/** Which classes of which modules a file uses; null for one that it names only when it runs. */
function usesIn({ path, text }: SourceFile): readonly Use[] {
  const imports = text.matchAll(/import (\w+) from "([./#][^"]*\.module\.css)"/g);
  return [...imports].flatMap(([, binding, from = ""]) => {
    const module = from.startsWith("#") ? `src/${from.slice(1)}` : join(dirname(path), from);
    const names = text.matchAll(new RegExp(`\\b${binding}\\[(?:"([\\w-]+)"|[^"])`, "g"));
    return [...names].map(([, name]) => ({ module, file: path, name: name ?? null }));
  });
}

/** Classes that no component uses, and used ones that do not exist. */
function wrongClasses(styles: readonly SourceFile[], components: readonly SourceFile[]): string[] {
  const uses = components.flatMap(usesIn);
  return styles.flatMap((style) => {
    const defined = classesOf(style);
    const here = uses.filter(({ module }) => module === style.path);
    const used = new Set(here.map(({ name }) => name));
    const missing = here
      .filter(({ name }) => name !== null && !defined.has(name))
      .map(({ file, name }) => `${file} uses ${name}`);
    const unused = used.has(null) ? [] : [...defined].filter((name) => !used.has(name));
    return [...missing, ...unused.map((name) => `${style.path} has ${name}`)];
  });
}

test("each class of a CSS module is used, and each one that is used exists", () => {
  expect(wrongClasses(modules, screens)).toEqual([]);
});

test("there is one CSS module for a concept, not for each component", () => {
  expect(modules.length).toBeLessThanOrEqual(maxModules);
});

test("an unused and a missing class are reported", () => {
  const path = "src/money/web/wallet/wallet.module.css";
  const text = ".sum { margin: 0; }\n@media print {\n  .note:hover { color: red; }\n}";
  const component = {
    path: "src/money/web/wallet/wallet-page.tsx",
    text: 'import classes from "./wallet.module.css";\n<p className={classes["total"]} />',
  };
  expect(wrongClasses([{ path, text }], [component])).toEqual([
    "src/money/web/wallet/wallet-page.tsx uses total",
    `${path} has sum`,
    `${path} has note`,
  ]);
});
