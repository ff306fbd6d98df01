// Words for goods, with the description and the code that customs papers have for them, and how they are found.
import { goodsFlags } from "#catalogue/rules/shipping-service.ts";
import type { Language } from "#platform/rules/language.ts";
import { searchKey } from "#platform/rules/normalize-text.ts";
import { latinWords } from "./goods-description.ts";

/**
 * What goods of a kind often have that closes some shipping services: a battery, or another property; `battery_loose` is said of
 * those that are a battery themselves, such as a power bank.
 */
export const goodsHints = [...goodsFlags, "battery", "battery_loose"] as const;
export type GoodsHint = (typeof goodsHints)[number];

/** Whose list of words it is that say too little: of customs of the EU, of a carrier, or of the operator. */
export const stopWordLists = ["ics2", "carrier", "operator"] as const;
export type StopWordList = (typeof stopWordLists)[number];

/** A word for goods in one language. */
export type GoodsWord = {
  readonly term: string;
  readonly language: Language;
  readonly hsCode: string;
  readonly descriptionEn: string;
  readonly flags: readonly GoodsHint[];
};

/** The most characters of a text in which words for goods are looked for, and the most of them that are suggested. */
export const goodsWordLimits = { searchedCharacters: 200, suggested: 8, better: 3 } as const;

/** A text as words are looked for in it. */
type Searched = {
  /** Without spaces and signs. */
  readonly joined: string;
  /** Whether it has no letters but Latin ones, of which a part of a word is no word: `tie` is not in `necktie`. */
  readonly isLatin: boolean;
  /** Its Latin words in the singular, in one spelling. */
  readonly words: readonly string[];
  /** The same words and those that stand together, without a space: `tshirt` of `blue t-shirt`. */
  readonly runs: ReadonlySet<string>;
  /** What the goods are, in English the last word of several: `jeans` of `denim jeans`, `case` of `case for iPhone`. */
  readonly heads: readonly string[];
  /** In other scripts what the goods are stands at the end of these: `茶壺` in `陶瓷茶壺套裝 300ml`. */
  readonly ends: readonly string[];
  /** The last of them as it was typed, perhaps not to its end; empty after a space or another script. */
  readonly lastTyped: string;
};

/** British words in the spelling of American ones, those of `-our` and `-ise` by rule. */
const americanWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aluminium: "aluminum",
    centre: "center",
    cosy: "cozy",
    doughnut: "donut",
    fibre: "fiber",
    grey: "gray",
    jewellery: "jewelry",
    mould: "mold",
    plough: "plow",
    pyjama: "pajama",
    theatre: "theater",
    traveller: "traveler",
    travelling: "traveling",
    tyre: "tire",
  }),
);

function oneSpelling(word: string): string {
  const american = americanWords.get(word);
  if (american !== undefined) return american;
  return word
    .replace(/^([a-z]{3,}o)ur(|ed|ing|ful)$/, "$1r$2")
    .replace(/^([a-z]{4,}i)s(e|er|ed|ing)$/, "$1z$2");
}

/** What stands behind goods and does not say what they are: how many there are, or of what size. */
const measures = new Set(
  "bar box bundle kit lot mini new pack pair pc pcs piece set size small large xl xxl".split(" "),
);

/** The words that say what goods are: the last one before a comma, a bracket or a preposition, and one before a measure. */
function headsOf(key: string): string[] {
  const named = key
    .replace(/^\s*(?:\d+\s*)?(?:bottle|box|lot|pack|pair|piece|set|pcs?)s? of /, "")
    .split(/[,;:()[\]|/]|\s[-–—+&]\s|\s(?:for|with|without|by|from|in|of|on|to)\s/)
    .find((part) => /[a-z]/.test(part));
  // A number with its unit is no word: 20000mAh, 1080p.
  const words = latinWords((named ?? "").replaceAll(/[a-z]*\d[a-z\d.]*/g, " ")).map(oneSpelling);
  const last = words.at(-1);
  if (last === undefined) return [];
  const before = words.at(-2);
  return measures.has(last) && before !== undefined ? [last, before] : [last];
}

