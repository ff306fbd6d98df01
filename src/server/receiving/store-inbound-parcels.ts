import type { StaffInboundParcel } from "#contract/inbound-parcels.ts";
import { apiError } from "#contract/errors.ts";
import { parseScan } from "#core/scan.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { listStaffParcels } from "#server/inbound-parcels/admin/list-any-parcels.ts";
import { countReceiving } from "./count-receiving.ts";
import { moveParcels } from "./move-parcels.ts";
import { lockParcelsByLabel, updateParcels, type StoredRow } from "./receiving-queries.ts";
import { requireStorageLocation } from "./require-warehouse.ts";

type Input = {
  readonly warehouseId: string;
  readonly storageLocationCode: string;
  readonly labelCodes: readonly string[];
};

/** The codes of our labels, typed or scanned, each once. Throws `not_found` for anything else. */
function parseLabels(labelCodes: readonly string[]): string[] {
  const codes = labelCodes.map((text) => {
    const reading = parseScan(text);
    if (reading.kind !== "label") throw apiError("not_found", { labelCode: text });
    return reading.labelCode;
  });
  return [...new Set(codes)];
}

function requireStorable(parcels: readonly StoredRow[], input: Input, codes: readonly string[]) {
  const missing = codes.filter((code) => !parcels.some(({ labelCode }) => labelCode === code));
  if (missing.length > 0) throw apiError("not_found", { labelCodes: missing });
  const others = parcels.filter(
    ({ state, warehouseId }) =>
      (state !== "received" && state !== "packed") || warehouseId !== input.warehouseId,
  );
  if (others.length === 0) return;
  throw apiError("inbound_parcel_not_free", {
    labelCodes: others.map(({ labelCode }) => labelCode),
  });
}

async function store(context: SignedInContext, db: Db, input: Input): Promise<string[]> {
  const { warehouseId, storageLocationCode } = input;
  const codes = parseLabels(input.labelCodes);
  const location = await requireStorageLocation(db, warehouseId, storageLocationCode);
  const parcels = await lockParcelsByLabel(db, codes);
  requireStorable(parcels, input, codes);
  const moving = parcels.filter(({ storageLocationId }) => storageLocationId !== location.id);
  const found = parcels.filter(
    (parcel) => parcel.missingSince !== null && !moving.includes(parcel),
  );
  await updateParcels(
    db,
    found.map(({ id }) => id),
    { missingSince: null, updatedAt: context.now() },
  );
  if (moving.length > 0) {
    await moveParcels(context, db, moving, location.id);
    await recordAdminAction(context, db, {
      action: "receiving.storeInboundParcels",
      target: location.id,
      after: { code: location.code, labelCodes: moving.map(({ labelCode }) => labelCode) },
    });
  }
  const idOf = new Map(parcels.map(({ labelCode, id }) => [labelCode, id]));
  return codes.flatMap((code) => idOf.get(code) ?? []);
}

/**
 * Records that parcels lie in a storage location of the warehouse in which they are, by our labels; all or none. Those
 * that lie there already stay as they are. Throws `too_many_requests`, `storage_location_unknown`, `not_found` and
 * `inbound_parcel_not_free` with the `labelCodes`.
 */
export async function storeInboundParcels(
  context: SignedInContext,
  input: Input,
): Promise<{ items: StaffInboundParcel[] }> {
  await countReceiving(context);
  return await atomically(context.db, async (db) => {
    const parcelIds = await store(context, db, input);
    return { items: await listStaffParcels(context, db, parcelIds) };
  });
}
