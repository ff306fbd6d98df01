import * as z from "zod";
import {
  carrierConfidences,
  declarationLimits,
  inboundParcelEventKinds,
  inboundParcelFilters,
  inboundParcelGroups,
  inboundParcelSources,
  inboundParcelStates,
} from "#goods/rules/inbound-parcel.ts";
import { packageShipRequestStates } from "#goods/rules/package-stage.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  done,
  eachOf,
  exactText,
  fileText,
  id,
  idempotencyKey,
  line,
  pageNumber,
  pageSize,
  time,
  planName,
} from "#platform/contract/fields.ts";
import {
  measuredParcel,
  parcelImage,
  parcelStorage,
  staffReceivingRecord,
  orderedExtraServices,
} from "./parcel-measurements.ts";
import { declaredCurrency, goodsItem, goodsWarning } from "./goods-item-fields.ts";
import { goodsProof, ownGoodsProof } from "./goods-proof-fields.ts";
import { declaration, newDeclaration } from "./parcel-declaration.ts";
import { ownParcelRemoval, removalKind, staffParcelRemoval } from "./parcel-removal-fields.ts";
import { carrierEvents } from "#tracking/contract/carrier-events.ts";
import { parcelChangeErrors } from "./own-package-changes.ts";
import { parcelServices } from "./parcel-services.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { stockExport } from "./stock-export.ts";
import { ownAddress } from "./own-address.ts";

const carrierCode = exactText(40);
const confidence = z.enum(carrierConfidences).meta({ id: "CarrierConfidence" });

const inboundParcel = z.object({
  id,
  labelCode: z.string(),
  packageId: id.nullable(),
  packageNumber: z.int().nullable().describe("Ours, shown as P-1024"),
  packageTrackingNumber: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  piece: z.int(),
  carrierCode: carrierCode.nullable(),
  carrierConfidence: confidence.nullable().describe("`given`: by the customer"),
  source: z.enum(inboundParcelSources),
  state: z.enum(inboundParcelStates),
  removalAsked: removalKind.nullable().describe("What a second person is to confirm"),
  shop: z.string(),
  orderReference: z.string(),
  description: z.string(),
  declaredValueMinor: z.int().nullable(),
  declaredCurrency: declaredCurrency.nullable(),
  warehouseName: z.string().nullable(),
  courierDeliveredAt: time.nullable().describe("When the courier handed it to us, where known"),
  receivedAt: time.nullable(),
  measured: measuredParcel.nullable().describe("null: not received yet"),
  storage: parcelStorage.nullable().describe("null: not here, or its owner is unknown"),
  thumbnailUrl: z.string().nullable().describe("Of the first photo; an address that expires"),
  createdAt: time,
  updatedAt: time,
});
inboundParcel.register(z.globalRegistry, { id: "InboundParcel" });
export type InboundParcel = z.infer<typeof inboundParcel>;

const parcelItems = z.object({ items: z.array(inboundParcel) }).meta({ id: "InboundParcels" });

const inboundParcelEvent = z.object({
  id: z.string(),
  kind: z.enum(inboundParcelEventKinds),
  packageId: id.nullable(),
  packageNumber: z.int().nullable().describe("Of it, shown as P-1024"),
  packageTrackingNumber: z.string().nullable().describe("Of it; null where it was deleted"),
  byStaff: z.boolean(),
  createdAt: time,
});
inboundParcelEvent.register(z.globalRegistry, { id: "InboundParcelEvent" });
export type InboundParcelEvent = z.infer<typeof inboundParcelEvent>;

export const parcelOwner = z.object({
  userId: id,
  nameInitial: z.string().describe("The first letter of the name; empty where it is unknown"),
  memberCode: z.string().nullable(),
  plan: planName.nullable(),
  email: z.string().nullable().describe("null: the reader's role does not see it"),
  accountState: z.enum(["active", "suspended", "closed"]),
});
parcelOwner.register(z.globalRegistry, { id: "ParcelOwner" });
export type ParcelOwner = z.infer<typeof parcelOwner>;
export const staffInboundParcel = inboundParcel.extend({
  owner: parcelOwner.nullable().describe("null: the owner is unknown"),
  storageLocationCode: z.string().nullable(),
  missingSince: time.nullable().describe("When a stocktake did not find it"),
});
staffInboundParcel.register(z.globalRegistry, { id: "StaffInboundParcel" });
export type StaffInboundParcel = z.infer<typeof staffInboundParcel>;

const staffInboundParcelEvent = inboundParcelEvent.extend({
  actorEmail: z
    .string()
    .nullable()
    .describe("null: the product itself, a deleted profile, or the reader's role does not see it"),
});
staffInboundParcelEvent.register(z.globalRegistry, { id: "StaffInboundParcelEvent" });
export type StaffInboundParcelEvent = z.infer<typeof staffInboundParcelEvent>;

