// What is in parcels, and the words with which it is described for customs.
import * as z from "zod";
import { goodsItemLimits } from "#goods/rules/goods-item.ts";
import { goodsProofLimits } from "#goods/rules/goods-proof.ts";
import { goodsHints, goodsWordLimits } from "#goods/rules/goods-word.ts";
import {
  id,
  idempotencyKey,
  language,
  line,
  nothing,
  statedReason,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  correctedItem,
  goodsItem,
  goodsItemInput,
  goodsWarning,
  takenOff,
} from "./goods-item-fields.ts";
import { goodsProof, ownGoodsProof } from "./goods-proof-fields.ts";
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

const decidedProof = {
  inboundParcelId: id,
  fileId: id.describe("The newest file of the proof, as it was looked at"),
};

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
      "too_many_lines",
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
          .optional()
          .describe(
            "That values which look too low are what was paid; left out: as it was said, while none changes",
          ),
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
      "Until the label of their shipment is made. Quantity and value are stated by customers alone. Whoever has signed the goods confirms another description or origin before they go on; a code or weight needs nobody. Properties and batteries are not signed: services judge the goods by them again. What is added of them is found in the parcel, and counts whatever its customer states and a line says later, until it is named in `takenOff`; what was recorded when the parcel arrived counts as before. Send `expectedVersion` to be answered `conflict` if they were changed meanwhile.",
    errors: [
      "not_found",
      "inbound_parcel_not_free",
      "declaration_fixed",
      "too_many_lines",
      "description_refused",
      "unknown_hs_code",
    ],
  })
    .input(
      z.strictObject({
        inboundParcelId: id,
        corrections: z.array(goodsCorrection).max(goodsItemLimits.perParcel),
        takenOff: takenOff
          .default({ batteries: [], goods: [] })
          .describe("What staff found earlier and was a mistake"),
        reason: statedReason,
        expectedVersion: items.max(goodsItemLimits.perParcel).optional(),
      }),
    )
    .output(z.object({ items })),

  addProof: procedure({
    method: "POST",
    path: "/inbound-parcels/{inboundParcelId}/proof-files",
    access: "signedIn",
    transaction: "own",
    limit: "uploadsPerAccount",
    isLong: true,
    summary: `Add a file to the proof of what is in an own parcel: an image or PDF of at most 10 MB, at most ${goodsProofLimits.files}`,
    description:
      "Such as a data sheet or the shop's page. Staff look at it, and services that take the goods only with a proof open once it is enough. A repeat with the same key stores nothing again.",
    errors: [
      "not_found",
      "inbound_parcel_not_free",
      "conflict",
      "invalid_claim_file",
      "invalid_image",
      "too_large",
      "too_many_pixels",
      "too_many_proof_files",
      "busy",
      "idempotency_key_reused",
      "account_closed",
    ],
  })
    .input(
      z.strictObject({
        inboundParcelId: id,
        file: z.file().describe("At most 10 MB"),
        idempotencyKey,
      }),
    )
    .output(z.object(ownGoodsProof)),

  acceptProof: procedure({
    method: "POST",
    path: "/admin/inbound-parcels/{inboundParcelId}/proof-acceptance",
    access: roleAccess.goodsCorrections,
    actsOn: "parcel",
    audit: { field: "inboundParcelId" },
    summary: "Say that the proof of what is in a parcel was seen and is enough",
    description:
      "Services that ask for one then take what is known to be in the parcel now; what is found later needs another one.",
    errors: ["not_found", "conflict"],
  })
    .input(z.strictObject(decidedProof))
    .output(z.object({ proof: goodsProof.nullable() })),

  refuseProof: procedure({
    method: "POST",
    path: "/admin/inbound-parcels/{inboundParcelId}/proof-refusal",
    access: roleAccess.goodsCorrections,
    actsOn: "parcel",
    audit: { field: "inboundParcelId" },
    summary: "Say that the proof of what is in a parcel is not enough, with a reason",
    description: "Its customer reads the reason, and can send another file.",
    errors: ["not_found", "conflict"],
  })
    .input(z.strictObject({ ...decidedProof, reason: statedReason }))
    .output(z.object({ proof: goodsProof.nullable() })),
};
