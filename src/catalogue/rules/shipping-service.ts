// A carrier's way of taking a package, with its rates, limits and rules, as rows describe it.
import { originOf, type CountryCode, type OriginCode } from "./country.ts";
import type { DisplayCurrency } from "#platform/rules/money.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";

/** How a service goes. */
export const serviceModes = ["air", "surface", "express", "line"] as const;
export type ServiceMode = (typeof serviceModes)[number];

/** Who pays duty: the recipient always, the operator where wanted, or the operator always. */
export const serviceDuties = ["recipient", "prepaid", "prepaid_required"] as const;
export type ServiceDuty = (typeof serviceDuties)[number];

/** Where labels come from: our own number ranges, a provider, or typed by staff. */
export const labelSources = ["own", "provider", "typed"] as const;
export type LabelSource = (typeof labelSources)[number];

/** The units of published delivery times. */
export const deliveryUnits = ["business_days", "weeks"] as const;
export type DeliveryUnit = (typeof deliveryUnits)[number];

/** The kinds of surcharges, in no order: that of a service is its own. */
export const surchargeKinds = [
  "fuel_percent",
  "remote_area",
  "oversize",
  "per_kg",
  "fixed",
] as const;
export type SurchargeKind = (typeof surchargeKinds)[number];

/** Cubic centimetres that count as a kilogram. */
export const volumeDivisors = [5000, 6000, 8000] as const;
export type VolumeDivisor = (typeof volumeDivisors)[number];

/** What `weightGrams` costs up to and with `upToGrams`. */
export type WeightBand = { readonly upToGrams: number; readonly priceCents: number };

/** Prices to some countries; `step` for each started step above the last band, null where the bands are all. */
export type RateTable = {
  readonly countries: readonly CountryCode[];
  /** At least one, from light to heavy. */
  readonly bands: readonly WeightBand[];
  readonly step: { readonly grams: number; readonly priceCents: number } | null;
};

/** What has to be true for a surcharge; null or absent parts do not matter. */
export type SurchargeCondition = {
  readonly countries?: readonly CountryCode[] | undefined;
  /** Beginnings of postal codes without blanks, in capitals. */
  readonly postalPrefixes?: readonly string[] | undefined;
  readonly sideFromMm?: number | undefined;
  readonly girthFromMm?: number | undefined;
  readonly weightFromGrams?: number | undefined;
};

/** A surcharge from a day on (YYYY-MM-DD). */
export type Surcharge = {
  readonly kind: SurchargeKind;
  readonly condition: SurchargeCondition;
  /** Hundredths of a percent of the sum before it for `fuel_percent`, cents for a started kilogram for `per_kg`, otherwise cents. */
  readonly amount: number;
  readonly validFrom: string;
};

/** A part of the way; `destinationCode` null: to the recipient. */
export type ServiceLeg = {
  readonly originCode: CountryCode;
  readonly destinationCode: CountryCode | null;
  readonly carrierCode: string;
  /** The service whose rates and surcharges price this leg; null: those of the service itself. */
  readonly pricedBy: string | null;
};

/** What decides about a piece's chargeable weight. */
export type WeightRule = {
  readonly divisor: VolumeDivisor | null;
  readonly roundsSidesUp: boolean;
  /** The volume counts only when a side is at least this long; null: always. */
  readonly volumetricFromSideMm: number | null;
  /** Chargeable weights are multiples of it. */
  readonly roundingGrams: number;
  readonly minimumGrams: number;
};

/** Which paper of customs goes with a package: a small form of posts, their full one, or an invoice as couriers ask for it. */
export const customsForms = ["cn22", "cn23", "invoice"] as const;
export type CustomsForm = (typeof customsForms)[number];

/** The paper of a service; `auto`: the form of posts that its value, weight, lines and number allow. */
export const customsFormChoices = ["auto", ...customsForms] as const;
export type CustomsFormChoice = (typeof customsFormChoices)[number];

/** What a service asks of customs papers. */
export type ServiceCustoms = {
  readonly form: CustomsFormChoice;
  /** The most lines of goods that a small form has room for. */
  readonly linesOnLabel: number;
  /** How often a paper is printed. */
  readonly copies: number;
  /** Whether a package without identifiers of its products is refused where its destination asks for them. */
  readonly wantsIdentifiers: boolean;
};

/** The most that a service can ask for. */
export const customsLimits = { linesOnLabel: 10, copies: 5 } as const;

/** What a service asks where nobody has stated it: posts have forms, couriers ask for an invoice. */
export function usualCustoms(mode: ServiceMode): ServiceCustoms {
  const form = mode === "air" || mode === "surface" ? "auto" : "invoice";
  return { form, linesOnLabel: 4, copies: 1, wantsIdentifiers: false };
}

/** When money can be asked for in a case, for a service that states nothing else; in days. */
export const usualCaseDays = { moneyDays: 7, lostAfterDays: 10, lostUntilDays: 90 } as const;

