import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { followInboundParcels } from "#server/packages/follow-inbound-parcels.ts";
import { eraseDeclarations, listExpectedIds, updateParcels } from "./inbound-parcel-queries.ts";
import { lockOwnParcels } from "./lock-own-parcels.ts";
import { recordParcelEvents } from "./record-parcel-events.ts";

/**
 * Cancels the expected parcels of an account that is being closed, which leave their packages, and erases what was
 * declared about all. Numbers and history stay, like those of packages. Must run before the profile is marked as closed.
 */
export async function closeInboundParcels(context: SignedInContext, db: Db): Promise<void> {
  const userId = context.session.person.id;
  const now = context.now();
  const expectedIds = await listExpectedIds(db, userId);
  if (expectedIds.length > 0) {
    const { parcels, packages } = await lockOwnParcels(context, db, expectedIds);
    await updateParcels(db, expectedIds, { state: "cancelled", packageId: null, updatedAt: now });
    await recordParcelEvents(
      context,
      db,
      parcels.map(({ id: parcelId, packageId }) => ({ parcelId, kind: "cancelled", packageId })),
    );
    for (const { id } of packages) await followInboundParcels(context, db, id);
  }
  await eraseDeclarations(db, userId, now);
}
