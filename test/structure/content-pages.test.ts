// The built-in pages of text: the same in every language, and written as docs/glossary.md says.
import { describe, expect, test } from "vitest";
import { languages, localizedPath, type Language } from "#platform/rules/language.ts";
import { avoidedWordsIn, foreignCharactersIn, miscountedIn } from "./glossary.ts";
import { sourceFiles } from "./source-files.ts";

const names = ["contact", "contact-without-email", "help", "privacy", "terms"];
/** Pages that have an address in each language; the application has one address. */
const publicPages = ["/contact", "/help", "/pricing", "/privacy", "/terms", "/times"];

function pageText(language: string, name: string): string {
  const [file] = sourceFiles(`src/app/server/content-pages/${language}/${name}.md`);
  return file?.text ?? "";
}

/** The kind of each block, and where its links lead. */
function outline(text: string, changeLink = (path: string) => path): string[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const kind = /^(?:#+|-|\d+\.)/.exec(line)?.[0] ?? "paragraph";
      const strong = line.includes("**") ? ["strong"] : [];
      const links = [...line.matchAll(/\]\((.+?)\)/g)].map(([, path = ""]) => changeLink(path));
      return [kind, ...strong, ...links].join(" ");
    });
}

/** What differs between the English page and another language's. */
function differences(english: string, language: Language, translated: string): string[] {
  const expected = outline(english, (path) =>
    publicPages.includes(path.replace(/#.*/, "")) ? localizedPath(language, path) : path,
  );
  const found = outline(translated);
  const count = Math.max(expected.length, found.length);
  return Array.from({ length: count }, (_, at) => at)
    .filter((at) => expected[at] !== found[at])
    .map((at) => `${expected[at] ?? "nothing"} – ${found[at] ?? "nothing"}`);
}

/** The words in Latin letters that a Chinese page must not have. */
const latinWords = (text: string) => text.replaceAll(latin, "").match(/[A-Za-z]+/g) ?? [];

/** What Chinese pages write in Latin letters. */
const latin = /%[A-Z_]+%|\b(?:Cookie|IP|Stripe|US)\b|\([/#].*?\)|\{#.*?\}/g;

describe.each(languages)("the pages in %s", (language) => {
  test.each(names)("%s has the blocks and links of the English page", (name) => {
    expect(pageText("en", name)).not.toBe("");
    expect(differences(pageText("en", name), language, pageText(language, name))).toEqual([]);
  });

  test.skipIf(language === "en").each(names)("%s is written as the glossary says", (name) => {
    const text = pageText(language, name);
    const script = language === "zh-Hans" ? "simplified" : "traditional";
    expect(avoidedWordsIn(text, script)).toEqual([]);
    expect(foreignCharactersIn(text, script)).toEqual([]);
    expect(miscountedIn(text)).toEqual([]);
    expect(latinWords(text)).toEqual([]);
  });
});

test("a page that differs from the English one, or is not translated, is reported", () => {
  const english = "# Help\n\nSee [prices](/pricing).\n";
  const prices = localizedPath("zh-Hans", "/pricing");
  const right = `# 帮助\n\n见[价格](${prices})。\n`;
  expect(differences(english, "zh-Hans", right)).toEqual([]);
  const wrong = "## 帮助\n\n见[价格](/pricing)。\n\n- 多\n";
  expect(differences(english, "zh-Hans", wrong)).toEqual([
    "# – ##",
    `paragraph ${prices} – paragraph /pricing`,
    "nothing – -",
  ]);
  expect(latinWords("帮助 and Stripe")).toEqual(["and"]);
});
