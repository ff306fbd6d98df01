// What every service says to a package: read once, then asked for the span before packing and for the packed box.
import {
  addressFaults,
  type AddressFault,
  type AddressRule,
} from "#catalogue/rules/carrier-address.ts";
import { originCodes, type CountryCode, type OriginCode } from "#catalogue/rules/country.ts";
import type { Language } from "#platform/rules/language.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import type { QuoteExchange } from "#catalogue/rules/quote-breakdown.ts";
import type { BoxContents } from "#catalogue/rules/goods-rule.ts";
import { mayBeRequested, type ShippingService } from "#catalogue/rules/shipping-service.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { ComparisonFacts, ComparisonRequest } from "#catalogue/rules/service-comparison.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { LockedPackage } from "#goods/server/packages/lock-packages.ts";
import type { KnownGoods } from "#goods/server/db/stated-goods.ts";
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
  const standsIn = originCodes.find((code) => code === country) ?? "HK";
  const offered = facts.services.filter(
    (service) => mayBeRequested(service) && service.originCode === standsIn,
  );
  const carriers = new Set(offered.flatMap(({ legs }) => legs.map((leg) => leg.carrierCode)));
  const rules = await listAddressRules(db, [...carriers]);
  return {
    ...facts,
    standsIn,
    offered,
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
  /** Its legs that stay, whichever service is taken. */
  readonly keptLegs: number;
};

/** The legs that have moved, and the one to the warehouse: the service's route follows them. */
export function keptLegsOf(pkg: Pick<LockedPackage, "legs" | "destination">) {
  return pkg.legs.filter((leg) => leg.status !== "pending" || isInboundLeg(leg, pkg));
}

/** What is in a parcel: what its customer stated and what was recorded when it arrived, which a "none" does not take back. */
function contentsOfParcel({ battery, goodsFlags, ...stated }: KnownGoods) {
  const batteries = [...new Set([battery ?? [], stated.statedBatteries].flat())];
  return { batteries, goods: [...new Set([...goodsFlags, ...stated.statedFlags])] };
}

/** What the parcels of a package contain together. */
export function contentsOf(parcels: readonly KnownGoods[]): BoxContents {
  const contents = parcels.map(contentsOfParcel);
  return {
    batteries: [...new Set(contents.flatMap(({ batteries }) => batteries))],
    goods: [...new Set(contents.flatMap(({ goods }) => goods))],
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
    isAddressComplete: faultsFor(service, shipped, facts).length === 0,
  };
}
