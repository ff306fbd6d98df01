import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { followInboundParcels } from "#server/packages/follow-inbound-parcels.ts";
import { countParcelsHere } from "./count-parcels-here.ts";
import { eraseDeclarations, listExpectedIds, updateParcels } from "./inbound-parcel-queries.ts";
import { lockOwnParcels } from "./lock-own-parcels.ts";
import { recordParcelEvents } from "./record-parcel-events.ts";

/**
 * Cancels the expected parcels of an account that is being closed, which leave their packages, and erases what was
 * declared about all. Numbers and history stay, like those of packages. Must run before the profile is marked as closed.
 * Throws `goods_in_store` where one was received meanwhile.
 */
export async function closeInboundParcels(context: SignedInContext, db: Db): Promise<void> {
  const userId = context.session.person.id;
  const now = context.now();
  const expectedIds = await listExpectedIds(db, userId);
  if (expectedIds.length > 0) {
    const { parcels, packages } = await lockOwnParcels(context, db, expectedIds);
    // One may have been received before it was locked.
    const parcelsHereCount = await countParcelsHere(db, userId);
    if (parcelsHereCount > 0) throw apiError("goods_in_store", { parcelsHereCount });
    const awaited = parcels.filter(({ state }) => state === "expected");
    await updateParcels(
      db,
      awaited.map(({ id }) => id),
      { state: "cancelled", packageId: null, updatedAt: now },
    );
    await recordParcelEvents(
      context,
      db,
      awaited.map(({ id: parcelId, packageId }) => ({ parcelId, kind: "cancelled", packageId })),
    );
    for (const { id } of packages) await followInboundParcels(context, db, id);
  }
  await eraseDeclarations(db, userId, now);
}
