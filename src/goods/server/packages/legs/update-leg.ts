import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import {
  differingLegFields,
  legFieldsOf,
  type LegField,
  type LegFields,
} from "#goods/rules/leg-edit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeLeg } from "#goods/server/packages/change-shipment.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { recordEvent } from "#goods/server/packages/record-event.ts";
import { recordedLegFields, legColumns, parseLegFields } from "./leg-fields.ts";
import { readLegCarrier } from "#catalogue/server/carriers/read-leg-carrier.ts";
import { followLeg } from "#goods/server/tracking/follow-holders.ts";
import { heldLegNumbers, rejectLeavingByHand } from "./held-legs.ts";
import { updateLegRow } from "./leg-queries.ts";
import { noExpectations, updateExpectations } from "./update-expectations.ts";
import { updateStage } from "#goods/server/packages/update-stage.ts";

/** A leg with another one of these is expected by another lane. The carrier follows from the number too. */
const laneFields: readonly LegField[] = ["origin", "destination", "carrier", "trackingNumber"];

/**
 * Replaces the leg's fields; its number and status stay. `expectedFields` are the fields as they were shown when the
 * edit began. Throws `missing_information` without origin or destination, `not_found`, `conflict` (with the stored
 * fields as `current`) where the stored fields differ both from the expected and from the new ones, and `leaves_by_manifest`
 * where the leg to the warehouse would become one that a hand-over moves, or the reverse.
 */
export async function updateLeg(
  context: SignedInContext,
  input: LegFields & { readonly legId: string; readonly expectedFields?: LegFields | undefined },
): Promise<Shipment> {
  const { legId, expectedFields } = input;
  const fields = parseLegFields(input);
  return await changeLeg(context, legId, async (db, leg, shipment) => {
    const changed = differingLegFields(leg, fields);
    if (changed.length === 0) return;
    if (expectedFields !== undefined && differingLegFields(leg, expectedFields).length > 0) {
      throw apiError("conflict", { current: legFieldsOf(leg) });
    }
    const { packageId, legNumber } = leg;
    const isHeld = heldLegNumbers(shipment).includes(legNumber);
    const legs = shipment.legs.map((one) => (one.id === legId ? { ...one, ...fields } : one));
    // Its status would be that of another kind of leg.
    if (heldLegNumbers({ ...shipment, legs }).includes(legNumber) !== isHeld) {
      rejectLeavingByHand(shipment);
    }
    await updateLegRow(db, legId, { ...legColumns(fields), updatedAt: context.now() });
    if (changed.includes("carrier") || changed.includes("trackingNumber")) {
      const carrierCode = await readLegCarrier(db, fields);
      await updateLegRow(db, legId, { carrierCode });
      await followLeg(context, db, { ...fields, id: legId, carrierCode });
    }
    if (changed.some((name) => laneFields.includes(name))) {
      await updateLegRow(db, legId, noExpectations);
      // The accepted service takes another way, or another carrier does.
      if (changed.some((name) => name !== "trackingNumber" && laneFields.includes(name))) {
        await updateLegRow(db, legId, { serviceId: null });
      }
      await updateExpectations(db, [packageId], context.now());
    }
    // Two events, since customers see only the dates.
    const isDate = (name: LegField) => name === "estimatedDeparture" || name === "estimatedArrival";
    const parts = [
      { kind: "leg_changed", names: changed.filter((name) => !isDate(name)) },
      { kind: "leg_dates_changed", names: changed.filter(isDate) },
    ] as const;
    for (const { kind, names } of parts.filter((part) => part.names.length > 0)) {
      await recordEvent(context, db, {
        packageId,
        kind,
        legNumber,
        before: recordedLegFields(leg, names),
        after: recordedLegFields(fields, names),
      });
    }
    const changedFieldsOf = (from: LegFields) =>
      Object.fromEntries(changed.map((name) => [name, from[name]]));
    await recordAdminAction(context, db, {
      action: "packages.updateLeg",
      target: legId,
      before: { packageId, legNumber, ...changedFieldsOf(leg) },
      after: { packageId, legNumber, ...changedFieldsOf(fields) },
    });
    // Its parcels stay: a corrected place does not mean that they left.
    await updateStage(db, packageId);
  });
}
