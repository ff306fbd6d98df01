import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { lockOverWeightFee, updateOverWeightFee } from "./box-queries.ts";

/** Sets the fee for weight above the plan. Throws `conflict` (with the stored fee as `current`) where it was changed since. */
export async function setOverWeightFee(
  context: SignedInContext,
  input: { readonly feeCents: number | null; readonly expectedFeeCents: number | null },
): Promise<Record<string, never>> {
  const { feeCents, expectedFeeCents } = input;
  await atomically(context.db, async (db) => {
    const stored = await lockOverWeightFee(db);
    if (stored === feeCents) return;
    if (stored !== expectedFeeCents) throw apiError("conflict", { current: stored });
    await updateOverWeightFee(db, feeCents, context.now());
    await recordAdminAction(context, db, {
      action: "boxes.setOverWeightFee",
      target: "overWeightFee",
      before: { feeCents: stored },
      after: { feeCents },
    });
  });
  return {};
}
