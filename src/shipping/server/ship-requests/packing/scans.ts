import { apiError } from "#platform/contract/errors.ts";
import type { PackingScan, PackingRequest } from "#shipping/contract/packing.ts";
import { parseScan } from "#goods/rules/scan.ts";
import { isToTakeOut, nextShipRequestState } from "#shipping/rules/ship-request.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import {
  lockRequest,
  lockRequestAlone,
  saveRequest,
} from "#shipping/server/ship-requests/change-request.ts";
import {
  updateRequestParcels,
  findRequest,
  listRequestParcels,
  updateRequestRow,
} from "#shipping/server/ship-requests/request-queries.ts";
import { countPacked, listScannedParcels, type ScannedRow } from "./packing-queries.ts";
import { requirePacker, staffActor, describePacking } from "./packing.ts";

type ScanInput = {
  readonly shipRequestId: string;
  readonly scan: string;
};

function parseParcel(scan: string): { labelCode: string | null; numbers: readonly string[] } {
  const reading = parseScan(scan);
  if (reading.kind === "label") {
    return { labelCode: reading.labelCode, numbers: reading.number?.spellings ?? [] };
  }
  if (reading.kind === "number") return { labelCode: null, numbers: reading.number.spellings };
  throw apiError("not_a_waybill");
}

/** The parcel of the request that a scan means. Throws `wrong_parcel` for one of something else, or that stays here. */
async function findParcel(db: Db, input: ScanInput): Promise<ScannedRow> {
  const [parcel] = await listScannedParcels(db, input.shipRequestId, parseParcel(input.scan));
  if (parcel === undefined || parcel.state === "left_out") throw apiError("wrong_parcel");
  return parcel;
}

async function answer(
  db: Db,
  request: RowOf<"shipRequests">,
  parcel: ScannedRow,
  outcome: PackingScan["outcome"],
): Promise<PackingScan> {
  const { inboundParcelId, labelCode } = parcel;
  const counts = await countPacked(db, request.id);
  return { outcome, inboundParcelId, labelCode, state: request.state, ...counts };
}

/** Puts a parcel into the box of a request that is being packed, whose row alone is locked. */
async function putIntoBox(
  context: SignedInContext,
  db: Db,
  request: RowOf<"shipRequests">,
  input: ScanInput,
): Promise<PackingScan> {
  const parcel = await findParcel(db, input);
  const { person } = context.session;
  const at = context.now();
  if (parcel.state === "in_box") {
    context.unchanged();
    return await answer(db, request, parcel, "already_in_box");
  }
  await updateRequestParcels(db, request.id, [parcel.inboundParcelId], {
    state: "in_box",
    scannedBy: person.id,
    scannedAt: at,
  });
  await recordPacker(db, request.id, { packerId: person.id, at });
  await context.audit({ after: { inboundParcelId: parcel.inboundParcelId } });
  return await answer(db, request, parcel, parcel.state === "missing" ? "found_again" : "in_box");
}

/** Begins or resumes packing, which changes the package's stage, and puts the parcel into the box. */
async function beginPacking(
  context: SignedInContext,
  db: Db,
  input: ScanInput,
): Promise<PackingScan> {
  const locked = await lockRequest(context, db, input.shipRequestId);
  const { request } = locked;
  requirePacker(context, request);
  if (request.state === "packing") return await putIntoBox(context, db, request, input);
  const action = request.state === "requested" ? "start_packing" : "continue_packing";
  const state = nextShipRequestState(action, "packer", request);
  if (state === null) throw apiError("conflict", { current: request.state });
  const parcel = await findParcel(db, input);
  if (action === "continue_packing" && parcel.state !== "missing") {
    throw apiError("conflict", { current: request.state });
  }
  const others = (await listRequestParcels(db, request.id)).filter(
    (one) => one.state === "missing" && one.inboundParcelId !== parcel.inboundParcelId,
  );
  // It goes on waiting for what is still missing.
  const isResumed = action === "start_packing" || others.length === 0;
  const packer = { packerId: context.session.person.id, packerActiveAt: context.now() };
  const begun = await saveRequest(
    db,
    locked,
    staffActor(context),
    { ...packer, ...(isResumed && { state }) },
    action === "start_packing"
      ? ["packing_started"]
      : ["parcel_found", { labelCode: parcel.labelCode }],
  );
  return await putIntoBox(context, db, begun.request, input);
}

/**
 * Puts a scanned parcel into the box of a request. The first scan starts packing and keeps the request for its packer; one of
 * a parcel that was missing lets packing go on.
 *
 * Throws `not_found`, `own_account`, `not_a_waybill`, `wrong_parcel`, `packed_by_another`, and `conflict` where nothing is to be packed.
 */
export async function scanIntoBox(
  context: SignedInContext,
  input: ScanInput,
): Promise<PackingScan> {
  const { db } = context;
  parseParcel(input.scan);
  const found = await findRequest(db, input.shipRequestId);
  if (found === undefined) throw apiError("not_found");
  if (found.state !== "packing") return await beginPacking(context, db, input);
  // Only the request's row: scans of a desk do not wait for what concerns the package.
  const request = await lockRequestAlone(context, db, input.shipRequestId);
  if (request.state !== "packing") throw apiError("conflict", { current: request.state });
  requirePacker(context, request);
  return await putIntoBox(context, db, request, input);
}

type RemovalInput = { readonly shipRequestId: string; readonly inboundParcelId: string };

/**
 * Takes a parcel out of the open box again: it has to be found anew, or stays here where its customer left it out. A repeat
 * changes nothing. Throws `not_found`,
 * `packed_by_another`, and `conflict` unless the request is being packed.
 */
export async function removeFromBox(
  context: SignedInContext,
  input: RemovalInput,
): Promise<PackingRequest> {
  const { db } = context;
  const { shipRequestId, inboundParcelId } = input;
  const request = await lockRequestAlone(context, db, shipRequestId);
  if (request.state !== "packing") throw apiError("conflict", { current: request.state });
  requirePacker(context, request);
  const parcels = await listRequestParcels(db, shipRequestId);
  const parcel = parcels.find((one) => one.inboundParcelId === inboundParcelId);
  if (parcel === undefined) throw apiError("not_found");
  const { state } = parcel;
  if (state !== "in_box" && !isToTakeOut(parcel)) {
    context.unchanged();
    return await describePacking(context, shipRequestId);
  }
  await updateRequestParcels(db, shipRequestId, [inboundParcelId], {
    state: state === "in_box" ? "to_find" : state,
    scannedBy: null,
    scannedAt: null,
  });
  await recordPacker(db, shipRequestId, {
    packerId: context.session.person.id,
    at: context.now(),
  });
  await context.audit({ after: { inboundParcelId } });
  return await describePacking(context, shipRequestId);
}

/** Notes who is packing a locked request, and when. */
async function recordPacker(
  db: Db,
  id: string,
  packer: { readonly packerId: string; readonly at: Date },
): Promise<void> {
  const { packerId, at } = packer;
  await updateRequestRow(db, id, { packerId, packerActiveAt: at, updatedAt: at });
}
