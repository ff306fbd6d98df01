import type { Package } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import {
  emptyRecipient,
  isSameRecipient,
  recipientFieldsOf,
  recipientOfProfile,
  type Recipient,
} from "#core/recipient.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { readProfile } from "#server/users/read-profile.ts";
import {
  parsePackage,
  requestHashOf,
  requirePackageAllowance,
  type NewPackage,
  type NewPackageInput,
} from "./parse-package.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import { recordEvent } from "./record-event.ts";
import { setUpLegs } from "./legs/set-up-legs.ts";
import { findPackageByIdempotencyKey, findShipment, insertPackage } from "./package-queries.ts";
import { upsertRecipient } from "./recipient-queries.ts";
import { takeQuota } from "./take-quota.ts";

type CreatedPackage = { package: Package; inOtherPackages: string[]; legsSetUp: boolean };

async function getCreatedPackage(db: Db, packageId: string): Promise<CreatedPackage> {
  const pkg = await findShipment(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  return { package: pkg, inOtherPackages: [], legsSetUp: pkg.legs.length > 0 };
}

/** The package that the same request created earlier, or null when the request is new. */
async function findRepeated(
  context: SignedInContext,
  idempotencyKey: string,
  requestHash: Buffer,
): Promise<CreatedPackage | null> {
  const { db, session } = context;
  const earlier = await findPackageByIdempotencyKey(db, session.person.id, idempotencyKey);
  if (earlier === undefined) return null;
  if (!earlier.requestHash.equals(requestHash)) throw apiError("idempotency_key_reused");
  return await getCreatedPackage(db, earlier.id);
}

/** Saves package, recipient, legs and quota; returns undefined when the same request was saved meanwhile. */
async function save(
  context: SignedInContext,
  db: Db,
  pkg: NewPackage,
  request: { readonly key: string; readonly hash: Buffer; readonly recipient: Recipient },
): Promise<string | undefined> {
  const { person } = context.session;
  const now = context.now();
  const packageId = await insertPackage(db, {
    userId: person.id,
    trackingNumber: pkg.trackingNumber,
    origin: pkg.origin.name,
    destination: pkg.destination.name,
    description: pkg.description,
    estimatedWeightGrams: pkg.estimatedWeightGrams,
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
 * Registers a pending package with its legs and takes one off the month's quota, all or nothing; admins need no plan and
 * use no quota. `legsSetUp` is false when the package has no legs yet and an admin must add them. A repeat with the same
 * idempotency key returns the same package and saves nothing.
 *
 * Throws, in this order: `missing_information`, `invalid_weight`, `invalid_tracking_number`, `invalid_input`,
 * `idempotency_key_reused`, `subscription_required` or `quota_exceeded`, `weight_above_plan`.
 */
export async function createPackage(
  context: SignedInContext,
  input: NewPackageInput & { readonly idempotencyKey: string },
): Promise<CreatedPackage> {
  const { db, log, session } = context;
  const pkg = parsePackage(input);
  const request = { key: input.idempotencyKey, hash: requestHashOf(pkg, input.recipient) };
  const earlier = await findRepeated(context, request.key, request.hash);
  if (earlier !== null) return earlier;
  requirePackageAllowance(pkg, session.person);

  const recipient =
    input.recipient === undefined
      ? recipientOfProfile(await readProfile(context), pkg.destination.name)
      : recipientFieldsOf(input.recipient);
  const packageId = await atomically(db, (inner) =>
    save(context, inner, pkg, { ...request, recipient }),
  );
  if (packageId === undefined) {
    const other = await findRepeated(context, request.key, request.hash);
    if (other === null) throw apiError("conflict");
    return other;
  }
  const created = await getCreatedPackage(db, packageId);
  log.info({ packageId, legsSetUp: created.legsSetUp }, "Package created");
  return created;
}
