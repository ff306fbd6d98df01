// Runs changes of a package with its row locked, so that changes at the same time run one after the other.
import type { Shipment, ShippingLeg } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import { derivePackageStatus, type PackageStatus } from "#tracking/rules/package-status.ts";
import type { ActingContext, SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { lockAnyPackage } from "./change-own-package.ts";
import { describeShipment } from "./describe-shipment.ts";
import { findPackageIdOfLeg } from "./legs/leg-queries.ts";
import {
  findShipment,
  getQuotaUse,
  lockProfileOfReturnedQuota,
  updatePackageRow,
  type StoredShipment,
} from "./package-queries.ts";
import { recordEvent } from "./record-event.ts";
import { takeQuota } from "./take-quota.ts";
import { updateParcelsAndStage } from "./update-stage.ts";

async function getShipment(db: Db, packageId: string): Promise<StoredShipment> {
  const shipment = await findShipment(db, packageId);
  if (shipment === undefined) throw apiError("not_found");
  return shipment;
}

/**
 * Runs `change` on a package whose row is locked, in one transaction, and returns the changed package as far as the
 * signed-in user may see it. Throws `not_found`, and `own_account` where staff act on their own.
 */
export async function changeShipment(
  context: SignedInContext,
  packageId: string,
  change: (db: Db, shipment: StoredShipment) => Promise<void>,
): Promise<Shipment> {
  return await atomically(context.db, async (db) => {
    await lockProfileOfReturnedQuota(db, packageId);
    const shipment = await lockAnyPackage(context, db, packageId);
    if (shipment === undefined) throw apiError("not_found");
    await change(db, shipment);
    return describeShipment(context.session.person, await getShipment(db, packageId));
  });
}

/** The same for one of its legs. */
export async function changeLeg(
  context: SignedInContext,
  legId: string,
  change: (db: Db, leg: ShippingLeg, shipment: StoredShipment) => Promise<void>,
): Promise<Shipment> {
  const packageId = await findPackageIdOfLeg(context.db, legId);
  if (packageId === undefined) throw apiError("not_found");
  return await changeShipment(context, packageId, async (db, shipment) => {
    const leg = shipment.legs.find(({ id }) => id === legId);
    if (leg === undefined) throw apiError("not_found");
    await change(db, leg, shipment);
  });
}

/** Takes the quota again that was returned for a cancelled package. */
async function takeReturnedQuota(db: Db, shipment: Shipment, now: Date): Promise<void> {
  const { isQuotaReturned } = await getQuotaUse(db, shipment.id);
  if (isQuotaReturned && !(await takeQuota(db, shipment, now))) {
    throw apiError("customer_quota_exceeded");
  }
}

/**
 * Stores a package's new status (with the time of delivery), its event, and what follows for its parcels and stage. Throws `customer_quota_exceeded` where a
 * cancelled package would go on and the customer's quota, to which it was returned, is used up.
 */
export async function saveStatus(
  context: ActingContext,
  db: Db,
  shipment: Shipment,
  status: PackageStatus,
): Promise<void> {
  const now = context.now();
  if (status !== "cancelled" && status !== "voided") await takeReturnedQuota(db, shipment, now);
  await updatePackageRow(db, shipment.id, {
    status,
    deliveredAt: status === "delivered" ? now : null,
    ...(shipment.shipRequestState === "handed_over" && { shipRequestState: null }),
    updatedAt: now,
  });
  await recordEvent(context, db, {
    packageId: shipment.id,
    kind: "package_status_changed",
    before: shipment.status,
    after: status,
  });
  await updateParcelsAndStage(context, db, shipment.id);
}

/**
 * Derives a package's status from its legs as they are now, and stores it when it differs, with what follows for its
 * parcels and stage. Returns the package with the status as it is then, and whether its status changed. Throws `customer_quota_exceeded`.
 */
export async function updateDerivedStatus(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<{ readonly shipment: StoredShipment; readonly isChanged: boolean }> {
  const shipment = await getShipment(db, packageId);
  const status = derivePackageStatus(shipment.legs);
  const isChanged = status !== shipment.status;
  if (isChanged) await saveStatus(context, db, shipment, status);
  else await updateParcelsAndStage(context, db, packageId);
  return { shipment: { ...shipment, status }, isChanged };
}
