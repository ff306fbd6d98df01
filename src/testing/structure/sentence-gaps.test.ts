// Chinese has no blank between two sentences, so that screens write `sentenceGap()` there.
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const chinese = new Map(
  sourceFiles("src/messages/zh-Hant-HK/*.json").flatMap(({ text }) =>
    Object.entries(JSON.parse(text) as Record<string, string>),
  ),
);

/** The sentences in the lines that end with a blank. */
function sentencesBeforeBlanks(text: string): string[] {
  return [...text.matchAll(/\{" "\}/g)].flatMap(({ index }) => {
    const lines = text.slice(0, index).split("\n").slice(-6).join("\n");
    const ids = [...lines.matchAll(/"([\w-]+\.[\w.-]+)"/g)].map(([, id = ""]) => id);
    return ids.filter((id) => chinese.get(id)?.endsWith("。"));
  });
}

test("no blank is written after a sentence", () => {
  const found = sourceFiles("src/web/**/*.tsx").flatMap(({ path, text }) => {
    const ids = sentencesBeforeBlanks(text);
    return ids.length === 0 ? [] : [{ path, ids }];
  });
  expect(found).toEqual([]);
});
