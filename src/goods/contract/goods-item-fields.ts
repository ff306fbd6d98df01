import * as z from "zod";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { battery, goodsFlag } from "#catalogue/contract/shipping-services.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";
import { descriptionDoubts, descriptionLength } from "#goods/rules/goods-description.ts";
import {
  goodsItemLimits,
  hsCodeDigits,
  hsCodeSources,
  isHsCode,
  noGoods,
} from "#goods/rules/goods-item.ts";
import { declaredCurrencies } from "#goods/rules/inbound-parcel.ts";
import { halfWidthLine, line } from "#platform/contract/fields.ts";

export const declaredCurrency = z
  .enum(declaredCurrencies, `This should be one of: ${declaredCurrencies.join(", ")}.`)
  .meta({ id: "DeclaredCurrency" });

const description = line(descriptionLength.maximum);
const descriptionOriginal = line(goodsItemLimits.originalCharacters).describe(
  "In the words of the shop or the customer; empty: those of the description",
);
const quantity = z.int().min(1).max(goodsItemLimits.quantity);
const unitValueMinor = z
  .int()
  .min(1)
  .max(goodsItemLimits.unitValueMinor)
  .nullable()
  .describe("What one piece cost, in the smallest unit of `currency`; both or neither");
const currency = declaredCurrency.nullable();
const netGrams = z
  .int()
  .min(1)
  .max(goodsItemLimits.netGrams)
  .nullable()
  .describe("Of all pieces; null: a share of the parcel's weight");
const hsCode = halfWidthLine(20).describe("Six, eight or ten digits of the Harmonized System");
const merchantProductId = line(goodsItemLimits.merchantProductIdCharacters);
const flags = z.array(goodsFlag).max(goodsFlags.length).readonly();
const otherProductId = line(goodsItemLimits.otherProductIdCharacters);

/** A goods item, as it is read and as it was shown. */
export const goodsItem = z.strictObject({
  description: description.describe("In Latin letters, as papers print it; empty: still missing"),
  descriptionOriginal,
  quantity,
  unitValueMinor,
  currency,
  netGrams,
  hsCode: hsCode.nullable(),
  hsCodeSource: z.enum(hsCodeSources).nullable(),
  originCode: countryCode,
  merchantProductId,
  manufacturerProductId: otherProductId,
  standardProductId: otherProductId,
  flags,
  battery: battery.describe(
    "unknown: such goods often have one, and the customer has not said whether these do",
  ),
});
goodsItem.register(z.globalRegistry, { id: "GoodsItem" });

const typedCode = hsCode
  .overwrite(hsCodeDigits)
  .refine(isHsCode, "This should have 6, 8 or 10 digits, such as 6109.10.")
  .nullable();

/** What staff found in a parcel and take off again. */
export const takenOff = z.strictObject({
  batteries: z.array(battery).max(batteryKinds.length).readonly().default([]),
  goods: flags.default([]),
});

/** What staff may correct of a goods item. */
export const correctedItem = {
  description: description
    .min(1)
    .describe("In Latin letters, or words that are known in another language"),
  originCode: countryCode,
  hsCode: typedCode,
  netGrams,
  flags: flags.optional().describe("Left out: as they are"),
  battery: battery
    .optional()
    .describe("Left out: as it is, and asked again of another description that often has one"),
};

const isValuePaired = (fields: {
  readonly unitValueMinor: number | null;
  readonly currency: string | null;
}) => (fields.unitValueMinor === null) === (fields.currency === null);

export const goodsItemInput = z
  .strictObject({
    description: description
      .default(noGoods.description)
      .describe("In Latin letters, or words that are known in another language; may follow later"),
    descriptionOriginal: descriptionOriginal.default(noGoods.descriptionOriginal),
    quantity: quantity.default(noGoods.quantity),
    unitValueMinor: unitValueMinor.default(noGoods.unitValueMinor),
    currency: currency.default(noGoods.currency),
    netGrams: netGrams.default(noGoods.netGrams),
    hsCode: typedCode.default(noGoods.hsCode),
    originCode: countryCode.default(noGoods.originCode),
    merchantProductId: merchantProductId.default(noGoods.merchantProductId),
    manufacturerProductId: otherProductId.default(noGoods.manufacturerProductId),
    standardProductId: otherProductId.default(noGoods.standardProductId),
    flags: flags.default(noGoods.flags),
    battery: battery
      .optional()
      .describe("Left out: not said, which is `unknown` for goods that often have one"),
  })
  .refine(isValuePaired, { error: "A value needs its currency.", path: ["currency"] });
goodsItemInput.register(z.globalRegistry, { id: "GoodsItemInput" });
export type GoodsItemInput = z.output<typeof goodsItemInput>;

/** What customs may ask about: the description of goods, or what they cost. */
const goodsWarningKinds = [...descriptionDoubts, "low_value", "low_total"] as const;

export const goodsWarning = z.object({
  index: z.int().nullable().describe("Of the goods item; null: about all of the parcel"),
  kind: z.enum(goodsWarningKinds),
  stopWords: z.array(z.string()).describe("Those in the description"),
});
goodsWarning.register(z.globalRegistry, { id: "GoodsWarning" });
export type GoodsWarning = z.infer<typeof goodsWarning>;
