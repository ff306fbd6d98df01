// What is described of a shipping service, and what staff do with its versions.
import * as z from "zod";
import { originCodes } from "#catalogue/rules/country.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { rateLimits } from "#catalogue/rules/service-price.ts";
import { priceDaysAhead } from "#catalogue/rules/price-day.ts";
import { isServiceCode, serviceFaults, serviceLimits } from "#catalogue/rules/service-version.ts";
import {
  deliveryUnits,
  labelSources,
  serviceDuties,
  serviceModes,
  surchargeKinds,
  usualCaseDays,
  volumeDivisors,
  batteryKinds,
  customsFormChoices,
  customsLimits,
  goodsFlags,
} from "#catalogue/rules/shipping-service.ts";
import { carrierCode } from "./carriers.ts";
import {
  amountCents,
  currency,
  id,
  line,
  namesByLanguage,
  nothing,
  time,
} from "#platform/contract/fields.ts";
import { countryCode } from "./lanes.ts";
import { procedure } from "#platform/contract/procedure.ts";

export const battery = z.enum(batteryKinds).meta({ id: "BatteryKind" });
export const goodsFlag = z.enum(goodsFlags).meta({ id: "GoodsFlag" });

const most = (maximum: number) => z.int().min(1).max(maximum);
const countryLimit = 300;
const countries = z
  .array(countryCode)
  .min(1)
  .max(countryLimit)
  .readonly()
  .meta({ id: "CountryCodes", description: "Of at least one country" });

export const serviceCode = z
  .string()
  .refine(isServiceCode, {
    error: `This should be at most ${serviceLimits.code} lower-case letters, digits and hyphens, such as hk-post-air.`,
  })
  .meta({ id: "ServiceCode", examples: ["hk-post-air"] });

const rateTable = z
  .strictObject({
    countries,
    bands: z
      .array(z.strictObject({ upToGrams: most(rateLimits.bandGrams), priceCents: amountCents }))
      .min(1)
      .max(serviceLimits.bands)
      .readonly()
      .describe("From light to heavy; a band's edge belongs to it"),
    step: z
      .strictObject({ grams: most(rateLimits.bandGrams), priceCents: amountCents })
      .nullable()
      .describe("Added for each started step above the last band; null: nothing heavier is taken"),
  })
  .meta({ id: "RateTable" });

const surcharge = z
  .strictObject({
    kind: z.enum(surchargeKinds),
    condition: z.strictObject({
      countries: countries.optional(),
      postalPrefixes: z
        .array(line(20).refine((prefix) => prefix !== "", "This should not be empty."))
        .max(serviceLimits.postalPrefixes)
        .readonly()
        .optional(),
      sideFromMm: most(serviceLimits.lengthMm).optional(),
      girthFromMm: most(serviceLimits.lengthMm).optional(),
      weightFromGrams: most(serviceLimits.weightGrams).optional(),
    }),
    amount: amountCents.describe(
      "Hundredths of a percent of the sum before it for fuel, cents for a started kilogram, otherwise cents",
    ),
    validFrom: z.iso.date(),
  })
  .meta({ id: "Surcharge" });

const serviceLeg = z
  .strictObject({
    originCode: countryCode,
    destinationCode: countryCode.nullable().describe("null: to the recipient"),
    carrierCode,
    pricedBy: z.string().nullable().describe("The service whose rates price it; null: this one"),
  })
  .meta({ id: "ServiceLeg" });

/** How a service goes and how long it takes, as it is offered. */
const serviceOffer = z.strictObject({
  mode: z.enum(serviceModes),
  currency,
  deliveryMin: most(serviceLimits.deliveryTime),
  deliveryMax: most(serviceLimits.deliveryTime),
  deliveryUnit: z.enum(deliveryUnits),
});

/** What names a version of a service, and how long it takes. */
export const serviceSummary = z
  .object({
    ...serviceOffer.shape,
    name: z.string().describe("In the reader's language"),
    id: id.describe("Of this version"),
    code: z.string().describe("The same in all versions"),
  })
  .meta({ id: "ServiceSummary" });

export type ServiceSummary = z.infer<typeof serviceSummary>;

/** What the price of a service follows from. */
const serviceTerms = z.strictObject({
  carrierCode,
  legs: z.array(serviceLeg).min(1).max(serviceLimits.legs).readonly(),
  countries: countries.nullable().describe("null: all to which its legs have a price"),
  divisor: z
    .literal(volumeDivisors)
    .nullable()
    .describe("Cubic centimetres that count as a kilogram; null: the weight alone counts"),
  roundsSidesUp: z.boolean(),
  volumetricFromSideMm: most(serviceLimits.lengthMm).nullable(),
  roundingGrams: most(serviceLimits.roundingGrams),
  minimumGrams: most(serviceLimits.weightGrams),
  maximumGrams: most(serviceLimits.weightGrams),
  rates: z.array(rateTable).readonly(),
  surcharges: z.array(surcharge).max(serviceLimits.surcharges).readonly(),
});

