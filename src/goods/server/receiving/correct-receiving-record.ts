import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelMeasurements } from "#goods/contract/receiving.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { getStaffParcel } from "#goods/server/inbound-parcels/admin/list-any-parcels.ts";
import { countReceiving } from "./count-receiving.ts";
import { isRecorded } from "./is-recorded.ts";
import { requestHashOf } from "./measurement-columns.ts";
import { recordMeasurements } from "./record-measurements.ts";
import { lockParcel } from "./lock-parcel.ts";
import { findRecord, isReplaced } from "./receiving-queries.ts";

type CorrectionInput = {
  readonly receivingRecordId: string;
  readonly measurements: ParcelMeasurements;
  readonly reason: string;
  readonly station: string;
  readonly recordedAt: string;
  readonly idempotencyKey: string;
};

/**
 * Replaces a wrong record of a parcel that is here by a new one, which counts in its place; both stay in the history. A
 * repeat with the same key records nothing. Throws `too_many_requests`, `not_found`, `conflict` for a record that was
 * replaced already, `inbound_parcel_not_free`, and `idempotency_key_reused`.
 */
export async function correctReceivingRecord(
  context: SignedInContext,
  input: CorrectionInput,
): Promise<StaffInboundParcel> {
  await countReceiving(context);
  const { receivingRecordId, idempotencyKey } = input;
  const requestHash = requestHashOf("correctReceivingRecord", input);
  return await atomically(context.db, async (db) => {
    const wrong = await findRecord(db, receivingRecordId);
    if (wrong === undefined) throw apiError("not_found");
    const parcel = await lockParcel(context, db, wrong.inboundParcelId);
    if (!(await isRecorded(db, { idempotencyKey, requestHash }))) {
      if (await isReplaced(db, receivingRecordId)) throw apiError("conflict");
      await recordMeasurements(context, db, parcel, {
        ...input,
        action: "receiving.correctReceivingRecord",
        kind: "corrected",
        replacesId: receivingRecordId,
        requestHash,
      });
    }
    return await getStaffParcel(context, db, parcel.id);
  });
}
