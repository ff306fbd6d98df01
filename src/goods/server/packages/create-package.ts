import type { Package } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import {
  emptyRecipient,
  isSameRecipient,
  recipientFieldsOf,
  recipientOfProfile,
  type Recipient,
} from "#catalogue/rules/recipient.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  listNumbersInOtherPackages,
  bareNumber,
  assignTrackingNumbers,
} from "#goods/server/inbound-parcels/assign-tracking-numbers.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { readProfile } from "#people/server/users/profile.ts";
import {
  hasInboundParcels,
  parsePackage,
  requirePackageAllowance,
  type NewPackage,
  type NewPackageInput,
} from "./parse-package.ts";
import { recordEvent, takeQuota } from "./change-package.ts";
import { setUpLegs } from "./legs/replace-legs.ts";
import { findStoredPackage, insertPackage, upsertRecipient } from "./package-queries.ts";
import { requireWarehouse } from "#catalogue/server/warehouses/warehouses.ts";

type CreatedPackage = { package: Package; inOtherPackages: string[]; legsSetUp: boolean };

/** The package as it is now, and those of the request's numbers whose parcel is in another package. */
async function getCreatedPackage(
  db: Db,
  packageId: string,
  requested: NewPackage,
): Promise<CreatedPackage> {
  const pkg = await findStoredPackage(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  const inOtherPackages = hasInboundParcels(requested.origin)
    ? await listNumbersInOtherPackages(db, pkg, numbersOf(requested))
    : [];
  return { package: pkg, inOtherPackages, legsSetUp: pkg.legs.length > 0 };
}

function numbersOf(pkg: NewPackage): string[] {
  return [pkg.trackingNumber, ...pkg.furtherTrackingNumbers];
}

/** Whose package it is, with the profile locked, and to whom it goes. */
export type PackageCustomer = {
  readonly profile: Awaited<ReturnType<typeof lockCustomer>>;
  readonly recipient: Recipient;
};

/**
 * Adds a pending package of the signed-in customer, whose profile must be locked, with its legs, and takes one off the
 * month's quota; returns its id. Throws `quota_exceeded`.
 */
export async function addPackage(
  context: SignedInContext,
  db: Db,
  pkg: NewPackage,
  { profile, recipient }: PackageCustomer,
): Promise<string> {
  const { person } = context.session;
  const now = context.now();
  const packageId = await insertPackage(db, {
    userId: person.id,
    trackingNumber: pkg.trackingNumber,
    origin: pkg.origin.name,
    destination: pkg.destination.name,
    description: pkg.description,
    estimatedWeightGrams: pkg.estimatedWeightGrams,
    planMaxWeightGrams:
      person.isAdmin || profile.subscription === null ? null : profile.maxWeightGrams,
    createdAt: now,
    updatedAt: now,
  });
  if (!person.isAdmin && !(await takeQuota(db, { id: packageId, userId: person.id }, now))) {
    throw apiError("quota_exceeded");
  }
  if (!isSameRecipient(recipient, emptyRecipient)) {
    await upsertRecipient(db, packageId, recipient);
  }
  await setUpLegs(context, db, packageId, pkg);
  await recordEvent(context, db, { packageId, kind: "package_created", after: "pending" });
  return packageId;
}

/** Saves package, recipient, legs, parcels and quota, and returns its id. */
async function save(
  context: SignedInContext,
  db: Db,
  pkg: NewPackage,
  recipient: Recipient,
): Promise<string> {
  // Before the package's row, as all operations on the customer's parcels do.
  const profile = await lockCustomer(db, context.session.person.id);
  const packageId = await addPackage(context, db, pkg, { profile, recipient });
  if (hasInboundParcels(pkg.origin)) {
    const numbers = numbersOf(pkg).map(bareNumber);
    await assignTrackingNumbers(context, db, { numbers, packageId });
  }
  const after = { ...pkg, origin: pkg.origin.name, destination: pkg.destination.name };
  await context.auditOf(packageId, { after });
  return packageId;
}

/**
 * Registers a pending package with its legs and inbound parcels, and takes one off the month's quota, all or nothing;
 * admins need no plan and use no quota. A number whose parcel is loose brings it along; one whose parcel is in another
 * package is returned in `inOtherPackages`. A package from Singapore has no inbound parcel. `legsSetUp` is false when
 * the package has no legs yet and an admin must add them.
 *
 * Throws, in this order: `no_warehouse` for further numbers, `missing_information`, `invalid_weight`, `invalid_tracking_number`, `invalid_input`,
 * `subscription_required` or `quota_exceeded`, `weight_above_plan`, `account_closed`,
 * `too_many_inbound_parcels`.
 */
export async function createPackage(
  context: SignedInContext,
  input: NewPackageInput,
): Promise<CreatedPackage> {
  const { db, log, session } = context;
  if ((input.furtherTrackingNumbers ?? []).length > 0) await requireWarehouse(context);
  const pkg = parsePackage(input);
  requirePackageAllowance(pkg, session.person);

  const recipient =
    input.recipient === undefined
      ? recipientOfProfile(await readProfile(context), pkg.destination.name)
      : recipientFieldsOf(input.recipient);
  const packageId = await save(context, db, pkg, recipient);
  const created = await getCreatedPackage(db, packageId, pkg);
  log.info({ packageId, legsSetUp: created.legsSetUp }, "Package created");
  return created;
}

/** What is kept of a created package, from which a repeat is answered. */
export function keepCreated({ package: { id: packageId }, ...facts }: CreatedPackage) {
  return { packageId, ...facts };
}

/** The package as it is now, for a repeated request. Throws `not_found` once it was deleted. */
export async function describeCreated(
  { db }: SignedInContext,
  { packageId, ...facts }: ReturnType<typeof keepCreated>,
): Promise<CreatedPackage> {
  const pkg = await findStoredPackage(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  return { package: pkg, ...facts };
}
