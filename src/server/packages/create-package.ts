// Registers a package: the package, its legs and the quota it uses, together or not at all.
import type { Package } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { spendQuota } from "#server/plans/spend-quota.ts";
import {
  parsePackage,
  requestHashOf,
  requireImageCapacityFor,
  type NewPackage,
  type NewPackageInput,
} from "./parse-package.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { setUpLegs } from "./set-up-legs.ts";
import { insertPackage, selectPackageOfRequest, selectShipment } from "./package-queries.ts";

type Answer = { package: Package; legsSetUp: boolean };

async function answerOf(db: Db, packageId: string): Promise<Answer> {
  const pkg = await selectShipment(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  return { package: pkg, legsSetUp: pkg.legs.length > 0 };
}

/** What the same request made earlier, or null when it is new. */
async function findEarlier(
  context: SignedInContext,
  idempotencyKey: string,
  requestHash: Buffer,
): Promise<Answer | null> {
  const { db, session } = context;
  const earlier = await selectPackageOfRequest(db, session.person.id, idempotencyKey);
  if (earlier === undefined) return null;
  if (!earlier.requestHash.equals(requestHash)) throw apiError("idempotency_key_reused");
  return await answerOf(db, earlier.id);
}

/** Saves everything; nothing comes back when the same request got ahead meanwhile. */
async function save(
  context: SignedInContext,
  db: Db,
  pkg: NewPackage,
  request: { readonly key: string; readonly hash: Buffer },
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
  if (!person.isAdmin && !(await spendQuota(db, person.id))) throw apiError("quota_exceeded");
  await setUpLegs(context, db, packageId, pkg);
  await recordEvent(context, db, { packageId, kind: "package_created", after: "pending" });
  if (person.isAdmin) {
    const after = { ...pkg, origin: pkg.origin.name, destination: pkg.destination.name };
    await recordStaffAction(context, db, {
      action: "packages.createPackage",
      target: packageId,
      after,
    });
  }
  return packageId;
}

/**
 * Registers a package with status pending and its legs, and takes one off the month's quota; staff are bound by no
 * plan and charged no quota. `legsSetUp` false: it has no legs yet, staff will configure them. The same
 * `requestKey` again answers the same package and saves nothing.
 *
 * Refusals, in this order: `missing_information`, `invalid_weight`, `invalid_tracking_number`, `invalid_input`,
 * `idempotency_key_reused`, `subscription_required` or `quota_exceeded`, `weight_above_plan`.
 */
export async function createPackage(
  context: SignedInContext,
  input: NewPackageInput & { readonly idempotencyKey: string },
): Promise<Answer> {
  const { db, log, session } = context;
  const pkg = parsePackage(input);
  const request = { key: input.idempotencyKey, hash: requestHashOf(pkg) };
  const earlier = await findEarlier(context, request.key, request.hash);
  if (earlier !== null) return earlier;
  requireImageCapacityFor(pkg, session.person);

  const packageId = await atomically(db, (inner) => save(context, inner, pkg, request));
  if (packageId === undefined) {
    const other = await findEarlier(context, request.key, request.hash);
    if (other === null) throw apiError("conflict");
    return other;
  }
  const answer = await answerOf(db, packageId);
  log.info({ packageId, legsSetUp: answer.legsSetUp }, "Package created");
  return answer;
}
