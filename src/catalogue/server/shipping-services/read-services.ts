import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  listPrepaidDuty,
  listVersionsOn,
  withPrices,
  type ServiceRow,
  listPrices,
  type VersionPrices,
} from "./service-queries.ts";
import type { ServiceSummary } from "#catalogue/contract/shipping-services.ts";
import type { Language } from "#platform/rules/language.ts";

/** The version of each service that counts today, by code. */
export async function readServices({
  db,
  now,
  servicePrices,
}: Pick<AppServices, "db" | "now" | "servicePrices">): Promise<{
  today: string;
  services: ShippingService[];
}> {
  const today = todayOfRates(now());
  const versions = await listVersionsOn(db, today);
  const prices = await servicePrices.read(
    db,
    versions.map(({ id }) => id),
  );
  return { today, services: withPrices(versions, prices) };
}

/** The version of each service that counts today, by code, without reading what it costs. */
export async function listServicesOfToday({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<ServiceRow[]> {
  return await listVersionsOn(db, todayOfRates(now()));
}

/** The countries in which duty has to be paid before the delivery on a day (YYYY-MM-DD). */
export async function readPrepaidDuty(db: Db, day: string): Promise<CountryCode[]> {
  return await listPrepaidDuty(db, day);
}

/** What the versions in use cost, so that a price does not take reading 100,000 imported rates. */
type PriceCache = {
  /** By the ids of versions, which never change. Those that are not in `ids` are dropped. */
  read(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, VersionPrices>>;
};

/** A cache of one process; nothing is read before it is asked. */
export function createPriceCache(): PriceCache {
  let known: ReadonlyMap<string, VersionPrices> = new Map();
  return {
    async read(db, ids) {
      const missing = ids.filter((id) => !known.has(id));
      if (missing.length === 0 && ids.length === known.size) return known;
      const all = new Map([...known, ...(await listPrices(db, missing))]);
      known = new Map([...all].filter(([id]) => ids.includes(id)));
      return known;
    },
  };
}

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly servicePrices: PriceCache;
  }
}

type Named = Omit<ServiceSummary, "name"> & Pick<ShippingService, "names">;

/** What names a version of a service to a reader, and how long it takes. */
export function describeService(service: Named, language: Language): ServiceSummary {
  const { id, code, names, mode, currency, deliveryMin, deliveryMax, deliveryUnit } = service;
  const name = names[language];
  return { id, code, name, mode, currency, deliveryMin, deliveryMax, deliveryUnit };
}