const faultTexts = {
  legs_not_joined:
    "Each leg should begin where the one before ends, and the last one end at the recipient.",
  rates_missing: "There should be at least one price table.",
  bands_not_rising: "Each band should be heavier than the one before.",
  country_twice: "A country should be in one price table once.",
  delivery_not_rising: "The latest delivery should not be before the earliest.",
  condition_missing: "This surcharge needs a condition, since it would apply to everything.",
  amount_not_accepted: "This amount is not accepted.",
  price_not_accepted: "A price should be above zero, and that of a step not below.",
} as const;

const customs = z
  .strictObject({
    form: z
      .enum(customsFormChoices)
      .describe("auto: CN22 or CN23, by value, weight, lines and number of the package"),
    linesOnLabel: most(customsLimits.linesOnLabel).describe("For which a CN22 has room"),
    copies: most(customsLimits.copies).describe("How often a paper is printed"),
    wantsIdentifiers: z
      .boolean()
      .describe("Whether it refuses goods without identifiers where the destination asks for them"),
  })
  .meta({ id: "ServiceCustoms" });

const caseDays = z.int().min(1).max(serviceLimits.caseDays);

const serviceDetails = z
  .strictObject({
    names: namesByLanguage,
    ...serviceOffer.shape,
    ...serviceTerms.shape,
    originCode: z.enum(originCodes),
    maximumSideMm: most(serviceLimits.lengthMm).nullable(),
    maximumGirthMm: most(serviceLimits.lengthMm).nullable(),
    tracked: z.boolean().nullable().describe("null: not known"),
    signature: z.boolean().nullable().describe("null: not known"),
    duty: z.enum(serviceDuties),
    includedCoverCents: z.int().min(0).max(serviceLimits.centsOfCover),
    label: z.enum(labelSources),
    customs,
    isActive: z.boolean().describe("false: it is closed from this version on"),
    takesShipRequests: z
      .boolean()
      .describe(
        "Whether ship requests may take it; otherwise its rates price the calculator alone",
      ),
    moneyDays: caseDays
      .default(usualCaseDays.moneyDays)
      .describe("For how many days after the delivery money can be asked for damage"),
    lostAfterDays: caseDays
      .default(usualCaseDays.lostAfterDays)
      .describe("How many days after its usual time what did not come is lost"),
    lostUntilDays: caseDays
      .default(usualCaseDays.lostUntilDays)
      .describe("Until how many days after the hand-over money can be asked for it"),
    validFrom: z.iso.date(),
    source: line(serviceLimits.source).describe(
      "Where it was published, or why it changes; needed where a version closes or reopens its service",
    ),
  })
  .meta({ id: "ServiceDetails" });

const versionSummary = z
  .object({
    ...serviceSummary.shape,
    carrierCode: z.string(),
    version: z.int(),
    isActive: z.boolean(),
    takesShipRequests: z.boolean(),
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

const addedVersion = z
  .strictObject({
    code: serviceCode,
    expectedVersion: z
      .int()
      .min(0)
      .describe("The highest version that was read; 0 for a service that does not exist yet"),
    keepsRates: z
      .boolean()
      .default(false)
      .describe("Whether it has the rates of the version before; those of `details` are not read"),
    ratesOf: id
      .optional()
      .describe("The version whose rates a new service has with `keepsRates`, of any service"),
    details: serviceDetails,
  })
  .superRefine(({ details, keepsRates }, context) => {
    for (const { part, place, kind } of serviceFaults(details)) {
      if (keepsRates && part === "rates") continue;
      const path = ["details", part, ...(place === null ? [] : [place])];
      context.addIssue({ code: "custom", path, message: faultTexts[kind] });
    }
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
    actsOn: "none",
    audit: { field: "code" },
    expectsVersion: true,
    summary: "Add a version of a shipping service from a day on, or the first one of a new service",
    description: `Earlier versions and quotes stay as they are. The day is today in Hong Kong or later, at most ${priceDaysAhead} days ahead. A version with \`isActive\` false closes the service.`,
    errors: [
      "missing_information",
      "invalid_storage_day",
      "service_exists",
      "service_leg_not_priced",
      "carrier_not_found",
    ],
  })
    .input(addedVersion)
    .output(versionSummary),
};
