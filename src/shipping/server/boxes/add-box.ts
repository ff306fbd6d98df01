import { apiError } from "#platform/contract/errors.ts";
import type { BoxFields } from "#shipping/contract/boxes.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { BoxRow } from "#shipping/server/tables/ship-requests.ts";
import { boxColumns } from "./box-of.ts";
import { insertBox, listAllBoxes } from "./box-queries.ts";

const mostBoxes = 60;

/** Adds a size of box in the transaction of `db`. Throws `too_many_boxes`. */
export async function addBox(
  db: Db,
  fields: BoxFields,
  origin: { readonly createdBy: string; readonly createdAt: Date },
): Promise<BoxRow> {
  if ((await listAllBoxes(db)).length >= mostBoxes) throw apiError("too_many_boxes");
  return await insertBox(db, {
    ...boxColumns(fields),
    ...origin,
    updatedAt: origin.createdAt,
  });
}
