import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { changeShipment } from "./change-shipment.ts";
import { isRecordableWeight } from "./parse-package.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { recordEvent } from "./record-event.ts";
import { updatePackageRow, type StoredShipment } from "./package-queries.ts";

/** Stores the weight of a packed box as the package's final weight, with its event; the package's row must be locked. */
export async function saveFinalWeight(
  context: SignedInContext,
  db: Db,
  { id: packageId, finalWeightGrams: before }: StoredShipment,
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
 * weight as `current`) where the stored weight is not `expectedFinalWeightGrams`.
 */
export async function setFinalWeight(
  context: SignedInContext,
  input: {
    readonly packageId: string;
    readonly finalWeightGrams: number | null;
    readonly expectedFinalWeightGrams?: number | null | undefined;
  },
): Promise<Shipment> {
  const { packageId, finalWeightGrams, expectedFinalWeightGrams } = input;
  if (finalWeightGrams !== null && !isRecordableWeight(finalWeightGrams)) {
    throw apiError("invalid_weight");
  }
  return await changeShipment(context, packageId, async (db, pkg) => {
    const before = pkg.finalWeightGrams;
    if (before === finalWeightGrams) return;
    if (expectedFinalWeightGrams !== undefined && expectedFinalWeightGrams !== before) {
      throw apiError("conflict", { current: before });
    }
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
    await recordAdminAction(context, db, {
      action: "packages.setFinalWeight",
      target: packageId,
      before: { finalWeightGrams: before },
      after: { finalWeightGrams },
    });
  });
}
