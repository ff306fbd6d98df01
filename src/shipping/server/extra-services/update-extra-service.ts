import { apiError } from "#platform/contract/errors.ts";
import type { ExtraServiceFacts, ExtraServicePrice } from "#shipping/contract/extra-services.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { toExtraService, priceColumns } from "./extra-service-of.ts";
import { lockService, updateService } from "./extra-service-queries.ts";

/**
 * Changes an extra service; orders keep what they were made at. Throws `not_found`, and `conflict` (with the service as
 * `current`) where it was changed since it was shown.
 */
export async function updateExtraService(
  context: SignedInContext,
  input: ExtraServicePrice & { readonly code: string; readonly expectedVersion: number },
): Promise<ExtraServiceFacts> {
  const { code, expectedVersion, ...price } = input;
  return await atomically(context.db, async (db) => {
    const stored = await lockService(db, code);
    if (stored === undefined) throw apiError("not_found");
    const current = toExtraService(stored);
    if (current.version !== expectedVersion) throw apiError("conflict", { current });
    const { code: _code, version: _version, ...before } = current;
    const row = await updateService(db, code, {
      ...priceColumns(price),
      updatedAt: context.now(),
    });
    await recordAdminAction(context, db, {
      action: "extraServices.updateExtraService",
      target: code,
      before,
      after: { ...price },
    });
    return toExtraService(row);
  });
}