/** One version of a service. A quote names the versions that it was computed with. */
export type ShippingService = WeightRule & {
  readonly id: string;
  /** The same in all versions. */
  readonly code: string;
  readonly version: number;
  readonly carrierCode: string;
  readonly names: NamesByLanguage;
  readonly mode: ServiceMode;
  readonly originCode: OriginCode;
  /** One to three. */
  readonly legs: readonly ServiceLeg[];
  /** The only countries that it goes to; null: all to which its legs have a price. */
  readonly countries: readonly CountryCode[] | null;
  readonly currency: DisplayCurrency;
  readonly maximumGrams: number;
  readonly maximumSideMm: number | null;
  /** Of the longest side and twice the sum of the others. */
  readonly maximumGirthMm: number | null;
  /** null: not known. */
  readonly tracked: boolean | null;
  readonly signature: boolean | null;
  readonly duty: ServiceDuty;
  readonly includedCoverCents: number;
  readonly label: LabelSource;
  readonly customs: ServiceCustoms;
  readonly deliveryMin: number;
  readonly deliveryMax: number;
  readonly deliveryUnit: DeliveryUnit;
  readonly isActive: boolean;
  /** Whether ship requests may take it; otherwise its rates price the calculator alone. */
  readonly takesShipRequests: boolean;
  /** For how many days after the delivery money can be asked for what is damaged or missing. */
  readonly moneyDays: number;
  /** How many days after its usual time what did not come is lost. */
  readonly lostAfterDays: number;
  /** Until how many days after the hand-over money can be asked for it. */
  readonly lostUntilDays: number;
  /** The first day (YYYY-MM-DD) on which this version counts. */
  readonly validFrom: string;
  readonly source: string;
  readonly rates: readonly RateTable[];
  readonly surcharges: readonly Surcharge[];
};

/** What the price of a parcel follows from. */
export type ServicePrices = WeightRule &
  Pick<
    ShippingService,
    | "id"
    | "code"
    | "mode"
    | "currency"
    | "deliveryMin"
    | "deliveryMax"
    | "deliveryUnit"
    | "carrierCode"
    | "legs"
    | "countries"
    | "maximumGrams"
    | "rates"
    | "surcharges"
  >;

/** Whether a ship request may take the version: it is in use, and says so. */
export function mayBeRequested({
  isActive,
  takesShipRequests,
}: Pick<ShippingService, "isActive" | "takesShipRequests">): boolean {
  return isActive && takesShipRequests;
}

/** Whether ship requests of what lies in a warehouse of a country may take a service. */
export function isOfferedFrom(
  service: Pick<ShippingService, "isActive" | "takesShipRequests" | "originCode">,
  warehouseCountry: string,
): boolean {
  return mayBeRequested(service) && service.originCode === originOf(warehouseCountry);
}

type ServiceThatGoes = Pick<ShippingService, "countries" | "legs" | "rates">;
type PricingService = Pick<ShippingService, "code" | "rates">;

/** The prices of the last leg of a service. */
function pricesOf(
  { legs, rates }: ServiceThatGoes,
  services: readonly PricingService[],
): readonly RateTable[] {
  const pricedBy = legs.at(-1)?.pricedBy;
  return services.find(({ code }) => code === pricedBy)?.rates ?? rates;
}

/** Whether a service may go to a country, if it has a price. */
function isServed({ countries, legs }: ServiceThatGoes, countryCode: CountryCode): boolean {
  return legs.at(-1)?.originCode !== countryCode && (countries?.includes(countryCode) ?? true);
}

/** Whether a service has a price to a country for any weight; `services` has those that price its legs. */
export function goesTo(
  service: ServiceThatGoes,
  countryCode: CountryCode,
  services: readonly PricingService[],
): boolean {
  return (
    isServed(service, countryCode) &&
    pricesOf(service, services).some((table) => table.countries.includes(countryCode))
  );
}

/** All countries to which a service has a price for any weight. */
export function destinationsOf(
  service: ServiceThatGoes,
  services: readonly PricingService[],
): CountryCode[] {
  const priced = new Set(pricesOf(service, services).flatMap((table) => table.countries));
  return [...priced].filter((countryCode) => isServed(service, countryCode));
}

/** A package travels over at most this many legs. */
export const maxLegsPerPackage = 3;

/** A leg as customers are told of it: its places by the names that are stored. */
export type NamedLeg = {
  readonly legNumber: number;
  readonly legCount: number;
  readonly origin: string;
  readonly destination: string;
};

/** Names one of a package's legs; null where it has no leg of this number. */
export function namedLeg(
  legs: readonly Pick<NamedLeg, "legNumber" | "origin" | "destination">[],
  legNumber: number | undefined,
): NamedLeg | null {
  const leg = legs.find((one) => one.legNumber === legNumber);
  if (leg === undefined) return null;
  const { origin, destination } = leg;
  return { legNumber: leg.legNumber, legCount: legs.length, origin, destination };
}

/** Whether batteries are in a parcel: in a device, packed with it, or loose. */
export const batteryKinds = ["unknown", "none", "installed", "packed", "loose"] as const;

/** Whether batteries are in a parcel. */
export type BatteryKind = (typeof batteryKinds)[number];

/** Properties of goods that close some shipping services. */
export const goodsFlags = [
  "liquid",
  "powder",
  "magnet",
  "aerosol",
  "blade",
  "food",
  "plant",
  "medicine",
  "branded",
  "fragile",
  "oversize",
  "flammable",
  "lighter",
  "counterfeit",
  "cash",
  "tobacco",
  "weapon",
] as const;

/** A property of goods that closes some shipping services. */
export type GoodsFlag = (typeof goodsFlags)[number];

/** Who pays duty: the recipient at the delivery, or it has to be paid before. */
export const dutyPayers = ["recipient", "prepaid"] as const;
export type DutyPayer = (typeof dutyPayers)[number];
