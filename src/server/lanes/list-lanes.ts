// Shows staff the suspensions of lanes.
import type { Lane } from "#contract/lanes.ts";
import type { SignedInContext } from "#server/context.ts";
import { laneOf } from "./rows.ts";
import { selectLanes } from "./lane-queries.ts";

/** One page of suspensions: those that stand, then those that are over, each newest first. */
export async function listLanes(
  { db }: SignedInContext,
  input: { readonly page: number; readonly pageSize: number },
): Promise<{ items: Lane[]; total: number }> {
  const { page, pageSize } = input;
  const { items, total } = await selectLanes(db, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { items: items.map(laneOf), total };
}
