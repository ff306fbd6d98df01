// The SQL about the parcels of a package that is to be sent.
import type { Db } from "#platform/server/db/open.ts";
import type { InboundParcelRow } from "#goods/server/tables/inbound-parcels.ts";

export type GatheredForShipping = Pick<
  InboundParcelRow,
  | "id"
  | "state"
  | "warehouseId"
  | "labelCode"
  | "trackingNumber"
  | "description"
  | "weightGrams"
  | "lengthMm"
  | "widthMm"
  | "heightMm"
  | "battery"
  | "goodsFlags"
>;

function gathered(db: Db, packageId: string) {
  return db
    .selectFrom("inboundParcels")
    .select(["id", "state", "warehouseId", "labelCode", "trackingNumber", "description"])
    .select(["weightGrams", "lengthMm", "widthMm", "heightMm", "battery", "goodsFlags"])
    .where("packageId", "=", packageId)
    .orderBy("createdAt")
    .orderBy("id");
}

/** The parcels that a package gathers, the oldest first. */
export async function listGathered(db: Db, packageId: string): Promise<GatheredForShipping[]> {
  return await gathered(db, packageId).execute();
}

/** The same, locked until the transaction ends; the package's row must be locked. */
export async function lockGathered(db: Db, packageId: string): Promise<GatheredForShipping[]> {
  return await gathered(db, packageId).forUpdate().execute();
}
