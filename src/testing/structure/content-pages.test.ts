// The built-in pages of text: the same in every language, and written as docs/glossary.md says.
import { describe, expect, test } from "vitest";
import { languages, localizedPath } from "#core/language.ts";
import { avoidedWordsIn, foreignCharactersIn } from "./glossary.ts";
import { sourceFiles } from "./source-files.ts";

const names = ["contact", "contact-without-email", "help", "privacy", "terms"];
/** Pages that have an address in each language; the application has one address. */
const publicPages = ["/contact", "/help", "/pricing", "/privacy", "/terms"];

function pageText(language: string, name: string): string {
  const [file] = sourceFiles(`src/server/content-pages/${language}/${name}.md`);
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

/** What Chinese pages write in Latin letters. */
const latin = /%FEES%|\b(?:Cookie|IP|Stripe|US)\b|\(\/.*?\)/g;

describe.each(languages)("the pages in %s", (language) => {
  test.each(names)("%s has the blocks and links of the English page", (name) => {
    expect(pageText("en", name)).not.toBe("");
    const expected = outline(pageText("en", name), (path) =>
      publicPages.includes(path) ? localizedPath(language, path) : path,
    );
    expect(outline(pageText(language, name))).toEqual(expected);
  });

  test.skipIf(language === "en").each(names)("%s is written as the glossary says", (name) => {
    const text = pageText(language, name);
    const script = language === "zh-Hans" ? "simplified" : "traditional";
    expect(avoidedWordsIn(text, script)).toEqual([]);
    expect(foreignCharactersIn(text, script)).toEqual([]);
    expect(text.replaceAll(latin, "").match(/[A-Za-z]+/g)).toBeNull();
  });
});
