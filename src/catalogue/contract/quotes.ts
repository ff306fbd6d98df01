// What sending a package costs by which service, and why a service is closed.
import * as z from "zod";
import { pieceLimits } from "#catalogue/rules/chargeable-weight.ts";
import { originCodes } from "#catalogue/rules/country.ts";
import { goodsFlags, surchargeKinds } from "#catalogue/rules/shipping-service.ts";
import { routeCarrierIds } from "#catalogue/rules/route-plan.ts";
import { planNames } from "#platform/rules/plan-name.ts";
import { closedReasonKinds } from "#catalogue/rules/service-comparison.ts";
import {
  quotableWeight,
  rateCarrierIds,
  rateDestinationIds,
  shippingServices,
} from "#catalogue/rules/shipping-rate.ts";
import { ruledFlags } from "#catalogue/rules/goods-rule.ts";
import { amountCents, id, line } from "#platform/contract/fields.ts";
import { carrierCode } from "./carriers.ts";
import { countryCode, measuredTime, suspendedLane } from "./lanes.ts";
import { battery, goodsFlag, serviceSummary } from "./shipping-services.ts";
import { procedure } from "#platform/contract/procedure.ts";

/** What a rule says of goods. */
const goodsRuleReason = z.object({
  ruleId: id,
  flag: z.enum(ruledFlags),
  carrierCode: carrierCode.nullable().describe("Whose rule it is; null: no carrier's"),
  needsProof: z.boolean().describe("Whether a proof of what the goods are opens the service"),
  text: z.string().describe("In the reader's language; empty: the kind says all"),
  source: z.string(),
  day: z.iso.date().describe("For which the source states it"),
});
goodsRuleReason.register(z.globalRegistry, { id: "GoodsRuleReason" });

export const goodsLimits = z
  .array(goodsRuleReason)
  .describe("Conditions under which it takes the goods");

