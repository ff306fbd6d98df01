// Reads the words after `npm run backup` and `npm run restore`: files, and one option.
import { parseArgs } from "node:util";

/**
 * The files and whether `--option` was given, before or after the `--` that npm takes away and others do not; null where
 * something else was asked for.
 */
export function readArchiveWords(
  option: string,
): { readonly files: readonly string[]; readonly isSet: boolean } | null {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((word) => word !== "--"),
    options: { [option]: { type: "boolean", default: false } },
    allowPositionals: true,
    strict: false,
  });
  const isUnderstood = Object.entries(values).every(
    ([name, value]) => name === option && typeof value === "boolean",
  );
  return isUnderstood ? { files: positionals, isSet: values[option] === true } : null;
}
