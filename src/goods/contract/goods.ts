// What is in parcels, and the words with which it is described for customs.
import * as z from "zod";
import { goodsItemLimits } from "#goods/rules/goods-item.ts";
import { goodsHints, goodsWordLimits } from "#goods/rules/goods-word.ts";
import { id, language, line, nothing, statedReason } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { correctedItem, goodsItem, goodsItemInput, goodsWarning } from "./goods-item-fields.ts";
import { goodsLists } from "./goods-lists.ts";

const goodsWord = z.object({
  term: z.string().describe("The word that was found, in `language`"),
  language,
  description: z.string().describe("In English, as customs papers have it"),
  hsCode: z.string().describe("Six digits of the Harmonized System"),
  flags: z.array(z.enum(goodsHints)).readonly().describe("What such goods often have"),
});
goodsWord.register(z.globalRegistry, { id: "GoodsWord" });
export type SuggestedGoodsWord = z.infer<typeof goodsWord>;

const items = z.array(goodsItem);

const goodsCorrection = z.strictObject({
  index: z
    .int()
    .min(0)
    .max(goodsItemLimits.perParcel - 1)
    .describe("Of the goods item"),
  ...correctedItem,
});
goodsCorrection.register(z.globalRegistry, { id: "GoodsCorrection" });
export type GoodsCorrection = z.output<typeof goodsCorrection>;

export const goods = {
  ...goodsLists,

  suggestWords: procedure({
    method: "GET",
    path: "/goods-words",
    access: "signedIn",
    limit: "goodsWordSearchesPerAccount",
    summary: "Suggest descriptions of goods for what is typed, in any of the three languages",
    description:
      "At most 8, each description once, the best first: by the beginning of a word or name, by words inside it, and by names inside a longer text.",
  })
    .input(z.strictObject({ text: line(goodsWordLimits.searchedCharacters) }))
    .output(z.object({ items: z.array(goodsWord) })),

  listRecentItems: procedure({
    method: "GET",
    path: "/goods-items/recent",
    access: "signedIn",
    summary: "List the last five different goods items of own parcels",
    description: "Those of the newest parcels first, from the newest 200 items.",
  })
    .input(nothing)
    .output(z.object({ items })),

  saveItems: procedure({
    method: "PUT",
    path: "/inbound-parcels/{inboundParcelId}/goods-items",
    access: "signedIn",
    limit: "parcelChangesPerAccount",
    audit: { field: "inboundParcelId" },
    expectsVersion: true,
    summary: "State what is in an own parcel, until the label of its shipment is made",
    description:
      "Replaces all goods items of the parcel. A description in another language is translated where its words are known; one of nothing but words that customs refuses is refused, with up to three better ones as `better`. Where that changes what was signed, an accepted price has to be accepted again; what is held stays. Send `expectedVersion` to be answered `conflict` if they were changed meanwhile. `warnings` say what customs may ask about; nothing is changed by them.",
    errors: [
      "not_found",
      "inbound_parcel_not_free",
      "declaration_fixed",
      "description_refused",
      "unknown_hs_code",
      "account_closed",
    ],
  })
    .input(
      z.strictObject({
        inboundParcelId: id,
        items: z.array(goodsItemInput).min(1).max(goodsItemLimits.perParcel),
        isValueConfirmed: z
          .boolean()
          .default(false)
          .describe("That values which look too low are what was paid"),
        expectedVersion: items.max(goodsItemLimits.perParcel).optional(),
      }),
    )
    .output(z.object({ items, warnings: z.array(goodsWarning) })),

  correctItems: procedure({
    method: "POST",
    path: "/admin/inbound-parcels/{inboundParcelId}/goods-corrections",
    access: roleAccess.goodsCorrections,
    actsOn: "parcel",
    audit: { field: "inboundParcelId" },
    expectsVersion: true,
    summary: "Correct how goods in a parcel that is here are described, with a reason",
    description:
      "Until the label of their shipment is made. Quantity and value are stated by customers alone. Whoever has signed the goods confirms another description or origin before they go on; a code or weight needs nobody. Send `expectedVersion` to be answered `conflict` if they were changed meanwhile.",
    errors: [
      "not_found",
      "inbound_parcel_not_free",
      "declaration_fixed",
      "description_refused",
      "unknown_hs_code",
    ],
  })
    .input(
      z.strictObject({
        inboundParcelId: id,
        corrections: z.array(goodsCorrection).min(1).max(goodsItemLimits.perParcel),
        reason: statedReason,
        expectedVersion: items.max(goodsItemLimits.perParcel).optional(),
      }),
    )
    .output(z.object({ items })),
};
