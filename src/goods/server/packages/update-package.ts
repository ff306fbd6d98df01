import { recordFields } from "#platform/rules/recorded-fields.ts";
import { isDeepStrictEqual } from "node:util";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeOwnPackage } from "./change-own-package.ts";
import { updatePackageRow } from "./package-queries.ts";
import { isRecordableWeight, requireWeightAllowance } from "./parse-package.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { recordEvent } from "./record-event.ts";

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
    readonly expectedFields?: Fields | undefined;
  },
): Promise<Record<string, never>> {
  const { packageId, fields: after, expectedFields } = input;
  const { description, estimatedWeightGrams } = after;
  if (estimatedWeightGrams !== null && !isRecordableWeight(estimatedWeightGrams)) {
    throw apiError("invalid_weight");
  }
  await changeOwnPackage(context, packageId, async (db, pkg) => {
    const before = {
      description: pkg.description ?? "",
      estimatedWeightGrams: pkg.estimatedWeightGrams,
    };
    if (isDeepStrictEqual(before, after)) return;
    if (expectedFields !== undefined && !isDeepStrictEqual(before, expectedFields)) {
      throw apiError("conflict", { current: before });
    }
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
    if (context.session.person.isAdmin) {
      const action = "packages.updatePackage";
      await recordAdminAction(context, db, { action, target: packageId, before, after });
    }
  });
  return {};
}
