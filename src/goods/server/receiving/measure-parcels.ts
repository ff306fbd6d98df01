import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelMeasurements } from "#goods/contract/receiving.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { addSeenGoods, goodsTakenOff } from "#goods/rules/receiving.ts";
import { listFiles } from "#platform/server/files/files.ts";
import { sentence } from "#platform/server/translate.ts";
import type { Db } from "#platform/server/db/open.ts";
import { getStaffParcel } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { toParcelColumns, toRecordColumns, sidesOf } from "./receiving-records.ts";
import { hashOfInput } from "#platform/server/binder/requests.ts";
import { lockParcel } from "./lock-target.ts";
import { apiError } from "#platform/contract/errors.ts";
import {
  findRecord,
  isReplaced,
  getCountingRecord,
  insertRecord,
  isAccountClosed,
  updateParcels,
  type MeasuredRow,
  findRecordByKey,
  lockReceiving,
  type RecordRow,
} from "./receiving-queries.ts";
import { recordParcelEvents } from "#goods/server/inbound-parcels/parcel-events.ts";
import { areGoodsNew, notifyOwner, type Announced } from "./notify-owner.ts";

type Input = {
  readonly inboundParcelId: string;
  readonly measurements: ParcelMeasurements;
  readonly station: string;
  readonly recordedAt: string;
  readonly idempotencyKey: string;
};

/**
 * Records new measurements of a parcel that is here, which count from now on; the earlier record stays, and what it says of the
 * goods counts until it is corrected. A repeat with the same key records nothing. Throws `not_found`, `inbound_parcel_not_free`, and
 * `idempotency_key_reused`.
 */
export async function measureAgain(
  context: SignedInContext,
  input: Input,
): Promise<StaffInboundParcel> {
  const { inboundParcelId, idempotencyKey } = input;
  const requestHash = hashOfInput({ operation: "measureAgain", ...input });
  const { db } = context;
  const parcel = await lockParcel(context, db, inboundParcelId);
  if (!(await isRecorded(context, db, { idempotencyKey, requestHash }))) {
    const kind = "measured_again" as const;
    const seen = addSeenGoods(await getCountingRecord(db, inboundParcelId), input.measurements);
    const measurements = { ...input.measurements, ...seen, goodsFlags: [...seen.goodsFlags] };
    const record = { ...input, measurements, kind, requestHash };
    const after = await recordMeasurements(context, db, parcel, record);
    await context.audit({ after });
  }
  return await getStaffParcel(context, db, inboundParcelId);
}

type CorrectionInput = {
  readonly receivingRecordId: string;
  readonly measurements: ParcelMeasurements;
  readonly reason: string;
  readonly imageId: string | null;
  readonly station: string;
  readonly recordedAt: string;
  readonly idempotencyKey: string;
};

/**
 * Throws `photo_needed` where a correction takes something off that was seen of the goods, unless it names a photo of what is
 * in the parcel that was taken with the wrong record or later.
 */
async function requirePhoto(
  db: Db,
  wrong: RecordRow,
  { measurements, imageId }: CorrectionInput,
): Promise<void> {
  if (goodsTakenOff(wrong, measurements) === null) return;
  const photos = await listFiles(db, "inbound_parcel", [wrong.inboundParcelId]);
  const isTaken = photos.some(
    ({ id, kind, createdAt }) =>
      id === imageId && kind === "contents" && createdAt >= wrong.createdAt,
  );
  if (!isTaken) throw apiError("photo_needed", {}, sentence("errors.photoOfContentsNeeded"));
}

/**
 * Replaces a wrong record of a parcel that is here by a new one, which counts in its place; both stay in the history. A
 * repeat with the same key records nothing. Throws `not_found`, `photo_needed`, `conflict` for a record that was
 * replaced already, `inbound_parcel_not_free`, and `idempotency_key_reused`.
 */
export async function correctReceivingRecord(
  context: SignedInContext,
  input: CorrectionInput,
): Promise<StaffInboundParcel> {
  const { receivingRecordId, idempotencyKey } = input;
  const requestHash = hashOfInput({ operation: "correctReceivingRecord", ...input });
  const { db } = context;
  const wrong = await findRecord(db, receivingRecordId);
  if (wrong === undefined) throw apiError("not_found");
  const parcel = await lockParcel(context, db, wrong.inboundParcelId);
  if (!(await isRecorded(context, db, { idempotencyKey, requestHash }))) {
    if (await isReplaced(db, receivingRecordId)) throw apiError("conflict");
    await requirePhoto(db, wrong, input);
    const after = await recordMeasurements(context, db, parcel, {
      ...input,
      kind: "corrected",
      replacesId: receivingRecordId,
      requestHash,
    });
    const { reason, imageId } = input;
    const recorded = { ...after, ...(imageId !== null && { imageId }) };
    await context.auditOf(parcel.id, { before: { receivingRecordId }, after: recorded, reason });
  }
  return await getStaffParcel(context, db, parcel.id);
}

type NewRecord = {
  readonly measurements: ParcelMeasurements;
  readonly station: string;
  readonly recordedAt: string;
  readonly idempotencyKey: string;
  readonly requestHash: Buffer;
} & (
  | { readonly kind: "measured_again" }
  | { readonly kind: "corrected"; readonly reason: string; readonly replacesId: string }
);

function toAnnounced({ condition, battery, goodsFlags }: MeasuredRow): Announced | null {
  return condition === null || battery === null ? null : { condition, battery, goodsFlags };
}

/**
 * Adds the record, with the parcel's row locked, and returns what the audit log has of it. Throws `inbound_parcel_not_free`
 * unless the parcel is here.
 */
async function recordMeasurements(
  context: SignedInContext,
  db: Db,
  parcel: MeasuredRow,
  record: NewRecord,
): Promise<{ readonly receivingRecordId: string; readonly weightGrams: number }> {
  const { id: parcelId, state, packageId, userId } = parcel;
  if (state !== "received" && state !== "packed") throw apiError("inbound_parcel_not_free");
  const { kind, measurements } = record;
  const isCorrection = record.kind === "corrected";
  const now = context.now();
  const { id: recordId } = await insertRecord(db, {
    inboundParcelId: parcelId,
    kind,
    ...toRecordColumns(measurements),
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
  const columns = toParcelColumns({ ...counting, sidesMm: sidesOf(counting) });
  await updateParcels(db, [parcelId], { ...columns, updatedAt: now });
  await recordParcelEvents(context, db, [{ parcelId, kind, packageId }], true);
  if (areGoodsNew(columns, toAnnounced(parcel))) {
    await context.listeners.goodsRecorded(context, db, parcelId);
  }
  const isNotified = userId !== null && !(await isAccountClosed(db, userId));
  await notifyOwner(context, db, {
    userId: isNotified ? userId : null,
    parcelId,
    recordId,
    recorded: columns,
    before: toAnnounced(parcel),
    packageId,
    arrival: null,
    completePackageId: null,
  });
  return { receivingRecordId: recordId, weightGrams: measurements.weightGrams };
}

/** Whether this request was recorded before; waits for one that runs now. Throws `idempotency_key_reused`. */
async function isRecorded(
  context: SignedInContext,
  db: Db,
  request: { readonly idempotencyKey: string; readonly requestHash: Buffer },
): Promise<boolean> {
  await lockReceiving(db, [request.idempotencyKey]);
  const earlier = await findRecordByKey(db, request.idempotencyKey);
  if (earlier === undefined) return false;
  if (!earlier.requestHash.equals(request.requestHash)) throw apiError("idempotency_key_reused");
  context.unchanged();
  return true;
}
