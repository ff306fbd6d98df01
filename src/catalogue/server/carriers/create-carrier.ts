import type { Carrier, EnteredCarrier } from "#catalogue/contract/carriers.ts";
import { apiError } from "#platform/contract/errors.ts";
import { maxCarriers } from "#catalogue/rules/carrier.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { insertCarrier, lockCarriers } from "./carrier-queries.ts";
import { checkCarrierName, parseCarrier } from "./parse-carrier.ts";

/**
 * Adds a carrier after those that exist. Throws `missing_information` without a name, `invalid_tracking_page`,
 * `carrier_exists` when the code or the name is taken, and `too_many_carriers`.
 */
export async function createCarrier(
  context: SignedInContext,
  input: { readonly carrierCode: string; readonly fields: EnteredCarrier },
): Promise<Carrier> {
  const { carrierCode: code } = input;
  const fields = parseCarrier(input.fields);
  const now = context.now();
  const carrier = await atomically(context.db, async (db) => {
    const others = await lockCarriers(db);
    if (others.some((other) => other.code === code)) throw apiError("carrier_exists");
    checkCarrierName(fields.name, others);
    if (others.length >= maxCarriers) throw apiError("too_many_carriers");
    const inserted = await insertCarrier(db, { code, ...fields, createdAt: now, updatedAt: now });
    await recordAdminAction(context, db, {
      action: "carriers.createCarrier",
      target: code,
      after: fields,
    });
    return inserted;
  });
  context.log.info({ carrierCode: code }, "Carrier added");
  return carrier;
}
