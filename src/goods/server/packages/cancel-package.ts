import { changeObstacle, returnsQuota } from "#goods/rules/package-change.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { lockCurrentMonth } from "#money/server/plans/current-month.ts";
import { returnQuota } from "#money/server/plans/return-quota.ts";
import { lockOwnPackage, rejectObstacle } from "./change-own-package.ts";
import { updateAllLegs } from "./legs/leg-queries.ts";
import { notifyPackageMoved } from "./notify-package-moved.ts";
import { getQuotaUse, updatePackageRow } from "./package-queries.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { recordEvent } from "./record-event.ts";
import { requireNoShipRequest } from "./require-no-ship-request.ts";
import { updateParcelsAndStage } from "./update-stage.ts";

type Cancelled = { isQuotaReturned: boolean };

async function cancel(
  context: SignedInContext,
  db: Db,
  { packageId, reason = "" }: { readonly packageId: string; readonly reason?: string | undefined },
): Promise<Cancelled> {
  const { person } = context.session;
  const now = context.now();
  // Before the package's row, in the order in which closing an account locks them.
  const month = await lockCurrentMonth(db, person.id);
  const shipment = await lockOwnPackage(context, db, packageId);
  const quotaUse = await getQuotaUse(db, packageId);
  if (shipment.status === "cancelled") return { isQuotaReturned: quotaUse.isQuotaReturned };
  requireNoShipRequest(shipment);
  rejectObstacle(changeObstacle(shipment));
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
    before: shipment.status,
    after: reason === "" ? null : reason,
  });
  if (person.isAdmin) {
    await recordAdminAction(context, db, {
      action: "packages.cancelPackage",
      target: packageId,
      before: { status: shipment.status },
      after: { status: "cancelled" },
    });
  }
  await notifyPackageMoved(context, db, { ...shipment, status: "cancelled" });
  return { isQuotaReturned };
}

/**
 * Cancels an own package that has not moved, with all its legs, takes its parcels out, and returns one package of the quota within the month
 * that paid for it, which is taken again if staff revive the package; holds stay. A package that is cancelled already
 * stays as it is. Throws `account_closed`, `not_found` and `package_not_changeable`.
 */
export async function cancelPackage(
  context: SignedInContext,
  input: { readonly packageId: string; readonly reason?: string | undefined },
): Promise<Cancelled> {
  const result = await atomically(context.db, (db) => cancel(context, db, input));
  context.log.info({ packageId: input.packageId, ...result }, "Package cancelled");
  return result;
}
