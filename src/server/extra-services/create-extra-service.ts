import { apiError } from "#contract/errors.ts";
import type { ExtraServiceFacts, ExtraServicePrice } from "#contract/extra-services.ts";
import { extraServiceLimits } from "#core/extra-service.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { translate } from "#server/translate.ts";
import { extraServiceOf, priceColumns } from "./extra-service-of.ts";
import { insertService, listServices } from "./extra-service-queries.ts";

/** Adds an extra service. Throws `too_many_extra_services` and `extra_service_exists`. */
export async function createExtraService(
  context: SignedInContext,
  input: ExtraServicePrice & { readonly code: string },
): Promise<ExtraServiceFacts> {
  const { code, ...price } = input;
  const now = context.now();
  return await atomically(context.db, async (db) => {
    const { services: maximum } = extraServiceLimits;
    if ((await listServices(db)).length >= maximum) {
      throw apiError("too_many_extra_services", { maximum }, (language) =>
        translate(language, "errors.tooManyOfferedExtraServices", { maximum }),
      );
    }
    const row = await insertService(db, {
      code,
      ...priceColumns(price),
      createdBy: context.session.person.id,
      createdAt: now,
      updatedAt: now,
    });
    if (row === undefined) throw apiError("extra_service_exists");
    await recordAdminAction(context, db, {
      action: "extraServices.createExtraService",
      target: code,
      after: { ...price },
    });
    return extraServiceOf(row);
  });
}
