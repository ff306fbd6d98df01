// The SQL about boxes and the fee for weight above the plan.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";

const volume = sql`length_mm::bigint * width_mm * height_mm`;

/** All boxes, the smallest first. */
export async function listAllBoxes(db: Db): Promise<RowOf<"boxes">[]> {
  return await db.selectFrom("boxes").selectAll().orderBy(volume).orderBy("id").execute();
}

/** Those that a warehouse offers, the smallest first. */
export async function listOfferedBoxes(db: Db, warehouseId: string): Promise<RowOf<"boxes">[]> {
  return await db
    .selectFrom("boxes")
    .selectAll()
    .where("isActive", "=", true)
    .where((where) =>
      where.or([where("warehouseId", "is", null), where("warehouseId", "=", warehouseId)]),
    )
    .orderBy(volume)
    .orderBy("id")
    .execute();
}

/** The boxes that the open warehouses of a country offer, the smallest first. */
export async function listBoxesIn(db: Db, country: CountryCode): Promise<RowOf<"boxes">[]> {
  return await db
    .selectFrom("boxes")
    .selectAll()
    .where("isActive", "=", true)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("warehouseId", "is", null),
        exists(
          selectFrom("warehouses")
            .select("warehouses.id")
            .whereRef("warehouses.id", "=", "boxes.warehouseId")
            .where("warehouses.isActive", "=", true)
            .where("warehouses.country", "=", country),
        ),
      ]),
    )
    .orderBy(volume)
    .orderBy("id")
    .execute();
}

export async function findBox(db: Db, boxId: string): Promise<RowOf<"boxes"> | undefined> {
  return await db.selectFrom("boxes").selectAll().where("id", "=", boxId).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockBox(db: Db, boxId: string): Promise<RowOf<"boxes"> | undefined> {
  return await db
    .selectFrom("boxes")
    .selectAll()
    .where("id", "=", boxId)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertBox(db: Db, row: InsertOf<"boxes">): Promise<RowOf<"boxes">> {
  return await db.insertInto("boxes").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateBoxRow(
  db: Db,
  boxId: string,
  change: UpdateOf<"boxes">,
): Promise<RowOf<"boxes">> {
  return await db
    .updateTable("boxes")
    .set(change)
    .set((row) => ({ version: row("version", "+", 1) }))
    .where("id", "=", boxId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function hasWarehouse(db: Db, warehouseId: string): Promise<boolean> {
  const row = await db
    .selectFrom("warehouses")
    .select("id")
    .where("id", "=", warehouseId)
    .executeTakeFirst();
  return row !== undefined;
}

/** For each started 500 g above what a plan carries; null: such a box is not sent. */
export async function getOverWeightFee(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom("settings")
    .select("overWeightFeeCents")
    .executeTakeFirstOrThrow();
  return row.overWeightFeeCents;
}

/** The same, locked until the transaction ends. */
export async function lockOverWeightFee(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom("settings")
    .select("overWeightFeeCents")
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.overWeightFeeCents;
}

export async function updateOverWeightFee(
  db: Db,
  overWeightFeeCents: number | null,
  updatedAt: Date,
): Promise<void> {
  await db.updateTable("settings").set({ overWeightFeeCents, updatedAt }).execute();
}

/** A suggested box is in the place of no other. */
export const neverInPlace = sql<boolean>`false`;
