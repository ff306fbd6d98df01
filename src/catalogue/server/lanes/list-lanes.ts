import type { Lane } from "#catalogue/contract/lanes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listLanesPage } from "./lane-queries.ts";

/** One page of suspensions: those that are not over, then those that are, each newest first. */
export async function listLanes(
  { db, language }: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: Lane[]; total: number }> {
  return await listLanesPage(db, { offset: (page - 1) * pageSize, limit: pageSize, language });
}
