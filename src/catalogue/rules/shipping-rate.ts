// The shipping calculator: prices by carrier, service and destination at the rates of the services, and delivery times.
import type { CountryCode } from "./country.ts";
import { priceService, type BandWorking } from "./service-price.ts";
import type { ServicePrices } from "./shipping-service.ts";

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

/** The currency of the specified calculator, which compares services of no other. */
const quoteCurrency = "SGD";

/** Quotes are for 0.1 to 30 kg, the maximum of the carriers. */
export const quotableWeight = { minimumGrams: 100, maximumGrams: 30_000 } as const;

/** The input of a quote. */
export type QuoteRequest = {
  readonly carrierId: RateCarrierId;
  readonly service: ShippingService;
  readonly destinationId: RateDestinationId;
  readonly weightGrams: number;
};

/** The direct services of a carrier by air or surface. */
function directServices(
  { carrierId, service }: Pick<QuoteRequest, "carrierId" | "service">,
  services: readonly ServicePrices[],
): ServicePrices[] {
  return services.filter(
    ({ carrierCode, mode, legs, currency }) =>
      currency === quoteCurrency &&
      carrierCode === carrierId &&
      mode === service &&
      legs.length === 1 &&
      legs[0]?.pricedBy === null,
  );
}

/** What a price of the calculator is: SGD cents, with the working of its freight. */
export type ShippingPrice = { readonly amountCents: number; readonly working: BandWorking };

function priceOf(
  service: ServicePrices,
  { countries, weightGrams }: { countries: readonly CountryCode[]; weightGrams: number },
  day: string,
): ShippingPrice | null {
  if (weightGrams > service.maximumGrams) return null;
  const prices = countries.flatMap((countryCode): ShippingPrice[] => {
    const piece = { weightGrams, sidesMm: null };
    const price = priceService(service, { piece, countryCode, postalCode: null, day }, []);
    const working = price?.lines[0]?.working;
    if (price === null || working?.kind !== "band") return [];
    return [{ amountCents: price.totalCents, working }];
  });
  return prices.toSorted((one, other) => other.amountCents - one.amountCents)[0] ?? null;
}

/**
 * The price of a shipment at the rates of the carrier's direct service, of several the cheapest. To several countries it is
 * that of the dearest. null where there are no rates, and for a weight outside `quotableWeight` or not whole grams. `day`
 * (YYYY-MM-DD) is the day whose surcharges count, `services` those in use on it.
 */
export function quoteCountries(
  request: Omit<QuoteRequest, "destinationId"> & { readonly countries: readonly CountryCode[] },
  services: readonly ServicePrices[],
  day: string,
): ShippingPrice | null {
  const { weightGrams } = request;
  const isQuotable =
    Number.isSafeInteger(weightGrams) &&
    weightGrams >= quotableWeight.minimumGrams &&
    weightGrams <= quotableWeight.maximumGrams;
  if (!isQuotable) return null;
  const prices = directServices(request, services).flatMap(
    (service) => priceOf(service, request, day) ?? [],
  );
  return prices.toSorted((one, other) => one.amountCents - other.amountCents)[0] ?? null;
}

/** The same to a destination of the price table, of which a group of countries costs what the dearest does. */
export function quoteShipping(
  { destinationId, ...request }: QuoteRequest,
  services: readonly ServicePrices[],
  day: string,
): ShippingPrice | null {
  return quoteCountries({ ...request, countries: countriesOf(destinationId) }, services, day);
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

/** What a service costs to a destination. */
export type ServicePriceTo = ShippingPrice & {
  readonly carrierId: RateCarrierId;
  readonly service: ShippingService;
};

/** What every service that has a price to a destination costs, at the rates of `services` on `day` (YYYY-MM-DD). */
export function priceServicesTo(
  shipment: Pick<QuoteRequest, "weightGrams" | "destinationId">,
  services: readonly ServicePrices[],
  day: string,
): ServicePriceTo[] {
  return rateCarrierIds.flatMap((carrierId) =>
    shippingServices.flatMap((service): ServicePriceTo[] => {
      const price = quoteShipping({ ...shipment, carrierId, service }, services, day);
      return price === null ? [] : [{ carrierId, service, ...price }];
    }),
  );
}

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
 * Every service to a destination, the cheapest first or the one with the earliest latest day first; ties are ordered by the
 * other. Those that are not in `prices` are listed apart with the reason.
 */
export function rankServices(
  destinationId: RateDestinationId,
  prices: readonly Pick<ServicePriceTo, "carrierId" | "service" | "amountCents">[],
  order: "price" | "time",
): { readonly offers: ServiceOffer[]; readonly missing: MissingService[] } {
  const services = rateCarrierIds.flatMap((carrierId) =>
    shippingServices.map((service) => ({
      carrierId,
      service,
      amountCents:
        prices.find((price) => price.carrierId === carrierId && price.service === service)
          ?.amountCents ?? 0,
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
        reason: homeDestinations[carrierId] === destinationId ? "own_country" : "not_served",
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

/** The countries of a destination of the price table. */
export function countriesOf(id: RateDestinationId): readonly CountryCode[] {
  if (id === "europe") return europeanCountries;
  const codes = Object.keys(destinationByCountry) as CountryCode[];
  return codes.filter((code) => destinationByCountry[code] === id);
}
