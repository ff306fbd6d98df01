import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { LegFields } from "#goods/rules/leg-edit.ts";
import { nextLegNumber } from "#goods/rules/leg-order.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeShipment, updateDerivedStatus } from "#goods/server/packages/change-shipment.ts";
import { notifyPackageMoved } from "#goods/server/packages/notify-package-moved.ts";
import { parseLegFields, legColumns } from "./leg-fields.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { recordEvent } from "#goods/server/packages/record-event.ts";
import { readLegCarrier } from "#catalogue/server/carriers/read-leg-carrier.ts";
import { followLeg } from "#goods/server/tracking/follow-holders.ts";
import { confirmShipRequest } from "#goods/server/packages/require-no-ship-request.ts";
import { insertLegs } from "./leg-queries.ts";

/**
 * Adds a pending leg after the last one and derives the package's status again. Throws `missing_information` without
 * origin or destination, `not_found`, `customer_quota_exceeded`, and `too_many_legs` at three.
 */
export async function addLeg(
  context: SignedInContext,
  input: LegFields & {
    readonly packageId: string;
    /** Whether staff confirmed to move what a ship request moves by itself. */
    readonly ignoresShipRequest?: boolean | undefined;
  },
): Promise<Shipment> {
  const { packageId } = input;
  const fields = parseLegFields(input);
  return await changeShipment(context, packageId, async (db, shipment) => {
    confirmShipRequest(shipment, input.ignoresShipRequest ?? false);
    const legNumber = nextLegNumber(shipment.legs.length);
    if (legNumber === null) throw apiError("too_many_legs");
    const now = context.now();
    const carrierCode = await readLegCarrier(db, fields);
    const [legId = ""] = await insertLegs(db, [
      {
        ...legColumns(fields),
        carrierCode,
        packageId,
        legNumber,
        createdAt: now,
        updatedAt: now,
      },
    ]);
    await followLeg(context, db, { ...fields, id: legId, carrierCode });
    await recordEvent(context, db, {
      packageId,
      kind: "leg_added",
      legNumber,
      after: `${fields.origin} → ${fields.destination}`,
    });
    await recordAdminAction(context, db, {
      action: "packages.addLeg",
      target: packageId,
      after: { legNumber, ...fields },
    });
    const derived = await updateDerivedStatus(context, db, packageId);
    if (derived.isChanged) await notifyPackageMoved(context, db, derived.shipment);
  });
}
