// Changes where a leg leads, who carries it, when, and what is noted.
import type { Shipment } from "#contract/packages.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeLeg } from "./change-shipment.ts";
import {
  changedLegFields,
  givenLegFields,
  legColumns,
  legFieldsInWords,
  type LegFields,
} from "./leg-fields.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { updateLegRow } from "./store.ts";

/**
 * Replaces the leg's fields; its number and status stay. Refusals: `missing_information` without origin or
 * destination, `not_found`.
 */
export async function updateLeg(
  context: SignedInContext,
  input: LegFields & { readonly legId: string },
): Promise<Shipment> {
  const { legId } = input;
  const fields = givenLegFields(input);
  return await changeLeg(context, legId, async (db, leg) => {
    const changed = changedLegFields(leg, fields);
    if (changed.length === 0) return;
    const { packageId, legNumber } = leg;
    await updateLegRow(db, legId, { ...legColumns(fields), updated_at: context.now() });
    await recordEvent(context, db, {
      packageId,
      kind: "leg_changed",
      legNumber,
      before: legFieldsInWords(leg, changed),
      after: legFieldsInWords(fields, changed),
    });
    const facts = (from: LegFields) =>
      Object.fromEntries(changed.map((name) => [name, from[name]]));
    await recordStaffAction(context, db, {
      action: "packages.updateLeg",
      target: legId,
      before: { packageId, legNumber, ...facts(leg) },
      after: { packageId, legNumber, ...facts(fields) },
    });
  });
}
