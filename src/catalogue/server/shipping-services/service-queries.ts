// The SQL about shipping services, their rates and surcharges.
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf } from "#platform/server/db/tables.ts";
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { ServiceDetails } from "#catalogue/rules/service-version.ts";

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
  "label",
  "customs",
  "deliveryMin",
  "deliveryMax",
  "deliveryUnit",
  "isActive",
  "takesShipRequests",
  "moneyDays",
  "lostAfterDays",
  "lostUntilDays",
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

export type NewDutyRule = InsertOf<"dutyRules">;

export async function insertDutyRule(db: Db, rule: NewDutyRule): Promise<void> {
  await db.insertInto("dutyRules").values(rule).execute();
}

/** Versions, the newest first, of one service or of all. */
function selectSummaries(db: Db) {
  return db
    .selectFrom("shippingServices")
    .select([
      "id",
      "code",
      "version",
      "names",
      "mode",
      "carrierCode",
      "currency",
      "deliveryMin",
      "deliveryMax",
      "deliveryUnit",
      "isActive",
      "takesShipRequests",
      "validFrom",
      "source",
      "createdAt",
      "createdBy",
    ]);
}

/** A version as it is listed. */
export type SummaryRow = Omit<ServiceVersionSummary, "name" | "createdAt" | "createdByEmail"> & {
  readonly names: NamesByLanguage;
  readonly createdAt: Date;
  readonly createdBy: string | null;
};

/** The newest versions of a service, at most `most` */
export async function listVersions(db: Db, code: string, most: number): Promise<SummaryRow[]> {
  return await selectSummaries(db)
    .where("code", "=", code)
    .orderBy("version", "desc")
    .limit(most)
    .execute();
}

/** The version of each service that counts on a day, by code. */
export async function listCurrentVersions(db: Db, day: string): Promise<SummaryRow[]> {
  return await selectSummaries(db)
    .distinctOn("code")
    .where("validFrom", "<=", day)
    .orderBy("code")
    .orderBy("validFrom", "desc")
    .orderBy("version", "desc")
    .execute();
}

/** The versions that begin after a day, by code and day. */
export async function listLaterVersions(db: Db, day: string): Promise<SummaryRow[]> {
  return await selectSummaries(db)
    .where("validFrom", ">", day)
    .orderBy("code")
    .orderBy("validFrom")
    .orderBy("version")
    .execute();
}

/** The highest version of a service; 0 when there is none. */
export async function readHighestVersion(db: Db, code: string): Promise<number> {
  const { version } = await db
    .selectFrom("shippingServices")
    .select((row) => row.fn.max("version").as("version"))
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  return version ?? 0;
}

export async function isCarrier(db: Db, code: string): Promise<boolean> {
  const found = await db
    .selectFrom("carriers")
    .select("code")
    .where("code", "=", code)
    .executeTakeFirst();
  return found !== undefined;
}

const tablesOfStatement = 1_000;

/** Inserts a version of a service, and returns its id; undefined when somebody else adds it at the same time. */
export async function insertVersion(
  db: Db,
  { code, version }: { readonly code: string; readonly version: number },
  { rates, surcharges, ...details }: ServiceDetails,
  origin: { readonly createdBy: string; readonly createdAt: Date },
): Promise<string | undefined> {
  const added = await db
    .insertInto("shippingServices")
    .values({
      ...details,
      ...origin,
      code,
      version,
      names: JSON.stringify(details.names),
      legs: JSON.stringify(details.legs),
      customs: JSON.stringify(details.customs),
    })
    .onConflict((conflict) => conflict.columns(["code", "version"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added === undefined) return undefined;
  const values = rates.map(({ countries, bands, step }, index) => ({
    serviceId: added.id,
    position: index + 1,
    countries,
    bands: JSON.stringify(bands),
    stepGrams: step?.grams ?? null,
    stepCents: step?.priceCents ?? null,
  }));
  for (let first = 0; first < values.length; first += tablesOfStatement) {
    await db
      .insertInto("serviceRates")
      .values(values.slice(first, first + tablesOfStatement))
      .execute();
  }
  if (surcharges.length > 0) {
    await db
      .insertInto("serviceSurcharges")
      .values(
        surcharges.map(({ kind, condition, amount, validFrom }, index) => ({
          serviceId: added.id,
          position: index + 1,
          kind,
          condition: JSON.stringify(condition),
          amount,
          validFrom,
        })),
      )
      .execute();
  }
  return added.id;
}
