// The sentences of the product: complete, used, and written as docs/glossary.md says.
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, test } from "vitest";
import { errorCatalogue } from "#platform/contract/errors.ts";
import { languages, type Language } from "#platform/rules/language.ts";
import { operations } from "#app/contract/operations.ts";
import { emailKinds } from "#app/server/email-kinds.ts";
import { avoidedWordsIn, foreignCharactersIn, miscountedIn } from "./glossary.ts";
import { cataloguesIn, namedIn, sentencesIn, type Catalogue } from "./messages.ts";
import { sourceFiles } from "./source-files.ts";

const catalogues = Object.fromEntries(
  languages.map((language) => [language, cataloguesIn(language)]),
) as Record<Language, readonly Catalogue[]>;

const english = sentencesIn("en");
const files = catalogues.en.map(({ module, bundle }) => ({ module, bundle }));
const translations = languages
  .filter((language) => language !== "en")
  .flatMap((language) => files.map((file) => ({ language, ...file })));

function find(language: Language, file: Pick<Catalogue, "module" | "bundle">) {
  return (
    catalogues[language].find(
      ({ module, bundle }) => module === file.module && bundle === file.bundle,
    )?.sentences ?? {}
  );
}

/** The names of the placeholders and tags of a message. */
function namesIn(message: string): string[] {
  const tags = [...message.matchAll(/<(\w+)\/?>/g)].map(([, name]) => `<${name}>`);
  const placeholders: string[] = [];
  const collect = (part: unknown) => {
    if (!Array.isArray(part)) return;
    const [name, , options] = part as unknown[];
    if (typeof name === "string") placeholders.push(name);
    if (typeof options === "object" && options !== null)
      for (const option of Object.values(options))
        for (const inner of [option].flat()) collect(inner);
  };
  for (const part of [compileMessage(message)].flat()) collect(part);
  return [...new Set([...tags, ...placeholders])].toSorted();
}

/** What Chinese keeps in Latin letters (docs/decisions/0061-languages.md): names, units, and the name of English itself. */
const latinName =
  /\b(?:API|Basic|Cookie|CSV|DHL|English|FedEx|Premium|QR code|Sampan|Stripe|Super|UPS|Webhook|cm|g|kg|MB)\b/g;

/** The texts of a message without its placeholders and tags: the whole, and each choice by number or state. */
function textsIn(message: string): string[] {
  const collect = (parts: readonly unknown[]): string[] => {
    const text = parts.filter((part) => typeof part === "string").join("");
    const choices = parts.flatMap((part) =>
      Array.isArray(part) ? Object.values(part[2] ?? {}) : [],
    );
    return [text, ...choices.filter((choice) => Array.isArray(choice)).flatMap(collect)];
  };
  return collect([compileMessage(message)].flat()).map((text) => text.replaceAll(/<.+?>/g, ""));
}

/** The texts of a message that have Latin words other than names, and no Chinese character. */
function untranslatedIn(message: string): string[] {
  return textsIn(message).filter(
    (text) => !/\p{Script=Han}/u.test(text) && /\p{L}/u.test(text.replaceAll(latinName, "")),
  );
}

const sources = sourceFiles("src/**/*.{ts,tsx}")
  .filter(({ path }) => !path.includes(".test."))
  .map(({ text }) => text)
  .join("\n");

const isUsed = namedIn(sources);

test("the sentences are in alphabetical order and used", () => {
  for (const file of files) {
    const ids = Object.keys(find("en", file));
    expect.soft(ids, `${file.module} ${file.bundle}`).toEqual(ids.toSorted());
    expect.soft(ids.filter((id) => !isUsed(id))).toEqual([]);
  }
});

test("every error has a sentence", () => {
  const missing = Object.keys(errorCatalogue).filter((code) => !english[`errors.${code}`]);
  expect(missing).toEqual([]);
});

/** Sentences that refuse a photo, which has something in it. */
const photoRefusal =
  /^(?:errors\.(?:invalid_image|too_many_pixels|image\.(?!empty$)\w+)|package-details\.image\.tooLarge|parcel-claims\.file\.tooLarge)$/;

