// Lists the repository's own source files with their texts, for the tests that look at the house as a whole.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The repository's folder. */
export const repository = join(import.meta.dirname, "..", "..", "..");

export type SourceFile = { readonly path: string; readonly text: string };

/** Every file under the repository that one of `patterns` names, by path; never of installed packages. */
export function sourceFiles(...patterns: readonly string[]): readonly SourceFile[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: repository }))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));
}
