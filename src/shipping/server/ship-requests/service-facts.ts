// What every service says to a package: read once, then asked for the span before packing and for the packed box.
import {
  addressFaults,
  type AddressFault,
  type AddressRule,
} from "#catalogue/rules/carrier-address.ts";
import { originOf, type CountryCode, type OriginCode } from "#catalogue/rules/country.ts";
import type { Language } from "#platform/rules/language.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import type { QuoteExchange } from "#catalogue/rules/quote-breakdown.ts";
import { flagsOfContents, type BoxContents } from "#catalogue/rules/goods-rule.ts";
import { isOfferedFrom, type ShippingService } from "#catalogue/rules/shipping-service.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type {
  ComparisonFacts,
  ComparisonRequest,
  PostLimit,
} from "#catalogue/rules/service-comparison.ts";
import { readAllRates } from "#catalogue/server/exchange-rates/exchange-rates.ts";
import { convertedValue, type KnownRates } from "#goods/rules/customs-values.ts";
import { readPostLimits } from "#goods/server/customs/customs-facts.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { LockedPackage } from "#goods/server/packages/lock-packages.ts";
import {
  contentsOfParcel,
  type KnownGoods,
  type StatedValue,
} from "#goods/server/db/stated-goods.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readComparisonFacts } from "#catalogue/server/quotes/quotes.ts";
import { getWarehousePlace, listAddressRules } from "./request-queries.ts";

/** What reading services needs; a job reads in English what nobody sees. */
export type QuoteServices = Pick<AppServices, "exchangeRates" | "now" | "servicePrices"> & {
  readonly language?: Language;
};

export type ServiceFacts = ComparisonFacts & {
  /** The country of the warehouse. */
  readonly standsIn: OriginCode;
  /** The services in use that ship requests may take and that begin where the warehouse is. */
  readonly offered: readonly ShippingService[];
  readonly today: string;
  /** Where it is said beside a price that duty is prepaid. */
  readonly dutyPrepaidIn: readonly CountryCode[];
  readonly exchange: QuoteExchange;
  readonly rules: ReadonlyMap<string, AddressRule>;
  readonly postLimits: ReadonlyMap<CountryCode, PostLimit>;
  /** Those of currencies in which goods are declared. */
  readonly declaredRates: KnownRates;
};

/** Reads everything on which prices and closed services depend, in the transaction of `db`. */
export async function readServiceFacts(
  services: QuoteServices,
  db: Db,
  warehouseId: string,
): Promise<ServiceFacts> {
  const context = { ...services, db, language: services.language ?? "en" } as const;
  const { newest, ...facts } = await readComparisonFacts(context);
  const { country } = await getWarehousePlace(db, warehouseId);
  const standsIn = originOf(country);
  const offered = facts.services.filter((service) => isOfferedFrom(service, country));
  const carriers = new Set(offered.flatMap(({ legs }) => legs.map((leg) => leg.carrierCode)));
  const rules = await listAddressRules(db, [...carriers]);
  return {
    ...facts,
    standsIn,
    offered,
    postLimits: await readPostLimits(context),
    declaredRates: await readAllRates(context),
    exchange:
      newest === null
        ? null
        : { day: newest.day, source: services.exchangeRates.source, rates: newest.rates },
    rules: new Map(
      rules.map(({ code, addressLineCharacters }) => [
        code,
        { lineCharacters: addressLineCharacters },
      ]),
    ),
  };
}

/** A package as services judge it, besides its weight and size. */
export type ShippedPackage = BoxContents & {
  readonly countryCode: CountryCode;
  readonly destination: string;
  readonly recipient: Recipient;
  /** What its goods are worth, as far as that was stated. */
  readonly values: readonly StatedValue[];
  /** Its legs that stay, whichever service is taken. */
  readonly keptLegs: number;
};

/** The legs that have moved, and the one to the warehouse: the service's route follows them. */
export function keptLegsOf(pkg: Pick<LockedPackage, "legs" | "destination">) {
  return pkg.legs.filter((leg) => leg.status !== "pending" || isInboundLeg(leg, pkg));
}

/** What the parcels of a package contain together. It is proven where a proof of each parcel that has it was seen. */
export function contentsOf(
  parcels: readonly KnownGoods[],
): BoxContents & Pick<ShippedPackage, "values"> {
  const contents = parcels.map(contentsOfParcel);
  const unproven = new Set(
    contents.flatMap(({ proven, ...parcel }) =>
      flagsOfContents(parcel).filter((flag) => !proven.includes(flag)),
    ),
  );
  return {
    batteries: [...new Set(contents.flatMap(({ batteries }) => batteries))],
    goods: [...new Set(contents.flatMap(({ goods }) => goods))],
    proven: [...new Set(contents.flatMap(({ proven }) => proven))].filter(
      (flag) => !unproven.has(flag),
    ),
    values: parcels.flatMap(({ statedValues }) => statedValues),
  };
}

/** What the carriers of a service do not take of the recipient. */
export function faultsFor(
  service: ShippingService,
  shipped: ShippedPackage,
  { rules }: ServiceFacts,
): AddressFault[] {
  const ofService = service.legs.flatMap(({ carrierCode }) => rules.get(carrierCode) ?? []);
  return addressFaults(shipped.recipient, shipped.destination, ofService);
}

/** What a package is worth in cents of US dollars where that decides whether it may go by post. */
function postValueOf(
  { countryCode, values }: ShippedPackage,
  { postLimits, declaredRates }: ServiceFacts,
): Pick<ComparisonRequest, "postValue"> {
  const limit = postLimits.get(countryCode);
  if (limit === undefined) return {};
  const cents = values.map((value) => convertedValue(value, "USD", declaredRates) ?? 0);
  return { postValue: { valueCents: cents.reduce((sum, one) => sum + one, 0), limit } };
}

/** The request that compares a service, without the piece. */
export function comparisonRequest(
  service: ShippingService,
  shipped: ShippedPackage,
  facts: ServiceFacts,
): Omit<ComparisonRequest, "piece"> {
  return {
    countryCode: shipped.countryCode,
    postalCode: shipped.recipient.postalCode,
    day: facts.today,
    standsIn: facts.standsIn,
    keptLegs: shipped.keptLegs,
    batteries: shipped.batteries,
    goods: shipped.goods,
    ...postValueOf(shipped, facts),
    ...(shipped.proven === undefined ? {} : { proven: shipped.proven }),
    isAddressComplete: faultsFor(service, shipped, facts).length === 0,
  };
}
