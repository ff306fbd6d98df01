// Adds a record to those of a parcel that is here, and copies the one that counts onto the parcel.
import type { ParcelMeasurements } from "#goods/contract/receiving.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { recordParcelEvents } from "#goods/server/inbound-parcels/record-parcel-events.ts";
import { parcelColumnsOf, recordColumnsOf, sidesOf } from "./measurement-columns.ts";
import { notifyOwner, type Announced } from "./notify-owner.ts";
import {
  getCountingRecord,
  insertRecord,
  isAccountClosed,
  updateParcels,
  type MeasuredRow,
} from "./receiving-queries.ts";

type NewRecord = {
  /** Name of the operation. */
  readonly action: string;
  readonly measurements: ParcelMeasurements;
  readonly station: string;
  readonly recordedAt: string;
  readonly idempotencyKey: string;
  readonly requestHash: Buffer;
} & (
  | { readonly kind: "measured_again" }
  | { readonly kind: "corrected"; readonly reason: string; readonly replacesId: string }
);

function announcedOf({ condition, battery, goodsFlags }: MeasuredRow): Announced | null {
  return condition === null || battery === null ? null : { condition, battery, goodsFlags };
}

/** Adds the record, with the parcel's row locked. Throws `inbound_parcel_not_free` unless the parcel is here. */
export async function recordMeasurements(
  context: SignedInContext,
  db: Db,
  parcel: MeasuredRow,
  record: NewRecord,
): Promise<void> {
  const { id: parcelId, state, packageId, userId } = parcel;
  if (state !== "received" && state !== "packed") throw apiError("inbound_parcel_not_free");
  const { kind, measurements } = record;
  const isCorrection = record.kind === "corrected";
  const now = context.now();
  const { id: recordId } = await insertRecord(db, {
    inboundParcelId: parcelId,
    kind,
    ...recordColumnsOf(measurements),
    station: record.station,
    reason: isCorrection ? record.reason : "",
    outcome: "seen_before",
    replacesId: isCorrection ? record.replacesId : null,
    recordedAt: new Date(record.recordedAt),
    createdBy: context.session.person.id,
    createdAt: now,
    idempotencyKey: record.idempotencyKey,
    requestHash: record.requestHash,
  });
  const counting = await getCountingRecord(db, parcelId);
  const columns = parcelColumnsOf({ ...counting, sidesMm: sidesOf(counting) });
  await updateParcels(db, [parcelId], { ...columns, updatedAt: now });
  await recordParcelEvents(context, db, [{ parcelId, kind, packageId }], true);
  const isNotified = userId !== null && !(await isAccountClosed(db, userId));
  await notifyOwner(context, db, {
    userId: isNotified ? userId : null,
    parcelId,
    recordId,
    recorded: columns,
    before: announcedOf(parcel),
    arrival: null,
    completePackageId: null,
  });
  await recordAdminAction(context, db, {
    action: record.action,
    target: parcelId,
    ...(isCorrection && { before: { receivingRecordId: record.replacesId } }),
    after: { receivingRecordId: recordId, weightGrams: measurements.weightGrams },
    ...(isCorrection && { reason: record.reason }),
  });
}
