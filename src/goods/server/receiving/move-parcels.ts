import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { recordParcelEvents } from "#goods/server/inbound-parcels/record-parcel-events.ts";
import { updateParcels } from "./receiving-queries.ts";

/** Records that parcels, whose rows must be locked, lie in another storage location; none of them is missing any longer. */
export async function moveParcels(
  context: SignedInContext,
  db: Db,
  parcels: readonly { readonly id: string; readonly packageId: string | null }[],
  storageLocationId: string,
  movedAt: Date = context.now(),
): Promise<void> {
  if (parcels.length === 0) return;
  const set = { storageLocationId, missingSince: null, updatedAt: context.now() };
  await updateParcels(
    db,
    parcels.map(({ id }) => id),
    set,
  );
  const events = parcels.map(({ id, packageId }) => ({
    parcelId: id,
    kind: "stored" as const,
    packageId,
    happenedAt: movedAt,
  }));
  await recordParcelEvents(context, db, events, true);
}
