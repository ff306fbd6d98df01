import { recordFields } from "#platform/rules/recorded-fields.ts";
import { apiError } from "#platform/contract/errors.ts";
import { listEvents } from "#people/server/db/events.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeOwnPackage, lockOwnPackage, rejectObstacle } from "./lock-packages.ts";
import {
  updatePackageRow,
  type StoredPackage,
  findRecipient,
  upsertRecipient,
} from "./package-queries.ts";
import { isRecordableWeight, requireWeightAllowance } from "./parse-package.ts";
import { recordEvent, changePackage } from "./change-package.ts";
import { changeObstacle, hasShipRequest, isEnded } from "#goods/rules/package-stage.ts";
import {
  missingRecipientFields,
  recipientFieldsOf,
  type Recipient,
} from "#catalogue/rules/recipient.ts";
import type { Db } from "#platform/server/db/open.ts";
import "#goods/server/announcements.ts";
import type { Shipment } from "#goods/contract/packages.ts";

/** What customers correct; an unknown description is empty. */
type Fields = { readonly description: string; readonly estimatedWeightGrams: number | null };

/**
 * Corrects description and estimated weight of an own package. A weight above the stored one must be within the plan's
 * maximum. Throws `invalid_weight`, `not_found`, `package_not_changeable`, `conflict` (with the stored fields as
 * `current`) where the stored fields differ both from the expected and from the new ones, `subscription_required` and
 * `weight_above_plan`.
 */
export async function updatePackage(
  context: SignedInContext,
  input: {
    readonly packageId: string;
    readonly fields: Fields;
    readonly expectedVersion?: Fields | undefined;
  },
): Promise<Record<string, never>> {
  const { packageId, fields: after } = input;
  const { description, estimatedWeightGrams } = after;
  if (estimatedWeightGrams !== null && !isRecordableWeight(estimatedWeightGrams)) {
    throw apiError("invalid_weight");
  }
  await changeOwnPackage(context, packageId, async (db, pkg) => {
    const before = {
      description: pkg.description ?? "",
      estimatedWeightGrams: pkg.estimatedWeightGrams,
    };
    if (context.edits(before, after) === null) return;
    if ((estimatedWeightGrams ?? 0) > (before.estimatedWeightGrams ?? 0)) {
      requireWeightAllowance(estimatedWeightGrams, context.session.person);
    }
    await updatePackageRow(db, packageId, {
      description: description === "" ? null : description,
      estimatedWeightGrams,
      updatedAt: context.now(),
    });
    await recordEvent(context, db, {
      packageId,
      kind: "package_changed",
      before: recordFields(before),
      after: recordFields(after),
    });
    await context.audit({ before, after });
  });
  return {};
}

/**
 * Stores to whom an own package goes: until it moves or, while something is missing, until its journey ends. Throws
 * `not_found`, `package_not_changeable`, and `conflict` (with the stored recipient as `current`) where the stored
 * recipient differs both from the expected and from the new one.
 */
export async function updateRecipient(
  context: SignedInContext,
  input: {
    readonly packageId: string;
    readonly recipient: Recipient;
    readonly expectedVersion?: Recipient | undefined;
  },
): Promise<Record<string, never>> {
  const { packageId } = input;
  const recipient = recipientFieldsOf(input.recipient);
  const { db } = context;
  const pkg = await lockOwnPackage(context, db, packageId);
  const stored = await findRecipient(db, packageId);
  const isComplete = missingRecipientFields(stored, pkg.destination).length === 0;
  // Requesting shipping makes a package processing, and its recipient can be changed until it is labelled.
  const isChangeable = hasShipRequest(pkg) && !isEnded(pkg.status);
  if (!isChangeable && (isComplete || isEnded(pkg.status))) rejectObstacle(changeObstacle(pkg));
  if (context.edits(stored, recipient) === null) return {};
  await saveRecipient(context, db, pkg, recipient);
  await context.audit({});
  return {};
}

/** Stores to whom a package goes, whose row must be locked, with what follows for its ship request. */
export async function saveRecipient(
  context: SignedInContext,
  db: Db,
  pkg: StoredPackage,
  recipient: Recipient,
): Promise<void> {
  await upsertRecipient(db, pkg.id, recipient);
  await context.listeners.recipientChanged(context, db, pkg, recipient);
  // Open pages learn of a change by the package's row.
  await updatePackageRow(db, pkg.id, { updatedAt: context.now() });
  // The history and the audit log, which stay when an account is closed, name nobody.
  await recordEvent(context, db, { packageId: pkg.id, kind: "recipient_changed" });
}

/** Stores the weight of a packed box as the package's final weight, with its event; the package's row must be locked. */
export async function saveFinalWeight(
  context: SignedInContext,
  db: Db,
  { id: packageId, finalWeightGrams: before }: StoredPackage,
  finalWeightGrams: number,
): Promise<void> {
  if (before === finalWeightGrams) return;
  await updatePackageRow(db, packageId, { finalWeightGrams, updatedAt: context.now() });
  await recordEvent(context, db, {
    packageId,
    kind: "final_weight_changed",
    before: before?.toString() ?? null,
    after: finalWeightGrams.toString(),
  });
}

/**
 * Stores the final weight in grams, or null for unknown. It is measured, so it may exceed the customer's plan. Throws
 * `not_found`, `invalid_weight` unless it is a whole number of grams from 1 to a tonne, and `conflict` (with the stored
 * weight as `current`) where the stored weight is not `expectedVersion`.
 */
export async function setFinalWeight(
  context: SignedInContext,
  input: {
    readonly packageId: string;
    readonly finalWeightGrams: number | null;
    readonly expectedVersion?: number | null | undefined;
  },
): Promise<Shipment> {
  const { packageId, finalWeightGrams } = input;
  if (finalWeightGrams !== null && !isRecordableWeight(finalWeightGrams)) {
    throw apiError("invalid_weight");
  }
  return await changePackage(context, packageId, async (db, pkg) => {
    const before = pkg.finalWeightGrams;
    const edit = context.edits({ finalWeightGrams: before }, { finalWeightGrams }, before);
    if (edit === null) return;
    await updatePackageRow(db, packageId, {
      finalWeightGrams,
      updatedAt: context.now(),
    });
    await recordEvent(context, db, {
      packageId,
      kind: "final_weight_changed",
      before: before?.toString() ?? null,
      after: finalWeightGrams?.toString() ?? null,
    });
    await context.audit(edit);
  });
}

/**
 * Records that the customer has a delivered package and all is fine; once. Throws `account_closed`, `not_found`, and
 * `package_not_delivered`.
 */
export async function confirmPackage(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<Record<string, never>> {
  const { db } = context;
  const { status } = await lockOwnPackage(context, db, packageId);
  if (status !== "delivered") throw apiError("package_not_delivered");
  const confirmed = await listEvents(db, "package", [packageId], ["package_confirmed"]);
  if (confirmed.length > 0) {
    context.unchanged();
    return {};
  }
  await recordEvent(context, db, { packageId, kind: "package_confirmed" });
  context.log.info({ packageId }, "Package confirmed by its customer");
  return {};
}
