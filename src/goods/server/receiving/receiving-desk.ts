import type { SignedInContext } from "#platform/server/context.ts";
import { listDeskWarehouses } from "#catalogue/server/warehouses/warehouses.ts";
import { countReceived, listAwaited, listRecordsOfDay } from "./receiving-queries.ts";
import { listStaffParcels } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import type { AwaitedNumber, OwnReceivingRecord } from "#goods/contract/receiving.ts";
import { similarNumbers } from "#goods/rules/scan-match.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listExpectedByNumber, findStorageLocationId, findTimeZone } from "./scan-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { storageLocationScanPrefix } from "#goods/rules/storage-location.ts";
import { tidyTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";

type ReceivingWarehouse = { id: string; code: string; name: string };

/**
 * The warehouses of desks: the active ones before those that are not open yet, of each the hubs first, of these the one
 * entered first.
 */
export async function listReceivingWarehouses({
  db,
}: SignedInContext): Promise<{ items: ReceivingWarehouse[] }> {
  const warehouses = await listDeskWarehouses(db);
  const items = warehouses
    .toSorted(
      (one, other) =>
        Number(other.isActive) - Number(one.isActive) ||
        Number(other.kind === "hub") - Number(one.kind === "hub") ||
        one.createdAt.localeCompare(other.createdAt) ||
        one.id.localeCompare(other.id),
    )
    .map(({ id, code, name }) => ({ id, code, name }));
  return { items };
}

/** How many parcels a warehouse received since midnight there and within the last hour. Throws `not_found`. */
export async function readReceivingDay(
  { db, now }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ todayCount: number; lastHourCount: number }> {
  const timeZone = await requireWarehouse(db, warehouseId);
  return await countReceived(db, { warehouseId, timeZone }, now());
}

/**
 * The parcels that the signed-in member of staff has received or measured since midnight in a warehouse and that are still
 * here, the newest record first. Throws `not_found`.
 */
export async function listOwnRecords(
  context: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ items: OwnReceivingRecord[] }> {
  const { db, now, session } = context;
  const timeZone = await requireWarehouse(db, warehouseId);
  const author = { createdBy: session.person.id, warehouseId, timeZone };
  const rows = await listRecordsOfDay(db, author, now());
  const ids = rows.map(({ inboundParcelId }) => inboundParcelId);
  const parcels = await listStaffParcels(context, db, ids);
  const parcelOf = new Map(parcels.map((parcel) => [parcel.id, parcel]));
  const items = rows.flatMap(({ inboundParcelId, kind, outcome, savedAt }) => {
    const parcel = parcelOf.get(inboundParcelId);
    return parcel === undefined ? [] : { kind, outcome, parcel, savedAt: savedAt.toISOString() };
  });
  return { items };
}

/** The numbers of all parcels that are expected, the newest 20,000 first, with who declared them. Throws `not_found`. */
export async function listAwaitedNumbers(
  { db, now }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ items: AwaitedNumber[]; listedAt: string }> {
  const listedAt = now().toISOString();
  await requireWarehouse(db, warehouseId);
  return { items: await listAwaited(db), listedAt };
}

/** The ids of expected parcels with this number, then of those with nearly the same one, each the newest first. */
export async function listSimilarParcelIds(
  db: Db,
  trackingNumber: string,
  limit: number,
): Promise<string[]> {
  const same = await listExpectedByNumber(db, [trackingNumber], null);
  const near = await listExpectedByNumber(db, similarNumbers(trackingNumber), null);
  return [...same, ...near].slice(0, limit).map(({ id }) => id);
}

/** The time zone of a warehouse, also of one that is no longer active. Throws `not_found`. */
export async function requireWarehouse(db: Db, warehouseId: string): Promise<string> {
  const timeZone = await findTimeZone(db, warehouseId);
  if (timeZone === undefined) throw apiError("not_found");
  return timeZone;
}

/** The active storage location of a warehouse, by its code or label. Throws `storage_location_unknown`. */
export async function requireStorageLocation(
  db: Db,
  warehouseId: string,
  typedCode: string,
): Promise<{ readonly id: string; readonly code: string }> {
  const tidy = tidyTrackingNumber(typedCode);
  const isLabel = tidy.startsWith(storageLocationScanPrefix);
  const code = isLabel ? tidy.slice(storageLocationScanPrefix.length) : tidy;
  const id = await findStorageLocationId(db, warehouseId, code);
  if (id === undefined) throw apiError("storage_location_unknown", { code });
  return { id, code };
}
