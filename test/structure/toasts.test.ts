import { expect, test } from "vitest";
import { sentencesIn } from "./messages.ts";
import { sourceFiles, type SourceFile } from "./source-files.ts";

const files = sourceFiles("src/*/web/**/*.{ts,tsx}").filter(({ path }) => !path.includes(".test."));

const toasts = [
  ...new Set(
    Object.keys(sentencesIn("en")).flatMap((id) => /^toasts\.(\w+)\./.exec(id)?.[1] ?? []),
  ),
];

/** The text from `start` to where the first bracket closes, or to a semicolon outside of brackets. */
function expressionAt(text: string, start: number, endsAtBracket: boolean): string {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character)) depth -= 1;
    const isClosed = endsAtBracket && depth === 0 && ")]}".includes(character);
    if (depth < 0 || isClosed || (depth === 0 && character === ";"))
      return text.slice(start, index);
  }
  return text.slice(start);
}

type Declaration = { readonly names: readonly string[]; readonly text: string };

/** The functions and constants of a file. */
function declarationsIn(text: string): Declaration[] {
  const constants = [...text.matchAll(/\bconst (\{[^}]*\}|\w+)[^=;]*=/g)].map((match) => ({
    names: (match[1] ?? "").match(/\w+/g) ?? [],
    text: expressionAt(text, match.index, false),
  }));
  const functions = [...text.matchAll(/\bfunction (\w+)\(.*?\{\n/gs)].map((match) => ({
    names: [match[1] ?? ""],
    text: expressionAt(text, match.index + match[0].length - 2, true),
  }));
  return [...constants, ...functions];
}

const exportedBy = (all: readonly SourceFile[]) =>
  all.flatMap(({ text }) =>
    declarationsIn(text).filter(({ names: [name] }) => text.includes(`export function ${name}(`)),
  );

/** What a file passes to a toast: the arguments of the calls, and the declarations named in them. */
function toastWordsIn(text: string, exported: readonly Declaration[]): string {
  const calls = [...text.matchAll(/\b(?:showToast|useFailureToast|useAction|useDeletion)\(/g)];
  if (calls.length === 0) return "";
  let words = calls.map(({ index }) => expressionAt(text, index, true)).join("\n");
  const imports = exported.filter(({ names: [name] }) =>
    new RegExp(`import [^;]*\\b${name}\\b`).test(text),
  );
  const unused = new Set([...declarationsIn(text), ...imports]);
  const isNamed = ({ names: own }: Declaration) =>
    own.some((name) => new RegExp(`\\b${name}\\b`).test(words));
  for (let next = [...unused].find(isNamed); next; next = [...unused].find(isNamed)) {
    unused.delete(next);
    words += `\n${next.text}`;
  }
  return words;
}

/** Those of the toasts `names` whose words reach no toast of the files. */
function unshown(names: readonly string[], all: readonly SourceFile[]): string[] {
  const exported = exportedBy(all);
  const words = all.map(({ text }) => toastWordsIn(text, exported)).join("\n");
  return names.filter(
    (name) => !new RegExp(`\\btoastText\\("${name}"\\)|"toasts\\.${name}\\.`).test(words),
  );
}

test("the words of every toast reach a toast", () => {
  expect(unshown(toasts, files)).toEqual([]);
});

test("words that reach no toast are reported", () => {
  const text = `const saved = toastText("saved");
const lost = toastText("lost");
export function save() {
  showToast(saved);
}
`;
  expect(unshown(["saved", "lost"], [{ path: "src/money/web/a.ts", text }])).toEqual(["lost"]);
});
