import type { NumberRange } from "#shipping/contract/number-ranges.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { getRange } from "./create-number-range.ts";
import { updateRangeActive } from "./range-queries.ts";

/** Stops or resumes taking numbers from a range. Throws `not_found`. */
export async function changeNumberRange(
  context: SignedInContext,
  { numberRangeId, isActive }: { readonly numberRangeId: string; readonly isActive: boolean },
): Promise<NumberRange> {
  return await atomically(context.db, async (db) => {
    const before = await getRange(context, db, numberRangeId);
    if (before.isActive === isActive) return before;
    await updateRangeActive(db, numberRangeId, { isActive, updatedAt: context.now() });
    await recordAdminAction(context, db, {
      action: "numberRanges.changeNumberRange",
      target: numberRangeId,
      before: { isActive: before.isActive },
      after: { isActive },
    });
    return { ...before, isActive };
  });
}
