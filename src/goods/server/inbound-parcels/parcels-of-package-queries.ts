// The SQL about the parcels that a package gathers, as far as packages change them. The package's row must be locked.
import type { Db } from "#platform/server/db/open.ts";
import type { InboundParcelRow } from "#goods/server/tables/inbound-parcels.ts";

export type GatheredParcel = Pick<
  InboundParcelRow,
  "id" | "state" | "trackingNumber" | "labelCode" | "userId"
>;

const columns = ["id", "state", "trackingNumber", "labelCode", "userId"] as const;

/** The parcels of a package, the oldest first, locked until the transaction ends. */
export async function lockParcelsOfPackage(db: Db, packageId: string): Promise<GatheredParcel[]> {
  return await db
    .selectFrom("inboundParcels")
    .select(columns)
    .where("packageId", "=", packageId)
    .orderBy("createdAt")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** The same of several packages, in the order in which everything locks them. */
export async function lockParcelsOfPackages(
  db: Db,
  packageIds: readonly string[],
): Promise<(Pick<GatheredParcel, "id" | "state"> & { readonly packageId: string })[]> {
  return await db
    .selectFrom("inboundParcels")
    .select(["id", "state"])
    .select((row) => row.ref("packageId").$notNull().as("packageId"))
    .where("packageId", "=", ({ fn, val }) => fn.any(val(packageIds)))
    .orderBy("packageId")
    .orderBy("createdAt")
    .orderBy("id")
    .forUpdate()
    .execute();
}
