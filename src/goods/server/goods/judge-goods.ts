// The one place that judges descriptions of goods, however they came to be: typed, pasted, or said of a parcel as a whole.
import {
  descriptionLength,
  readDescription,
  type DescriptionDoubt,
  type DescriptionFault,
} from "#goods/rules/goods-description.ts";
import { cutAtWord, type GoodsItem } from "#goods/rules/goods-item.ts";
import { goodsWordIn, isNamedBy, type SearchableWord } from "#goods/rules/goods-word.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listStopWords } from "./goods-word-queries.ts";

/** The words by which descriptions are judged. */
export type Dictionary = {
  readonly words: readonly SearchableWord[];
  readonly stopWords: readonly string[];
  readonly known: ReadonlySet<string>;
};

/** What judging goods needs besides the database. */
export type GoodsJudge = Pick<AppServices, "goodsWords" | "now">;

/** So many texts are remembered with the words that they are. */
const rememberedTexts = 5_000;

type Remembered = {
  readonly known: ReadonlySet<string>;
  readonly wordOf: Map<string, SearchableWord | undefined>;
};

/** What follows from lists of words; another list forgets all of it. */
const rememberedOf = new WeakMap<readonly SearchableWord[], Remembered>();

function remembered(words: readonly SearchableWord[]): Remembered {
  const found = rememberedOf.get(words);
  if (found !== undefined) return found;
  const known = new Set(words.map(({ descriptionEn }) => descriptionEn));
  const made = { known, wordOf: new Map<string, SearchableWord | undefined>() };
  rememberedOf.set(words, made);
  return made;
}

export async function readDictionary({ goodsWords, now }: GoodsJudge, db: Db): Promise<Dictionary> {
  const words = await goodsWords.read(db);
  const stopWords = await listStopWords(db, todayOfRates(now()));
  return { words, known: remembered(words).known, stopWords };
}

/** The word for goods that a text is, which is looked for once: the same is read again with every list of parcels. */
export function wordIn(words: readonly SearchableWord[], text: string): SearchableWord | undefined {
  const { wordOf } = remembered(words);
  if (wordOf.has(text)) return wordOf.get(text);
  const word = goodsWordIn(words, text);
  if (wordOf.size >= rememberedTexts) wordOf.clear();
  wordOf.set(text, word);
  return word;
}

type Judged =
  | { readonly fault: DescriptionFault }
  | {
      readonly fault: null;
      readonly description: string;
      /** Of what was translated. */
      readonly hsCode: string | null;
      readonly isTranslated: boolean;
      readonly doubt: DescriptionDoubt | null;
      readonly stopWords: readonly string[];
    };

/** Judges a description; one in words that are known in another language is translated. */
export function judgeDescription(text: string, dictionary: Dictionary): Judged {
  const reading = readDescription(text, dictionary);
  if (reading.fault === null) {
    const description = cutAtWord(reading.description, descriptionLength.maximum);
    return { ...reading, description, hsCode: null, isTranslated: false };
  }
  const word = reading.fault === "not_latin" ? wordIn(dictionary.words, text) : undefined;
  if (word === undefined) return { fault: reading.fault };
  const { descriptionEn: description, hsCode } = word;
  return { fault: null, description, hsCode, isTranslated: true, doubt: null, stopWords: [] };
}

/**
 * Whether there is a battery: as it was said, and not known where nobody said it of goods that often have one. Goods that are
 * a battery themselves have it in no device, and nobody has to say so.
 */
export function batteryOf(
  description: string,
  said: GoodsItem["battery"] | undefined,
  { words }: Dictionary,
): GoodsItem["battery"] {
  if (said === "none" || said === "packed" || said === "loose") return said;
  const word = words.find(({ descriptionEn }) => descriptionEn === description);
  const known = word ?? wordIn(words, description);
  const hints = known?.flags ?? [];
  const isNamed = known !== undefined && (known === word || isNamedBy(known, description));
  if (isNamed && hints.includes("battery_loose")) return "loose";
  if (said === "installed") return said;
  return hints.includes("battery") ? "unknown" : "none";
}

/**
 * What was said about a parcel as a whole as one piece of goods: a description that would be refused of a goods item is missing
 * here, and whether there is a battery is asked as of any other.
 */
export function judgeSaid(item: GoodsItem, dictionary: Dictionary): GoodsItem {
  const text = item.description === "" ? item.descriptionOriginal : item.description;
  const judged = text === "" ? null : judgeDescription(text, dictionary);
  if (judged === null) return item;
  if (judged.fault !== null) return { ...item, description: "", descriptionOriginal: text };
  const { description } = judged;
  return {
    ...item,
    description,
    descriptionOriginal: judged.isTranslated ? text : "",
    battery: batteryOf(description, undefined, dictionary),
  };
}
