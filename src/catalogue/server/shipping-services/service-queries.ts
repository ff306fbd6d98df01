// The SQL about shipping services, their rates and surcharges.
import type { Insertable } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ShippingServicesTables } from "#catalogue/server/tables/shipping-services.ts";

const serviceColumns = [
  "id",
  "code",
  "version",
  "carrierCode",
  "names",
  "mode",
  "originCode",
  "legs",
  "countries",
  "currency",
  "divisor",
  "roundsSidesUp",
  "volumetricFromSideMm",
  "roundingGrams",
  "minimumGrams",
  "maximumGrams",
  "maximumSideMm",
  "maximumGirthMm",
  "tracked",
  "signature",
  "duty",
  "includedCoverCents",
  "refusedGoods",
  "refusedBatteries",
  "label",
  "deliveryMin",
  "deliveryMax",
  "deliveryUnit",
  "isActive",
  "takesShipRequests",
  "validFrom",
  "source",
] as const;

/** A version without what it costs. */
export type ServiceRow = Omit<ShippingService, keyof VersionPrices>;

/** What a version costs. */
export type VersionPrices = Pick<ShippingService, "rates" | "surcharges">;

/** The rates and surcharges of versions, by their ids. */
export async function listPrices(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VersionPrices>> {
  if (ids.length === 0) return new Map();
  const rates = await db
    .selectFrom("serviceRates")
    .select(["serviceId", "countries", "bands", "stepGrams", "stepCents"])
    .where("serviceId", "in", ids)
    .orderBy("position")
    .execute();
  const surcharges = await db
    .selectFrom("serviceSurcharges")
    .select(["serviceId", "kind", "condition", "amount", "validFrom"])
    .where("serviceId", "in", ids)
    .orderBy("position")
    .execute();
  const tables = Map.groupBy(rates, ({ serviceId }) => serviceId);
  const added = Map.groupBy(surcharges, ({ serviceId }) => serviceId);
  return new Map(
    ids.map((id) => [
      id,
      {
        rates: (tables.get(id) ?? []).map(({ countries, bands, stepGrams, stepCents }) => ({
          countries,
          bands,
          step:
            stepGrams === null || stepCents === null
              ? null
              : { grams: stepGrams, priceCents: stepCents },
        })),
        surcharges: (added.get(id) ?? []).map(({ kind, condition, amount, validFrom }) => ({
          kind,
          condition,
          amount,
          validFrom,
        })),
      },
    ]),
  );
}

/** These versions with what they cost. */
export function withPrices(
  services: readonly ServiceRow[],
  prices: ReadonlyMap<string, VersionPrices>,
): ShippingService[] {
  return services.map((service) => ({
    ...service,
    ...(prices.get(service.id) ?? { rates: [], surcharges: [] }),
  }));
}

async function readPrices(db: Db, services: readonly ServiceRow[]): Promise<ShippingService[]> {
  const ids = services.map(({ id }) => id);
  return withPrices(services, await listPrices(db, ids));
}

/** The version of each service that counts on a day (YYYY-MM-DD), by code, without what it costs. */
export async function listVersionsOn(db: Db, day: string): Promise<ServiceRow[]> {
  return await db
    .selectFrom("shippingServices")
    .distinctOn("code")
    .select(serviceColumns)
    .where("validFrom", "<=", day)
    .orderBy("code")
    .orderBy("validFrom", "desc")
    .orderBy("version", "desc")
    .execute();
}

/** The version of each service that counts on a day (YYYY-MM-DD), by code: the newest of those that are valid. */
export async function listServicesOn(db: Db, day: string): Promise<ShippingService[]> {
  return await readPrices(db, await listVersionsOn(db, day));
}

/** A version by its id. */
export async function findVersion(db: Db, id: string): Promise<ShippingService | undefined> {
  const services = await db
    .selectFrom("shippingServices")
    .select(serviceColumns)
    .where("id", "=", id)
    .execute();
  return (await readPrices(db, services))[0];
}

/** The countries in which duty has to be paid before the delivery on a day (YYYY-MM-DD). */
export async function listPrepaidDuty(db: Db, day: string): Promise<CountryCode[]> {
  const rows = await db
    .selectFrom("dutyRules")
    .select("countryCode")
    .where("payer", "=", "prepaid")
    .where("validFrom", "<=", day)
    .where((is) => is.or([is("validUntil", "is", null), is("validUntil", ">=", day)]))
    .execute();
  return rows.map(({ countryCode }) => countryCode);
}

export type NewDutyRule = Insertable<ShippingServicesTables["dutyRules"]>;

export async function insertDutyRule(db: Db, rule: NewDutyRule): Promise<void> {
  await db.insertInto("dutyRules").values(rule).execute();
}
