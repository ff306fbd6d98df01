// Quotes of packed boxes, by lines that recompute.
import * as z from "zod";
import { chargeKinds } from "#catalogue/rules/quote-breakdown.ts";
import { quoteBases, quoteEnds } from "#shipping/rules/ship-request.ts";
import { surchargeKinds } from "#catalogue/rules/shipping-service.ts";
import { amountCents, currency, id, time } from "#platform/contract/fields.ts";
import { serviceSummary } from "#catalogue/contract/shipping-services.ts";

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
