import { apiError } from "#platform/contract/errors.ts";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { nextManifestState } from "#shipping/rules/manifest.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeManifest } from "./change-manifest.ts";
import { findOpenManifest, updateManifest } from "./manifest-queries.ts";

/**
 * Opens a closed manifest again. A repeat changes nothing. Throws `not_found`, and `conflict` once it is being handed over
 * or while another one of the carrier is open.
 */
export async function reopenManifest(
  context: SignedInContext,
  { manifestId }: { readonly manifestId: string },
): Promise<Manifest> {
  return await changeManifest(context, manifestId, "all", async (db, manifest) => {
    if (manifest.state === "open") return;
    if (nextManifestState("reopen", manifest.state) === null) throw apiError("conflict");
    if ((await findOpenManifest(db, manifest)) !== undefined) throw apiError("conflict");
    await updateManifest(db, manifestId, { state: "open", closedAt: null, closedBy: null });
    await recordAdminAction(context, db, {
      action: "manifests.reopenManifest",
      target: manifestId,
    });
  });
}
