import { apiError } from "#platform/contract/errors.ts";
import type { Package, Shipment } from "#goods/contract/packages.ts";
import { newPackageAccess } from "#money/rules/allowance.ts";
import { emptyRecipient, isSameRecipient } from "#catalogue/rules/recipient.ts";
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
import { updatePackageFromParcels, takeQuota, recordEvent } from "./change-package.ts";
import { setUpLegs } from "./legs/replace-legs.ts";
import {
  findStoredPackage,
  insertPackage,
  getQuotaUse,
  updatePackageRow,
  findRecipient,
  upsertRecipient,
} from "./package-queries.ts";
import { parsePackage } from "./parse-package.ts";
import { returnsQuota } from "#goods/rules/package-stage.ts";
import { lockCurrentMonth, returnQuota } from "#money/server/plans/quota.ts";
import { voidPackage } from "./end-packages.ts";

type Input = {
  readonly packageId: string;
  readonly inboundParcelIds: readonly string[];
};

/** What a new package takes over: places and recipient of another, and the number of its first parcel. */
type Source = {
  readonly pkg: Shipment;
  readonly first: { readonly trackingNumber: string | null; readonly labelCode: string };
  readonly planMaxWeightGrams: number | null;
};

async function getPackage(db: Db, packageId: string): Promise<Package> {
  const pkg = await findStoredPackage(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  return pkg;
}

/** Saves the new package with places and recipient of the other, and returns its id. */
async function insertSplit(
  context: SignedInContext,
  db: Db,
  { pkg, first, planMaxWeightGrams }: Source,
): Promise<string> {
  const now = context.now();
  const number = checkTrackingNumber(first.trackingNumber ?? "");
  const { origin, destination } = pkg;
  const trackingNumber = number.ok ? number.trackingNumber : first.labelCode;
  const packageId = await insertPackage(db, {
    userId: pkg.userId,
    trackingNumber,
    origin,
    destination,
    description: null,
    estimatedWeightGrams: null,
    planMaxWeightGrams,
    createdAt: now,
    updatedAt: now,
  });
  const recipient = await findRecipient(db, pkg.id);
  if (!isSameRecipient(recipient, emptyRecipient)) await upsertRecipient(db, packageId, recipient);
  await setUpLegs(context, db, packageId, parsePackage({ trackingNumber, origin, destination }));
  await recordEvent(context, db, { packageId, kind: "package_created", after: "pending" });
  return packageId;
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
  const { isAdmin } = person;
  const access = newPackageAccess({ ...profile, isAdmin });
  if (access !== "allowed") throw apiError(access);

  const planMaxWeightGrams = isAdmin ? null : profile.maxWeightGrams;
  const from = { pkg, first: parcels[0], planMaxWeightGrams };
  const packageId = await insertSplit(context, db, from);
  const quotaUser = { id: packageId, userId: person.id };
  if (!isAdmin && !(await takeQuota(db, quotaUser, context.now()))) {
    throw apiError("quota_exceeded");
  }
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
  const now = context.now();
  // Before the packages' rows, in the order in which closing an account locks them.
  const month = await lockCurrentMonth(db, person.id);
  const { into, from } = await lockBoth(context, db, input);
  for (const pkg of [into, from]) requireNoShipRequest(pkg);
  for (const pkg of [into, from]) await requireOpenPackage(db, pkg);
  if (into.destination !== from.destination) throw apiError("destinations_differ");

  const inboundParcelIds = await moveAllParcels(context, db, {
    fromPackageId,
    toPackageId: packageId,
  });
  const uses = [await getQuotaUse(db, into.id), await getQuotaUse(db, from.id)];
  const isQuotaReturned = uses.every((use) => returnsQuota(use, month, now));
  if (month !== null && isQuotaReturned) {
    await returnQuota(db, person.id, month.id);
    await updatePackageRow(db, from.id, { quotaReturnedAt: now });
  }
  await voidPackage(context, db, from);
  await updatePackageFromParcels(context, db, into.id);
  await context.audit({ after: { fromPackageId, inboundParcelIds } });
  const merged = await findStoredPackage(db, into.id);
  if (merged === undefined) throw apiError("not_found");
  context.log.info({ packageId, fromPackageId, isQuotaReturned }, "Packages merged");
  return { package: merged, isQuotaReturned };
}
