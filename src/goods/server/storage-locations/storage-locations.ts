import { apiError } from "#platform/contract/errors.ts";
import type { StorageLocation, StorageLocationFields } from "#goods/contract/storage.ts";
import { maxStorageLocations, storageLocationScanPrefix } from "#goods/rules/storage-location.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  countLocations,
  insertLocations,
  listKnownCodes,
  listLocationsByCode,
  lockWarehouseLocations,
  findLocation,
  getLocation,
  updateLocationRow,
  hasWarehouse,
  listLocationRows,
  listLabelFacts,
  type LocationStickerFacts,
} from "./storage-location-queries.ts";
import {
  drawStickers,
  type StickerFormat,
  type Sticker,
} from "#goods/server/receiving/stickers.ts";

/**
 * Enters storage locations of a warehouse, all or none, and returns them by code. Throws `not_found`,
 * `storage_location_exists` with the first codes that are there already or twice in the request as `codes`, and
 * `too_many_storage_locations`.
 */
export async function createStorageLocations(
  context: SignedInContext,
  input: { readonly warehouseId: string; readonly items: readonly StorageLocationFields[] },
): Promise<{ items: StorageLocation[] }> {
  const { warehouseId, items } = input;
  const codes = items.map(({ code }) => code);
  const { db } = context;
  if (!(await lockWarehouseLocations(db, warehouseId))) throw apiError("not_found");
  const repeated = codes.filter((code, at) => codes.indexOf(code) !== at);
  const known = [...(await listKnownCodes(db, warehouseId, codes)), ...repeated];
  if (known.length > 0) {
    throw apiError("storage_location_exists", { codes: known.slice(0, 10) });
  }
  if ((await countLocations(db, warehouseId)) + items.length > maxStorageLocations) {
    throw apiError("too_many_storage_locations");
  }
  await insertLocations(db, warehouseId, items, context.now());
  await context.audit({ after: { items } });
  return { items: await listLocationsByCode(db, warehouseId, codes) };
}

/**
 * Replaces a storage location's fields; parcels that lie in an inactive one stay there. Throws `not_found`,
 * `storage_location_exists`, and `conflict` with the stored location as `current` where it was changed after
 * `expectedVersion`.
 */
export async function updateStorageLocation(
  context: SignedInContext,
  input: {
    readonly storageLocationId: string;
    readonly fields: StorageLocationFields;
    readonly expectedVersion?: string | undefined;
  },
): Promise<StorageLocation> {
  const { storageLocationId, fields } = input;
  const { db } = context;
  const warehouseId = (await findLocation(db, storageLocationId))?.warehouseId;
  if (warehouseId === undefined) throw apiError("not_found");
  await lockWarehouseLocations(db, warehouseId);
  const current = await getLocation(db, storageLocationId);
  const { updatedAt } = current;
  const edit = context.edits<StorageLocationFields>(current, fields, updatedAt, current);
  if (edit === null) return current;
  const isKnown = (await listKnownCodes(db, warehouseId, [fields.code])).length > 0;
  if ("code" in edit.after && isKnown) throw apiError("storage_location_exists");
  await updateLocationRow(db, storageLocationId, fields, context.now());
  await context.audit(edit);
  return await getLocation(db, storageLocationId);
}

/** All storage locations of a warehouse by code, with how many parcels lie in each. Throws `not_found`. */
export async function listStorageLocations(
  { db }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ items: StorageLocation[] }> {
  const items = await listLocationRows(db, warehouseId);
  if (items.length === 0 && !(await hasWarehouse(db, warehouseId))) throw apiError("not_found");
  return { items };
}

/**
 * The labels of storage locations of one warehouse as a file, in the order of their codes; one that is named twice has one
 * label. Throws `not_found` where the warehouse has not all of them, and `busy` while too many labels are drawn.
 */
export async function printLabels(
  context: SignedInContext,
  input: {
    readonly warehouseId: string;
    readonly storageLocationIds: readonly string[];
    readonly format: StickerFormat;
  },
): Promise<File> {
  const { db, queues, session } = context;
  const ids = new Set(input.storageLocationIds);
  const facts = await listLabelFacts(db, input.warehouseId, [...ids]);
  const [first] = facts;
  if (first === undefined || facts.length < ids.size) throw apiError("not_found");
  const name = facts.length === 1 ? `shelf-${first.code}` : "shelf-labels";
  const file = { name, title: name, date: null };
  return await queues.drawings.run(session.person.id, () =>
    drawStickers(facts.map(locationSticker), input.format, file),
  );
}

/** As wide as the label. The code is read from the aisle, so it is as high as its length allows. */
const code = { x: 4, y: 4, width: 92, height: 14 };
const beside = { x: 36, width: 60 };

/** The words that a manager gave a storage location are left out, since printers know Latin letters alone. */
function locationSticker(facts: LocationStickerFacts): Sticker {
  return {
    qrText: `${storageLocationScanPrefix}${facts.code}`,
    qrSquare: { x: 6, y: 23, side: 22 },
    texts: [
      { ...code, text: facts.code, isBold: true },
      { ...beside, text: "Storage location", y: 24, height: 3, isBold: false },
      { ...beside, text: "Warehouse", y: 34, height: 3, isBold: false },
      { ...beside, text: facts.warehouseCode, y: 39, height: 6, isBold: true },
    ],
  };
}
