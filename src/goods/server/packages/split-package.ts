import { createHash } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import type { Package, Shipment } from "#goods/contract/packages.ts";
import { newPackageAccess } from "#money/rules/allowance.ts";
import { emptyRecipient, isSameRecipient } from "#catalogue/rules/recipient.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { countParcelChange } from "#goods/server/inbound-parcels/count-parcel-change.ts";
import { moveParcelsBetween } from "#goods/server/inbound-parcels/move-parcels-between.ts";
import { requireMovableParcels } from "#goods/server/inbound-parcels/require-movable-parcels.ts";
import { requireOpenPackage } from "#goods/server/inbound-parcels/require-open-package.ts";
import { lockCustomer } from "#money/server/plans/lock-customer.ts";
import { lockOwnPackage } from "./change-own-package.ts";
import { updatePackageFromParcels } from "./follow-inbound-parcels.ts";
import { setUpLegs } from "./legs/set-up-legs.ts";
import { findPackageByIdempotencyKey, findShipment, insertPackage } from "./package-queries.ts";
import { parsePackage } from "./parse-package.ts";
import { findRecipient, upsertRecipient } from "./recipient-queries.ts";
import { requireNoShipRequest } from "./require-no-ship-request.ts";
import { recordEvent } from "./record-event.ts";
import { takeQuota } from "./take-quota.ts";

type Input = {
  readonly packageId: string;
  readonly inboundParcelIds: readonly string[];
  readonly idempotencyKey: string;
};

/** What a new package takes over: places and recipient of another, and the number of its first parcel. */
type Source = {
  readonly shipment: Shipment;
  readonly first: { readonly trackingNumber: string | null; readonly labelCode: string };
  readonly planMaxWeightGrams: number | null;
};

/** By which a repeated request is distinguished from another one with the same key. */
function requestHashOf({ packageId, inboundParcelIds }: Input): Buffer {
  const facts = ["split", packageId, ...new Set(inboundParcelIds.toSorted())];
  return createHash("sha256").update(JSON.stringify(facts)).digest();
}

async function getPackage(db: Db, packageId: string): Promise<Package> {
  const shipment = await findShipment(db, packageId);
  if (shipment === undefined) throw apiError("not_found");
  return shipment;
}

/** The package that the same request created earlier, or null when the request is new. */
async function findRepeated(context: SignedInContext, db: Db, input: Input) {
  const { person } = context.session;
  const earlier = await findPackageByIdempotencyKey(db, person.id, input.idempotencyKey);
  if (earlier === undefined) return null;
  if (!earlier.requestHash.equals(requestHashOf(input))) throw apiError("idempotency_key_reused");
  return await getPackage(db, earlier.id);
}

/** Saves the new package with places and recipient of the other; returns undefined when the key is used already. */
async function insertSplit(
  context: SignedInContext,
  db: Db,
  { shipment, first, planMaxWeightGrams }: Source,
  input: Input,
): Promise<string | undefined> {
  const now = context.now();
  const number = checkTrackingNumber(first.trackingNumber ?? "");
  const { origin, destination } = shipment;
  const trackingNumber = number.ok ? number.trackingNumber : first.labelCode;
  const packageId = await insertPackage(db, {
    userId: shipment.userId,
    trackingNumber,
    origin,
    destination,
    description: null,
    estimatedWeightGrams: null,
    planMaxWeightGrams,
    idempotencyKey: input.idempotencyKey,
    requestHash: requestHashOf(input),
    createdAt: now,
    updatedAt: now,
  });
  if (packageId === undefined) return undefined;
  const recipient = await findRecipient(db, shipment.id);
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
  const repeated = await findRepeated(context, db, input);
  if (repeated !== null) return repeated;
  const shipment = await lockOwnPackage(context, db, input.packageId);
  if (!isWithinShipRequest) requireNoShipRequest(shipment);
  await requireOpenPackage(db, shipment);
  const parcels = await requireMovableParcels(context, db, input);
  const { isAdmin } = person;
  const access = newPackageAccess({ ...profile, isAdmin });
  if (access !== "allowed") throw apiError(access);

  const planMaxWeightGrams = isAdmin ? null : profile.maxWeightGrams;
  const from = { shipment, first: parcels[0], planMaxWeightGrams };
  const packageId = await insertSplit(context, db, from, input);
  if (packageId === undefined) throw apiError("idempotency_key_reused");
  const quotaUser = { id: packageId, userId: person.id };
  if (!isAdmin && !(await takeQuota(db, quotaUser, context.now()))) {
    throw apiError("quota_exceeded");
  }
  const inboundParcelIds = parcels.map(({ id }) => id);
  await moveParcelsBetween(context, db, {
    inboundParcelIds,
    fromPackageId: shipment.id,
    toPackageId: packageId,
  });
  await updatePackageFromParcels(context, db, shipment.id);
  await updatePackageFromParcels(context, db, packageId);
  if (isAdmin) {
    await recordAdminAction(context, db, {
      action: "packages.splitPackage",
      target: shipment.id,
      after: { packageId, inboundParcelIds },
    });
  }
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
 * package can have. A repeat with the same key returns the same package.
 *
 * Throws, in this order: `too_many_requests`, `account_closed`, `idempotency_key_reused`, `not_found`, `ship_request_open`,
 * `package_not_open`, `inbound_parcel_not_free`, `no_parcel_left`, `subscription_required` and `quota_exceeded`.
 */
export async function splitPackage(
  context: SignedInContext,
  input: Input,
): Promise<{ readonly package: Package }> {
  await countParcelChange(context);
  const pkg = await atomically(context.db, (db) => split(context, db, input, false));
  context.log.info({ packageId: input.packageId, newPackageId: pkg.id }, "Package split");
  return { package: pkg };
}
