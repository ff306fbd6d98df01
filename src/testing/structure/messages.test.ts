import { describe, expect, test } from "vitest";
import { sentences, toasts } from "#contract/messages.ts";
import { sourceFiles } from "./source-files.ts";

/** Messages without a page yet; each leaves this list when it is used. */
const unusedYet: ReadonlySet<string> = new Set<string>([]);

const texts = sourceFiles("src/**/*.{ts,tsx}")
  .filter(({ path }) => path !== "src/contract/messages.ts" && !path.includes(".test."))
  .map(({ text }) => text)
  .join("\n");

const names = [
  ...Object.keys(toasts).map((name) => `toasts.${name}`),
  ...Object.keys(sentences).map((name) => `sentences.${name}`),
];

function isUsed(name: string): boolean {
  return new RegExp(`\\b${name.replace(".", "\\.")}\\b`).test(texts);
}

describe("the message catalogue", () => {
  test("has no unused message", () => {
    expect(names.filter((name) => !unusedYet.has(name) && !isUsed(name))).toEqual([]);
  });

  test("lists no message as unused that is used or does not exist", () => {
    expect([...unusedYet].filter((name) => isUsed(name) || !names.includes(name))).toEqual([]);
  });
});
