import { apiError } from "#platform/contract/errors.ts";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeManifest } from "./change-manifest.ts";
import { deleteManifestPackage, findManifestPackage } from "./manifest-queries.ts";

/** Removes a package from an open manifest; it keeps its label. Throws `not_found` and `manifest_closed`. */
export async function removePackage(
  context: SignedInContext,
  { manifestPackageId }: { readonly manifestPackageId: string },
): Promise<Manifest> {
  const found = await findManifestPackage(context.db, manifestPackageId);
  if (found === undefined) throw apiError("not_found");
  return await changeManifest(
    context,
    found.manifestId,
    { manifestPackageId },
    async (db, manifest) => {
      if (manifest.state !== "open") throw apiError("manifest_closed");
      const listed = await findManifestPackage(db, manifestPackageId);
      if (listed === undefined) throw apiError("not_found");
      await deleteManifestPackage(db, manifestPackageId);
      const { shipRequestId, position } = listed;
      await recordAdminAction(context, db, {
        action: "manifests.removePackage",
        target: manifest.id,
        before: { shipRequestId, position },
      });
    },
  );
}
