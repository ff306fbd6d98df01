import { apiError } from "#platform/contract/errors.ts";
import type { Manifest } from "#shipping/contract/manifests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { ManifestRow } from "#shipping/server/tables/labels.ts";
import { getManifest } from "./describe-manifest.ts";
import { listOwnersOfPackages, lockManifest } from "./manifest-queries.ts";

/**
 * Runs `change` on a locked manifest, in one transaction, and returns it as it is then. `touched` are all packages on it, or
 * the one with this id. Throws `not_found`, and `own_account` where one of those is the acting person's own.
 */
export async function changeManifest(
  context: SignedInContext,
  manifestId: string,
  touched: "all" | { readonly manifestPackageId: string },
  change: (db: Db, manifest: ManifestRow) => Promise<void>,
): Promise<Manifest> {
  return await atomically(context.db, async (db) => {
    const manifest = await lockManifest(db, manifestId);
    if (manifest === undefined) throw apiError("not_found");
    const owners = await listOwnersOfPackages(db, manifestId);
    const those = owners.filter(({ id }) => touched === "all" || id === touched.manifestPackageId);
    await context.actsOn(
      db,
      "request",
      those.map(({ userId }) => userId),
    );
    await change(db, manifest);
    return await getManifest(context, db, manifestId);
  });
}
