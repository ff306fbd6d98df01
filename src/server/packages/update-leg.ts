// Changes where a leg leads, who carries it, when, and what is noted.
import type { Shipment } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import { differingLegFields, legFieldsOf, type LegFields } from "#core/leg-edit.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeLeg } from "./change-shipment.ts";
import { parseLegFields, legColumns, legFieldsInWords } from "./leg-fields.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { updateLegRow } from "./package-queries.ts";

/**
 * Replaces the leg's fields; its number and status stay. `seen` are the fields as they were shown when the edit
 * began. Refusals: `missing_information` without origin or destination, `not_found`, `conflict` (with the fields as
 * they are now as `current`) where they are others than were seen, and also others than are wanted.
 */
export async function updateLeg(
  context: SignedInContext,
  input: LegFields & { readonly legId: string; readonly seen?: LegFields | undefined },
): Promise<Shipment> {
  const { legId, seen } = input;
  const fields = parseLegFields(input);
  return await changeLeg(context, legId, async (db, leg) => {
    const changed = differingLegFields(leg, fields);
    if (changed.length === 0) return;
    if (seen !== undefined && differingLegFields(leg, seen).length > 0) {
      throw apiError("conflict", { current: legFieldsOf(leg) });
    }
    const { packageId, legNumber } = leg;
    await updateLegRow(db, legId, { ...legColumns(fields), updatedAt: context.now() });
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
