// The SQL about the versions of shipping services, which are only added.
import type { ServiceVersionSummary } from "#catalogue/contract/shipping-services.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { ServiceDetails } from "#catalogue/rules/service-version.ts";
import type { Db } from "#platform/server/db/open.ts";

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
