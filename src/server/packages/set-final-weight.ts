// Writes the weight that was measured at the consolidation point.
import type { Shipment } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeShipment } from "./change-shipment.ts";
import { isRecordableWeight } from "./parse-package.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { updatePackage } from "./package-queries.ts";

/**
 * Stores the final weight in grams, or null for not known again. It may exceed the customer's plan: what lies on
 * the scale is a fact. `seen` is the one that was shown. Refuses with `not_found`, with `invalid_weight` unless it is
 * a whole number of grams from 1 to a tonne, and with `conflict` (with the weight as it is now as `current`) where it
 * is another than was seen.
 */
export async function setFinalWeight(
  context: SignedInContext,
  input: {
    readonly packageId: string;
    readonly finalWeightGrams: number | null;
    readonly seen?: number | null | undefined;
  },
): Promise<Shipment> {
  const { packageId, finalWeightGrams, seen } = input;
  if (finalWeightGrams !== null && !isRecordableWeight(finalWeightGrams)) {
    throw apiError("invalid_weight");
  }
  return await changeShipment(context, packageId, async (db, shipment) => {
    const before = shipment.finalWeightGrams;
    if (before === finalWeightGrams) return;
    if (seen !== undefined && seen !== before) throw apiError("conflict", { current: before });
    await updatePackage(db, packageId, {
      finalWeightGrams,
      updatedAt: context.now(),
    });
    await recordEvent(context, db, {
      packageId,
      kind: "final_weight_changed",
      before: before?.toString() ?? null,
      after: finalWeightGrams?.toString() ?? null,
    });
    await recordStaffAction(context, db, {
      action: "packages.setFinalWeight",
      target: packageId,
      before: { finalWeightGrams: before },
      after: { finalWeightGrams },
    });
  });
}
