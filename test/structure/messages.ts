// The sentences of the product as their files hold them, and the files that write them.
import type { Language } from "#platform/rules/language.ts";
import { modules, type Module } from "./modules.ts";
import { sourceFiles } from "./source-files.ts";

export const bundles = ["common", "public", "customer", "staff", "desk", "server"] as const;
export type Bundle = (typeof bundles)[number];

/** The sentences of a module in one bundle and language. */
export type Catalogue = {
  readonly module: Module;
  readonly bundle: Bundle;
  readonly sentences: Readonly<Record<string, string>>;
};

/** All catalogues of a language. */
export function cataloguesIn(language: Language): readonly Catalogue[] {
  return modules.flatMap((module) =>
    bundles.flatMap((bundle) =>
      sourceFiles(`src/${module}/messages/${bundle}.${language}.json`).map(({ text }) => ({
        module,
        bundle,
        sentences: JSON.parse(text) as Record<string, string>,
      })),
    ),
  );
}

/** All sentences of a language by id. */
export function sentencesIn(language: Language): Readonly<Record<string, string>> {
  return Object.assign({}, ...cataloguesIn(language).map(({ sentences }) => sentences));
}

/** Says which sentences the text of a source file names, also by ids that it puts together, as in `status.${status}`. */
export function namedIn(text: string): (id: string) => boolean {
  const quoted = new Set(
    [...text.matchAll(/["'`]((?:[a-z][\w-]*\.)+[\w-]+)["'`]/g)].map(([, id]) => id),
  );
  const beginnings = [...text.matchAll(/`((?:[a-z][\w-]*\.)+)\$\{/g)]
    .map(([, start = ""]) => start)
    .filter((start) => start !== "toasts.");
  const toasts = new Set([...text.matchAll(/toastText\("(\w+)"\)/g)].map(([, name]) => name));
  return (id) =>
    quoted.has(id) ||
    beginnings.some((start) => id.startsWith(start) && !id.slice(start.length).includes(".")) ||
    toasts.has(/^toasts\.(\w+)\./.exec(id)?.[1]);
}