/** What stands behind goods in Chinese and does not say what they are. */
const chineseMeasures =
  /(?:[a-z\d]+|[男女](?:士|款|裝|装|生)?|兒童|儿童|成人|新款|大號|大号|小號|小号|套裝|套装|組合|组合|禮盒|礼盒|[一二兩两三四五六七八九十半]*[套組组款件個个隻只對对雙双條条盒包])$/;

function endsOf(key: string): string[] {
  return key.split(/[^\p{L}\p{N}]+/u).flatMap((part) => {
    const ends = part === "" ? [] : [part];
    for (let end = part.replace(chineseMeasures, ""); end !== "" && end !== ends.at(-1);) {
      ends.push(end);
      end = end.replace(chineseMeasures, "");
    }
    return ends;
  });
}

/** So many words may stand together as one. */
const wordsOfRun = 3;

function runsOf(words: readonly string[]): Set<string> {
  return new Set(
    words.flatMap((_, from) =>
      Array.from({ length: wordsOfRun }, (__, more) => words.slice(from, from + more + 1).join("")),
    ),
  );
}

function searchedText(text: string): Searched {
  const key = searchKey(text);
  const words = latinWords(key).map(oneSpelling);
  const isLatin = !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(key);
  return {
    joined: key.replaceAll(/[^\p{L}\p{N}]/gu, ""),
    isLatin,
    words,
    runs: runsOf(words),
    heads: headsOf(key),
    ends: isLatin ? [] : endsOf(key),
    lastTyped: /[a-z]*$/.exec(key)?.[0] ?? "",
  };
}

/** A word with its term and description as they are looked for. */
export type SearchableWord = GoodsWord & {
  readonly searchedTerm: Searched;
  readonly searchedDescription: Searched;
};

/** Prepares words once for many searches. */
export function searchableWords(words: readonly GoodsWord[]): SearchableWord[] {
  const descriptions = new Map<string, Searched>();
  return words.map((word) => {
    const { term, descriptionEn } = word;
    const searchedDescription = descriptions.get(descriptionEn) ?? searchedText(descriptionEn);
    descriptions.set(descriptionEn, searchedDescription);
    return { ...word, searchedTerm: searchedText(term), searchedDescription };
  });
}

function isSame(term: Searched, text: Searched): boolean {
  if (term.joined === text.joined) return true;
  const isWritten = term.isLatin && text.isLatin && text.words.length > 0;
  return isWritten && term.words.join("") === text.words.join("");
}

/** Whether the whole term stands in a longer text; a single Chinese character is a part of too many words. */
function isContained(term: Searched, text: Searched): boolean {
  if (!term.isLatin) return term.joined.length > 1 && text.joined.includes(term.joined);
  if (term.words.length === 0) return false;
  return term.words.every((word) => text.runs.has(word)) || text.runs.has(term.words.join(""));
}

/** Whether a term names what the goods of a text are, not what they belong to: `toothbrush` in `sonic toothbrush`. */
function isHead(term: Searched, text: Searched): boolean {
  if (!term.isLatin) return text.ends.some((end) => end.endsWith(term.joined));
  if (!text.isLatin) return false;
  const last = term.heads[0];
  if (last === undefined) return false;
  return text.heads.some((head) => head === last || head === term.words.join(""));
}

/** Whether each word of the text is in the term, the last one perhaps not typed to its end. */
function hasAllWords(term: Searched, { isLatin, joined, words, lastTyped }: Searched): boolean {
  if (!isLatin) return term.joined.includes(joined);
  const isIn = (word: string, at: number) =>
    term.words.includes(word) ||
    (at === words.length - 1 &&
      lastTyped !== "" &&
      term.words.some((one) => one.startsWith(lastTyped)));
  return words.length > 0 && words.every(isIn);
}