const otherPackage = z.object({
  trackingNumber: z.string(),
  packageId: id,
  packageNumber: z.int().describe("Shown as P-1024"),
  packageTrackingNumber: z.string(),
});
otherPackage.register(z.globalRegistry, { id: "NumberInOtherPackage" });
/** A number whose parcel is in another package, where it stays. */
export type NumberInOtherPackage = z.infer<typeof otherPackage>;

const foundNumber = z.object({
  trackingNumber: z.string(),
  carrierCode: carrierCode.nullable(),
  confidence: confidence.nullable(),
  inboundParcelId: id.nullable().describe("The own open parcel that has the number already"),
  packageNumber: z.int().nullable().describe("Of the package that gathers that parcel"),
  packageTrackingNumber: z.string().nullable().describe("The same"),
  shop: z.string().describe("As the text names it; empty: it names none"),
  orderReference: z.string(),
  goodsItems: z
    .array(goodsItem)
    .describe("The goods that the text names; of an order in several parcels with the first"),
  declaredValueMinor: z
    .int()
    .nullable()
    .describe("What all of these cost, as the text says; null: it does not say it of all"),
  declaredCurrency: declaredCurrency.nullable(),
});
foundNumber.register(z.globalRegistry, { id: "FoundNumber" });
export type FoundNumber = z.infer<typeof foundNumber>;

const groupCounts = z.object(eachOf(inboundParcelGroups, z.int()));
const filterCounts = z.object(eachOf(inboundParcelFilters, z.int()));

