// The SQL about the parcels that a package gathers, as far as packages change them. The package's row must be locked.
import type { InboundParcelState } from "#core/inbound-parcel.ts";
import type { Db } from "#server/db/open.ts";
import type { InboundParcelRow } from "#server/db/tables/inbound-parcels.ts";

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

/** Which of these parcels are a customer's own. */
export async function listOwnParcelIds(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("inboundParcels")
    .select("id")
    .where("userId", "=", userId)
    .where("id", "in", ids)
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateParcels(
  db: Db,
  ids: readonly string[],
  change: {
    readonly packageId?: string | null;
    readonly state?: InboundParcelState;
    readonly updatedAt: Date;
  },
): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable("inboundParcels").set(change).where("id", "in", ids).execute();
}
