import type { ParcelMeasurements } from "#goods/contract/receiving.ts";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { parseScan } from "#goods/rules/scan.ts";
import type { ScanOutcome } from "#goods/rules/receiving.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { getStaffParcel } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { actsOnParcels, isOpenPackage } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { carrierOf } from "#goods/server/inbound-parcels/assign-tracking-numbers.ts";
import {
  recordParcelEvents,
  type ParcelEvent,
} from "#goods/server/inbound-parcels/parcel-events.ts";
import { startStorage } from "#goods/server/storage-rates/storage.ts";
import { toParcelColumns, toRecordColumns } from "./receiving-records.ts";
import { hashOfInput } from "#platform/server/binder/requests.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { lockTarget, type Arrival, type LockedTarget } from "./lock-target.ts";
import { notifyOwner } from "./notify-owner.ts";
import { readMemberCode, requireReceivable } from "./read-scan.ts";
import { requireStorageLocation, requireWarehouse } from "./receiving-desk.ts";
import {
  findHighestPiece,
  findRecordByKey,
  insertParcel,
  insertRecord,
  isPieceTaken,
  lockReceiving,
  updateParcels,
} from "./receiving-queries.ts";
import type { StoredParcel } from "./scan-queries.ts";

type Input = Arrival & {
  readonly warehouseId: string;
  readonly memberCode: string | null;
  readonly measurements: ParcelMeasurements;
  readonly storageLocationCode: string | null;
  readonly station: string;
  readonly recordedAt: string;
  readonly idempotencyKey: string;
};

type Received = { readonly outcome: ScanOutcome; readonly parcelId: string };

/** What a parcel has from the moment in which it is received. */
type ReceivedColumns = ReturnType<typeof receivedColumns>;

const maxPiece = 99;

function receivedColumns(
  { session, now }: SignedInContext,
  { warehouseId, measurements }: Input,
  storageLocationId: string | null,
) {
  return {
    state: "received" as const,
    warehouseId,
    storageLocationId,
    receivedAt: now(),
    receivedBy: session.person.id,
    missingSince: null,
    ...toParcelColumns(measurements),
    updatedAt: now(),
  };
}

/** The piece that another parcel of an owner with this number is. Throws `inbound_parcel_not_free` above 99. */
async function nextPiece(
  db: Db,
  { ownerId, parcel }: LockedTarget,
  trackingNumber: string | null,
): Promise<number> {
  const highest =
    trackingNumber === null
      ? (parcel?.piece ?? 0)
      : await findHighestPiece(db, ownerId, trackingNumber);
  if (highest >= maxPiece) throw apiError("inbound_parcel_not_free");
  return highest + 1;
}

/** Inserts a parcel that nobody declared, or another piece of one that was received; returns its id and package. */
async function insertArrived(
  db: Db,
  target: LockedTarget,
  columns: ReceivedColumns,
): Promise<{ readonly parcelId: string; readonly packageId: string | null }> {
  const { ownerId, parcel, pkg } = target;
  const isPiece = target.outcome === "seen_before";
  const trackingNumber = (isPiece ? parcel?.trackingNumber : target.number?.trackingNumber) ?? null;
  const joins = isPiece && pkg !== null && (await isOpenPackage(db, pkg));
  const packageId = joins ? pkg.id : null;
  const parcelId = await insertParcel(db, {
    ...columns,
    ...carrierOf(trackingNumber ?? "", isPiece ? (parcel?.carrierCode ?? null) : null),
    userId: ownerId,
    packageId,
    trackingNumber,
    piece: isPiece ? await nextPiece(db, target, trackingNumber) : 1,
    source: "scanned",
    declaredValueMinor: null,
    declaredCurrency: null,
    createdAt: columns.updatedAt,
  });
  return { parcelId, packageId };
}

/**
 * The number on the label replaces one that was declared differently, so that another scan of it finds this parcel. A
 * cancelled one is a further piece where its number was declared again since, or was given to another parcel.
 */
async function numberColumns(db: Db, target: LockedTarget, parcel: StoredParcel) {
  const { number } = target;
  if (number === null || parcel.trackingNumber === number.trackingNumber) {
    const carrier = parcel.carrierCode === null ? carrierOf(parcel.trackingNumber ?? "", null) : {};
    if (parcel.place !== "cancelled" || !(await isPieceTaken(db, parcel.id))) return carrier;
    return { ...carrier, piece: await nextPiece(db, target, parcel.trackingNumber) };
  }
  const { trackingNumber } = number;
  const carrier = parcel.carrierCode === null ? carrierOf(trackingNumber, null) : {};
  return { ...carrier, trackingNumber, piece: await nextPiece(db, target, trackingNumber) };
}

/** Stores what arrived; returns the parcel, its package, what was recorded in its history, and the number that it had. */
async function storeArrived(db: Db, target: LockedTarget, columns: ReceivedColumns) {
  const { parcel } = target;
  if (target.outcome !== "matched" || parcel === null) {
    return { ...(await insertArrived(db, target, columns)), changes: [], replacedNumber: null };
  }
  const number = await numberColumns(db, target, parcel);
  await updateParcels(db, [parcel.id], { ...columns, ...number });
  const isReplaced = "trackingNumber" in number;
  return {
    parcelId: parcel.id,
    packageId: parcel.packageId,
    changes: isReplaced ? (["declaration_changed"] as const) : [],
    replacedNumber: isReplaced ? parcel.trackingNumber : null,
  };
}

