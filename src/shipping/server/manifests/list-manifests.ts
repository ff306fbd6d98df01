import type { ManifestSummary } from "#shipping/contract/manifests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeSummary } from "./describe-manifest.ts";
import { countManifests, listCountedManifests } from "./manifest-queries.ts";

/** One page of the manifests: those that are not handed over first, then the newest. */
export async function listManifests(
  { db }: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: ManifestSummary[]; total: number }> {
  const rows = await listCountedManifests(db, { offset: (page - 1) * pageSize, limit: pageSize });
  return { items: rows.map(describeSummary), total: await countManifests(db) };
}
