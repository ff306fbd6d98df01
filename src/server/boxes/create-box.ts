import type { Box, BoxFields } from "#contract/boxes.ts";
import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { boxColumns, boxOf } from "./box-of.ts";
import { hasWarehouse, insertBox, listAllBoxes } from "./box-queries.ts";

const mostBoxes = 60;

/** Adds a size of box. Throws `not_found` for an unknown warehouse, and `too_many_boxes`. */
export async function createBox(context: SignedInContext, fields: BoxFields): Promise<Box> {
  const { warehouseId } = fields;
  const now = context.now();
  return await atomically(context.db, async (db) => {
    if (warehouseId !== null && !(await hasWarehouse(db, warehouseId))) throw apiError("not_found");
    if ((await listAllBoxes(db)).length >= mostBoxes) throw apiError("too_many_boxes");
    const row = await insertBox(db, {
      ...boxColumns(fields),
      createdBy: context.session.person.id,
      createdAt: now,
      updatedAt: now,
    });
    await recordAdminAction(context, db, {
      action: "boxes.createBox",
      target: row.id,
      after: { ...fields },
    });
    return boxOf(row);
  });
}
