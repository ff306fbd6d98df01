// What sending a package costs by which service, and why a service is closed.
import * as z from "zod";
import { pieceLimits } from "#core/chargeable-weight.ts";
import { goodsFlags } from "#core/receiving.ts";
import { closedReasonKinds } from "#core/service-comparison.ts";
import { surchargeKinds } from "#core/shipping-service.ts";
import { quotableWeight } from "#core/shipping-rate.ts";
import { amountCents, line } from "./fields.ts";
import { countryCode, measuredTime } from "./lanes.ts";
import { battery, goodsFlag } from "./parcel-measurements.ts";
import { procedure } from "./procedure.ts";
import { servicePrices, serviceSummary } from "./shipping-services.ts";

export const closedReason = z
  .object({
    kind: z.enum(closedReasonKinds),
    countryCode: countryCode.optional(),
    maximumGrams: z.int().optional(),
    maximumMm: z.int().optional(),
    battery: battery.optional(),
    goods: z.array(goodsFlag).readonly().optional(),
    suspendedOn: z.iso.date().optional(),
    reason: z.string().optional(),
    destinationCode: countryCode.optional(),
  })
  .meta({ id: "ClosedReason", description: "Why a service is closed, with the limit it has" });

const priceLine = z
  .object({
    legNumber: z.int(),
    kind: z.enum(["freight", ...surchargeKinds]),
    amountCents: amountCents.describe("In the service's currency"),
    working: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe("The figures from which the amount recomputes"),
  })
  .meta({ id: "PriceLine" });

export type ServicePriceFacts = z.infer<typeof servicePrices>;

const comparedService = z
  .object({
    ...serviceSummary.shape,
    reasons: z.array(closedReason).describe("Empty: it is open"),
    weight: z
      .object({
        actualGrams: z.int(),
        volumetricGrams: z.int().nullable().describe("null: the volume does not count"),
        volumetricSidesMm: z.array(z.int()).readonly().nullable(),
        chargeableGrams: z.int(),
        decidedBy: z.enum(["actual", "volumetric", "minimum"]),
      })
      .nullable(),
    lines: z.array(priceLine),
    totalCents: amountCents.nullable().describe("In the service's currency; null: no price"),
    usdCents: amountCents
      .nullable()
      .describe("Each line rounded up to the cent; null: no price, or no exchange rate"),
    measured: measuredTime
      .nullable()
      .describe("How long it took, the sum of its legs; null: not measured"),
  })
  .meta({ id: "ComparedService" });
/** A service for a shipment. */
export type ComparedServiceFacts = z.infer<typeof comparedService>;

const side = z.int().min(1).max(pieceLimits.sideMm);

const comparison = z.strictObject({
  weightGrams: z.int().min(quotableWeight.minimumGrams).max(pieceLimits.weightGrams),
  sidesMm: z.tuple([side, side, side]).nullable().default(null),
  countryCode,
  postalCode: line(20).nullable().default(null),
  battery: battery.nullable().default(null),
  goods: z.array(goodsFlag).max(goodsFlags.length).readonly().default([]),
  needsPrepaidDuty: z.boolean().default(false),
  order: z.enum(["price", "time"]).default("price"),
});
export type ComparisonInput = z.output<typeof comparison>;

export const quotes = {
  listServices: procedure({
    method: "GET",
    path: "/services",
    access: "public",
    summary: "List the shipping services of today with their rates, for quotes",
    description:
      "Lists the version of each service that counts today in Hong Kong. Prices are in cents of its currency.",
  })
    .input(z.strictObject({}).default({}))
    .output(
      z.object({
        today: z.iso.date().describe("In Hong Kong"),
        items: z.array(servicePrices),
      }),
    ),

  compareServices: procedure({
    method: "POST",
    path: "/services/compare",
    access: "public",
    summary:
      "Compare all services for a parcel: price, weight charged, and every reason of a closed one",
    description:
      "Open services come first. Prices are estimates until the parcel is packed. The working of each line recomputes to its amount.",
  })
    .input(comparison)
    .output(
      z.object({
        items: z.array(comparedService),
        exchangeDay: z.iso
          .date()
          .nullable()
          .describe("The day of the exchange rates; null: none is younger than seven days"),
        exchangeSource: z.string().describe("Who published them"),
      }),
    ),
};
