import { sql } from "kysely";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf } from "#platform/server/db/tables.ts";

const columns = [
  "code",
  "name",
  "nameZhHant",
  "nameZhHans",
  "trackingPage",
  "isNumberFilledIn",
  "isOnTrackPage",
  "isActive",
  "source",
  "checkedOn",
  "version",
] as const;

/** Every carrier in the order of the screens. */
export async function listCarrierRows(db: Db): Promise<Carrier[]> {
  return await db
    .selectFrom("carriers")
    .select(columns)
    .orderBy("position")
    .orderBy("code")
    .execute();
}

/** The names of carriers by their codes. */
export async function listCarrierNames(
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("carriers")
    .select(["code", "name"])
    .where("code", "in", codes)
    .execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** The code of the carrier with this name in one of the languages, in any case. */
export async function findCarrierByName(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("carriers")
    .select("code")
    .where(sql<boolean>`lower(${name}) in (lower(name), name_zh_hant, name_zh_hans)`)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  return row?.code;
}

export async function isCarrier(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom("carriers")
    .select("code")
    .where("code", "=", code)
    .executeTakeFirst();
  return row !== undefined;
}

/** Every carrier; nobody else adds or changes one until the transaction ends. */
export async function lockCarriers(db: Db): Promise<Carrier[]> {
  await sql`lock table carriers in share row exclusive mode`.execute(db);
  return await listCarrierRows(db);
}

/** Inserts a carrier after those that exist. */
export async function insertCarrier(
  db: Db,
  values: Omit<InsertOf<"carriers">, "position">,
): Promise<Carrier> {
  return await db
    .insertInto("carriers")
    .values({ ...values, position: sql<number>`(select max(position) + 1 from carriers)` })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function updateCarrierRow(
  db: Db,
  code: string,
  values: Omit<Carrier, "code" | "isOnTrackPage"> & { readonly updatedAt: Date },
): Promise<Carrier> {
  return await db
    .updateTable("carriers")
    .set(values)
    .where("code", "=", code)
    .returning(columns)
    .executeTakeFirstOrThrow();
}
