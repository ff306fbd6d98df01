import type { ExtraServiceFacts, ExtraServicePrice } from "#shipping/contract/extra-services.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { addExtraService } from "./add-extra-service.ts";
import { toExtraService } from "./extra-service-of.ts";

/** Adds an extra service. Throws `too_many_extra_services` and `extra_service_exists`. */
export async function createExtraService(
  context: SignedInContext,
  input: ExtraServicePrice & { readonly code: string },
): Promise<ExtraServiceFacts> {
  const { code, ...price } = input;
  const now = context.now();
  return await atomically(context.db, async (db) => {
    const origin = { createdBy: context.session.person.id, createdAt: now };
    const row = await addExtraService(db, input, origin);
    await recordAdminAction(context, db, {
      action: "extraServices.createExtraService",
      target: code,
      after: { ...price },
    });
    return toExtraService(row);
  });
}
