// What is described of a shipping service, and what staff do with its versions.
import * as z from "zod";
import { originCodes } from "#core/country.ts";
import { batteryKinds, goodsFlags } from "#core/receiving.ts";
import { roleAccess } from "#core/role-access.ts";
import { rateLimits } from "#core/service-price.ts";
import { isServiceCode, serviceFaults, serviceLimits } from "#core/service-version.ts";
import {
  deliveryUnits,
  labelSources,
  serviceDuties,
  serviceModes,
  surchargeKinds,
  volumeDivisors,
} from "#core/shipping-service.ts";
import { storageRateLimits } from "#core/storage-rate.ts";
import { carrierCode } from "./carriers.ts";
import { currency, id, line, nothing, time } from "./fields.ts";
import { countryCode } from "./lanes.ts";
import { battery, goodsFlag } from "./parcel-measurements.ts";
import { procedure } from "./procedure.ts";

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

const serviceCode = z
  .string()
  .refine(isServiceCode, {
    error: `This should be at most ${serviceLimits.code} lower-case letters, digits and hyphens, such as hk-post-air.`,
  })
  .meta({ id: "ServiceCode" });

const faultTexts = {
  legs_not_joined:
    "Each leg should begin where the one before ends, and the last one end at the recipient.",
  rates_missing: "There should be at least one price table.",
  bands_not_rising: "Each band should be heavier than the one before.",
  country_twice: "A country should be in one price table once.",
  delivery_not_rising: "The latest delivery should not be before the earliest.",
  condition_missing: "This surcharge needs a condition, since it would apply to everything.",
  amount_too_large: "This amount is too large.",
} as const;

const countryLimit = 300;
const most = (maximum: number) => z.int().min(1).max(maximum);
const countries = z.array(countryCode).min(1).max(countryLimit).readonly();
const price = z.int().min(0).max(rateLimits.priceCents);

const enteredTable = z.strictObject({
  countries,
  bands: z
    .array(z.strictObject({ upToGrams: most(rateLimits.bandGrams), priceCents: price.min(1) }))
    .min(1)
    .max(serviceLimits.bands)
    .readonly(),
  step: z.strictObject({ grams: most(rateLimits.bandGrams), priceCents: price }).nullable(),
});

const enteredSurcharge = z.strictObject({
  kind: z.enum(surchargeKinds),
  condition: z.strictObject({
    countries: countries.optional(),
    postalPrefixes: z
      .array(line(20).refine((prefix) => prefix !== "", "This should not be empty."))
      .min(1)
      .max(serviceLimits.postalPrefixes)
      .readonly()
      .optional(),
    sideFromMm: most(serviceLimits.sideMm).optional(),
    girthFromMm: most(serviceLimits.girthMm).optional(),
    weightFromGrams: most(serviceLimits.weightGrams).optional(),
  }),
  amount: price,
  validFrom: z.iso.date(),
});

const enteredLeg = z.strictObject({
  originCode: countryCode,
  destinationCode: countryCode.nullable(),
  carrierCode,
  pricedBy: serviceCode.nullable(),
});

