import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import type { Db } from "#platform/server/db/open.ts";

/** The states of the parcels that a package gathers. */
export async function listParcelStates(db: Db, packageId: string): Promise<InboundParcelState[]> {
  const rows = await db
    .selectFrom("inboundParcels")
    .select("state")
    .where("packageId", "=", packageId)
    .execute();
  return rows.map(({ state }) => state);
}

/** The same of several packages; those without parcels are left out. */
export async function listParcelStatesOf(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, readonly InboundParcelState[]>> {
  const rows = await db
    .selectFrom("inboundParcels")
    .select("state")
    .select((row) => row.ref("packageId").$notNull().as("packageId"))
    .where("packageId", "=", ({ fn, val }) => fn.any(val(packageIds)))
    .execute();
  const grouped = Map.groupBy(rows, ({ packageId }) => packageId);
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ state }) => state)]));
}
