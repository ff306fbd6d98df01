// What a customer says about a parcel before it is packed.
import * as z from "zod";
import { goodsItemLimits } from "#goods/rules/goods-item.ts";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";
import { exactText, line, text } from "#platform/contract/fields.ts";
import { declaredCurrency, goodsItemInput } from "./goods-item-fields.ts";

const declarationFields = {
  carrierCode: exactText(40).nullable().default(null).describe("null: as the number says"),
  shop: line(120).default(""),
  orderReference: line(120).default(""),
  description: text(declarationLimits.descriptionCharacters).default(""),
  declaredValueMinor: z
    .int()
    .min(1)
    .max(declarationLimits.valueMinor)
    .nullable()
    .default(null)
    .describe("In the smallest unit of `declaredCurrency`; both or neither"),
  declaredCurrency: declaredCurrency.nullable().default(null),
};

/** A number as it is typed: checked like the number of a package. */
const typedNumber = line(100);
const isValuePaired = (fields: {
  readonly declaredValueMinor: number | null;
  readonly declaredCurrency: string | null;
}) => (fields.declaredValueMinor === null) === (fields.declaredCurrency === null);
const valuePaired = {
  error: "A value needs its currency.",
  path: ["declaredCurrency"],
};

export const declaration = z
  .strictObject({ trackingNumber: typedNumber, ...declarationFields })
  .refine(isValuePaired, valuePaired);
declaration.register(z.globalRegistry, { id: "ParcelDeclaration" });
export type DeclarationChange = z.infer<typeof declaration>;

export const newDeclaration = z
  .strictObject({
    trackingNumber: typedNumber,
    ...declarationFields,
    goodsItems: z
      .array(goodsItemInput)
      .max(goodsItemLimits.perParcel)
      .default([])
      .describe("What is in it, of a number that is not declared yet"),
    isValueConfirmed: z
      .boolean()
      .default(false)
      .describe("That values which look too low are what was paid"),
  })
  .refine(isValuePaired, valuePaired);
newDeclaration.register(z.globalRegistry, { id: "NewParcelDeclaration" });
