import type { Box, BoxFields } from "#shipping/contract/boxes.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { boxColumns, toBox } from "./box-of.ts";
import { hasWarehouse, lockBox, updateBoxRow } from "./box-queries.ts";

/**
 * Changes a box; quotes keep what they were made with. Throws `not_found`, and `conflict` (with the box as `current`) where
 * it was changed since it was shown.
 */
export async function updateBox(
  context: SignedInContext,
  input: BoxFields & { readonly boxId: string; readonly expectedVersion: number },
): Promise<Box> {
  const { boxId, expectedVersion, ...fields } = input;
  const { warehouseId } = fields;
  return await atomically(context.db, async (db) => {
    const stored = await lockBox(db, boxId);
    if (stored === undefined) throw apiError("not_found");
    const { id: _id, version, ...before } = toBox(stored);
    if (version !== expectedVersion) throw apiError("conflict", { current: toBox(stored) });
    if (warehouseId !== null && !(await hasWarehouse(db, warehouseId))) throw apiError("not_found");
    const row = await updateBoxRow(db, boxId, { ...boxColumns(fields), updatedAt: context.now() });
    await recordAdminAction(context, db, {
      action: "boxes.updateBox",
      target: boxId,
      before,
      after: { ...fields },
    });
    return toBox(row);
  });
}
