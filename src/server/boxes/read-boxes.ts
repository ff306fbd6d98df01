// What other features read of boxes.
import type { Db } from "#server/db/open.ts";
import type { BoxRow } from "#server/db/tables/ship-requests.ts";
import { findBox, getOverWeightFee, listOfferedBoxes } from "./box-queries.ts";

/** The boxes that a warehouse offers, the smallest first. */
export async function readOfferedBoxes(db: Db, warehouseId: string): Promise<BoxRow[]> {
  return await listOfferedBoxes(db, warehouseId);
}

export async function readBox(db: Db, boxId: string): Promise<BoxRow | undefined> {
  return await findBox(db, boxId);
}

/** The fee for each started 500 g above what a plan carries; null: such a box is not sent. */
export async function readOverWeightFee(db: Db): Promise<number | null> {
  return await getOverWeightFee(db);
}
