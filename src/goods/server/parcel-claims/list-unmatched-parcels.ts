import type { UnmatchedParcel } from "#goods/contract/parcel-claims.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeUnmatchedParcels } from "./describe-unmatched-parcels.ts";
import { listUnmatchedIds } from "./unmatched-queries.ts";

/**
 * One page of the parcels here without a known owner, the longest here first. `search` is part of a number or label code.
 * At most 500 are counted and listed.
 */
export async function listUnmatchedParcels(
  context: SignedInContext,
  input: { readonly search: string; readonly page: number; readonly pageSize: number },
): Promise<{ items: UnmatchedParcel[]; total: number }> {
  const { search, page, pageSize } = input;
  const shown = { offset: (page - 1) * pageSize, limit: pageSize };
  const { ids, total } = await listUnmatchedIds(context.db, search, shown);
  return { items: await describeUnmatchedParcels(context, context.db, ids), total };
}
