/** Replaces modules of packages that our code never reaches but that are bundled with what it uses. */

type UnusedModule = { readonly file: RegExp; readonly exports: readonly string[] };

const unusedModules: readonly UnusedModule[] = [
  // `Table.ScrollContainer` imports a whole scroll area.
  {
    file: /@mantine[\\/].*[\\/]TableScrollContainer\.mjs$/,
    exports: ["TableScrollContainer"],
  },
  { file: /@mantine[\\/].*[\\/]TooltipFloating\.mjs$/, exports: ["TooltipFloating"] },
  // The build's stylesheet already contains what these would write into every page.
  { file: /@mantine[\\/].*[\\/]MantineCssVariables\.mjs$/, exports: ["MantineCssVariables"] },
  { file: /@mantine[\\/].*[\\/]MantineClasses\.mjs$/, exports: ["MantineClasses"] },
];

function stub(name: string): string {
  const message = `${name} is left out of the build; see unused-modules-plugin.ts.`;
  return `export function ${name}() { throw new Error(${JSON.stringify(message)}); }`;
}

/** Using one of the modules throws an error that names this file. */
export function removeUnusedModules() {
  return {
    name: "unused-modules",
    applyToEnvironment: (environment: { readonly name: string }) => environment.name === "client",
    load(id: string) {
      const unused = unusedModules.find(({ file }) => file.test(id));
      return unused === undefined ? null : unused.exports.map(stub).join("\n");
    },
  };
}
