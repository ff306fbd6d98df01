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
import { atomically, type Db } from "#platform/server/db/open.ts";
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
  requestHashOf,
  requirePackageAllowance,
  type NewPackage,
  type NewPackageInput,
} from "./parse-package.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import { recordEvent, takeQuota } from "./change-package.ts";
import { setUpLegs } from "./legs/replace-legs.ts";
import {
  findPackageByIdempotencyKey,
  findStoredPackage,
  insertPackage,
  upsertRecipient,
} from "./package-queries.ts";
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

/** The package that the same request created earlier; undefined when the request is new. */
async function findRepeated(
  context: SignedInContext,
  pkg: NewPackage,
  request: { readonly key: string; readonly hash: Buffer },
): Promise<CreatedPackage | undefined> {
  const { db, session } = context;
  const earlier = await findPackageByIdempotencyKey(db, session.person.id, request.key);
  if (earlier === undefined) return undefined;
  if (!earlier.requestHash.equals(request.hash)) throw apiError("idempotency_key_reused");
  return await getCreatedPackage(db, earlier.id, pkg);
}

/** Saves package, recipient, legs, parcels and quota; returns undefined when the same request was saved meanwhile. */
async function save(
  context: SignedInContext,
  db: Db,
  pkg: NewPackage,
  request: { readonly key: string; readonly hash: Buffer; readonly recipient: Recipient },
): Promise<string | undefined> {
  const { person } = context.session;
  const now = context.now();
  // Before the package's row, as all operations on the customer's parcels do.
  const profile = await lockCustomer(db, person.id);
  const packageId = await insertPackage(db, {
    userId: person.id,
    trackingNumber: pkg.trackingNumber,
    origin: pkg.origin.name,
    destination: pkg.destination.name,
    description: pkg.description,
    estimatedWeightGrams: pkg.estimatedWeightGrams,
    planMaxWeightGrams:
      person.isAdmin || profile.subscription === null ? null : profile.maxWeightGrams,
    idempotencyKey: request.key,
    requestHash: request.hash,
    createdAt: now,
    updatedAt: now,
  });
  if (packageId === undefined) return undefined;
  if (!person.isAdmin && !(await takeQuota(db, { id: packageId, userId: person.id }, now))) {
    throw apiError("quota_exceeded");
  }
  if (!isSameRecipient(request.recipient, emptyRecipient)) {
    await upsertRecipient(db, packageId, request.recipient);
  }
  await setUpLegs(context, db, packageId, pkg);
  await recordEvent(context, db, { packageId, kind: "package_created", after: "pending" });
  if (hasInboundParcels(pkg.origin)) {
    const numbers = numbersOf(pkg).map(bareNumber);
    await assignTrackingNumbers(context, db, { numbers, packageId, request: null });
  }
  if (person.isAdmin) {
    const after = { ...pkg, origin: pkg.origin.name, destination: pkg.destination.name };
    await recordAdminAction(context, db, {
      action: "packages.createPackage",
      target: packageId,
      after,
    });
  }
  return packageId;
}

/**
 * Registers a pending package with its legs and inbound parcels, and takes one off the month's quota, all or nothing;
 * admins need no plan and use no quota. A number whose parcel is loose brings it along; one whose parcel is in another
 * package is returned in `inOtherPackages`. A package from Singapore has no inbound parcel. `legsSetUp` is false when
 * the package has no legs yet and an admin must add them. A repeat with the same idempotency key returns the same package
 * and saves nothing.
 *
 * Throws, in this order: `no_warehouse` for further numbers, `missing_information`, `invalid_weight`, `invalid_tracking_number`, `invalid_input`,
 * `idempotency_key_reused`, `subscription_required` or `quota_exceeded`, `weight_above_plan`, `account_closed`,
 * `too_many_inbound_parcels`.
 */
export async function createPackage(
  context: SignedInContext,
  input: NewPackageInput & { readonly idempotencyKey: string },
): Promise<CreatedPackage> {
  const { db, log, session } = context;
  if ((input.furtherTrackingNumbers ?? []).length > 0) await requireWarehouse(context);
  const pkg = parsePackage(input);
  const request = { key: input.idempotencyKey, hash: requestHashOf(pkg, input.recipient) };
  const earlier = await findRepeated(context, pkg, request);
  if (earlier !== undefined) return earlier;
  requirePackageAllowance(pkg, session.person);

  const recipient =
    input.recipient === undefined
      ? recipientOfProfile(await readProfile(context), pkg.destination.name)
      : recipientFieldsOf(input.recipient);
  const packageId = await atomically(db, (inner) =>
    save(context, inner, pkg, { ...request, recipient }),
  );
  if (packageId === undefined) {
    const other = await findRepeated(context, pkg, request);
    if (other === undefined) throw apiError("conflict");
    return other;
  }
  const created = await getCreatedPackage(db, packageId, pkg);
  log.info({ packageId, legsSetUp: created.legsSetUp }, "Package created");
  return created;
}
