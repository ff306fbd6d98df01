import { apiError } from "#contract/errors.ts";
import type { Manifest } from "#contract/manifests.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { ManifestRow } from "#server/db/tables/labels.ts";
import { getManifest } from "./describe-manifest.ts";
import { lockManifest } from "./manifest-queries.ts";

/** Runs `change` on a locked manifest, in one transaction, and returns it as it is then. Throws `not_found`. */
export async function changeManifest(
  context: SignedInContext,
  manifestId: string,
  change: (db: Db, manifest: ManifestRow) => Promise<void>,
): Promise<Manifest> {
  return await atomically(context.db, async (db) => {
    const manifest = await lockManifest(db, manifestId);
    if (manifest === undefined) throw apiError("not_found");
    await change(db, manifest);
    return await getManifest(context, db, manifestId);
  });
}
