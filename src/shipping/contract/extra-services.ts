// Priced work on parcels and packages: what there is, ordering it, and doing it at the packing desk.
import * as z from "zod";
import { extraServiceLimits, extraServiceUnits } from "#catalogue/rules/extra-service.ts";
import { planNames } from "#platform/rules/plan-name.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  amountCents,
  id,
  idempotencyKey,
  line,
  namesByLanguage,
  nothing,
  pageNumber,
  pageSize,
  statedReason,
  text,
  time,
  planName,
} from "#platform/contract/fields.ts";
import {
  extraServiceCode,
  extraServiceRequest,
  orderedExtraService,
} from "#goods/contract/parcel-measurements.ts";
import { goodsItem } from "#goods/contract/goods-item-fields.ts";
import { itemFindings } from "#goods/rules/contents-check.ts";
import { goodsItemLimits } from "#goods/rules/goods-item.ts";
import { procedure } from "#platform/contract/procedure.ts";

const { quantity, promisedHours } = extraServiceLimits;
export const extraServiceQuantity = z.int().min(1).max(quantity).default(1);
export const expectedVersion = z.int().min(1).meta({
  id: "ExpectedVersion",
  description: "The version that was shown when the change began",
});

const extraServicePrice = z.object({
  names: namesByLanguage,
  per: z.enum(extraServiceUnits),
  priceCents: amountCents.min(0).max(extraServiceLimits.priceCents),
  freePlans: z.array(planName).max(planNames.length).describe("With which it costs nothing"),
  promisedHours: z.int().min(promisedHours.min).max(promisedHours.max),
  needsImages: z.boolean().describe("Whether it is done only with a photo"),
  canRefuse: z.boolean().describe("Whether staff may refuse it"),
  isActive: z.boolean().describe("Whether it can be ordered"),
  validFrom: z.iso.date().describe("Since when this price holds"),
  source: line(200).min(1).describe("Why, or where the price was decided"),
});
export type ExtraServicePrice = z.infer<typeof extraServicePrice>;

const extraService = z.object({
  code: extraServiceCode,
  ...extraServicePrice.shape,
  version: z.int(),
});
extraService.register(z.globalRegistry, { id: "ExtraService" });
export type ExtraServiceFacts = z.infer<typeof extraService>;

const offeredService = z.object({
  code: extraServiceCode,
  name: z.string().describe("In the reader's language"),
  per: z.enum(extraServiceUnits),
  priceCents: amountCents.describe("Of one, without a plan that includes it"),
  isFree: z.boolean().describe("Whether the reader's plan includes it"),
  promisedHours: z.int(),
  canRefuse: z.boolean(),
});
offeredService.register(z.globalRegistry, { id: "OfferedExtraService" });
export type OfferedExtraService = z.infer<typeof offeredService>;

/** As staff see it: without money. */
export const extraServiceWork = z.object({
  ...extraServiceRequest.shape,
  needsImages: z.boolean(),
  canRefuse: z.boolean(),
  declaredItems: z
    .array(goodsItem)
    .describe("Of a check of contents: what is in the parcel, as its customer says"),
  labelCode: z.string().nullable().describe("Of the parcel"),
  storageLocationCode: z.string().nullable().describe("Where the parcel lies"),
});
extraServiceWork.register(z.globalRegistry, { id: "ExtraServiceWork" });
export type ExtraServiceWork = z.infer<typeof extraServiceWork>;

const unpaidService = z.object({
  extraServiceRequestId: id,
  userId: id,
  email: z.string(),
  name: z.string().describe("In the reader's language"),
  shortfallCents: amountCents.describe("What is still to be debited"),
  doneAt: time,
});
unpaidService.register(z.globalRegistry, { id: "UnpaidExtraService" });
export type UnpaidExtraService = z.infer<typeof unpaidService>;

const ofWork = z.strictObject({ extraServiceRequestId: id });

