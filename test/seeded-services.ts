import type { CountryCode } from "#catalogue/rules/country.ts";
import type { GoodsRule, RuledFlag } from "#catalogue/rules/goods-rule.ts";
import {
  serviceModes,
  type RateTable,
  type ShippingService,
} from "#catalogue/rules/shipping-service.ts";

const europe = `AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GG GI GR HR HU IE IM IS IT JE
 LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA`.split(
  /\s+/,
) as CountryCode[];
const far: readonly CountryCode[] = ["US", "CA", "GB", ...europe];

function table(
  countries: readonly CountryCode[],
  prices: readonly [number, number, number, number],
  stepCents: number,
): RateTable {
  const bands = prices.map((priceCents, index) => ({ upToGrams: 500 * (index + 1), priceCents }));
  return { countries, bands, step: { grams: 500, priceCents: stepCents } };
}

const base = {
  version: 1,
  countries: null,
  currency: "SGD",
  divisor: null,
  roundsSidesUp: false,
  volumetricFromSideMm: null,
  roundingGrams: 1,
  minimumGrams: 1,
  maximumGrams: 30_000,
  maximumSideMm: null,
  maximumGirthMm: null,
  tracked: null,
  signature: null,
  duty: "recipient",
  includedCoverCents: 0,
  label: "typed",
  customs: { form: "auto", linesOnLabel: 4, copies: 1, wantsIdentifiers: false },
  deliveryMin: 7,
  deliveryMax: 14,
  deliveryUnit: "business_days",
  isActive: true,
  takesShipRequests: false,
  moneyDays: 7,
  lostAfterDays: 10,
  lostUntilDays: 90,
  validFrom: "2026-01-01",
  source: "The first prices",
  rates: [],
  surcharges: [],
} as const satisfies Partial<ShippingService>;

/** The services with the rates of the specification, as a new installation has them. */
export const seededServices: readonly ShippingService[] = [
  {
    ...base,
    id: "00000000-0000-4000-8000-000000000601",
    code: "hk-post-air",
    carrierCode: "hk-post",
    names: { en: "Hong Kong Post air", "zh-Hant-HK": "香港郵政空郵", "zh-Hans": "香港邮政航空" },
    mode: "air",
    originCode: "HK",
    legs: [{ originCode: "HK", destinationCode: null, carrierCode: "hk-post", pricedBy: null }],
    rates: [
      table(["SG", "MY"], [6500, 9500, 12_500, 15_500], 3000),
      table(far, [8500, 13_500, 18_500, 23_500], 5000),
    ],
  },
  {
    ...base,
    id: "00000000-0000-4000-8000-000000000602",
    code: "hk-post-surface",
    carrierCode: "hk-post",
    names: {
      en: "Hong Kong Post surface",
      "zh-Hant-HK": "香港郵政平郵",
      "zh-Hans": "香港邮政水陆路",
    },
    mode: "surface",
    originCode: "HK",
    legs: [{ originCode: "HK", destinationCode: null, carrierCode: "hk-post", pricedBy: null }],
    deliveryMin: 2,
    deliveryMax: 8,
    deliveryUnit: "weeks",
    rates: [
      table(["SG", "MY"], [3500, 5000, 6500, 8000], 1500),
      table(["US", "CA"], [4500, 7000, 9500, 12_000], 2500),
    ],
  },
  {
    ...base,
    id: "00000000-0000-4000-8000-000000000603",
    code: "sg-post-air",
    carrierCode: "sg-post",
    names: {
      en: "Singapore Post air",
      "zh-Hant-HK": "新加坡郵政空郵",
      "zh-Hans": "新加坡邮政航空",
    },
    mode: "air",
    originCode: "SG",
    legs: [{ originCode: "SG", destinationCode: null, carrierCode: "sg-post", pricedBy: null }],
    rates: [
      table(far, [2200, 3500, 4800, 6100], 1300),
      table(["MY", "HK"], [800, 1200, 1600, 2000], 400),
    ],
  },
  {
    ...base,
    id: "00000000-0000-4000-8000-000000000604",
    code: "sg-post-surface",
    carrierCode: "sg-post",
    names: {
      en: "Singapore Post surface",
      "zh-Hant-HK": "新加坡郵政平郵",
      "zh-Hans": "新加坡邮政水陆路",
    },
    mode: "surface",
    originCode: "SG",
    legs: [{ originCode: "SG", destinationCode: null, carrierCode: "sg-post", pricedBy: null }],
    deliveryMin: 4,
    deliveryMax: 12,
    deliveryUnit: "weeks",
    rates: [table(far, [1200, 1800, 2400, 3000], 600)],
  },
];

const proposed = {
  serviceCode: null,
  carrierCode: null,
  mode: null,
  countryCode: null,
  needsProof: false,
  text: "",
  source: "Proposed with the product",
  sourceDay: "2026-11-01",
} as const satisfies Partial<GoodsRule>;

const rulesOfCarriers = ["hk-post", "sg-post"].flatMap((carrierCode, place) =>
  (
    [
      "flammable",
      "lighter",
      "aerosol",
      "counterfeit",
      "cash",
      "weapon",
      "battery_installed",
      "battery_packed",
      "battery_loose",
      "liquid",
      "powder",
      "magnet",
      "blade",
    ] satisfies RuledFlag[]
  ).map((flag, index): GoodsRule => {
    return {
      ...proposed,
      id: `00000000-0000-4000-8000-000000000${700 + place * 20 + index}`,
      flag,
      carrierCode,
      answer: index > 8 ? "limited" : "refused",
      needsProof: index > 8,
    };
  }),
);

const rulesOfModes = serviceModes.flatMap((mode, place) =>
  (["battery_installed", "battery_packed"] as const).map((flag, index): GoodsRule => {
    return {
      ...proposed,
      id: `00000000-0000-4000-8000-000000000${750 + place * 2 + index}`,
      flag,
      mode,
      answer: mode === "express" ? "limited" : "refused",
    };
  }),
);

/** The rules about goods once all suggestions are accepted, without those about brands, and without their words. */
export const acceptedGoodsRules: readonly GoodsRule[] = [
  ...rulesOfCarriers,
  ...rulesOfModes,
  {
    ...proposed,
    id: "00000000-0000-4000-8000-000000000760",
    flag: "battery_loose",
    answer: "refused",
  },
];

/** What each service says from the acceptance of its suggestion on. */
const accepted = {
  takesShipRequests: true,
  source: "Proposed with the product",
} as const satisfies Partial<ShippingService>;

/** The services once all suggestions are accepted. */
export const acceptedServices: readonly ShippingService[] = [
  ...seededServices.map((service) => ({
    ...service,
    ...accepted,
    version: 2,
    duty: service.originCode === "SG" ? ("prepaid" as const) : service.duty,
  })),
  {
    ...base,
    ...accepted,
    id: "00000000-0000-4000-8000-000000000605",
    code: "via-singapore-air",
    duty: "prepaid",
    carrierCode: "sg-post",
    names: {
      en: "By way of Singapore, air",
      "zh-Hant-HK": "空郵（經新加坡）",
      "zh-Hans": "航空（经新加坡）",
    },
    mode: "air",
    originCode: "HK",
    legs: [
      {
        originCode: "HK",
        destinationCode: "SG",
        carrierCode: "hk-post",
        pricedBy: "hk-post-air",
      },
      {
        originCode: "SG",
        destinationCode: null,
        carrierCode: "sg-post",
        pricedBy: "sg-post-air",
      },
    ],
    countries: ["US"],
    deliveryMin: 14,
    deliveryMax: 28,
  },
];
