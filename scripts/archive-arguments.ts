import { parseArgs } from "node:util";

type ArchiveArguments = {
  readonly files: readonly string[];
  /** The options that are set, without dashes. */
  readonly options: ReadonlySet<string>;
  /** The whole number of `--keep=DAYS`, at least 1; null without it. */
  readonly keepDays: number | null;
};

/**
 * The arguments of `npm run backup` and `npm run restore`, which may have the options `known`. null for other arguments. npm
 * removes a `--`, other package managers do not.
 */
export function parseArchiveArguments(known: readonly string[]): ArchiveArguments | null {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((argument) => argument !== "--"),
    options: { keep: { type: "string" } },
    allowPositionals: true,
    strict: false,
  });
  const { keep, ...options } = values;
  const isKeepValid =
    keep === undefined || (known.includes("keep") && /^[1-9]\d{0,4}$/.test(String(keep)));
  const isValid = Object.entries(options).every(
    ([name, value]) => known.includes(name) && value === true,
  );
  if (!isValid || !isKeepValid) return null;
  const keepDays = keep === undefined ? null : Number(keep);
  return { files: positionals, options: new Set(Object.keys(options)), keepDays };
}
