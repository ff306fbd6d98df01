import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#platform/rules/language.ts";

const folder = join(import.meta.dirname, "../src");

/** The sentences of a language by id; in a pattern, placeholders stand for any text. */
export function wordsOf(language: Language) {
  const files = globSync(`*/messages/*.${language}.json`, { cwd: folder });
  const messages = Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as object),
  ) as Readonly<Record<string, string>>;
  const text = (id: string) => {
    const message = messages[id];
    if (message === undefined) throw new Error(`There is no message ${id} in ${language}.`);
    return message;
  };
  const pattern = (id: string) =>
    new RegExp(
      text(id)
        .replaceAll(/[.*+?^$()[\]\\|]/g, "\\$&")
        .replaceAll(/\{\w+\}/g, ".*"),
    );
  return { text, pattern };
}
