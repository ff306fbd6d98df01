/** Collects the stylesheets of exactly those Mantine components that a screen uses, at build time. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { DevEnvironment, HotUpdateOptions } from "vite";

const moduleId = "virtual:component-styles";
const resolvedId = `\0${moduleId}`;

/** Mantine packages with one stylesheet of their own, in addition to those of the components they use. */
const packagesWithStyles = ["notifications", "dropzone"];

const require = createRequire(import.meta.url);
const mantine = dirname(dirname(require.resolve("@mantine/core/styles.css")));
const components = join(mantine, "core/esm/components");

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** The names that a file imports from `@mantine/core`, types included. */
function namesFromCore(source: string): string[] {
  return [...source.matchAll(/import\s*\{([^}]*)\}\s*from\s*"@mantine\/core"/g)].flatMap((match) =>
    (match[1] ?? "").split(",").map((name) => name.trim().split(/\s+as\s+/)[0] ?? ""),
  );
}

/** Collects the stylesheets of a component's files, dependencies first. */
function collectStyles(file: string, seen: Set<string>, styles: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  const source = readFileSync(file, "utf8");
  for (const match of source.matchAll(/from\s*"(\.[^"]+\.mjs)"/g)) {
    collectStyles(join(dirname(file), match[1] ?? ""), seen, styles);
  }
  const own = /([A-Za-z]+)\.module\.mjs$/.exec(file);
  if (own?.[1]) styles.add(own[1]);
}

/** The import paths of the stylesheets that the screens in `folder` need, dependencies first. */
export function neededStyles(folder: string): string[] {
  const sources = sourcesBelow(folder);
  const packages = packagesWithStyles.filter((name) =>
    sources.some((source) => source.includes(`from "@mantine/${name}"`)),
  );
  const names = new Set([
    ...sources.flatMap(namesFromCore),
    ...packages.flatMap((name) => sourcesBelow(join(mantine, name, "esm")).flatMap(namesFromCore)),
  ]);
  const files = readdirSync(components, { recursive: true, encoding: "utf8" });
  const styles = new Set<string>();
  const seen = new Set<string>();
  for (const name of [...names].toSorted()) {
    const file = files.find((candidate) => candidate.endsWith(`/${name}.mjs`));
    if (name && file) collectStyles(join(components, file), seen, styles);
  }
  return [
    ...["baseline", "default-css-variables", "global", ...styles].map(
      (name) => `@mantine/core/styles/${name}.layer.css`,
    ),
    ...packages.map((name) => `@mantine/${name}/styles.layer.css`),
  ];
}

function stylesModule(folder: string): string {
  return neededStyles(folder)
    .map((path) => `import "${path}";`)
    .join("\n");
}

type Developing = { readonly environment: DevEnvironment };

/** Provides `virtual:component-styles`, a module of imports. */
export function componentStyles(folder: string) {
  const loaded = new Map<string, string>();
  return {
    name: "component-styles",
    resolveId: (id: string) => (id === moduleId ? resolvedId : null),
    load(this: { readonly environment: { readonly name: string } }, id: string) {
      if (id !== resolvedId) return null;
      const module = stylesModule(folder);
      loaded.set(this.environment.name, module);
      return module;
    },
    /** During development a screen can start to use a component that no screen used before. */
    hotUpdate(this: Developing, { file, modules }: Pick<HotUpdateOptions, "file" | "modules">) {
      if (!file.startsWith(folder) || !/\.tsx?$/.test(file)) return undefined;
      const { name, moduleGraph } = this.environment;
      const styles = moduleGraph.getModuleById(resolvedId);
      if (styles === undefined || loaded.get(name) === stylesModule(folder)) return undefined;
      return [...modules, styles];
    },
  };
}
