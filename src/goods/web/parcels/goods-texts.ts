// The goods of a parcel as the texts of their form, line by line.
import * as z from "zod/mini";
import type { GoodsItemInput } from "#goods/contract/goods-item-fields.ts";
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";
import {
  goodsItemLimits,
  hsCodeDigits,
  isHsCode,
  noGoods,
  type GoodsItem,
} from "#goods/rules/goods-item.ts";
import {
  declaredCurrencies,
  declaredValueText,
  parseDeclaredValue,
  type DeclaredCurrency,
} from "#goods/rules/inbound-parcel.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const lineFields = [
  "description",
  "original",
  "quantity",
  "value",
  "currency",
  "weight",
  "code",
  "origin",
  "shopId",
  "makerId",
  "barcode",
  "flags",
  "battery",
  "suggested",
] as const;
export type LineField = (typeof lineFields)[number];

export type GoodsTexts = Readonly<Record<string, string>>;

export const wordsOf = (text: string) => text.split(" ").filter((word) => word !== "");

/** The field of a line; one more, `lines`, holds the keys of all. */
export function lineField(name: LineField, key: number): string {
  return `${name}_${key}`;
}

const lineFieldPattern = new RegExp(`^(?:${lineFields.join("|")})_(\\d+)$`);

export function isLineField(name: string): boolean {
  return lineFieldPattern.test(name);
}

/** The keys of the lines, in their order. */
export function lineKeys(texts: GoodsTexts): readonly number[] {
  const { lines = "" } = texts;
  return lines === "" ? [] : lines.split(" ").map(Number);
}

/** The currency in which most shops of our customers sell. */
const usualCurrency: DeclaredCurrency = "CNY";

/** A goods item as a form has it; one that was not stored yet does not say where its code is from. */
type ShownItem = Omit<GoodsItem, "hsCodeSource" | "battery"> &
  Partial<Pick<GoodsItem, "hsCodeSource">> &
  Pick<GoodsItemInput, "battery">;

function lineTexts(item: ShownItem, key: number, currency: string): GoodsTexts {
  const { unitValueMinor, currency: stated, netGrams, hsCode, hsCodeSource } = item;
  const description = item.description === "" ? item.descriptionOriginal : item.description;
  const texts: Record<LineField, string> = {
    description,
    original: item.descriptionOriginal,
    quantity: String(item.quantity),
    value:
      unitValueMinor === null || stated === null ? "" : declaredValueText(unitValueMinor, stated),
    currency: stated ?? currency,
    weight: netGrams === null ? "" : String(netGrams),
    code: hsCode ?? "",
    origin: item.originCode,
    shopId: item.merchantProductId,
    makerId: item.manufacturerProductId,
    barcode: item.standardProductId,
    flags: item.flags.join(" "),
    // What nobody has said is asked again.
    battery: item.battery === undefined || item.battery === "unknown" ? "" : item.battery,
    // Whoever did not type the code themselves has it of this text.
    suggested: hsCode === null || hsCodeSource === "typed" ? "" : `${description}\n${hsCode}`,
  };
  return Object.fromEntries(lineFields.map((name) => [lineField(name, key), texts[name]]));
}

/** Where the code of a line is from: of its text, or typed. */
export function codeSourceIn(texts: GoodsTexts, key: number): GoodsItem["hsCodeSource"] {
  const code = texts[lineField("code", key)] ?? "";
  if (code === "") return null;
  const [, suggested] = (texts[lineField("suggested", key)] ?? "").split("\n");
  return code === suggested ? "suggested" : "typed";
}

/** A line of which nothing was said, not even that there is no battery. */
const blank: ShownItem = { ...noGoods, battery: undefined };

/** The texts of goods; of none a line to fill in. */
export function goodsTexts(items: readonly ShownItem[]): GoodsTexts {
  const shown = items.length === 0 ? [blank] : items;
  return {
    lines: shown.map((_, key) => key).join(" "),
    ...Object.assign({}, ...shown.map((item, key) => lineTexts(item, key, usualCurrency))),
  };
}

