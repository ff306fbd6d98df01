import { recordParcelEvents } from "#goods/server/inbound-parcels/parcel-events.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { lockWithOwner, type LockedReceived } from "#goods/server/receiving/lock-received.ts";
import { updateParcels } from "#goods/server/receiving/receiving-queries.ts";
import { noStorage } from "#goods/server/storage-rates/storage.ts";
import { insertNotifications } from "#notices/server/notifications/send-notifications.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { errorWithDay, findRemovalObstacle, readDays } from "./removal-obstacles.ts";
import { findRemoval, updateRemoval, type RemovalRow } from "./removal-queries.ts";

type Decided = { readonly inboundParcelId: string; readonly removalId: string };
type Locked = LockedReceived & { readonly removal: RemovalRow };

/** Throws `not_found`, `own_account`, and `conflict` where it was decided already or the parcel was moved meanwhile. */
async function lockAsked(
  context: SignedInContext,
  db: Db,
  { inboundParcelId, removalId }: Decided,
): Promise<Locked> {
  const locked = await lockWithOwner(context, db, inboundParcelId);
  const removal = await findRemoval(db, inboundParcelId, removalId);
  if (removal === undefined) throw apiError("not_found");
  if (removal.state !== "asked") throw apiError("conflict", { current: removal.state });
  return { ...locked, removal };
}

/** Throws what stands against it: the same person, another owner than was asked about, days that run, or a ground that fell away. */
async function requireConfirmable(
  context: SignedInContext,
  db: Db,
  { parcel, removal }: Locked,
): Promise<void> {
  const { id } = context.session.person;
  if (removal.createdBy === id || parcel.userId === id) throw apiError("second_person_needed");
  if (parcel.userId !== removal.userId) throw apiError("conflict");
  const obstacle = await findRemovalObstacle(context, db, parcel, removal.ground);
  if (obstacle !== null) throw obstacle;
  const { noticeUntil } = removal;
  if (noticeUntil === null) return;
  const { today } = await readDays(context, db, parcel);
  if (today <= noticeUntil) {
    throw errorWithDay("removal_notice_running", "errors.removalNoticeRunning", noticeUntil);
  }
}

/**
 * Confirms, as a second person, that a parcel is returned to its sender or disposed of. It leaves its shelf and its package,
 * its open extra services end and what was held for them is released, and its storage costs nothing; its owner is notified.
 *
 * Throws `not_found`, `own_account`, `conflict`, `second_person_needed`, `removal_notice_running` with the day, and what
 * `findRemovalObstacle` finds.
 */
export async function confirmParcelRemoval(
  context: SignedInContext,
  input: Decided,
): Promise<Record<string, never>> {
  const { db } = context;
  const locked = await lockAsked(context, db, input);
  await requireConfirmable(context, db, locked);
  const { parcel, pkg, removal } = locked;
  const { id: parcelId, packageId, userId } = parcel;
  const state = removal.kind === "return" ? "returned" : "disposed";
  const decidedAt = context.now();
  const decidedBy = context.session.person.id;
  await updateRemoval(db, removal.id, { state: "confirmed", decidedBy, decidedAt });
  await updateParcels(db, [parcelId], {
    ...noStorage,
    state,
    removalAsked: null,
    packageId: null,
    storageLocationId: null,
    missingSince: null,
    updatedAt: decidedAt,
  });
  await recordParcelEvents(context, db, [{ parcelId, kind: state, packageId }], true);
  if (pkg !== null) await updatePackageFromParcels(context, db, pkg.id);
  if (userId !== null) {
    await insertNotifications(context, db, [
      {
        userId,
        kind: "parcel_removal",
        subjectId: parcelId,
        dedupeKey: `${removal.id} ${state}`,
        payload: { variant: state },
      },
    ]);
  }
  await context.audit({
    before: { state: parcel.state, packageId },
    after: { state, removalId: removal.id, ground: removal.ground, askedBy: removal.createdBy },
    reason: removal.reason,
  });
  context.log.info({ inboundParcelId: parcelId, state }, "Inbound parcel removed");
  return {};
}

/**
 * Declines to return a parcel to its sender or to dispose of it, with a reason: it stays and can be sent again. Whoever asked
 * may take it back like this. Throws `not_found`, `own_account` and `conflict`.
 */
export async function declineParcelRemoval(
  context: SignedInContext,
  { reason, ...input }: Decided & { readonly reason: string },
): Promise<Record<string, never>> {
  const { db } = context;
  const { parcel, removal } = await lockAsked(context, db, input);
  const { id: parcelId, packageId } = parcel;
  const decidedAt = context.now();
  await updateRemoval(db, removal.id, {
    state: "declined",
    decisionReason: reason,
    decidedBy: context.session.person.id,
    decidedAt,
  });
  await updateParcels(db, [parcelId], { removalAsked: null, updatedAt: decidedAt });
  const event = { parcelId, kind: "removal_declined", packageId } as const;
  await recordParcelEvents(context, db, [event], true);
  await context.audit({
    before: { removalId: removal.id, kind: removal.kind, ground: removal.ground },
    after: { state: "declined" },
    reason,
  });
  context.log.info({ inboundParcelId: parcelId }, "Removal of an inbound parcel declined");
  return {};
}