export const extraServices = {
  listExtraServices: procedure({
    method: "GET",
    path: "/extra-services",
    access: "signedIn",
    summary: "List the extra services that can be ordered, with their prices for the reader",
    description: "In the reader's language.",
  })
    .input(nothing)
    .output(z.object({ items: z.array(offeredService) })),

  requestExtraService: procedure({
    method: "POST",
    path: "/extra-services/{code}/orders",
    access: "signedIn",
    idempotent: true,
    summary: "Order an extra service for an own parcel that is here, or for a package",
    description:
      "Its price is held at once. With a ship request in which it goes, and which is not packed yet, it is charged with that, otherwise when it is done. It is cancelled once its parcel or package is no longer here. A repeat with the same key returns the same order.",
    errors: [
      "account_closed",
      "not_found",
      "extra_service_not_possible",
      "too_many_extra_services",
      "insufficient_balance",
    ],
  })
    .input(
      z.strictObject({
        code: extraServiceCode,
        inboundParcelId: id.nullable().default(null),
        packageId: id.nullable().default(null).describe("Exactly one of the two"),
        quantity: extraServiceQuantity,
        idempotencyKey,
      }),
    )
    .output(orderedExtraService),

  cancelExtraService: procedure({
    method: "POST",
    path: "/extra-service-orders/{extraServiceRequestId}/cancellation",
    access: "signedIn",
    summary: "Cancel an own order of an extra service that is not done yet",
    description:
      "What was held for it is released, and what was charged for it all the same is refunded. A repeat changes nothing.",
    errors: ["not_found", "conflict"],
  })
    .input(ofWork)
    .output(orderedExtraService),

  listExtraServiceWork: procedure({
    method: "GET",
    path: "/admin/extra-service-orders",
    access: roleAccess.packing,
    summary: "List the orders of extra services that are open, those due first",
    description: "Without prices.",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(extraServiceWork), total: z.int() })),

  finishExtraService: procedure({
    method: "POST",
    path: "/admin/extra-service-orders/{extraServiceRequestId}/completion",
    access: roleAccess.packing,
    actsOn: "order",
    audit: { field: "extraServiceRequestId" },
    summary: "Record that an extra service is done, with what was found",
    description:
      "One that needs photos is refused without (packing.addPackingImage). A check of contents that is not of the goods declared by now is a `conflict`. It is charged now, or with its ship request; what the wallet lacks for it by then is owed. A repeat changes nothing.",
    errors: ["not_found", "conflict", "photo_needed", "extra_service_not_possible"],
  })
    .input(
      ofWork.extend({
        resultText: text(extraServiceLimits.text).default(""),
        checkedItems: z
          .array(
            z.strictObject({
              description: line(goodsItemLimits.originalCharacters),
              quantity: goodsItem.shape.quantity,
              finding: z.enum(itemFindings),
            }),
          )
          .max(goodsItemLimits.perParcel)
          .default([])
          .describe(
            "Of a check of contents: what was found of each of `declaredItems`, by its description (or else the original one) and quantity as they were shown",
          ),
      }),
    )
    .output(extraServiceWork),

  refuseExtraService: procedure({
    method: "POST",
    path: "/admin/extra-service-orders/{extraServiceRequestId}/refusal",
    access: roleAccess.packing,
    actsOn: "order",
    audit: { field: "extraServiceRequestId" },
    summary: "Refuse an extra service with a reason, which its customer reads",
    description: "What was held for it is released. A repeat changes nothing.",
    errors: ["not_found", "conflict"],
  })
    .input(ofWork.extend({ reason: statedReason }))
    .output(extraServiceWork),

  listUnpaidExtraServices: procedure({
    method: "GET",
    path: "/admin/unpaid-extra-services",
    access: roleAccess.money,
    summary: "List extra services that were done and that the wallet could not pay",
    description:
      "A dispute took what was held for them. Newest first; each is debited as soon as the balance covers it.",
  })
    .input(nothing)
    .output(z.object({ items: z.array(unpaidService) })),

  listExtraServicePrices: procedure({
    method: "GET",
    path: "/admin/extra-services",
    access: roleAccess.packingPrices,
    summary: "List all extra services with prices, also those that cannot be ordered",
    description: "By code.",
  })
    .input(nothing)
    .output(z.object({ items: z.array(extraService) })),

  createExtraService: procedure({
    method: "POST",
    path: "/admin/extra-services",
    access: roleAccess.packingPrices,
    actsOn: "none",
    audit: { field: "code" },
    summary: "Add an extra service",
    description: "Its code is never changed and never used again.",
    errors: ["extra_service_exists", "too_many_extra_services"],
  })
    .input(
      z.strictObject({
        code: extraServiceCode,
        ...extraServicePrice.shape,
      }),
    )
    .output(extraService),

  updateExtraService: procedure({
    method: "PUT",
    path: "/admin/extra-services/{code}",
    access: roleAccess.packingPrices,
    actsOn: "none",
    audit: { field: "code" },
    expectsVersion: true,
    summary: "Change an extra service; what is ordered already keeps its price",
    description: "The audit log has the values before and after.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ code: extraServiceCode, ...extraServicePrice.shape, expectedVersion }))
    .output(extraService),
};
