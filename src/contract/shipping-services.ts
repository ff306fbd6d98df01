// What is described of a shipping service.
import * as z from "zod";
import {
  deliveryUnits,
  serviceModes,
  surchargeKinds,
  volumeDivisors,
} from "#core/shipping-service.ts";
import { currency, id } from "./fields.ts";
import { countryCode } from "./lanes.ts";

/** What names a version of a service, and how long it takes. */
export const serviceSummary = z
  .object({
    id: id.describe("Of this version"),
    code: z.string().describe("The same in all versions"),
    name: z.string(),
    mode: z.enum(serviceModes),
    currency,
    deliveryMin: z.int(),
    deliveryMax: z.int(),
    deliveryUnit: z.enum(deliveryUnits),
  })
  .meta({ id: "ServiceSummary" });

const rateTable = z
  .object({
    countries: z.array(countryCode).readonly(),
    bands: z
      .array(z.object({ upToGrams: z.int(), priceCents: z.int() }))
      .readonly()
      .describe("From light to heavy; a band's edge belongs to it"),
    step: z
      .object({ grams: z.int(), priceCents: z.int() })
      .nullable()
      .describe("Added for each started step above the last band; null: nothing heavier is taken"),
  })
  .meta({ id: "RateTable" });

const surcharge = z
  .object({
    kind: z.enum(surchargeKinds),
    condition: z.object({
      countries: z.array(countryCode).readonly().optional(),
      postalPrefixes: z.array(z.string()).readonly().optional(),
      sideFromMm: z.int().optional(),
      girthFromMm: z.int().optional(),
      weightFromGrams: z.int().optional(),
    }),
    amount: z
      .int()
      .describe(
        "Hundredths of a percent of the sum before it for fuel, cents for a started kilogram, otherwise cents",
      ),
    validFrom: z.iso.date(),
  })
  .meta({ id: "Surcharge" });

const serviceLeg = z
  .object({
    originCode: countryCode,
    destinationCode: countryCode.nullable().describe("null: to the recipient"),
    carrierCode: z.string(),
    pricedBy: z.string().nullable().describe("The service whose rates price it; null: this one"),
  })
  .meta({ id: "ServiceLeg" });

/** What the price of a parcel follows from. */
export const servicePrices = z
  .object({
    ...serviceSummary.shape,
    carrierCode: z.string(),
    legs: z.array(serviceLeg).readonly(),
    countries: z
      .array(countryCode)
      .readonly()
      .nullable()
      .describe("null: all to which its legs have a price"),
    divisor: z
      .literal(volumeDivisors)
      .nullable()
      .describe("Cubic centimetres that count as a kilogram; null: the weight alone counts"),
    roundsSidesUp: z.boolean().describe("To whole centimetres"),
    volumetricFromSideMm: z.int().nullable(),
    roundingGrams: z.int(),
    minimumGrams: z.int(),
    maximumGrams: z.int(),
    rates: z.array(rateTable).readonly(),
    surcharges: z.array(surcharge).readonly(),
  })
  .meta({ id: "ServicePrices" });
