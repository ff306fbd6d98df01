// Locks a parcel that is here with everything that putting a mistake with it right depends on.
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ApiError } from "#platform/rules/error-message.ts";
import { localTime } from "#platform/rules/calendar.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import { sentence } from "#platform/server/translate.ts";
import { actsOnParcels } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { lockAnyPackage, type LockedPackage } from "#goods/server/packages/lock-packages.ts";
import { lockAccount, lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { findAwaitingPackage } from "#goods/server/parcel-claims/decide-claims.ts";
import { requireWarehouse } from "./receiving-desk.ts";
import { findReceivedRow, lockReceivedRow, type ReceivedRow } from "./receiving-queries.ts";

/** A locked parcel; `pkg` is the package that gathers it. */
export type LockedReceived = { readonly parcel: ReceivedRow; readonly pkg: LockedPackage | null };

/** Locks the profiles of the owner and of the customer who gets the parcel, in the order in which everything locks two. */
async function lockProfiles(db: Db, ownerId: string | null, newOwnerId: string | null) {
  const ids = [ownerId, newOwnerId].flatMap((id) => id ?? []);
  for (const id of [...new Set(ids)].toSorted()) {
    await (id === newOwnerId ? lockCustomer : lockAccount)(db, id);
  }
}

/**
 * Locks the profiles, then the packages (also the one that awaits the parcel for `newOwnerId`), then the parcel, until the
 * transaction ends, wherever the parcel is. Throws `not_found`, `own_account`, `account_closed` for the new owner, and
 * `conflict` where it was moved meanwhile.
 */
export async function lockWithOwner(
  context: SignedInContext,
  db: Db,
  parcelId: string,
  newOwnerId: string | null = null,
): Promise<LockedReceived> {
  const found = await findReceivedRow(db, parcelId);
  if (found === undefined) throw apiError("not_found");
  await lockProfiles(db, found.userId, newOwnerId);
  const { trackingNumber, packageId } = found;
  const awaitingId =
    newOwnerId === null || trackingNumber === null
      ? null
      : await findAwaitingPackage(db, newOwnerId, trackingNumber);
  const packageIds = [packageId, awaitingId].flatMap((id) => id ?? []);
  const packages = new Map<string, LockedPackage>();
  for (const id of [...new Set(packageIds)].toSorted()) {
    const pkg = await lockAnyPackage(context, db, id);
    if (pkg !== undefined) packages.set(id, pkg);
  }
  const parcel = await lockReceivedRow(db, parcelId);
  if (parcel === undefined) throw apiError("not_found");
  await actsOnParcels(context, db, [parcelId]);
  if (parcel.userId !== found.userId || parcel.packageId !== packageId) throw apiError("conflict");
  return { parcel, pkg: packages.get(packageId ?? "") ?? null };
}

/** `parcel_in_box` for a parcel that is packed, and `inbound_parcel_not_free` unless it is here; null where it is. */
export function placeObstacle({ state }: ReceivedRow): ApiError | null {
  if (state === "received") return null;
  return apiError(state === "packed" ? "parcel_in_box" : "inbound_parcel_not_free");
}

/**
 * The same for a parcel that is here. Throws besides what `placeObstacle` finds, and `parcel_removal_open` while a second person
 * is to confirm that it is returned or disposed of.
 */
export async function lockReceived(
  context: SignedInContext,
  db: Db,
  parcelId: string,
  newOwnerId: string | null = null,
): Promise<LockedReceived> {
  const locked = await lockWithOwner(context, db, parcelId, newOwnerId);
  const obstacle = placeObstacle(locked.parcel);
  if (obstacle !== null) throw obstacle;
  if (locked.parcel.removalAsked !== null) {
    throw apiError("parcel_removal_open", {}, sentence("errors.parcelRemovalOpenForStaff"));
  }
  return locked;
}

/** Whether a parcel was received today, in the time zone of its warehouse. */
async function isOfToday(
  { now }: SignedInContext,
  db: Db,
  { warehouseId, receivedAt }: ReceivedRow,
): Promise<boolean> {
  if (warehouseId === null || receivedAt === null) return false;
  const timeZone = await requireWarehouse(db, warehouseId);
  return localTime(timeZone, receivedAt).day === localTime(timeZone, now()).day;
}

/** Throws `receiving_day_over` unless a parcel was received today, in the time zone of its warehouse. */
export async function requireSameDay(
  context: SignedInContext,
  db: Db,
  parcel: ReceivedRow,
): Promise<void> {
  if (!(await isOfToday(context, db, parcel))) throw apiError("receiving_day_over");
}

/** The same for receivers alone: who finds out whose parcels are may do so on any day. */
export async function requireSameDayOfReceiver(
  context: SignedInContext,
  db: Db,
  parcel: ReceivedRow,
): Promise<void> {
  const isAnyDay = mayUse(context.session.person, roleAccess.parcelClaims);
  if (isAnyDay || (await isOfToday(context, db, parcel))) return;
  throw apiError("receiving_day_over", {}, sentence("errors.receivingDayOverForReceiver"));
}
