// Chinese has no blank between two sentences, so that screens write `sentenceGap()` there.
import { expect, test } from "vitest";
import { sentencesIn } from "./messages.ts";
import { sourceFiles, type SourceFile } from "./source-files.ts";

const chinese = new Map(Object.entries(sentencesIn("zh-Hant-HK")));

/** The sentences in the lines that end with a blank. */
function sentencesBeforeBlanks(text: string): string[] {
  return [...text.matchAll(/\{" "\}/g)].flatMap(({ index }) => {
    const lines = text.slice(0, index).split("\n").slice(-6).join("\n");
    const ids = [...lines.matchAll(/"([\w-]+\.[\w.-]+)"/g)].map(([, id = ""]) => id);
    return ids.filter((id) => chinese.get(id)?.endsWith("。"));
  });
}

function blanksAfterSentences(files: readonly SourceFile[]) {
  return files.flatMap(({ path, text }) => {
    const ids = sentencesBeforeBlanks(text);
    return ids.length === 0 ? [] : [{ path, ids }];
  });
}

test("no blank is written after a sentence", () => {
  expect(blanksAfterSentences(sourceFiles("src/*/web/**/*.tsx"))).toEqual([]);
});

test("a blank after a sentence is reported", () => {
  const [id = ""] = [...chinese].find(([, sentence]) => sentence.endsWith("。")) ?? [];
  const [word = ""] =
    [...chinese].find(([, sentence]) => /^\p{Script=Han}+$/u.test(sentence)) ?? [];
  const path = "src/money/web/page.tsx";
  const after = (one: string) => blanksAfterSentences([{ path, text: `{t("${one}")}{" "}<b />` }]);
  expect(after(id)).toEqual([{ path, ids: [id] }]);
  expect(after(word)).toEqual([]);
});
