import type { GoodsItemInput } from "#goods/contract/goods-item-fields.ts";
import {
  descriptionLength,
  readDescription,
  saysStill,
  type DescriptionFault,
} from "#goods/rules/goods-description.ts";
import { cutAtWord, goodsItemLimits, type GoodsItem } from "#goods/rules/goods-item.ts";
import { betterDescriptions } from "#goods/rules/goods-word.ts";
import { goodsFlags } from "#catalogue/rules/shipping-service.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { ApiError } from "#platform/rules/error-message.ts";
import type { MessageId } from "#platform/rules/messages.ts";
import type { Context } from "#platform/server/context.ts";
import { sentence } from "#platform/server/translate.ts";
import { listUnknownHsCodes } from "./goods-list-queries.ts";
import {
  batteryOf,
  judgeDescription,
  readDictionary,
  wordIn,
  type Dictionary,
} from "./judge-goods.ts";

const sentenceOfFault = {
  not_latin: "errors.descriptionNotLatin",
  too_short: "errors.descriptionTooShort",
  stop_words: "errors.descriptionStopWords",
} as const satisfies Record<DescriptionFault, MessageId>;

/** Refuses a description, with better ones where there are some. */
function refusal(
  text: string,
  fault: DescriptionFault,
  { words }: Dictionary,
  place: object,
): ApiError {
  const better = fault === "stop_words" ? betterDescriptions(words, text) : [];
  const details = { ...place, reason: fault, better };
  if (better.length === 0) {
    return apiError("description_refused", details, sentence(sentenceOfFault[fault], { text }));
  }
  const named = { text, better: better.join("; ") };
  return apiError(
    "description_refused",
    details,
    sentence("errors.descriptionStopWordsBetter", named),
  );
}

/** The description and code of a goods item. */
type Described = Pick<GoodsItem, "description" | "descriptionOriginal" | "hsCode">;

/** Reads the description of a goods item; one in words that are known in another language is translated. */
function describe(
  { description: typed, descriptionOriginal: original, hsCode }: GoodsItemInput,
  dictionary: Dictionary,
  place: object,
): Described {
  if (typed === "") return { description: "", descriptionOriginal: original, hsCode };
  const judged = judgeDescription(typed, dictionary);
  if (judged.fault !== null) throw refusal(typed, judged.fault, dictionary, place);
  const { description } = judged;
  const words = original === "" && judged.isTranslated ? typed : original;
  return {
    description,
    descriptionOriginal: words === description ? "" : words,
    hsCode: hsCode ?? judged.hsCode,
  };
}

/**
 * The code that is stored: of a description from the list of words, the code of the list where none is stated. It is still the
 * suggested one where more was typed beside such a description.
 */
function codeOf(
  description: string,
  hsCode: string | null,
  { words }: Dictionary,
): Pick<GoodsItem, "hsCode" | "hsCodeSource"> {
  const suggested = words.find(({ descriptionEn }) => descriptionEn === description)?.hsCode;
  const code = hsCode ?? suggested ?? null;
  if (code === null) return { hsCode: null, hsCodeSource: null };
  const isSuggested = words.some(
    (word) => word.hsCode === code && saysStill(description, word.descriptionEn),
  );
  return { hsCode: code, hsCodeSource: isSuggested ? "suggested" : "typed" };
}

/** Throws `unknown_hs_code` for a typed code that is not on the official list, once that was imported. */
async function requireKnownCodes(
  db: Context["db"],
  parcels: readonly (readonly GoodsItemInput[])[],
  placeOf: (parcelIndex: number) => object,
): Promise<void> {
  const codes = parcels.flat().flatMap(({ hsCode }) => hsCode ?? []);
  const [unknown] = await listUnknownHsCodes(db, [...new Set(codes)]);
  if (unknown === undefined) return;
  const parcelIndex = parcels.findIndex((items) => items.some(({ hsCode }) => hsCode === unknown));
  const index = parcels[parcelIndex]?.findIndex(({ hsCode }) => hsCode === unknown) ?? 0;
  throw apiError(
    "unknown_hs_code",
    { ...placeOf(parcelIndex), index },
    sentence("errors.unknownHsCode", { code: unknown }),
  );
}

/**
 * The goods items of parcels as they are stored, parcel by parcel. Throws `unknown_hs_code`, and `description_refused` with the `index` of the goods item, its `reason`, `better` descriptions, and what `placeOf` says of
 * the parcel.
 */
export async function checkItems(
  context: Pick<Context, "db" | "goodsWords" | "now">,
  parcels: readonly (readonly GoodsItemInput[])[],
  placeOf: (parcelIndex: number) => object = () => ({}),
): Promise<GoodsItem[][]> {
  if (parcels.every((items) => items.length === 0)) return parcels.map(() => []);
  const dictionary = await readDictionary(context, context.db);
  await requireKnownCodes(context.db, parcels, placeOf);
  return parcels.map((inputs, parcelIndex) =>
    inputs.map((input, index): GoodsItem => {
      const place = { ...placeOf(parcelIndex), index };
      const { hsCode, ...described } = describe(input, dictionary, place);
      const { description } = described;
      return {
        ...input,
        ...described,
        ...codeOf(description, hsCode, dictionary),
        flags: goodsFlags.filter((flag) => input.flags.includes(flag)),
        battery: batteryOf(description, input.battery, dictionary),
      };
    }),
  );
}

type DescribedTitle = Pick<
  GoodsItem,
  "description" | "descriptionOriginal" | "hsCode" | "hsCodeSource" | "flags" | "battery"
>;

/** Goods as a shop names them, as far as they can be described from it. */
export async function describeTitles(
  context: Pick<Context, "db" | "goodsWords" | "now">,
  titles: readonly string[],
): Promise<DescribedTitle[]> {
  if (titles.length === 0) return [];
  const dictionary = await readDictionary(context, context.db);
  return titles.map((title) => {
    const reading = readDescription(title, dictionary);
    const word = reading.fault === null ? undefined : wordIn(dictionary.words, title);
    const latin = reading.fault === null ? reading.description : "";
    const description = word?.descriptionEn ?? cutAtWord(latin, descriptionLength.maximum);
    const original = cutAtWord(title, goodsItemLimits.originalCharacters);
    return {
      description,
      descriptionOriginal: original === description ? "" : original,
      ...codeOf(description, word?.hsCode ?? null, dictionary),
      flags: goodsFlags.filter((flag) => word?.flags.includes(flag)),
      battery: batteryOf(description, undefined, dictionary),
    };
  });
}
