import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelMeasurements } from "#goods/contract/receiving.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { getStaffParcel } from "#goods/server/inbound-parcels/admin/list-any-parcels.ts";
import { countReceiving } from "./count-receiving.ts";
import { isRecorded } from "./is-recorded.ts";
import { requestHashOf } from "./measurement-columns.ts";
import { recordMeasurements } from "./record-measurements.ts";
import { lockParcel } from "./lock-parcel.ts";

type Input = {
  readonly inboundParcelId: string;
  readonly measurements: ParcelMeasurements;
  readonly station: string;
  readonly recordedAt: string;
  readonly idempotencyKey: string;
};

/**
 * Records new measurements of a parcel that is here, which count from now on; the earlier record stays. A repeat with
 * the same key records nothing. Throws `too_many_requests`, `not_found`, `inbound_parcel_not_free`, and
 * `idempotency_key_reused`.
 */
export async function measureAgain(
  context: SignedInContext,
  input: Input,
): Promise<StaffInboundParcel> {
  await countReceiving(context);
  const { inboundParcelId, idempotencyKey } = input;
  const requestHash = requestHashOf("measureAgain", input);
  return await atomically(context.db, async (db) => {
    const parcel = await lockParcel(context, db, inboundParcelId);
    if (!(await isRecorded(db, { idempotencyKey, requestHash }))) {
      await recordMeasurements(context, db, parcel, {
        ...input,
        action: "receiving.measureAgain",
        kind: "measured_again",
        requestHash,
      });
    }
    return await getStaffParcel(context, db, inboundParcelId);
  });
}
