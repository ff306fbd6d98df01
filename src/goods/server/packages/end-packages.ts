import { changeObstacle, returnsQuota } from "#goods/rules/package-stage.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockCurrentMonth, returnQuota } from "#money/server/plans/quota.ts";
import {
  lockOwnPackage,
  rejectObstacle,
  requireNoShipRequest,
  lockAnyPackage,
  confirmShipRequest,
} from "./lock-packages.ts";
import { updateAllLegs } from "./legs/leg-queries.ts";
import { notifyPackageMoved } from "./package-notifications.ts";
import { getQuotaUse, updatePackageRow, deletePackageRows } from "./package-queries.ts";
import { recordEvent, updateParcelsAndStage, changePackage, saveStatus } from "./change-package.ts";
import { apiError } from "#platform/contract/errors.ts";
import { deleteFilesOf, removeFiles } from "#platform/server/files/files.ts";
import { releaseParcelsOfDeletedPackage } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import type { PackageStatus } from "#tracking/rules/package-status.ts";
import { rejectLeavingByHand, deliverLegs } from "./legs/set-leg-status.ts";

/**
 * Cancels an own package that has not moved, with all its legs, takes its parcels out, and returns one package of the quota within the month
 * that paid for it, which is taken again if staff revive the package; holds stay. A package that is cancelled already
 * stays as it is. Throws `account_closed`, `not_found` and `package_not_changeable`.
 */
export async function cancelPackage(
  context: SignedInContext,
  { packageId, reason = "" }: { readonly packageId: string; readonly reason?: string | undefined },
): Promise<{ isQuotaReturned: boolean }> {
  const { db } = context;
  const { person } = context.session;
  const now = context.now();
  // Before the package's row, in the order in which closing an account locks them.
  const month = await lockCurrentMonth(db, person.id);
  const pkg = await lockOwnPackage(context, db, packageId);
  const quotaUse = await getQuotaUse(db, packageId);
  if (pkg.status === "cancelled") {
    context.unchanged();
    return { isQuotaReturned: quotaUse.isQuotaReturned };
  }
  requireNoShipRequest(pkg);
  rejectObstacle(changeObstacle(pkg));
  const isQuotaReturned = returnsQuota(quotaUse, month, now);
  if (month !== null && isQuotaReturned) await returnQuota(db, person.id, month.id);
  await updatePackageRow(db, packageId, {
    status: "cancelled",
    quotaReturnedAt: isQuotaReturned ? now : null,
    updatedAt: now,
  });
  // So that a leg that an admin changes meanwhile does not make the package pending again.
  await updateAllLegs(db, packageId, { status: "cancelled", updatedAt: now });
  await updateParcelsAndStage(context, db, packageId);
  await recordEvent(context, db, {
    packageId,
    kind: "package_cancelled",
    before: pkg.status,
    after: reason === "" ? null : reason,
  });
  await context.audit({
    before: { status: pkg.status },
    after: { status: "cancelled" },
  });
  await notifyPackageMoved(context, db, { ...pkg, status: "cancelled" });
  context.log.info({ packageId, isQuotaReturned }, "Package cancelled");
  return { isQuotaReturned };
}

/**
 * Deletes the package with its legs, images, QR codes and their files. Its parcels stay: those that are here become
 * loose, those that are awaited are cancelled. Money history and the package's events stay, and
 * an audit entry holds the deleted package. Throws `not_found`, also for a repeat, and `own_account`.
 */
export async function deletePackage(
  context: SignedInContext,
  input: { readonly packageId: string },
): Promise<Record<string, never>> {
  const { packageId } = input;
  const { db } = context;
  const pkg = await lockAnyPackage(context, db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  requireNoShipRequest(pkg);
  const { customer: _customer, ...before } = pkg;
  await releaseParcelsOfDeletedPackage(context, db, packageId);
  const deleted = await deleteFilesOf(db, [packageId, ...pkg.legs.map(({ id }) => id)]);
  await deletePackageRows(db, packageId);
  await recordEvent(context, db, { packageId, kind: "package_deleted", before: pkg.status });
  await context.audit({ before });
  context.afterCommit(() => removeFiles(context, deleted));
  context.log.info({ packageId }, "Package deleted");
  return {};
}

/**
 * Stores the status, which stays until a leg is added or a leg's status changes. Voiding a package voids its legs, and
 * delivering it delivers them where `setsLegs` says so. Throws `not_found`, `customer_quota_exceeded`, and `conflict` (with
 * the stored status as `current`) where the stored status is not `expectedVersion`, `ship_request_open` and, for a status with
 * which the package leaves, `leaves_by_manifest` where a ship request is open.
 */
export async function setPackageStatus(
  context: SignedInContext,
  input: {
    readonly packageId: string;
    readonly status: PackageStatus;
    /** Whether `delivered` sets the legs too. */
    readonly setsLegs?: boolean | undefined;
    readonly expectedVersion?: PackageStatus | undefined;
    /** Whether staff confirmed to move what a ship request moves by itself. */
    readonly ignoresShipRequest?: boolean | undefined;
  },
): Promise<Shipment> {
  const { packageId, status } = input;
  return await changePackage(context, packageId, async (db, pkg) => {
    const edit = context.edits({ status: pkg.status }, { status }, pkg.status);
    if (edit === null) return;
    // What ends a package has to end its request first.
    if (status === "voided") requireNoShipRequest(pkg);
    if (status === "in_transit" || status === "delivered") rejectLeavingByHand(pkg);
    confirmShipRequest(pkg, input.ignoresShipRequest ?? false);
    if (status === "voided") await voidPackage(context, db, pkg);
    else {
      if (status === "delivered" && input.setsLegs) await deliverLegs(context, db, pkg);
      await saveStatus(context, db, pkg, status);
    }
    await notifyPackageMoved(context, db, { ...pkg, status });
    await context.audit(edit);
  });
}

/** Voids a package, whose row must be locked, with all its legs; its parcels are taken out. */
export async function voidPackage(context: SignedInContext, db: Db, pkg: Shipment): Promise<void> {
  // First, so that the status that is derived later is the same.
  await updateAllLegs(db, pkg.id, { status: "voided", updatedAt: context.now() });
  await saveStatus(context, db, pkg, "voided");
}
