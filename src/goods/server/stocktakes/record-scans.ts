import { apiError } from "#platform/contract/errors.ts";
import { parseScan } from "#goods/rules/scan.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { findRefusedParcels } from "#goods/server/inbound-parcels/acts-on-parcels.ts";
import { countReceiving } from "#goods/server/receiving/count-receiving.ts";
import { requireStorageLocation } from "#goods/server/receiving/require-warehouse.ts";
import {
  insertCountedLocation,
  insertScans,
  lockStocktake,
  lockStoredParcels,
  updateMissing,
} from "./stocktake-queries.ts";

type Input = {
  readonly stocktakeId: string;
  readonly storageLocationCode: string;
  readonly scannedAt: string;
  readonly items: readonly { readonly labelCode: string; readonly scannedAt: string }[];
};

/** A device's clock may be ahead, and nothing can have been scanned in the future. */
function pastTime(time: string, now: Date): Date {
  return new Date(Math.min(Date.parse(time), now.getTime()));
}

function labelOf(text: string): string {
  const reading = parseScan(text);
  return reading.kind === "label" ? reading.labelCode : text;
}

/** The labels that do not lie here by what is recorded, and those of the acting person's own parcels. */
type Recorded = { notHere: string[]; own: string[] };

async function record(context: SignedInContext, db: Db, input: Input): Promise<Recorded> {
  const { stocktakeId, storageLocationCode } = input;
  const stocktake = await lockStocktake(db, stocktakeId, "record");
  if (stocktake === undefined) throw apiError("not_found");
  if (stocktake.finishedAt !== null) throw apiError("stocktake_finished");
  const { warehouseId } = stocktake;
  const now = context.now();
  const location = await requireStorageLocation(db, warehouseId, storageLocationCode);
  const firstScannedAt = pastTime(input.scannedAt, now);
  await insertCountedLocation(db, { stocktakeId, storageLocationId: location.id, firstScannedAt });
  // Of several scans of a parcel in one request the newest counts too.
  const timeOf = new Map<string, Date>();
  for (const { labelCode, scannedAt } of input.items) {
    const label = labelOf(labelCode);
    const time = pastTime(scannedAt, now);
    const earlier = timeOf.get(label);
    if (earlier === undefined || earlier < time) timeOf.set(label, time);
  }
  const stored = await lockStoredParcels(db, warehouseId, [...timeOf.keys()]);
  const storedIds = stored.map(({ id }) => id);
  const refused = await findRefusedParcels(context, db, storedIds);
  const isOwn = ({ id }: { readonly id: string }) => refused?.ownIds.has(id) ?? false;
  const parcels = stored.filter((parcel) => !isOwn(parcel));
  await insertScans(
    db,
    parcels.map(({ id, labelCode }) => ({
      stocktakeId,
      inboundParcelId: id,
      storageLocationId: location.id,
      scannedAt: timeOf.get(labelCode) ?? now,
      scannedBy: context.session.person.id,
    })),
  );
  const found = parcels.filter(({ isMissing }) => isMissing).map(({ id }) => id);
  await updateMissing(db, found, { missingSince: null, updatedAt: now });
  await recordAdminAction(context, db, {
    action: "stocktakes.recordScans",
    target: stocktakeId,
    after: { code: location.code, parcelsCount: parcels.length },
  });
  const here = new Set(stored.map(({ labelCode }) => labelCode));
  return {
    notHere: [...timeOf.keys()].filter((labelCode) => !here.has(labelCode)),
    own: stored.filter(isOwn).map(({ labelCode }) => labelCode),
  };
}

/**
 * Records what was found in a storage location, which counts from its first scan on. Of several scans of a parcel the
 * newest by the device's clock counts, so that a repeat changes nothing. A parcel that was missing no longer is. Returns
 * the labels of parcels that do not lie in this warehouse by what is recorded, and of the acting person's own, which are
 * left to a colleague. Throws `not_found`, `stocktake_finished`,
 * `storage_location_unknown` and `too_many_requests`.
 */
export async function recordScans(context: SignedInContext, input: Input): Promise<Recorded> {
  await countReceiving(context);
  return await atomically(context.db, async (db) => await record(context, db, input));
}
