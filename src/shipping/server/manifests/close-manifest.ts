import { apiError } from "#platform/contract/errors.ts";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { nextManifestState } from "#shipping/rules/manifest.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeManifest } from "./change-manifest.ts";
import { countListed, updateManifest } from "./manifest-queries.ts";

/** Closes a manifest, so that its list can be printed. A repeat changes nothing. Throws `not_found`, `manifest_empty` and `conflict`. */
export async function closeManifest(
  context: SignedInContext,
  { manifestId }: { readonly manifestId: string },
): Promise<Manifest> {
  return await changeManifest(context, manifestId, "all", async (db, manifest) => {
    if (manifest.state === "closed") return;
    if (nextManifestState("close", manifest.state) === null) throw apiError("conflict");
    const { count } = await countListed(db, manifestId);
    if (count === 0) throw apiError("manifest_empty");
    const closed = { closedBy: context.session.person.id, closedAt: context.now() };
    await updateManifest(db, manifestId, { state: "closed", ...closed });
    await recordAdminAction(context, db, {
      action: "manifests.closeManifest",
      target: manifestId,
      after: { packagesCount: count },
    });
  });
}