export const inboundParcels = {
  readAddress: procedure({
    method: "GET",
    path: "/inbound-parcels/address",
    access: "signedIn",
    summary:
      "Read the own member code, the addresses to which purchases are sent, and where one's parcels are",
    description:
      "The code stays the same. It stands in the receiver's line and at the end of the street, since sellers cut either.",
  })
    .input(z.strictObject({}).default({}))
    .output(ownAddress),

  listInboundParcels: procedure({
    method: "GET",
    path: "/inbound-parcels",
    access: "signedIn",
    summary: "List the own parcels of a group, newest first, or those of a package or a choice",
    description:
      "`search` finds parts of numbers, shops, order references and descriptions. `counts` has the number of parcels in each group.",
  })
    .input(
      z.strictObject({
        group: z.enum(inboundParcelGroups).nullable().default(null).describe("null: all"),
        packageId: id.nullable().default(null),
        inboundParcelIds: z
          .array(id)
          .min(1)
          .max(declarationLimits.numbersPerRequest)
          .optional()
          .describe("Only those of these"),
        search: line(200).default(""),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(inboundParcel), total: z.int(), counts: groupCounts })),

  readInboundParcel: procedure({
    method: "GET",
    path: "/inbound-parcels/{inboundParcelId}",
    access: "signedIn",
    summary: "Read one of the own parcels with its history",
    description: "Another customer's parcel is answered `not_found`.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ inboundParcelId: id }))
    .output(
      z.object({
        parcel: inboundParcel,
        goodsItems: z.array(goodsItem).describe("What is in it, as far as it was stated"),
        warnings: z.array(goodsWarning),
        isValueConfirmed: z.boolean().describe("That values which look too low are what was paid"),
        images: z.array(parcelImage),
        carrierEvents,
        events: z.array(inboundParcelEvent),
        removal: ownParcelRemoval.nullable().describe("Of one that is asked for or done"),
        ...ownGoodsProof,
        shipRequestState: z
          .enum(packageShipRequestStates)
          .nullable()
          .describe("Of the package that gathers it: goods are fixed once it is labelled"),
        extraServices: orderedExtraServices,
        services: parcelServices
          .nullable()
          .describe("null: nothing is known of what is in it, or it is being sent"),
      }),
    ),

  readPasted: procedure({
    method: "POST",
    path: "/inbound-parcels/pasted-text",
    access: "signedIn",
    transaction: "none",
    limit: "pastedTextsPerAccount",
    summary: "Find the tracking numbers in a text copied from a shop or a chat, and the goods",
    description:
      "Saves nothing. Each number is returned once, with its likeliest carrier and the own parcel that has it already. Of more than 50 numbers the first 50 are returned.",
    errors: ["too_large"],
  })
    .input(z.strictObject({ text: fileText.describe("At most 100,000 characters") }))
    .output(
      z.object({
        items: z.array(foundNumber),
        repeatedCount: z.int().describe("How often a number stood in the text again"),
        leftOutCount: z.int().describe("How many further numbers the text has"),
      }),
    ),

  declareInboundParcels: procedure({
    method: "POST",
    path: "/inbound-parcels",
    access: "signedIn",
    limit: "parcelChangesPerAccount",
    audit: "stated",
    idempotent: true,
    summary: "Declare up to 50 parcels that are on their way, loose or in a package",
    description:
      "A number that is an own loose parcel joins the package; one that is in another package stays there and is returned in `inOtherPackages`. A repeat with the same key declares nothing again.",
    errors: [
      "invalid_tracking_number",
      "not_found",
      "package_not_open",
      "carrier_not_found",
      "description_refused",
      "unknown_hs_code",
      "too_many_inbound_parcels",
      "account_closed",
    ],
  })
    .input(
      z.strictObject({
        items: z.array(newDeclaration).min(1).max(declarationLimits.numbersPerRequest),
        packageId: id.nullable().default(null).describe("null: loose"),
        idempotencyKey,
      }),
    )
    .output(z.object({ items: z.array(inboundParcel), inOtherPackages: z.array(otherPackage) })),

  changeDeclaration: procedure({
    method: "PUT",
    path: "/inbound-parcels/{inboundParcelId}/declaration",
    access: "signedIn",
    limit: "parcelChangesPerAccount",
    audit: { field: "inboundParcelId" },
    expectsVersion: true,
    summary: "Correct number, carrier, shop or order of an own parcel, until it is packed",
    description:
      "What is in it, and what that costs, `goods.saveItems` changes. The number can be corrected until the parcel is received. Send `expectedVersion` to be answered `conflict` if they were changed meanwhile.",
    errors: [
      "not_found",
      "invalid_tracking_number",
      "carrier_not_found",
      "inbound_parcel_not_free",
      "number_declared",
      "account_closed",
    ],
  })
    .input(
      z.strictObject({
        inboundParcelId: id,
        fields: declaration,
        expectedVersion: declaration.optional(),
      }),
    )
    .output(inboundParcel),

  cancelInboundParcel: procedure({
    method: "POST",
    path: "/inbound-parcels/{inboundParcelId}/cancellation",
    access: "signedIn",
    limit: "parcelChangesPerAccount",
    audit: { field: "inboundParcelId" },
    summary: "Say that an own parcel will not come; it leaves its package",
    description: "Possible until it is received. One that is cancelled already stays as it is.",
    errors: parcelChangeErrors,
  })
    .input(z.strictObject({ inboundParcelId: id }))
    .output(inboundParcel),

  moveInboundParcels: procedure({
    method: "POST",
    path: "/inbound-parcels/moves",
    access: "signedIn",
    limit: "parcelChangesPerAccount",
    audit: "stated",
    summary: "Put own parcels into an own package, or take them out; all or none",
    description:
      "Uses no quota. Possible for parcels that are expected or here, while neither package has left or ended.",
    errors: [...parcelChangeErrors, "package_not_open"],
  })
    .input(
      z.strictObject({
        inboundParcelIds: z.array(id).min(1).max(declarationLimits.numbersPerRequest),
        packageId: id.nullable().describe("null: take them out"),
      }),
    )
    .output(parcelItems),

  rejectInboundParcel: procedure({
    method: "POST",
    path: "/inbound-parcels/{inboundParcelId}/rejection",
    access: "signedIn",
    limit: "parcelChangesPerAccount",
    audit: { field: "inboundParcelId" },
    summary: "Say that a received parcel belongs to somebody else",
    description: "It leaves its package and its owner is unknown until staff find out.",
    errors: parcelChangeErrors,
  })
    .input(z.strictObject({ inboundParcelId: id }))
    .output(done),

  listAllInboundParcels: procedure({
    method: "GET",
    path: "/admin/inbound-parcels",
    access: roleAccess.inboundParcels,
    summary: "List all parcels, newest first, or search them",
    description:
      "`search` finds any part of a number, label code, order reference or member code and, for roles that see them, of a name or email. `counts` and the `total` of a search end at 200, and any other `total` at the next full 200 beyond the page; at most 10,000 are listed.",
  })
    .input(
      z.strictObject({
        filter: z.enum(inboundParcelFilters).default("all"),
        storageLocationId: id.nullable().default(null).describe("Only what lies there now"),
        search: line(200).default(""),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(staffInboundParcel), total: z.int(), counts: filterCounts })),

  listShipmentParcels: procedure({
    method: "GET",
    path: "/admin/shipments/{packageId}/inbound-parcels",
    access: roleAccess.shipments,
    summary: "List the parcels that a package gathers",
    description: "Newest first, at most 200; none for a package that does not exist.",
  })
    .input(z.strictObject({ packageId: id }))
    .output(parcelItems),

  readAnyInboundParcel: procedure({
    method: "GET",
    path: "/admin/inbound-parcels/{inboundParcelId}",
    access: roleAccess.inboundParcels,
    summary: "Read one parcel with its owner, photos, receiving records and history",
    description: "Reads any parcel, with who made each record and caused each event.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ inboundParcelId: id }))
    .output(
      z.object({
        parcel: staffInboundParcel,
        goodsItems: z.array(goodsItem),
        warnings: z.array(goodsWarning),
        images: z.array(parcelImage),
        carrierEvents,
        records: z.array(staffReceivingRecord).describe("Oldest first, replaced ones too"),
        events: z.array(staffInboundParcelEvent),
        removal: staffParcelRemoval.nullable().describe("The newest, also one that was declined"),
        proof: goodsProof.nullable().describe("That its owner sent of what is in it"),
      }),
    ),
  ...stockExport,
};