test.each(languages)("what refuses a photo says what to do, in %s", (language) => {
  const refusals = Object.entries(sentencesIn(language)).filter(([id]) => photoRefusal.test(id));
  expect(refusals.length).toBe(10);
  expect(refusals.filter(([, sentence]) => !/(?:Save|Use|存|使用).*JPEG/.test(sentence))).toEqual(
    [],
  );
});

test("every kind of email has a name in the list of unsent ones", () => {
  const missing = Object.keys(emailKinds).filter(
    (kind) => !english[`admin-work-items.emailKind.${kind}`],
  );
  expect(missing).toEqual([]);
});

/** The actions of the operator, at the console and by the environment. */
const operatorActions = ["changeAdmin", "ensureAdmin"];

test.each(languages)("every action of the audit log has its own name, in %s", (language) => {
  const recorded = operations.filter(({ isForStaff, audit }) => isForStaff || audit !== null);
  const actions = [...operatorActions, ...recorded.map(({ verb }) => verb)].toSorted();
  const beginning = "admin-audit.actions.";
  const named = Object.entries(sentencesIn(language)).filter(([id]) => id.startsWith(beginning));
  expect(named.map(([id]) => id.slice(beginning.length))).toEqual(actions);
  expect(new Set(named.map(([, name]) => name)).size).toBe(actions.length);
});

/** Sentences of all translations that `faultOf` finds something wrong with. */
function wrongSentences(
  faultOf: (sentence: { message: string; source: string; language: Language }) => unknown[],
): unknown[] {
  return translations.flatMap(({ language, ...file }) => {
    const sources = find("en", file);
    return Object.entries(find(language, file)).flatMap(([id, message]) => {
      const faults = faultOf({ message, source: sources[id] ?? "", language });
      return faults.length === 0 ? [] : [{ language, id, message, faults }];
    });
  });
}

describe("a translation", () => {
  test("has the same ids as in English, in the same order", () => {
    const idsIn = (
      language: Language,
      { module, bundle }: Pick<Catalogue, "module" | "bundle">,
    ) => [`${module} ${bundle}`, ...Object.keys(find(language, { module, bundle }))];
    const ids = translations.map(({ language, ...file }) => idsIn(language, file));
    expect(ids).toEqual(translations.map((file) => idsIn("en", file)));
  });

  test("has the placeholders and tags of the English sentences", () => {
    const wrong = wrongSentences(({ message, source }) =>
      namesIn(message).join() === namesIn(source).join() ? [] : namesIn(message),
    );
    expect(wrong).toEqual([]);
  });

  test("has no empty sentence", () => {
    const wrong = wrongSentences(({ message, source }) =>
      message === "" && source !== "" ? [source] : [],
    );
    expect(wrong).toEqual([]);
  });

  test("has Chinese characters in every sentence but names and units", () => {
    expect(wrongSentences(({ message }) => untranslatedIn(message))).toEqual([]);
  });

  test("is written as the glossary says", () => {
    const wrong = wrongSentences(({ message, language }) => {
      const script = language === "zh-Hans" ? "simplified" : "traditional";
      return [
        ...avoidedWordsIn(message, script),
        ...foreignCharactersIn(message, script),
        ...miscountedIn(message),
      ];
    });
    expect(wrong).toEqual([]);
  });
});

test("what is left in English is reported", () => {
  expect(untranslatedIn("Save")).toEqual(["Save"]);
  expect(untranslatedIn("<link>Sign up</link> {name}")).toEqual(["Sign up "]);
  expect(untranslatedIn("共 {count, plural, =1 {one package} other {# 件包裹}}")).toEqual([
    "one package",
  ]);
  expect(untranslatedIn("{state, select, paid {{amount} paid} other {{plan} 計劃}}")).toEqual([
    " paid",
  ]);
  const namesAndUnits = ["–", "Sampan", "{weight} kg", "{first} – {last}", "<link>{name}</link>"];
  expect(namesAndUnits.flatMap(untranslatedIn)).toEqual([]);
});