/** The texts with a further line in the currency of the last. Keys are never used again, so that its fields are new. */
export function withLine(texts: GoodsTexts, item: ShownItem = blank): GoodsTexts {
  const keys = lineKeys(texts);
  const used = Object.keys(texts).map((name) => Number(lineFieldPattern.exec(name)?.[1] ?? -1));
  const key = Math.max(-1, ...used) + 1;
  const currency = texts[lineField("currency", keys.at(-1) ?? key)] ?? usualCurrency;
  return { lines: [...keys, key].join(" "), ...lineTexts(item, key, currency) };
}

/** The texts without a line, whose own ones are empty then. */
export function withoutLine(texts: GoodsTexts, key: number): GoodsTexts {
  const kept = lineKeys(texts).filter((one) => one !== key);
  const emptied = lineFields.map((name) => [lineField(name, key), ""] as const);
  return { lines: kept.join(" "), ...Object.fromEntries(emptied) };
}

/** Whether nothing was stated in a line: it is as it was added. */
export function isEmptyLine(texts: GoodsTexts, key: number): boolean {
  const fresh = lineTexts(blank, key, "");
  return lineFields.every((name) => {
    const field = lineField(name, key);
    const stated = (texts[field] ?? "").trim();
    return name === "currency" || name === "suggested" || stated === "" || stated === fresh[field];
  });
}

type Wrong = (name: string, message: string) => void;

/** A whole number of a field that may be empty; null there, and where it is wrong, which is reported. */
function readWhole(text: string, maximum: number, wrong: () => void): number | null {
  if (text === "") return null;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= maximum) return value;
  wrong();
  return null;
}

function readLine(texts: GoodsTexts, key: number, wrong: Wrong): GoodsItemInput {
  const textOf = (name: LineField) => (texts[lineField(name, key)] ?? "").trim();
  const isWrong = (name: LineField, message: string) => wrong(lineField(name, key), message);
  const currency = declaredCurrencies.find((one) => one === textOf("currency")) ?? usualCurrency;
  const value = textOf("value");
  const unitValueMinor = value === "" ? null : parseDeclaredValue(value, currency);
  if (value !== "" && unitValueMinor === null) {
    isWrong("value", t("parcel-details.valueInvalid"));
  }
  const hsCode = hsCodeDigits(textOf("code"));
  if (hsCode !== "" && !isHsCode(hsCode)) isWrong("code", t("parcel-goods.codeInvalid"));
  const quantityInvalid = t("parcel-goods.quantityInvalid", { maximum: goodsItemLimits.quantity });
  const weightInvalid = t("parcel-goods.weightInvalid");
  const description = textOf("description");
  const original = textOf("original");
  const origin: CountryCode | undefined = countryByCode(textOf("origin"))?.code;
  return {
    // What nobody could translate yet stays without a description, and may be saved so.
    description: description === original ? "" : description,
    descriptionOriginal: original,
    quantity:
      readWhole(textOf("quantity") || "0", goodsItemLimits.quantity, () =>
        isWrong("quantity", quantityInvalid),
      ) ?? 1,
    unitValueMinor,
    currency: unitValueMinor === null ? null : currency,
    netGrams: readWhole(textOf("weight"), goodsItemLimits.netGrams, () =>
      isWrong("weight", weightInvalid),
    ),
    hsCode: hsCode === "" ? null : hsCode,
    originCode: origin ?? noGoods.originCode,
    merchantProductId: textOf("shopId"),
    manufacturerProductId: textOf("makerId"),
    standardProductId: textOf("barcode"),
    flags: goodsFlags.filter((flag) => wordsOf(textOf("flags")).includes(flag)),
    battery: batteryKinds.find((kind) => kind === textOf("battery")),
  };
}

/** Reads the texts of all lines but empty ones, with the key of each, and names every text that is wrong. */
export const goodsSchema = z.pipe(
  z.record(z.string(), z.string()),
  z.transform((texts: Record<string, string>, context) => {
    const wrong: Wrong = (name, message) => {
      context.issues.push({ code: "custom", message, input: texts[name], path: [name] });
    };
    const keys = lineKeys(texts);
    const filled = keys.filter((key) => !isEmptyLine(texts, key));
    const read = filled.length === 0 ? keys.slice(0, 1) : filled;
    return read.map((key) => ({ key, item: readLine(texts, key, wrong) }));
  }),
);
