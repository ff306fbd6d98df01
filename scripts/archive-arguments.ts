import { parseArgs } from "node:util";

/**
 * The files and whether `--option` is set, for `npm run backup` and `npm run restore`. null for other arguments. npm removes a
 * `--`, other package managers do not.
 */
export function parseArchiveArguments(
  option: string,
): { readonly files: readonly string[]; readonly isSet: boolean } | null {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((argument) => argument !== "--"),
    options: { [option]: { type: "boolean", default: false } },
    allowPositionals: true,
    strict: false,
  });
  const isValid = Object.entries(values).every(
    ([name, value]) => name === option && typeof value === "boolean",
  );
  return isValid ? { files: positionals, isSet: values[option] === true } : null;
}
