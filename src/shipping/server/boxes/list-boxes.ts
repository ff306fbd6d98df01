import type { Box } from "#shipping/contract/boxes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { toBox } from "./box-of.ts";
import { getOverWeightFee, listAllBoxes } from "./box-queries.ts";

/** All boxes, the smallest first, and the fee for weight above the plan. */
export async function listBoxes({
  db,
}: SignedInContext): Promise<{ items: Box[]; overWeightFeeCents: number | null }> {
  return {
    items: (await listAllBoxes(db)).map(toBox),
    overWeightFeeCents: await getOverWeightFee(db),
  };
}
