// What a customer says about a parcel before it is packed.
import * as z from "zod";
import { goodsItemLimits } from "#goods/rules/goods-item.ts";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";
import { exactText, line, text } from "#platform/contract/fields.ts";
import { declaredCurrency, goodsItemInput } from "./goods-item-fields.ts";

/** What can be corrected later; goods, and what they cost, are corrected line by line. */
const correctable = {
  // As it is typed: checked like the number of a package.
  trackingNumber: line(100),
  carrierCode: exactText(40).nullable().default(null).describe("null: as the number says"),
  shop: line(120).default(""),
  orderReference: line(120).default(""),
};

export const declaration = z.strictObject(correctable);
declaration.register(z.globalRegistry, { id: "ParcelDeclaration" });
export type DeclarationChange = z.infer<typeof declaration>;

export const newDeclaration = z
  .strictObject({
    ...correctable,
    description: text(declarationLimits.descriptionCharacters).default(""),
    declaredValueMinor: z
      .int()
      .min(1)
      .max(declarationLimits.valueMinor)
      .nullable()
      .default(null)
      .describe(
        "What all of it cost, in the smallest unit of `declaredCurrency`, as an order said before anybody changed its goods; both or neither",
      ),
    declaredCurrency: declaredCurrency.nullable().default(null),
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
  .refine(
    ({ declaredValueMinor, declaredCurrency: currency }) =>
      (declaredValueMinor === null) === (currency === null),
    { error: "A value needs its currency.", path: ["declaredCurrency"] },
  );
newDeclaration.register(z.globalRegistry, { id: "NewParcelDeclaration" });