export const closedReason = z
  .object({
    kind: z.enum(closedReasonKinds),
    countryCode: countryCode.optional(),
    maximumGrams: z.int().optional(),
    maximumMm: z.int().optional(),
    maximumCents: amountCents.optional().describe("US dollars"),
    ...goodsRuleReason.partial().shape,
    suspendedOn: z.iso.date().optional(),
    reason: z.string().optional(),
    destinationCode: countryCode.optional(),
    originCode: z.enum(originCodes).optional(),
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

const comparedService = z
  .object({
    ...serviceSummary.shape,
    reasons: z.array(closedReason).describe("Empty: it is open"),
    possibleReasons: z.array(closedReason).describe("What may close it once the box is packed"),
    goodsLimits,
    weight: z
      .object({
        actualGrams: z.int(),
        volumetricGrams: z.int().nullable().describe("null: the volume does not count"),
        volumetricSidesMm: z.array(z.int()).readonly().nullable(),
        chargeableGrams: z.int(),
        decidedBy: z.enum(["actual", "volumetric", "minimum"]),
      })
      .nullable(),
    lines: z.array(priceLine).describe("None of a closed one"),
    totalCents: amountCents.nullable().describe("In the service's currency; null: it is closed"),
    usdCents: amountCents
      .nullable()
      .describe("Each line rounded up to the cent; null: it is closed, or has no exchange rate"),
    doorCents: amountCents
      .nullable()
      .describe(
        "US dollars to the door, without duty: freight, the box and the share of the plan; null: it is closed, or no plan takes it",
      ),
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
  originCode: z.enum(originCodes).default(originCodes[0]).describe("Where it is sent from"),
  countryCode,
  postalCode: line(20).nullable().default(null),
  battery: battery.nullable().default(null),
  goods: z.array(goodsFlag).max(goodsFlags.length).readonly().default([]),
  order: z.enum(["price", "time"]).default("price"),
});
export type ComparisonInput = z.output<typeof comparison>;

const destinationId = z.enum(rateDestinationIds);
const service = z.enum(shippingServices);

const freightRequest = z.strictObject({
  weightGrams: z.int().min(quotableWeight.minimumGrams).max(quotableWeight.maximumGrams),
  originCode: z.enum(originCodes),
  to: z
    .union([z.strictObject({ countryCode }), z.strictObject({ destinationId })])
    .describe("Where the route leads: to a country, or to anywhere in a destination"),
  destinationId: destinationId
    .nullable()
    .default(null)
    .describe("To which the direct services are priced; null: none is"),
});
export type FreightRequestInput = z.output<typeof freightRequest>;

const quotedLeg = z
  .object({
    legNumber: z.int(),
    origin: countryCode,
    destination: z.union([countryCode, destinationId]),
    carrierId: z.enum(routeCarrierIds),
    state: z
      .enum(["priced", "suspended", "not_priced"])
      .describe("Those that are suspended are not in the total"),
    service: service.nullable(),
    amountCents: amountCents.nullable(),
  })
  .meta({ id: "QuotedLeg" });

const freightEstimate = z
  .object({
    weightGrams: z.int().describe("That was asked"),
    destinationId: destinationId.nullable().describe("That was asked"),
    services: z
      .array(
        z.object({
          carrierId: z.enum(rateCarrierIds),
          service,
          amountCents,
          working: z.object({
            kind: z.literal("band"),
            chargeableGrams: z.int(),
            bandUpToGrams: z.int(),
            bandCents: amountCents,
            steps: z.int(),
            stepGrams: z.int(),
            stepCents: amountCents,
          }),
        }),
      )
      .describe("Those with a price, without surcharges in the working"),
    suspensions: z
      .array(suspendedLane)
      .describe("Of lanes that lead there; their services keep their published prices"),
    dutyPrepaidIn: countryCode
      .nullable()
      .describe("Where duty is prepaid, and in none of the prices; null: the recipient pays it"),
    route: z.object({
      legs: z.array(quotedLeg),
      totalCents: amountCents
        .nullable()
        .describe("Of the priced legs; null: none has a price, or one is suspended"),
    }),
  })
  .meta({ id: "FreightEstimate", description: "In cents of Singapore dollars" });
/** What a weight costs by the direct services and along the planned route. */
export type FreightEstimateFacts = z.infer<typeof freightEstimate>;

const serviceComparison = z
  .object({
    items: z.array(comparedService),
    packedGrams: z.int().describe("What is charged for: with the box where one holds it"),
    box: z
      .object({ name: z.string(), priceCents: amountCents.describe("US dollars") })
      .nullable()
      .describe("null: the size was not stated, or no box holds it"),
    plan: z
      .object({ name: z.enum(planNames), shareCents: amountCents.describe("US dollars") })
      .nullable()
      .describe("The cheapest plan that takes it, and what a package of its quota costs"),
    isDutyPrepaid: z.boolean().describe("Duty is prepaid there, and in none of the prices"),
    exchangeDay: z.iso
      .date()
      .nullable()
      .describe("The day of the exchange rates; null: none is younger than seven days"),
    exchangeSource: z.string().describe("Who published them"),
  })
  .meta({ id: "ServiceComparison" });
export type ServiceComparison = z.infer<typeof serviceComparison>;

export const quotes = {
  listServices: procedure({
    method: "GET",
    path: "/services",
    access: "public",
    needsWarehouse: true,
    summary: "List the shipping services of today, without what they cost",
    description:
      "Lists the version of each service that counts today in Hong Kong and that ship requests may take. What one costs for a parcel is answered by `quotes.compareServices`.",
  })
    .input(z.strictObject({}).default({}))
    .output(z.object({ items: z.array(serviceSummary) })),

  estimateFreight: procedure({
    method: "POST",
    path: "/services/estimate",
    access: "public",
    transaction: "none",
    limit: "comparisonsPerAddress",
    summary: "Estimate what a weight costs by the posts' direct services and by the planned route",
    description:
      "Answers with prices instead of rates, so that its length does not depend on how many rates there are.",
  })
    .input(freightRequest)
    .output(freightEstimate),

  compareServices: procedure({
    method: "POST",
    path: "/services/compare",
    access: "public",
    needsWarehouse: true,
    transaction: "none",
    limit: "comparisonsPerAddress",
    summary:
      "Compare all services for a parcel: price, weight charged, and every reason of a closed one",
    description:
      "Open services come first; a closed one has its reasons and no price. Prices are of the parcel in its box, and estimates until it is packed. The working of each line recomputes to its amount.",
  })
    .input(comparison)
    .output(serviceComparison),
};
