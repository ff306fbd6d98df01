// The customs paper of a package: which one it needs, and what stands on it.
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { CustomsForm, ServiceCustoms } from "#catalogue/rules/shipping-service.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { countLinesOnPaper } from "#goods/rules/merged-goods.ts";
import type { Category } from "./declaration.ts";

/** The highest value and weight of a package with the small form of posts. */
export const smallFormLimits = { sdr: 300, grams: 2000 } as const;

/** As much of a description as posts read on the small form. */
export const smallFormCharacters = 50;

/** As what advance data is downloaded. */
export const advanceDataFormats = ["csv", "json"] as const;

/** How many days and packages a file of advance data has at most. */
export const advanceDataLimits = { days: 31, items: 5000 } as const;

/** The most lines on all sheets of a paper. */
export const maxPaperLines = 200;

/** Whether goods are more lines than a paper has room for. */
export function hasTooManyLines(items: readonly GoodsItem[]): boolean {
  return items.length > maxPaperLines && countLinesOnPaper(items) > maxPaperLines;
}

/** Whether goods that are changed are more lines than a paper has room for, and more than they were. */
export function outgrowsPaper(before: readonly GoodsItem[], after: readonly GoodsItem[]): boolean {
  return hasTooManyLines(after) && countLinesOnPaper(after) > countLinesOnPaper(before);
}

/** Beginnings of the numbers of parcels and EMS, which have the full form whatever they are worth. */
const fullFormNumber = /^[CE]/;

const microsOfDollar = 1_000_000n;

/** Whether a value in cents of US dollars is at most that of the small form; `usdPerSdr` is exact decimal text. */
function isSmallValue(valueCents: number, usdPerSdr: string): boolean {
  const [whole = "", fraction = ""] = usdPerSdr.split(".");
  const micros = BigInt(whole + fraction.padEnd(6, "0").slice(0, 6));
  return BigInt(valueCents) * microsOfDollar <= BigInt(smallFormLimits.sdr * 100) * micros;
}

/** The paper that a package needs; `valueCents` is in US dollars, and null where it is not known. */
export function customsFormOf(facts: {
  readonly customs: Pick<ServiceCustoms, "form" | "linesOnLabel">;
  readonly valueCents: number | null;
  readonly usdPerSdr: string;
  readonly packedGrams: number;
  readonly linesCount: number;
  readonly trackingNumber: string;
}): CustomsForm {
  const { customs, valueCents, usdPerSdr, packedGrams, linesCount, trackingNumber } = facts;
  if (customs.form !== "auto") return customs.form;
  const isSmall =
    valueCents !== null &&
    isSmallValue(valueCents, usdPerSdr) &&
    packedGrams <= smallFormLimits.grams &&
    linesCount <= customs.linesOnLabel &&
    !fullFormNumber.test(trackingNumber);
  return isSmall ? "cn22" : "cn23";
}

/** What customs of a destination ask of each line. */
export type CustomsDemand = {
  readonly hsDigits: number;
  /** Whether two identifiers of each product are asked, and nothing goes without. */
  readonly needsIdentifiers: boolean;
};

/** What a line lacks for its label. */
export type LackingLine = {
  /** As on papers, or else in the words of its customer. */
  readonly description: string;
  readonly lacks: "code" | "identifiers";
};

/** Whether customs ask for identifiers of products: of what was sold to a consumer, where the destination wants them. */
export function asksIdentifiers(
  { category, commerceType }: Pick<Category, "category" | "commerceType">,
  { wantsIdentifiers }: { readonly wantsIdentifiers: boolean },
): boolean {
  return wantsIdentifiers && category === "sale" && commerceType === "b2c";
}

/** Whether the shop's number of goods is stated, and one of their maker or a standard. */
export function hasIdentifiers(item: GoodsItem): boolean {
  const { merchantProductId, manufacturerProductId, standardProductId } = item;
  return merchantProductId !== "" && (manufacturerProductId !== "" || standardProductId !== "");
}

/** Whether a line has no code, or one with fewer digits than customs of the destination ask. */
export function isCodeShort({ hsCode }: Pick<GoodsItem, "hsCode">, hsDigits: number): boolean {
  return (hsCode?.length ?? 0) < hsDigits;
}

/** The lines without which no label is made: their code has fewer digits than are asked, or identifiers are missing. */
export function lackingLines(
  items: readonly GoodsItem[],
  { hsDigits, needsIdentifiers }: CustomsDemand,
): LackingLine[] {
  return items.flatMap((item): LackingLine[] => {
    const description = item.description === "" ? item.descriptionOriginal : item.description;
    if (isCodeShort(item, hsDigits)) return [{ description, lacks: "code" }];
    if (needsIdentifiers && !hasIdentifiers(item)) {
      return [{ description, lacks: "identifiers" }];
    }
    return [];
  });
}

/** Who sends or gets a package, in Latin letters; what is not known is empty. */
export type PaperParty = {
  readonly name: string;
  readonly street: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
  readonly countryCode: CountryCode;
  readonly phone: string;
};

/** A line of goods as it is printed; net weight and value are of all pieces. */
export type PaperLine = {
  readonly description: string;
  readonly quantity: number;
  readonly netGrams: number;
  /** null: not stated. */
  readonly valueMinor: number | null;
  readonly currency: string;
  readonly hsCode: string | null;
  readonly originCode: CountryCode;
};

/** A line as it is sent to carriers. */
export type DataLine = PaperLine &
  Pick<GoodsItem, "merchantProductId" | "manufacturerProductId" | "standardProductId">;

/** Everything that is on a customs paper, and is sent before the package. */
export type CustomsPaperContent = Category & {
  readonly trackingNumber: string;
  /** The number of the ship request. */
  readonly reference: string;
  /** The day in the warehouse's time zone, such as 2026-11-22. */
  readonly day: string;
  readonly carrierName: string;
  readonly sender: PaperParty & { readonly smsPhone: string };
  readonly recipient: PaperParty & { readonly importerReference: string };
  /** Those with the same code, description and origin are one. */
  readonly lines: readonly PaperLine[];
  /** The same goods, in which lines with different identifiers stay apart. */
  readonly dataLines: readonly DataLine[];
  /** One, in the currency of all lines, where the rates of the day are known. */
  readonly totals: readonly { readonly currency: string; readonly valueMinor: number }[];
  readonly netGrams: number;
  readonly grossGrams: number;
  /** What the transport costs, in cents of US dollars. */
  readonly postageCents: number;
  readonly copies: number;
};

/** The sums of lines by currency, in the order of their codes. */
export function totalsOf(lines: readonly PaperLine[]): CustomsPaperContent["totals"] {
  const valued = lines.filter(({ valueMinor }) => valueMinor !== null);
  return [...Map.groupBy(valued, ({ currency }) => currency)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, ones]) => ({
      currency,
      valueMinor: ones.reduce((sum, { valueMinor }) => sum + (valueMinor ?? 0), 0),
    }));
}
