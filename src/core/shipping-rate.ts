// The shipping calculator: prices and delivery times by carrier, service and destination, as data.
import type { CountryCode } from "./country.ts";

/** Carriers with quotes. */
export const rateCarrierIds = ["hk-post", "sg-post"] as const;

/** A carrier with quotes. */
export type RateCarrierId = (typeof rateCarrierIds)[number];

/** Services with quotes. */
export const shippingServices = ["air", "surface"] as const;

/** A service: by air or by surface. */
export type ShippingService = (typeof shippingServices)[number];

/** Ids of the destinations of quotes, in the order of the screens. */
export const rateDestinationIds = [
  "singapore",
  "malaysia",
  "hong-kong",
  "usa",
  "canada",
  "europe",
  "uk",
] as const;

/** Id of a destination of the price table. */
export type RateDestinationId = (typeof rateDestinationIds)[number];

/** Quotes are for 0.1 to 30 kg, the maximum of the carriers. */
export const quotableWeight = { minimumGrams: 100, maximumGrams: 30_000 } as const;

const bandLimitsGrams = [500, 1000, 1500, 2000] as const;
const lastBandLimitGrams = 2000;
const extraStepGrams = 500;

/** Prices in SGD cents: one a band (up to 500, 1000, 1500, 2000 g), then per started 500 g. */
type RateRow = {
  readonly carrierId: RateCarrierId;
  readonly service: ShippingService;
  readonly destinationIds: readonly RateDestinationId[];
  readonly bandCents: readonly [number, number, number, number];
  readonly extraCents: number;
};

const rates: readonly RateRow[] = [
  {
    carrierId: "hk-post",
    service: "air",
    destinationIds: ["singapore", "malaysia"],
    bandCents: [6500, 9500, 12_500, 15_500],
    extraCents: 3000,
  },
  {
    carrierId: "hk-post",
    service: "air",
    destinationIds: ["usa", "canada", "europe", "uk"],
    bandCents: [8500, 13_500, 18_500, 23_500],
    extraCents: 5000,
  },
  {
    carrierId: "hk-post",
    service: "surface",
    destinationIds: ["singapore", "malaysia"],
    bandCents: [3500, 5000, 6500, 8000],
    extraCents: 1500,
  },
  {
    carrierId: "hk-post",
    service: "surface",
    destinationIds: ["usa", "canada"],
    bandCents: [4500, 7000, 9500, 12_000],
    extraCents: 2500,
  },
  {
    carrierId: "sg-post",
    service: "air",
    destinationIds: ["usa", "canada", "europe", "uk"],
    bandCents: [2200, 3500, 4800, 6100],
    extraCents: 1300,
  },
  {
    carrierId: "sg-post",
    service: "air",
    destinationIds: ["malaysia", "hong-kong"],
    bandCents: [800, 1200, 1600, 2000],
    extraCents: 400,
  },
  {
    carrierId: "sg-post",
    service: "surface",
    destinationIds: ["usa", "canada", "europe", "uk"],
    bandCents: [1200, 1800, 2400, 3000],
    extraCents: 600,
  },
];

/** The input of a quote. */
export type QuoteRequest = {
  readonly carrierId: RateCarrierId;
  readonly service: ShippingService;
  readonly destinationId: RateDestinationId;
  readonly weightGrams: number;
};

/**
 * The price of a shipment in SGD cents. The weight falls into the first band that holds it; above
 * 2000 g an extra charge is added per started 500 g. A combination outside the table, and a weight
 * outside `quotableWeight` or not whole grams, returns 0, which means that it is not available.
 */
export function quoteShippingCents(request: QuoteRequest): number {
  const { carrierId, service, destinationId, weightGrams } = request;
  const rate = rates.find(
    (row) =>
      row.carrierId === carrierId &&
      row.service === service &&
      row.destinationIds.includes(destinationId),
  );
  const isQuotable =
    Number.isSafeInteger(weightGrams) &&
    weightGrams >= quotableWeight.minimumGrams &&
    weightGrams <= quotableWeight.maximumGrams;
  if (rate === undefined || !isQuotable) {
    return 0;
  }
  // Above every limit the index is -1, which is the last band: the extra charge is added to it.
  const bandIndex = bandLimitsGrams.findIndex((limitGrams) => weightGrams <= limitGrams);
  const bandCents = rate.bandCents.at(bandIndex) ?? 0;
  const extraSteps = Math.max(0, Math.ceil((weightGrams - lastBandLimitGrams) / extraStepGrams));
  return bandCents + extraSteps * rate.extraCents;
}

