import { apiError } from "#platform/contract/errors.ts";
import type { Package, Shipment } from "#goods/contract/packages.ts";
import { newPackageAccess } from "#money/rules/allowance.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  moveParcelsBetween,
  requireMovableParcels,
  moveAllParcels,
} from "#goods/server/inbound-parcels/move-inbound-parcels.ts";
import { requireOpenPackage } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { lockOwnPackage, requireNoShipRequest } from "./lock-packages.ts";
import { updatePackageFromParcels } from "./change-package.ts";
import { addPackage, type PackageCustomer } from "./create-package.ts";
import {
  findStoredPackage,
  getQuotaUse,
  updatePackageRow,
  findRecipient,
} from "./package-queries.ts";
import { parsePackage } from "./parse-package.ts";
import { returnsQuota } from "#goods/rules/package-stage.ts";
import { lockCurrentMonth, returnQuota } from "#money/server/plans/quota.ts";
import { voidPackage } from "./end-packages.ts";

type Input = {
  readonly packageId: string;
  readonly inboundParcelIds: readonly string[];
};

async function getPackage(db: Db, packageId: string): Promise<Package> {
  const pkg = await findStoredPackage(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  return pkg;
}

type Parcel = { readonly trackingNumber: string | null; readonly labelCode: string };

/**
 * A new package for parcels that are here: its number is that of the first, or the label code of one whose number no package
 * can have. Throws `subscription_required` and `quota_exceeded`.
 */
export async function addPackageForParcels(
  context: SignedInContext,
  db: Db,
  first: Parcel,
  { origin, destination }: { readonly origin: string; readonly destination: string },
  customer: PackageCustomer,
): Promise<string> {
  const access = newPackageAccess({ ...customer.profile, isAdmin: context.session.person.isAdmin });
  if (access !== "allowed") throw apiError(access);
  const number = checkTrackingNumber(first.trackingNumber ?? "");
  const trackingNumber = number.ok ? number.trackingNumber : first.labelCode;
  const pkg = parsePackage({ trackingNumber, origin, destination });
  return await addPackage(context, db, pkg, customer);
}

async function split(
  context: SignedInContext,
  db: Db,
  input: Input,
  isWithinShipRequest: boolean,
): Promise<Package> {
  const { person } = context.session;
  // Before the package's row, in the order in which closing an account locks them.
  const profile = await lockCustomer(db, person.id);
  const pkg = await lockOwnPackage(context, db, input.packageId);
  if (!isWithinShipRequest) requireNoShipRequest(pkg);
  await requireOpenPackage(db, pkg);
  const parcels = await requireMovableParcels(context, db, input);
  const recipient = await findRecipient(db, pkg.id);
  const taken = { profile, recipient };
  const packageId = await addPackageForParcels(context, db, parcels[0], pkg, taken);
  const inboundParcelIds = parcels.map(({ id }) => id);
  await moveParcelsBetween(context, db, {
    inboundParcelIds,
    fromPackageId: pkg.id,
    toPackageId: packageId,
  });
  await updatePackageFromParcels(context, db, pkg.id);
  await updatePackageFromParcels(context, db, packageId);
  return await getPackage(db, packageId);
}

/** The same as `splitPackage` in the transaction `db` of the package's open ship request. Throws the same. */
export async function splitWithinShipRequest(
  context: SignedInContext,
  db: Db,
  input: Input,
): Promise<Package> {
  return await split(context, db, input, true);
}

/**
 * Moves some parcels of an own package into a new one with the same places and recipient, which takes one package off
 * the quota; admins use none. Its number is that of its first parcel, or the label code of a parcel whose number no
 * package can have.
 *
 * Throws, in this order: `account_closed`, `not_found`, `ship_request_open`,
 * `package_not_open`, `inbound_parcel_not_free`, `no_parcel_left`, `subscription_required` and `quota_exceeded`.
 */
export async function splitPackage(
  context: SignedInContext,
  input: Input,
): Promise<{ readonly package: Package }> {
  const pkg = await split(context, context.db, input, false);
  const inboundParcelIds = [...new Set(input.inboundParcelIds)];
  await context.audit({ after: { packageId: pkg.id, inboundParcelIds } });
  context.log.info({ packageId: input.packageId, newPackageId: pkg.id }, "Package split");
  return { package: pkg };
}

/** The package as it is now, for a repeated request. Throws `not_found` once it was deleted. */
export async function describeSplit(
  { db }: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<{ readonly package: Package }> {
  return { package: await getPackage(db, packageId) };
}

type MergeInput = { readonly packageId: string; readonly fromPackageId: string };
type Merging = {
  readonly into: Shipment;
  readonly from: Shipment;
  readonly month: Awaited<ReturnType<typeof lockCurrentMonth>>;
};
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

/**
 * Moves all parcels of an own package into another and voids the empty one, whose images stay with it. Returns one
 * package of the quota where both used the one of the current paid month; it is taken again if staff revive the voided
 * package. Throws `same_package`, `account_closed`, `not_found`, `package_not_open` (also for a repeat),
 * `destinations_differ`, and `box_goes_as_it_is` where the other package has a packed box on the shelf.
 */
export async function mergePackages(context: SignedInContext, input: MergeInput): Promise<Merged> {
  const { db } = context;
  const { packageId, fromPackageId } = input;
  if (packageId === fromPackageId) throw apiError("same_package");
  const { person } = context.session;
  // Before the packages' rows, in the order in which closing an account locks them.
  const month = await lockCurrentMonth(db, person.id);
  const { into, from } = await lockBoth(context, db, input);
  for (const pkg of [into, from]) requireNoShipRequest(pkg);
  for (const pkg of [into, from]) await requireOpenPackage(db, pkg);
  if (into.destination !== from.destination) throw apiError("destinations_differ");

  const { inboundParcelIds, isQuotaReturned } = await mergeLocked(context, db, {
    into,
    from,
    month,
  });
  await context.audit({ after: { fromPackageId, inboundParcelIds } });
  context.log.info({ packageId, fromPackageId, isQuotaReturned }, "Packages merged");
  return { package: await getPackage(db, into.id), isQuotaReturned };
}

/**
 * Moves all parcels of an open package into another of the same destination, voids it, and returns its quota where both used
 * that of the current month. Profile and packages must be locked. Throws `box_goes_as_it_is`.
 */
export async function mergeLocked(
  context: SignedInContext,
  db: Db,
  { into, from, month }: Merging,
): Promise<{ readonly inboundParcelIds: string[]; readonly isQuotaReturned: boolean }> {
  const now = context.now();
  const inboundParcelIds = await moveAllParcels(context, db, {
    fromPackageId: from.id,
    toPackageId: into.id,
  });
  const uses = [await getQuotaUse(db, into.id), await getQuotaUse(db, from.id)];
  const isQuotaReturned = uses.every((use) => returnsQuota(use, month, now));
  if (month !== null && isQuotaReturned) {
    await returnQuota(db, into.userId, month.id);
    await updatePackageRow(db, from.id, { quotaReturnedAt: now });
  }
  await voidPackage(context, db, from);
  await updatePackageFromParcels(context, db, into.id);
  return { inboundParcelIds, isQuotaReturned };
}
