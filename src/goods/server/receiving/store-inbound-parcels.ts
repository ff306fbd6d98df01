import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { parseScan } from "#goods/rules/scan.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listStaffParcels } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { sentence } from "#platform/server/translate.ts";
import { lockLabelled } from "./lock-target.ts";
import { updateParcels, type StoredRow } from "./receiving-queries.ts";
import { requireStorageLocation } from "./receiving-desk.ts";
import { listEvents } from "#people/server/db/events.ts";
import { recordParcelEvents } from "#goods/server/inbound-parcels/parcel-events.ts";

type Input = {
  readonly warehouseId: string;
  readonly storageLocationCode: string;
  readonly labelCodes: readonly string[];
  readonly ageMilliseconds: number;
};

function unknownLabels(labelCodes: readonly string[]) {
  const count = labelCodes.length;
  return apiError("not_found", { labelCodes }, sentence("errors.labelsUnknown", { count }));
}

/** The codes of our labels, typed or scanned, each once. Throws `not_found` for anything else. */
function parseLabels(labelCodes: readonly string[]): string[] {
  const codes = labelCodes.map((text) => {
    const reading = parseScan(text);
    if (reading.kind !== "label") throw unknownLabels([text]);
    return reading.labelCode;
  });
  return [...new Set(codes)];
}

function requireStorable(parcels: readonly StoredRow[], input: Input, codes: readonly string[]) {
  const missing = codes.filter((code) => !parcels.some(({ labelCode }) => labelCode === code));
  if (missing.length > 0) throw unknownLabels(missing);
  const refuse = (
    others: readonly StoredRow[],
    id: "errors.parcelsNotHere" | "errors.parcelsElsewhere",
  ) => {
    if (others.length === 0) return;
    const labelCodes = others.map(({ labelCode }) => labelCode);
    const count = others.length;
    throw apiError("inbound_parcel_not_free", { labelCodes }, sentence(id, { count }));
  };
  const isHere = ({ state }: StoredRow) => state === "received" || state === "packed";
  refuse(
    parcels.filter((parcel) => !isHere(parcel)),
    "errors.parcelsNotHere",
  );
  const elsewhere = parcels.filter(({ warehouseId }) => warehouseId !== input.warehouseId);
  refuse(elsewhere, "errors.parcelsElsewhere");
}

/** The parcels that move, and those that lie there as recorded and are no longer missing. */
async function listChanging(
  db: Db,
  parcels: readonly StoredRow[],
  storageLocationId: string,
  movedAt: Date,
) {
  const ids = parcels.map(({ id }) => id);
  const moves = await listEvents(db, "inbound_parcel", ids, ["received", "stored"]);
  const later = moves.filter(({ createdAt }) => createdAt > movedAt);
  const movedLater = new Set(later.map(({ subjectId }) => subjectId));
  const current = parcels.filter(({ id }) => !movedLater.has(id));
  const isThere = (parcel: StoredRow) => parcel.storageLocationId === storageLocationId;
  const isFound = ({ missingSince }: StoredRow) => missingSince !== null && missingSince <= movedAt;
  return {
    moving: current.filter((parcel) => !isThere(parcel)),
    found: current.filter((parcel) => isThere(parcel) && isFound(parcel)),
  };
}

/**
 * Records that parcels lie in a storage location of the warehouse in which they are, by our labels; all or none. Those
 * that lie there already stay as they are, and so do those that were received or stored after these were put there, so
 * that of two devices without a network the one that moved a parcel last is right. Throws `storage_location_unknown`, `not_found` and
 * `inbound_parcel_not_free` with the `labelCodes`.
 */
export async function storeInboundParcels(
  context: SignedInContext,
  input: Input,
): Promise<{ items: StaffInboundParcel[] }> {
  const { db } = context;
  const { warehouseId, storageLocationCode } = input;
  const codes = parseLabels(input.labelCodes);
  const location = await requireStorageLocation(db, warehouseId, storageLocationCode);
  const parcels = await lockLabelled(context, db, codes);
  requireStorable(parcels, input, codes);
  const movedAt = new Date(context.now().getTime() - input.ageMilliseconds);
  const { moving, found } = await listChanging(db, parcels, location.id, movedAt);
  await updateParcels(
    db,
    found.map(({ id }) => id),
    { missingSince: null, updatedAt: context.now() },
  );
  await moveParcels(context, db, moving, location.id, movedAt);
  const changed = [...moving, ...found];
  if (changed.length === 0) context.unchanged();
  else {
    await context.auditOf(location.id, {
      after: { code: location.code, labelCodes: changed.map(({ labelCode }) => labelCode) },
    });
  }
  const idOf = new Map(parcels.map(({ labelCode, id }) => [labelCode, id]));
  const parcelIds = codes.flatMap((code) => idOf.get(code) ?? []);
  return { items: await listStaffParcels(context, db, parcelIds) };
}

/** Records that parcels, whose rows must be locked, lie in another storage location; none of them is missing any longer. */
export async function moveParcels(
  context: SignedInContext,
  db: Db,
  parcels: readonly { readonly id: string; readonly packageId: string | null }[],
  storageLocationId: string,
  movedAt: Date = context.now(),
): Promise<void> {
  if (parcels.length === 0) return;
  const set = { storageLocationId, missingSince: null, updatedAt: context.now() };
  await updateParcels(
    db,
    parcels.map(({ id }) => id),
    set,
  );
  const events = parcels.map(({ id, packageId }) => ({
    parcelId: id,
    kind: "stored" as const,
    packageId,
    happenedAt: movedAt,
  }));
  await recordParcelEvents(context, db, events, true);
}
