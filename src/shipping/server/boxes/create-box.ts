import type { Box, BoxFields } from "#shipping/contract/boxes.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { addBox } from "./add-box.ts";
import { toBox } from "./box-of.ts";
import { hasWarehouse } from "./box-queries.ts";

/** Adds a size of box. Throws `not_found` for an unknown warehouse, and `too_many_boxes`. */
export async function createBox(context: SignedInContext, fields: BoxFields): Promise<Box> {
  const { warehouseId } = fields;
  const now = context.now();
  return await atomically(context.db, async (db) => {
    if (warehouseId !== null && !(await hasWarehouse(db, warehouseId))) throw apiError("not_found");
    const origin = { createdBy: context.session.person.id, createdAt: now };
    const row = await addBox(db, fields, origin);
    await recordAdminAction(context, db, {
      action: "boxes.createBox",
      target: row.id,
      after: { ...fields },
    });
    return toBox(row);
  });
}
