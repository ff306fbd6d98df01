import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const repository = join(import.meta.dirname, "..", "..");

export type SourceFile = { readonly path: string; readonly text: string };

/** The files of the repository that match one of `patterns`, sorted by path. */
export function sourceFiles(...patterns: readonly string[]): readonly SourceFile[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: repository }))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));
}
