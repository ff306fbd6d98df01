// Sets a leg's status, from which the package's own follows.
import type { Shipment } from "#contract/packages.ts";
import { apiError } from "#contract/errors.ts";
import type { LegStatus } from "#core/package-status.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeLeg, deriveStatusAgain } from "./change-shipment.ts";
import { recordEvent, recordStaffAction } from "./record-change.ts";
import { updateLegRow } from "./package-queries.ts";

/**
 * Stores the leg's status and derives the package's again, in one transaction. A status that the leg already has
 * changes nothing. `seen` is the one that was shown. Refuses with `not_found`, and with `conflict` (with the status as
 * it is now as `current`) where it is another than was seen.
 */
export async function setLegStatus(
  context: SignedInContext,
  input: {
    readonly legId: string;
    readonly status: LegStatus;
    readonly seen?: LegStatus | undefined;
  },
): Promise<Shipment> {
  const { legId, status, seen = null } = input;
  return await changeLeg(context, legId, async (db, leg) => {
    if (leg.status === status) return;
    if (seen !== null && seen !== leg.status) throw apiError("conflict", { current: leg.status });
    const { packageId, legNumber } = leg;
    await updateLegRow(db, legId, { status, updatedAt: context.now() });
    await recordEvent(context, db, {
      packageId,
      kind: "leg_status_changed",
      legNumber,
      before: leg.status,
      after: status,
    });
    await recordStaffAction(context, db, {
      action: "packages.setLegStatus",
      target: legId,
      before: { packageId, legNumber, status: leg.status },
      after: { packageId, legNumber, status },
    });
    await deriveStatusAgain(context, db, packageId);
  });
}
