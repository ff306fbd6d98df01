// Having parcels of the shelf packed and sent, whichever packages they are in, and what every new request states.
import * as z from "zod";
import { paymentModes, shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { recipientSources, shipParcelsObstacles } from "#shipping/rules/ship-parcels.ts";
import { amountCents, id, idempotencyKey, text } from "#platform/contract/fields.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { serviceCode } from "#catalogue/contract/shipping-services.ts";
import { recipientInput } from "#goods/contract/own-package-changes.ts";
import { extraServiceCode } from "#goods/contract/parcel-measurements.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { extraServiceQuantity } from "./extra-services.ts";
import { newCategory } from "./declarations.ts";
import { addressFault, shippingEstimate } from "./ship-quotes.ts";

export const paymentMode = z.enum(paymentModes).meta({
  id: "PaymentMode",
  description: "After seeing the price of the packed box, or by itself up to an amount",
});
const capCents = amountCents.min(1).max(shipRequestLimits.capCents);

export const payment = {
  paymentMode,
  serviceCode: serviceCode.nullable().default(null).describe("Needed with a cap"),
  capCents: capCents
    .nullable()
    .default(null)
    .describe("The most that may be paid by itself, besides extra services; with that mode alone"),
};

/** What a new request states besides what goes. */
export const newRequest = {
  ...payment,
  extraServices: z
    .array(
      z
        .strictObject({
          code: extraServiceCode,
          inboundParcelId: id.nullable().default(null).describe("null: for the package"),
          quantity: extraServiceQuantity,
        })
        .meta({ id: "NewExtraService" }),
    )
    .max(shipRequestLimits.extraServices)
    .default([]),
  note: text(shipRequestLimits.note).default("").describe("For the packer"),
  ...newCategory,
};

export const openErrors = [
  "account_closed",
  "not_found",
  "ship_request_open",
  "nothing_to_ship",
  "package_not_open",
  "service_closed",
  "proof_needed",
  "goods_refused",
  "recipient_incomplete",
  "invalid_payment_mode",
  "insufficient_balance",
  "extra_service_not_possible",
  "too_many_extra_services",
  "inbound_parcel_not_free",
  "parcel_removal_open",
  "box_goes_as_it_is",
  "box_being_unpacked",
  "idempotency_key_reused",
  "declaration_incomplete",
  "too_many_lines",
  "category_not_possible",
] as const;

const chosenParcels = z
  .array(id)
  .min(1)
  .max(shipRequestLimits.parcels)
  .describe("Own parcels that are here, in whichever packages or none");

const usedPackage = z
  .object({ id, number: z.int().describe("Ours, shown as P-1024"), trackingNumber: z.string() })
  .meta({ id: "UsedPackage" });

const parcelsEstimate = shippingEstimate.omit({ packageId: true }).extend({
  inboundParcelIds: z.array(id).describe("Which would go, the oldest first"),
  countryCode: countryCode
    .nullable()
    .describe("Where it goes; null: it has to be chosen, and there are no services before"),
  expectedCents: amountCents
    .nullable()
    .describe(
      "Freight of the cheapest possible service and the box, as the parcels are expected to be packed; null: no price",
    ),
  goesBy: z
    .object({ count: z.int(), of: z.int() })
    .describe(
      "How many services take the parcels of those that go there or, before it is chosen where, of all as far as what is in them decides",
    ),
  changes: z
    .array(
      z
        .object({
          inboundParcelId: id,
          changeCents: amountCents
            .nullable()
            .describe("What `expectedCents` changes by: with it or, of a chosen one, without it"),
        })
        .meta({ id: "ParcelChange" }),
    )
    .describe("For each chosen parcel, and the 50 newest others that could go too"),
  package: usedPackage.nullable().describe("The one that is used; null: a new one is made"),
  mergedPackages: z.array(usedPackage).describe("Whose parcels are put into it; they are voided"),
  beingSent: z
    .array(z.object({ inboundParcelId: id, package: usedPackage }).meta({ id: "ParcelBeingSent" }))
    .describe("Chosen ones whose package has an open ship request, so that they cannot go again"),
  usesQuota: z.boolean().describe("Whether one package of the month's quota is used"),
  remainingPackages: z.int().describe("Of the month's quota, before the request"),
  planMaxWeightGrams: z
    .int()
    .nullable()
    .describe("What the plan carries; the packed weight decides. null: no limit"),
  obstacle: z
    .enum(shipParcelsObstacles)
    .nullable()
    .describe("What refuses the request now, whatever is filled in; null: nothing"),
  recipientSource: z
    .enum(recipientSources)
    .describe(
      "Whose `recipient` would be used; `none`: neither is complete, and one has to be sent",
    ),
  recipientFaults: z
    .array(addressFault)
    .describe("What every carrier would refuse of `recipient`; empty with a complete one"),
});
parcelsEstimate.register(z.globalRegistry, { id: "ParcelsEstimate" });
export type ParcelsEstimate = z.infer<typeof parcelsEstimate>;

/** The operations, of which one answers with a request as its customer reads it. */
export function parcelShipping<Shape extends z.ZodType>(shipRequest: Shape) {
  return {
    estimateParcels: procedure({
      method: "GET",
      path: "/shipping-estimate",
      access: "signedIn",
      needsWarehouse: true,
      summary: "Estimate what sending own parcels from the shelf costs by each service, as a span",
      description:
        "Says also which package is used, what one parcel more or fewer changes, and what would refuse the request. A recipient that is missing closes no service here.",
      errors: ["not_found", "inbound_parcel_not_free", "parcel_removal_open", "nothing_to_ship"],
    })
      .input(
        z.strictObject({
          inboundParcelIds: chosenParcels
            .optional()
            .describe("Absent: the newest that could go, at most as many as go at once"),
          countryCode: countryCode
            .optional()
            .describe("Absent: that of the package that is used, otherwise of the profile"),
          withoutPackaging: z
            .array(id)
            .max(shipRequestLimits.parcels)
            .optional()
            .describe("Parcels whose packaging is removed"),
        }),
      )
      .output(parcelsEstimate),

    shipParcels: procedure({
      method: "POST",
      path: "/ship-requests",
      access: "signedIn",
      needsWarehouse: true,
      limit: "parcelChangesPerAccount",
      audit: "stated",
      idempotent: true,
      summary: "Request that own parcels from the shelf are packed and sent",
      description:
        "The oldest package that they are in is used: loose ones join it, and other packages are merged into it, whose other parcels stay. Where they are in none a new one is made, which uses one of the quota. All or nothing; a repeat with the same key returns the same request.",
      errors: [
        ...openErrors,
        "destinations_differ",
        "warehouses_differ",
        "subscription_required",
        "quota_exceeded",
      ],
    })
      .input(
        z.strictObject({
          inboundParcelIds: chosenParcels,
          countryCode: countryCode.describe("That of the package, where one is used"),
          recipient: recipientInput
            .nullable()
            .default(null)
            .describe("null: the package's where it is complete, otherwise the profile's"),
          saveToProfile: z
            .boolean()
            .default(false)
            .describe("Whether the sent recipient becomes the address of the profile"),
          ...newRequest,
          idempotencyKey,
        }),
      )
      .output(shipRequest),
  };
}
