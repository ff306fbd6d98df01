import type { Carrier, EnteredCarrier } from "#catalogue/contract/carriers.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { lockCarriers, updateCarrierRow } from "./carrier-queries.ts";
import { type CarrierFields, checkCarrierName, parseCarrier } from "./parse-carrier.ts";

/**
 * Changes a carrier. Throws `not_found`; `missing_information` without a name, or without a page where Track Shipment
 * opens it; `invalid_tracking_page`; `carrier_exists` when another one has the name; and `conflict` (with the stored
 * carrier as `current`) when it was changed after `expectedVersion`.
 */
export async function updateCarrier(
  context: SignedInContext,
  input: {
    readonly carrierCode: string;
    readonly expectedVersion: number;
    readonly fields: EnteredCarrier;
  },
): Promise<Carrier> {
  const { carrierCode: code, expectedVersion } = input;
  const fields = parseCarrier(input.fields);
  const names = Object.keys(fields) as (keyof CarrierFields)[];
  return await atomically(context.db, async (db) => {
    const all = await lockCarriers(db);
    const before = all.find((carrier) => carrier.code === code);
    if (before === undefined) throw apiError("not_found");
    const changed = names.filter((name) => before[name] !== fields[name]);
    if (changed.length === 0) return before;
    if (before.version !== expectedVersion) throw apiError("conflict", { current: before });
    if (before.isOnTrackPage && fields.trackingPage === null) throw apiError("missing_information");
    checkCarrierName(
      fields.name,
      all.filter((carrier) => carrier !== before),
    );
    const after = await updateCarrierRow(db, code, {
      ...fields,
      version: before.version + 1,
      updatedAt: context.now(),
    });
    const changedFieldsOf = (from: CarrierFields) =>
      Object.fromEntries(changed.map((name) => [name, from[name]]));
    await recordAdminAction(context, db, {
      action: "carriers.updateCarrier",
      target: code,
      before: changedFieldsOf(before),
      after: changedFieldsOf(after),
    });
    context.log.info({ carrierCode: code }, "Carrier changed");
    return after;
  });
}