/** How long a delivery takes, from the earliest to the latest, both in `unit`. */
export type DeliveryTime = {
  readonly earliest: number;
  readonly latest: number;
  readonly unit: "business_days" | "weeks";
};

/** Delivery times by carrier and service. */
export const deliveryTimes: Readonly<
  Record<RateCarrierId, Readonly<Record<ShippingService, DeliveryTime>>>
> = {
  "hk-post": {
    air: { earliest: 7, latest: 14, unit: "business_days" },
    surface: { earliest: 2, latest: 8, unit: "weeks" },
  },
  "sg-post": {
    air: { earliest: 7, latest: 14, unit: "business_days" },
    surface: { earliest: 4, latest: 12, unit: "weeks" },
  },
};

/** A service for a shipment: what it costs in SGD cents, and how long it takes. */
export type ServiceOffer = {
  readonly carrierId: RateCarrierId;
  readonly service: ShippingService;
  readonly amountCents: number;
  readonly deliveryTime: DeliveryTime;
};

/** Why a carrier's service is not available: it would ship within its own country, or does not ship there. */
export type NoServiceReason = "own_country" | "not_served";

/** A service that is not available for a shipment, and why. */
export type MissingService = {
  readonly carrierId: RateCarrierId;
  readonly service: ShippingService;
  readonly reason: NoServiceReason;
};

const homeDestinations: Readonly<Record<RateCarrierId, RateDestinationId>> = {
  "hk-post": "hong-kong",
  "sg-post": "singapore",
};

/** Calendar days, so that weeks and business days can be compared: five of these are seven days. */
function latestDays({ latest, unit }: DeliveryTime): number {
  return unit === "weeks" ? latest * 7 : (latest * 7) / 5;
}

/**
 * Every service for a shipment, the cheapest first or the one with the earliest latest day first; ties are ordered by the
 * other. Unavailable services are listed apart with the reason. A weight outside `quotableWeight` has no service.
 */
export function rankServices(
  shipment: Pick<QuoteRequest, "weightGrams" | "destinationId">,
  order: "price" | "time",
): { readonly offers: ServiceOffer[]; readonly missing: MissingService[] } {
  const services = rateCarrierIds.flatMap((carrierId) =>
    shippingServices.map((service) => ({
      carrierId,
      service,
      amountCents: quoteShippingCents({ ...shipment, carrierId, service }),
      deliveryTime: deliveryTimes[carrierId][service],
    })),
  );
  const byPrice = (one: ServiceOffer, other: ServiceOffer) => one.amountCents - other.amountCents;
  const byTime = (one: ServiceOffer, other: ServiceOffer) =>
    latestDays(one.deliveryTime) - latestDays(other.deliveryTime);
  const [first, second] = order === "price" ? [byPrice, byTime] : [byTime, byPrice];
  return {
    offers: services
      .filter(({ amountCents }) => amountCents > 0)
      .toSorted((one, other) => first(one, other) || second(one, other)),
    missing: services
      .filter(({ amountCents }) => amountCents === 0)
      .map(({ carrierId, service }) => ({
        carrierId,
        service,
        reason:
          homeDestinations[carrierId] === shipment.destinationId ? "own_country" : "not_served",
      })),
  };
}

const destinationByCountry: Partial<Record<CountryCode, RateDestinationId>> = {
  SG: "singapore",
  MY: "malaysia",
  HK: "hong-kong",
  US: "usa",
  CA: "canada",
  GB: "uk",
};

// Europe by the United Nations' geoscheme, with Cyprus, without the United Kingdom.
const europeanCountries: readonly CountryCode[] =
  `AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GG GI GR HR HU IE IM IS IT JE LI LT LU LV
   MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA`.split(/\s+/) as CountryCode[];

/** The destination of the price table that a country belongs to, or null when there is none. */
export function rateDestinationOf(countryCode: CountryCode): RateDestinationId | null {
  const own = destinationByCountry[countryCode];
  return own ?? (europeanCountries.includes(countryCode) ? "europe" : null);
}
