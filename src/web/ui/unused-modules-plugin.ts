/** Leaves out of the browser's build those parts of packages that hang on what we use although nothing of ours reaches them. */

type LeftOut = { readonly file: RegExp; readonly exports: readonly string[] };

const leftOut: readonly LeftOut[] = [
  // `Table.ScrollContainer` brings a whole scroll area along.
  {
    file: /@mantine[\\/].*[\\/]TableScrollContainer\.mjs$/,
    exports: ["TableScrollContainer"],
  },
  { file: /@mantine[\\/].*[\\/]TooltipFloating\.mjs$/, exports: ["TooltipFloating"] },
  // The stylesheet of the build holds what these would write into every page anew.
  { file: /@mantine[\\/].*[\\/]MantineCssVariables\.mjs$/, exports: ["MantineCssVariables"] },
  { file: /@mantine[\\/].*[\\/]MantineClasses\.mjs$/, exports: ["MantineClasses"] },
];

function stub(name: string): string {
  const sentence = `${name} is left out of the build; see unused-parts-plugin.ts.`;
  return `export function ${name}() { throw new Error(${JSON.stringify(sentence)}); }`;
}

/** The vite plugin; whoever reaches such a part after all meets a sentence that says why it is not there. */
export function unusedParts() {
  return {
    name: "unused-parts",
    applyToEnvironment: (environment: { readonly name: string }) => environment.name === "client",
    load(id: string) {
      const part = leftOut.find(({ file }) => file.test(id));
      return part === undefined ? null : part.exports.map(stub).join("\n");
    },
  };
}
