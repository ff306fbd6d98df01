import { sourceFiles } from "./source-files.ts";

export type GlossaryTerm = {
  readonly english: string;
  readonly traditional: string;
  readonly simplified: string;
};

export type AvoidedWord = {
  readonly language: "traditional" | "simplified";
  readonly word: string;
  /** Words that may contain it all the same. */
  readonly except: readonly string[];
};

const page = sourceFiles("docs/glossary.md")[0]?.text ?? "";

/** Every term of the glossary in three languages: `- English – 繁 – 简`, and a note in brackets. */
export const glossaryTerms: readonly GlossaryTerm[] = [
  ...page.matchAll(/^- (.+?) – (.+?) – (.+?)(?: \(.+\))?$/gm),
].map(([, english = "", traditional = "", simplified = ""]) => ({
  english,
  traditional,
  simplified,
}));

/** The words of another place that Chinese texts of the product do not use: `- 繁: word → ours (exception); …`. */
export const avoidedWords: readonly AvoidedWord[] = [
  ...page.matchAll(/^- ([繁简]): (.+)$/gm),
].flatMap(([, language, words = ""]) =>
  words.split("; ").map((text) => {
    const [, word = "", except = ""] = /^(.+?) → [^(]+(?:\((.+)\))?$/.exec(text) ?? [];
    return {
      language: language === "繁" ? ("traditional" as const) : ("simplified" as const),
      word,
      except: except.split(", ").filter(Boolean),
    };
  }),
);

/** The avoided words that `text` contains. */
export function avoidedWordsIn(text: string, language: AvoidedWord["language"]): readonly string[] {
  return avoidedWords
    .filter((avoided) => {
      const rest = avoided.except.reduce((left, word) => left.replaceAll(word, " "), text);
      return avoided.language === language && rest.includes(avoided.word);
    })
    .map(({ word }) => word);
}

/** The packages, parcels and goods that `text` counts with 個 or 个; docs/decisions/0061-languages.md. */
export function miscountedIn(text: string): readonly string[] {
  const counted = /[個个](?:入[倉库])?(?:包裹|[貨货]件|[貨货]品|[貨货]物|商品|物品)/g;
  return [...text.matchAll(counted)].map(([words]) => words);
}

/** Every character of a two-byte encoding whose first and second byte are in these ranges. */
function charactersOf(
  encoding: string,
  firstBytes: readonly [number, number],
  secondBytes: readonly [number, number],
): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<string>();
  for (let first = firstBytes[0]; first <= firstBytes[1]; first += 1) {
    for (let second = secondBytes[0]; second <= secondBytes[1]; second += 1) {
      characters.add(decoder.decode(Uint8Array.of(first, second)));
    }
  }
  return characters;
}

// Big5 holds hardly any simplified characters, and GB 2312 hardly any traditional ones.
const charactersByLanguage = {
  traditional: charactersOf("big5", [0xa4, 0xf9], [0x40, 0xfe]),
  simplified: charactersOf("gb2312", [0xb0, 0xf7], [0xa1, 0xfe]),
} as const;

/** The Chinese characters of `text` that its language does not write. */
export function foreignCharactersIn(
  text: string,
  language: AvoidedWord["language"],
): readonly string[] {
  return [...text].filter(
    (character) =>
      /\p{Script=Han}/u.test(character) && !charactersByLanguage[language].has(character),
  );
}
