import { apiError } from "#platform/contract/errors.ts";
import type { Package, Shipment } from "#goods/contract/packages.ts";
import { returnsQuota } from "#goods/rules/package-change.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { countParcelChange } from "#goods/server/inbound-parcels/count-parcel-change.ts";
import { moveAllParcels } from "#goods/server/inbound-parcels/move-parcels-between.ts";
import { requireOpenPackage } from "#goods/server/inbound-parcels/require-open-package.ts";
import { lockCurrentMonth } from "#money/server/plans/current-month.ts";
import { returnQuota } from "#money/server/plans/return-quota.ts";
import { lockOwnPackage } from "./change-own-package.ts";
import { updatePackageFromParcels } from "./follow-inbound-parcels.ts";
import { findShipment, getQuotaUse, updatePackageRow } from "./package-queries.ts";
import { requireNoShipRequest } from "./require-no-ship-request.ts";
import { voidPackage } from "./void-package.ts";

type MergeInput = { readonly packageId: string; readonly fromPackageId: string };
type Merged = { readonly package: Package; readonly isQuotaReturned: boolean };

/** Locks both, in the order of their ids, so that two merges do not wait for each other. */
async function lockBoth(
  context: SignedInContext,
  db: Db,
  { packageId, fromPackageId }: MergeInput,
): Promise<{ readonly into: Shipment; readonly from: Shipment }> {
  const locked = new Map<string, Shipment>();
  for (const id of [packageId, fromPackageId].toSorted()) {
    locked.set(id, await lockOwnPackage(context, db, id));
  }
  const [into, from] = [locked.get(packageId), locked.get(fromPackageId)];
  if (into === undefined || from === undefined) throw apiError("not_found");
  return { into, from };
}

async function merge(context: SignedInContext, db: Db, input: MergeInput): Promise<Merged> {
  const { person } = context.session;
  const now = context.now();
  // Before the packages' rows, in the order in which closing an account locks them.
  const month = await lockCurrentMonth(db, person.id);
  const { into, from } = await lockBoth(context, db, input);
  for (const pkg of [into, from]) requireNoShipRequest(pkg);
  for (const pkg of [into, from]) await requireOpenPackage(db, pkg);
  if (into.destination !== from.destination) throw apiError("destinations_differ");

  const inboundParcelIds = await moveAllParcels(context, db, {
    fromPackageId: from.id,
    toPackageId: into.id,
  });
  const uses = [await getQuotaUse(db, into.id), await getQuotaUse(db, from.id)];
  const isQuotaReturned = uses.every((use) => returnsQuota(use, month, now));
  if (month !== null && isQuotaReturned) {
    await returnQuota(db, person.id, month.id);
    await updatePackageRow(db, from.id, { quotaReturnedAt: now });
  }
  await voidPackage(context, db, from);
  await updatePackageFromParcels(context, db, into.id);
  if (person.isAdmin) {
    await recordAdminAction(context, db, {
      action: "packages.mergePackages",
      target: into.id,
      after: { fromPackageId: from.id, inboundParcelIds },
    });
  }
  const merged = await findShipment(db, into.id);
  if (merged === undefined) throw apiError("not_found");
  return { package: merged, isQuotaReturned };
}

/**
 * Moves all parcels of an own package into another and voids the empty one, whose images stay with it. Returns one
 * package of the quota where both used the one of the current paid month; it is taken again if staff revive the voided
 * package. Throws `same_package`, `too_many_requests`, `account_closed`, `not_found`, `package_not_open` (also for a repeat),
 * `destinations_differ`, and `box_goes_as_it_is` where the other package has a packed box on the shelf.
 */
export async function mergePackages(context: SignedInContext, input: MergeInput): Promise<Merged> {
  const { packageId, fromPackageId } = input;
  if (packageId === fromPackageId) throw apiError("same_package");
  await countParcelChange(context);
  const result = await atomically(context.db, (db) => merge(context, db, input));
  const { isQuotaReturned } = result;
  context.log.info({ packageId, fromPackageId, isQuotaReturned }, "Packages merged");
  return result;
}
