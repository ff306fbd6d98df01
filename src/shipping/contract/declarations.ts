// What ship requests declare to customs, and that it is what their customers bought.
import * as z from "zod";
import {
  categoryTextCharacters,
  commerceTypes,
  shipmentCategories,
  usualCategory,
} from "#shipping/rules/declaration.ts";
import { goodsItemParts } from "#goods/rules/goods-item.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { declaredCurrency, goodsItem, goodsWarning } from "#goods/contract/goods-item-fields.ts";
import { amountCents, id, line, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { expectedVersion } from "./extra-services.ts";

const category = z.enum(shipmentCategories).meta({ id: "ShipmentCategory" });
const commerceType = z
  .enum(commerceTypes)
  .meta({ id: "CommerceType", description: "Who sold to whom: a business or a consumer" });
const categoryText = line(categoryTextCharacters).describe(
  "Who gave a gift, or what is sent as `other`; needed for these",
);

/** Why goods are sent, as it is read. */
export const categoryFields = { category, categoryText, commerceType };

/** The same as it is sent with a new request. */
export const newCategory = {
  category: category
    .default(usualCategory.category)
    .describe("`gift`: only of parcels without a shop or order reference"),
  categoryText: categoryText.default(usualCategory.categoryText),
  commerceType: commerceType.default(usualCategory.commerceType),
};

const declaredParcel = z.object({
  inboundParcelId: id,
  trackingNumber: z.string().nullable(),
  labelCode: z.string(),
  description: z.string().describe("Its contents in the words of its customer"),
  goodsItems: z.array(goodsItem),
  netGrams: z
    .array(z.int().nullable())
    .describe(
      "Of each goods item: its own, or its share of what was weighed; null: nothing was weighed yet",
    ),
  correctedItems: z
    .array(z.int())
    .describe("The places of those that staff corrected and its customer has not signed since"),
  warnings: z.array(goodsWarning),
  isValueLow: z.boolean().describe("Customs will hardly believe what it cost"),
  isValueConfirmed: z.boolean().describe("Its customer said that this is what they paid"),
});
declaredParcel.register(z.globalRegistry, { id: "DeclaredParcel" });

const shipDeclaration = z.object({
  parcels: z.array(declaredParcel).describe("Those that go"),
  missing: z
    .array(
      z
        .object({
          inboundParcelId: id,
          index: z.int().nullable().describe("Of the goods item; null: nothing is stated at all"),
          parts: z.array(z.enum(goodsItemParts)),
        })
        .meta({ id: "MissingGoods" }),
    )
    .describe("Empty: all is stated"),
  withoutIdentifiers: z
    .array(z.object({ inboundParcelId: id, index: z.int() }).meta({ id: "UnidentifiedGoods" }))
    .describe(
      "Goods items of which customs of the destination ask for identifiers that are not stated; only a service that needs them waits for them",
    ),
  totals: z
    .array(
      z
        .object({
          currency: declaredCurrency,
          valueMinor: z.int().describe("In the smallest unit of `currency`"),
        })
        .meta({ id: "DeclaredTotal" }),
    )
    .describe("What all goods cost, in each currency"),
  mayBeGift: z.boolean(),
});
shipDeclaration.register(z.globalRegistry, { id: "ShipDeclaration" });
export type ShipDeclaration = z.infer<typeof shipDeclaration>;

/** The hash of what a request declares. */
export const declaredHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ["0".repeat(64)] });

const requestDeclaration = shipDeclaration.extend({
  ...categoryFields,
  signedAt: time.nullable().describe("null: not signed, or changed since"),
  isToConfirm: z.boolean().describe("It waits for its customer to say that it is what they bought"),
  declaredHash: declaredHash.describe("Of what is declared, which a confirmation names"),
  approved: z
    .object({ serviceCode: z.string(), amountCents })
    .nullable()
    .describe(
      "The price without extra services up to which a packed box goes on by itself once this is confirmed; null: a price is accepted after it",
    ),
  mayChange: z.boolean().describe("Until the label is made"),
});
requestDeclaration.register(z.globalRegistry, { id: "RequestDeclaration" });
export type RequestDeclaration = z.infer<typeof requestDeclaration>;

/** The operations, of which some answer with a request as its customer reads it. */
export function declarationsOf<Shape extends z.ZodType>(shipRequest: Shape) {
  return {
    readParcelsDeclaration: procedure({
      method: "GET",
      path: "/goods-declaration",
      access: "signedIn",
      summary: "Read what own parcels declare to customs if they are sent together",
      description: "Each with what is missing; nothing has to be complete to be packed.",
      errors: ["not_found"],
    })
      .input(
        z.strictObject({
          inboundParcelIds: z.array(id).min(1).max(shipRequestLimits.parcels),
          countryCode: countryCode
            .optional()
            .describe("Where they go; left out: nothing is said of what customs ask there"),
          category: newCategory.category,
          commerceType: newCategory.commerceType,
        }),
      )
      .output(shipDeclaration),

    readDeclaration: procedure({
      method: "GET",
      path: "/ship-requests/{shipRequestId}/declaration",
      access: "signedIn",
      summary: "Read what an own ship request declares to customs, and whether it is signed",
      description:
        "Of the parcels that go. It is signed with the price, or with a cap by the request.",
      errors: ["not_found"],
    })
      .input(z.strictObject({ shipRequestId: id }))
      .output(requestDeclaration),

    confirmDeclaration: procedure({
      method: "POST",
      path: "/ship-requests/{shipRequestId}/declaration-confirmation",
      access: "signedIn",
      summary: "Say that what an own ship request declares is what was bought",
      description:
        "After staff corrected it, this signs it and accepts the same price again. A repeat changes nothing.",
      errors: [
        "not_found",
        "conflict",
        "declaration_incomplete",
        "too_many_lines",
        "category_not_possible",
      ],
    })
      .input(
        z.strictObject({
          shipRequestId: id,
          declaredHash: declaredHash.describe("Of what was shown; `conflict` where it has changed"),
        }),
      )
      .output(shipRequest),

    changeCategory: procedure({
      method: "PUT",
      path: "/ship-requests/{shipRequestId}/category",
      access: "signedIn",
      expectsVersion: true,
      summary: "Change why the goods of an own ship request are sent, until its label is made",
      description: "An accepted price has to be accepted again; what is held stays.",
      errors: ["not_found", "conflict", "category_not_possible", "declaration_fixed"],
    })
      .input(z.strictObject({ shipRequestId: id, expectedVersion, ...categoryFields }))
      .output(shipRequest),
  };
}
