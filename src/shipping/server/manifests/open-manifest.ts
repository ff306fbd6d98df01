import { apiError } from "#platform/contract/errors.ts";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { checkCarrierExists } from "#catalogue/server/carriers/known-carriers.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { getManifest } from "./describe-manifest.ts";
import { findOpenManifest, insertManifest, isWarehouse } from "./manifest-queries.ts";

/**
 * Opens a manifest of a carrier at a warehouse, or returns the one that is open. Throws `not_found` (the warehouse) and
 * `carrier_not_found`.
 */
export async function openManifest(
  context: SignedInContext,
  input: { readonly warehouseId: string; readonly carrierCode: string },
): Promise<Manifest> {
  return await atomically(context.db, async (db) => {
    if (!(await isWarehouse(db, input.warehouseId))) throw apiError("not_found");
    await checkCarrierExists(db, input.carrierCode);
    const opened = { openedBy: context.session.person.id, openedAt: context.now() };
    const id = await insertManifest(db, { ...input, ...opened });
    const manifestId = id ?? (await findOpenManifest(db, input));
    // It was closed between the two statements.
    if (manifestId === undefined) throw apiError("conflict");
    if (id !== undefined) {
      await recordAdminAction(context, db, {
        action: "manifests.openManifest",
        target: id,
        after: input,
      });
    }
    return await getManifest(context, db, manifestId);
  });
}
