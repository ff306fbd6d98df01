// What sending a package will cost before it is packed, and what closes services for it.
import * as z from "zod";
import { addressFaultKinds } from "#catalogue/rules/carrier-address.ts";
import { recipientFieldNames } from "#catalogue/rules/recipient.ts";
import { amountCents, id } from "#platform/contract/fields.ts";
import { recipient } from "#goods/contract/own-package-changes.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { closedReason } from "#catalogue/contract/quotes.ts";
import { serviceSummary } from "#catalogue/contract/shipping-services.ts";

const addressFault = z
  .object({
    field: z.enum(recipientFieldNames),
    kind: z.enum(addressFaultKinds),
    maximum: z.int().optional().describe("Of `too_long`: the characters that the carrier takes"),
    character: z
      .string()
      .optional()
      .describe("Of `not_printable`: the first that a label cannot print"),
  })
  .meta({
    id: "AddressFault",
    description: "Why a carrier does not take a field of the recipient",
  });

/** What the carriers of a service say to the recipient. */
export const serviceFacts = {
  service: serviceSummary,
  reasons: z.array(closedReason).describe("Empty: it is open"),
  addressFaults: z.array(addressFault).describe("Of the recipient, for its carriers"),
};

const estimatedService = z.object({
  ...serviceFacts,
  possibleReasons: z.array(closedReason).describe("What may close it once the box is packed"),
  fromChargeableGrams: z.int().nullable().describe("null: no price"),
  toChargeableGrams: z.int().nullable().describe("null: no price"),
  decidedBy: z
    .enum(["actual", "volumetric", "minimum"])
    .nullable()
    .describe("What the weight charged at most follows from; null: no price"),
  rateValidFrom: z.iso.date().describe("Of the version of its rates"),
  fromCents: amountCents.nullable().describe("Freight in US dollars, at least; null: no price"),
  toCents: amountCents.nullable().describe("Freight in US dollars, at most; null: no price"),
});
estimatedService.register(z.globalRegistry, { id: "EstimatedService" });
export type EstimatedServiceFacts = z.infer<typeof estimatedService>;

export const shippingEstimate = z.object({
  packageId: id,
  parcelsCount: z.int().describe("That go"),
  unmeasuredCount: z
    .int()
    .describe("How many of them are in no figure, since nobody measured them"),
  fromGrams: z.int().nullable().describe("null: nothing was measured"),
  toGrams: z.int().nullable(),
  boxName: z
    .string()
    .nullable()
    .describe("The smallest box that holds it, in the reader's language; null: none does"),
  boxCents: amountCents.describe("What that box costs"),
  storageCents: amountCents.describe("As of today"),
  recipient,
  items: z
    .array(estimatedService)
    .describe("The open ones first. A span, never a price: that is known when it is packed"),
  countryCode: countryCode.describe("Where it goes"),
  isDutyPrepaid: z.boolean().describe("Duty is prepaid there, and in none of the prices"),
  exchangeDay: z.iso.date().nullable(),
});
shippingEstimate.register(z.globalRegistry, { id: "ShippingEstimate" });
export type ShippingEstimate = z.infer<typeof shippingEstimate>;
