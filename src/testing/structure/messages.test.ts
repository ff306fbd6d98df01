// Sees to it that every word of the message catalogue is said somewhere, and that none waits without being named here.
import { describe, expect, test } from "vitest";
import { sentences, toasts } from "#contract/messages.ts";
import { sourceFiles } from "./source-files.ts";

/** Messages whose screens are still to come; each leaves this list with the screen that says it. */
const waiting: ReadonlySet<string> = new Set<string>([]);

const texts = sourceFiles("src/**/*.{ts,tsx}")
  .filter(({ path }) => path !== "src/contract/messages.ts" && !path.includes(".test."))
  .map(({ text }) => text)
  .join("\n");

const names = [
  ...Object.keys(toasts).map((name) => `toasts.${name}`),
  ...Object.keys(sentences).map((name) => `sentences.${name}`),
];

function isSaid(name: string): boolean {
  return new RegExp(`\\b${name.replace(".", "\\.")}\\b`).test(texts);
}

describe("the message catalogue", () => {
  test("is said on some screen or by the server, name by name", () => {
    expect(names.filter((name) => !waiting.has(name) && !isSaid(name))).toEqual([]);
  });

  test("keeps no message waiting that is said already or does not exist", () => {
    expect([...waiting].filter((name) => isSaid(name) || !names.includes(name))).toEqual([]);
  });
});