/** So many Latin letters say as much as a Chinese character. */
const lettersOfCharacter = 3;

/** What a term is worth beside longer ones where it names the goods: in English more than any, in Chinese two characters. */
const headWorth = { latin: 500, other: 75 } as const;

/** How well a term fits, from 0: not at all. The same is before what begins like the text, what is in it, and what has it inside. */
function fitOf(term: Searched, text: Searched): number {
  if (term.joined === "" || text.joined === "") return 0;
  if (isSame(term, text)) return term.joined === text.joined ? 4_001 : 4_000;
  const { length } = term.joined;
  // Of several in the title of a shop's page the one that says most.
  const letters = Math.min(term.isLatin ? length : length * lettersOfCharacter, 49);
  if (isContained(term, text)) {
    const worth = term.isLatin ? headWorth.latin : headWorth.other;
    return 2_000 + letters * 10 + (isHead(term, text) ? worth : 0);
  }
  const extra = Math.min(Math.abs(length - text.joined.length), 99);
  const isBegun = term.joined.startsWith(text.joined) && (!text.isLatin || text.lastTyped !== "");
  if (isBegun) return 3_000 - extra;
  return hasAllWords(term, text) ? 1_000 - extra : 0;
}

/** The words that fit a text in any language, each description once, the best first; at most `most`. */
export function findGoodsWords(
  words: readonly SearchableWord[],
  typed: string,
  most: number,
): SearchableWord[] {
  const text = searchedText(typed.slice(0, goodsWordLimits.searchedCharacters));
  const best = new Map<string, { readonly word: SearchableWord; readonly fit: number }>();
  const ofDescriptions = new Map<Searched, number>();
  for (const word of words) {
    const { searchedDescription, descriptionEn } = word;
    // Whoever types the description itself means these goods too, after those who type a term.
    const ofDescription =
      ofDescriptions.get(searchedDescription) ?? fitOf(searchedDescription, text) - 1;
    ofDescriptions.set(searchedDescription, ofDescription);
    const fit = Math.max(fitOf(word.searchedTerm, text), ofDescription);
    if (fit > 0 && fit > (best.get(descriptionEn)?.fit ?? 0)) {
      best.set(descriptionEn, { word, fit });
    }
  }
  return [...best.values()]
    .toSorted(
      (one, other) =>
        other.fit - one.fit || (one.word.descriptionEn < other.word.descriptionEn ? -1 : 1),
    )
    .slice(0, most)
    .map(({ word }) => word);
}

/** Up to three descriptions that say more than a text of stop words, in which each of its words stands whole. */
export function betterDescriptions(words: readonly SearchableWord[], text: string): string[] {
  // The space says that the last word is typed to its end.
  return findGoodsWords(words, `${text} `, goodsWordLimits.better).map(
    ({ descriptionEn }) => descriptionEn,
  );
}

/**
 * The word for goods that a text is, or that stands in it; undefined where it has none. In Chinese it is the end of what stands
 * together: a `電話殼` is no `電話`.
 */
export function goodsWordIn(
  words: readonly SearchableWord[],
  typed: string,
): SearchableWord | undefined {
  const [found] = findGoodsWords(words, typed, 1);
  if (found === undefined) return undefined;
  const text = searchedText(typed);
  const { searchedTerm } = found;
  const isIn =
    isContained(searchedTerm, text) && (searchedTerm.isLatin || isHead(searchedTerm, text));
  return isIn || isSame(searchedTerm, text) ? found : undefined;
}

/** Whether goods in a text are of a word, and no case or lamp of theirs: a `power bank case` is no `power bank`. */
export function isNamedBy(
  { searchedTerm, searchedDescription }: SearchableWord,
  typed: string,
): boolean {
  const text = searchedText(typed);
  return (
    isSame(searchedDescription, text) || isSame(searchedTerm, text) || isHead(searchedTerm, text)
  );
}