async function record(
  context: SignedInContext,
  db: Db,
  input: Input,
  target: LockedTarget,
): Promise<Received> {
  const { storageLocationCode, warehouseId, measurements } = input;
  const location =
    storageLocationCode === null || storageLocationCode === ""
      ? null
      : await requireStorageLocation(db, warehouseId, storageLocationCode);
  const columns = receivedColumns(context, input, location?.id ?? null);
  const { parcelId, packageId, changes, replacedNumber } = await storeArrived(db, target, columns);
  await startStorage(context, db, [parcelId]);
  // Another piece is as much its owner's as the first.
  const outcome =
    target.outcome !== "seen_before"
      ? target.outcome
      : target.ownerId === null
        ? "unmatched"
        : "matched";
  const { id: recordId } = await insertRecord(db, {
    inboundParcelId: parcelId,
    kind: "received",
    ...toRecordColumns(measurements),
    station: input.station,
    reason: "",
    outcome,
    replacedNumber,
    wasCancelled: target.outcome === "matched" && target.parcel?.place === "cancelled",
    replacesId: null,
    recordedAt: new Date(input.recordedAt),
    createdBy: context.session.person.id,
    createdAt: columns.updatedAt,
    idempotencyKey: input.idempotencyKey,
    requestHash: hashOfInput({ operation: "receiveInboundParcel", ...input }),
  });
  const kinds = [...changes, "received", ...(location === null ? [] : ["stored"])] as const;
  const events = kinds.map((kind) => ({ parcelId, kind, packageId }) as ParcelEvent);
  await recordParcelEvents(context, db, events, true);
  const isComplete = packageId !== null && (await updatePackageFromParcels(context, db, packageId));
  await notifyOwner(context, db, {
    userId: target.isAccountClosed ? null : target.ownerId,
    parcelId,
    recordId,
    recorded: columns,
    before: null,
    arrival: outcome === "undeclared" ? "parcel_undeclared" : "parcel_received",
    packageId,
    completePackageId: isComplete ? packageId : null,
  });
  await context.auditOf(parcelId, {
    before: {
      state: target.parcel?.state ?? null,
      trackingNumber: target.parcel?.trackingNumber ?? null,
    },
    after: {
      outcome,
      trackingNumber: target.number?.trackingNumber ?? target.parcel?.trackingNumber ?? null,
      warehouseId,
      receivingRecordId: recordId,
    },
  });
  return { outcome, parcelId };
}

async function receive(context: SignedInContext, db: Db, input: Input): Promise<Received> {
  const { idempotencyKey, scan } = input;
  const reading = scan === null ? null : parseScan(scan);
  const number = reading !== null && "number" in reading ? reading.number : null;
  await lockReceiving(db, [idempotencyKey, ...(number === null ? [] : [number.trackingNumber])]);
  const earlier = await findRecordByKey(db, idempotencyKey);
  if (earlier !== undefined) {
    const hash = hashOfInput({ operation: "receiveInboundParcel", ...input });
    if (!earlier.requestHash.equals(hash)) throw apiError("idempotency_key_reused");
    await actsOnParcels(context, db, [earlier.inboundParcelId]);
    context.unchanged();
    return { outcome: earlier.outcome, parcelId: earlier.inboundParcelId };
  }
  await requireWarehouse(db, input.warehouseId);
  const owner = await readMemberCode(context, db, input.memberCode);
  const target = await lockTarget(context, db, input, owner);
  await requireReceivable(context, db, target.ownerId);
  if (target.outcome === "seen_before" && !input.isAnotherPiece) {
    context.unchanged();
    return { outcome: "seen_before", parcelId: target.parcel?.id ?? "" };
  }
  return await record(context, db, input, target);
}

/**
 * Records that a parcel arrived: the scan is decided again as in `readScan`, under locks, so that two desks record one
 * parcel once. One that was received already is returned as `seen_before`, and nothing is added unless it is another
 * piece. A near match is never taken: without `inboundParcelId` it is recorded as if nothing had been found.
 *
 * A repeat with the same key records nothing and returns the parcel as it is. Throws `not_found`, `own_account`,
 * `not_a_waybill`, `invalid_member_code`, `warehouse_not_open`, `two_owners` (with the `inboundParcelIds`), `inbound_parcel_not_free` after 99
 * pieces, `storage_location_unknown`, and `idempotency_key_reused`.
 */
export async function receiveInboundParcel(
  context: SignedInContext,
  input: Input,
): Promise<{ outcome: ScanOutcome; parcel: StaffInboundParcel }> {
  const { db } = context;
  const { outcome, parcelId } = await receive(context, db, input);
  const parcel = await getStaffParcel(context, db, parcelId);
  context.log.info({ inboundParcelId: parcelId, outcome }, "Inbound parcel received");
  return { outcome, parcel };
}