const serviceDetails = z
  .strictObject({
    name: line(serviceLimits.name).refine((name) => name !== "", "This should not be empty."),
    mode: z.enum(serviceModes),
    carrierCode,
    originCode: z.enum(originCodes),
    legs: z.array(enteredLeg).min(1).max(serviceLimits.legs).readonly(),
    countries: countries.nullable(),
    currency,
    divisor: z.literal(volumeDivisors).nullable(),
    roundsSidesUp: z.boolean(),
    volumetricFromSideMm: most(serviceLimits.sideMm).nullable(),
    roundingGrams: most(serviceLimits.roundingGrams),
    minimumGrams: most(serviceLimits.weightGrams),
    maximumGrams: most(serviceLimits.weightGrams),
    maximumSideMm: most(serviceLimits.sideMm).nullable(),
    maximumGirthMm: most(serviceLimits.girthMm)
      .nullable()
      .describe("Of the longest side and twice the sum of the others"),
    tracked: z.boolean().nullable().describe("null: not known"),
    signature: z.boolean().nullable().describe("null: not known"),
    duty: z.enum(serviceDuties),
    includedCoverCents: z.int().min(0).max(serviceLimits.centsOfCover),
    refusedGoods: z.array(goodsFlag).max(goodsFlags.length).readonly(),
    refusedBatteries: z.array(battery).max(batteryKinds.length).readonly(),
    label: z.enum(labelSources),
    deliveryMin: most(serviceLimits.deliveryTime),
    deliveryMax: most(serviceLimits.deliveryTime),
    deliveryUnit: z.enum(deliveryUnits),
    isActive: z.boolean().describe("false: it is closed from this version on"),
    validFrom: z.iso.date().describe("The first day of this version in Hong Kong"),
    source: line(serviceLimits.source).describe("Where it was published, or why it changes"),
    rates: z.array(enteredTable).max(serviceLimits.tables).readonly(),
    surcharges: z.array(enteredSurcharge).max(serviceLimits.surcharges).readonly(),
  })
  .superRefine((details, context) => {
    for (const { part, place, kind } of serviceFaults(details)) {
      const path = place === null ? [part] : [part, place];
      context.addIssue({ code: "custom", path, message: faultTexts[kind] });
    }
  })
  .meta({ id: "ServiceDetails" });

const versionSummary = z
  .object({
    ...serviceSummary.shape,
    carrierCode: z.string(),
    version: z.int(),
    isActive: z.boolean(),
    validFrom: z.iso.date(),
    source: z.string(),
    createdByEmail: z.string().nullable().describe("null: it came with the product"),
    createdAt: time,
  })
  .meta({ id: "ServiceVersionSummary" });
export type ServiceVersionSummary = z.infer<typeof versionSummary>;

const serviceVersion = z
  .object({ id, code: serviceCode, version: z.int(), details: serviceDetails })
  .meta({ id: "ServiceVersion" });
export type ServiceVersion = z.infer<typeof serviceVersion>;

const addedVersion = z.strictObject({
  code: serviceCode,
  expectedVersion: z
    .int()
    .min(0)
    .describe("The highest version that was read; 0 for a service that does not exist yet"),
  details: serviceDetails,
});
export type AddedServiceVersion = z.output<typeof addedVersion>;

export const shippingServices = {
  listShippingServices: procedure({
    method: "GET",
    path: "/admin/shipping-services",
    access: roleAccess.services,
    summary: "List the shipping services with the version that counts today, and later ones",
    description: "By code. `current` is null for a service that begins later.",
  })
    .input(nothing)
    .output(
      z.object({
        today: z.iso.date().describe("In Hong Kong"),
        items: z.array(
          z.object({
            code: serviceCode,
            current: versionSummary.nullable(),
            later: z.array(versionSummary),
          }),
        ),
      }),
    ),

  listServiceVersions: procedure({
    method: "GET",
    path: "/admin/shipping-services/{code}/versions",
    access: roleAccess.services,
    summary: "List the versions of a shipping service, the newest first",
    description: "No version is ever changed. Lists at most the newest 200.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ code: serviceCode }))
    .output(
      z.object({
        today: z.iso.date().describe("In Hong Kong"),
        currentId: id.nullable().describe("The version that counts today"),
        items: z.array(versionSummary),
      }),
    ),

  readServiceVersion: procedure({
    method: "GET",
    path: "/admin/shipping-service-versions/{serviceId}",
    access: roleAccess.services,
    summary: "Read a version of a shipping service with its rates and surcharges",
    description: "Prices are in cents of the service's currency.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ serviceId: id }))
    .output(serviceVersion),

  addServiceVersion: procedure({
    method: "POST",
    path: "/admin/shipping-services/{code}/versions",
    access: roleAccess.services,
    summary: "Add a version of a shipping service from a day on, or the first one of a new service",
    description: `Earlier versions and quotes stay as they are. The day is today in Hong Kong or later, at most ${storageRateLimits.daysAhead} days ahead. A version with \`isActive\` false closes the service.`,
    errors: [
      "missing_information",
      "invalid_storage_day",
      "service_exists",
      "service_leg_not_priced",
      "carrier_not_found",
      "conflict",
    ],
  })
    .input(addedVersion)
    .output(versionSummary),
};
