// Quotes of packed boxes, by lines that recompute.
import * as z from "zod";
import { chargeKinds } from "#catalogue/rules/quote-breakdown.ts";
import { quoteBases, quoteEnds } from "#shipping/rules/ship-request.ts";
import { surchargeKinds } from "#catalogue/rules/shipping-service.ts";
import { amountCents, currency, id, time } from "#platform/contract/fields.ts";
import { serviceSummary } from "#catalogue/contract/shipping-services.ts";
import { addressFaultKinds } from "#catalogue/rules/carrier-address.ts";
import { recipientFieldNames } from "#catalogue/rules/recipient.ts";
import { recipient } from "#goods/contract/own-package-changes.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { closedReason, goodsLimits } from "#catalogue/contract/quotes.ts";

const quoteLine = z
  .object({
    kind: z.enum(["freight", ...surchargeKinds, ...chargeKinds]),
    legNumber: z.int().nullable().describe("Of the service's legs; null: a charge beside freight"),
    subject: z
      .string()
      .nullable()
      .describe(
        "Of a charge: `box:` and its name in the reader's language, `over_weight`, or `extra_service:` and its code",
      ),
    currency,
    originalCents: amountCents.describe("In `currency`"),
    amountCents: amountCents.describe("In US dollars"),
    working: z
      .record(z.string(), z.unknown())
      .describe("The figures from which the amount recomputes"),
  })
  .meta({ id: "QuoteLine" });

export const shipQuote = z
  .object({
    id,
    number: z.string().describe("By which people name it"),
    basis: z.enum(quoteBases),
    service: serviceSummary,
    rateValidFrom: z.iso.date().describe("Of the version of the service's rates"),
    lines: z.array(quoteLine),
    exchange: z
      .object({
        day: z.iso.date(),
        source: z.string(),
        rates: z.record(z.string(), z.string()).describe("Units of a currency for one euro"),
      })
      .nullable()
      .describe("The exchange rates that it keeps; null: nothing was converted"),
    weightGrams: z.int(),
    chargeableGrams: z.int(),
    volumetricGrams: z.int().nullable(),
    freightCents: amountCents,
    storageCents: amountCents,
    serviceCents: amountCents.describe("The box, and a fee for weight above the plan"),
    extraServiceCents: amountCents,
    totalCents: amountCents.describe("What is paid when it is accepted; the sum of the lines"),
    createdAt: time,
    validUntil: time.describe("It can be accepted before this moment"),
    ended: z.enum(quoteEnds).nullable().describe("null: it counts"),
  })
  .meta({ id: "ShipQuote" });
/** A quote as its customer reads it. */
export type ShipQuote = z.infer<typeof shipQuote>;

export const addressFault = z
  .object({
    field: z.enum(recipientFieldNames),
    kind: z.enum(addressFaultKinds),
    maximum: z.int().optional().describe("Of `too_long`: the characters that the carrier takes"),
    character: z
      .string()
      .optional()
      .describe("Of `not_printable`: the first that a label cannot print"),
    countryCode: countryCode
      .optional()
      .describe("Of `wrong_postal_code`: the country whose postal codes look otherwise"),
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
  goodsLimits,
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
