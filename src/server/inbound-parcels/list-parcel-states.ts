import type { InboundParcelState } from "#core/inbound-parcel.ts";
import type { Db } from "#server/db/open.ts";

/** The states of the parcels that a package gathers. */
export async function listParcelStates(db: Db, packageId: string): Promise<InboundParcelState[]> {
  const rows = await db
    .selectFrom("inboundParcels")
    .select("state")
    .where("packageId", "=", packageId)
    .execute();
  return rows.map(({ state }) => state);
}
