import { apiError } from "#platform/contract/errors.ts";
import type { ExtraServicePrice } from "#shipping/contract/extra-services.ts";
import { extraServiceLimits } from "#catalogue/rules/extra-service.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRow } from "#shipping/server/tables/ship-requests.ts";
import { translate } from "#platform/server/translate.ts";
import { priceColumns } from "./extra-service-of.ts";
import { insertService, listServices } from "./extra-service-queries.ts";

/** Adds an extra service in the transaction of `db`. Throws `too_many_extra_services` and `extra_service_exists`. */
export async function addExtraService(
  db: Db,
  { code, ...price }: ExtraServicePrice & { readonly code: string },
  origin: { readonly createdBy: string; readonly createdAt: Date },
): Promise<ExtraServiceRow> {
  const { services: maximum } = extraServiceLimits;
  if ((await listServices(db)).length >= maximum) {
    throw apiError("too_many_extra_services", { maximum }, (language) =>
      translate(language, "errors.tooManyOfferedExtraServices", { maximum }),
    );
  }
  const row = await insertService(db, {
    code,
    ...priceColumns(price),
    ...origin,
    updatedAt: origin.createdAt,
  });
  if (row === undefined) throw apiError("extra_service_exists");
  return row;
}
