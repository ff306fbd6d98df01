import type { Stocktake, StocktakeDetails, StoredParcel } from "#goods/contract/stocktakes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  requireWarehouse,
  requireStorageLocation,
} from "#goods/server/receiving/receiving-desk.ts";
import {
  findOpenStocktake,
  insertUnlessOpen,
  insertDifferences,
  listDifferencesNow,
  listRecordedDifferences,
  lockParcelsById,
  lockStocktake,
  updateFinished,
  updateMissing,
  type Difference,
  insertCountedLocation,
  insertScans,
  lockStoredParcels,
  findStocktake,
  listCountedLocations,
  listStocktakeRows,
  listStored,
} from "./stocktake-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import {
  actsOnParcels,
  findRefusedParcels,
} from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { moveParcels } from "#goods/server/receiving/store-inbound-parcels.ts";
import { parseScan } from "#goods/rules/scan.ts";
import { stocktakeLimits, type StocktakeDifferenceKind } from "#goods/rules/receiving.ts";

/** Starts a stocktake of a warehouse, or returns the one that is open. Throws `not_found`. */
export async function startStocktake(
  context: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<Stocktake> {
  const { db } = context;
  await requireWarehouse(db, warehouseId);
  const open = await findOpenStocktake(db, warehouseId);
  if (open !== undefined) {
    context.unchanged();
    return open;
  }
  const startedBy = context.session.person.id;
  await insertUnlessOpen(db, { warehouseId, startedBy, startedAt: context.now() });
  const started = await findOpenStocktake(db, warehouseId);
  if (started === undefined) throw new Error("The stocktake does not exist.");
  await context.auditOf(started.id, { after: { warehouseId } });
  return started;
}

/** The differences, of parcels that nobody moves until the transaction ends. */
async function lockDifferences(
  context: SignedInContext,
  db: Db,
  stocktakeId: string,
): Promise<Difference[]> {
  const seen = await listDifferencesNow(db, stocktakeId);
  const ids = seen.map(({ inboundParcelId }) => inboundParcelId);
  await lockParcelsById(db, ids.toSorted());
  await actsOnParcels(context, db, ids);
  const locked = new Set(ids);
  const differences = await listDifferencesNow(db, stocktakeId);
  return differences.filter(({ inboundParcelId }) => locked.has(inboundParcelId));
}

async function moveToFound(context: SignedInContext, db: Db, differences: readonly Difference[]) {
  const byLocation = Map.groupBy(differences, ({ foundLocationId }) => foundLocationId);
  for (const [locationId, found] of byLocation) {
    if (locationId === null) continue;
    const parcels = found.map(({ inboundParcelId: id, packageId }) => ({ id, packageId }));
    await moveParcels(context, db, parcels, locationId);
  }
}

/**
 * Finishes a stocktake, all or nothing: its differences are recorded, misplaced parcels move to where they were found
 * unless `movesMisplaced` is false, and missing ones are marked until they are seen again. One that is finished stays as
 * it is. Throws `not_found`, and `own_account` where one of the acting person's own parcels differs.
 */
export async function finishStocktake(
  context: SignedInContext,
  {
    stocktakeId,
    movesMisplaced,
  }: { readonly stocktakeId: string; readonly movesMisplaced: boolean },
): Promise<StocktakeDetails> {
  const { db } = context;
  const stocktake = await lockStocktake(db, stocktakeId, "finish");
  if (stocktake === undefined) throw apiError("not_found");
  if (stocktake.finishedAt !== null) {
    const recorded = await listRecordedDifferences(db, stocktakeId);
    const ids = recorded.map(({ inboundParcelId }) => inboundParcelId);
    await actsOnParcels(context, db, ids);
    context.unchanged();
    return await stocktakeDetails(db, stocktakeId);
  }
  const differences = await lockDifferences(context, db, stocktakeId);
  const now = context.now();
  const missing = differences.filter(({ kind }) => kind === "missing");
  const misplaced = differences.filter(({ kind }) => kind === "misplaced");
  await updateMissing(
    db,
    missing.map(({ inboundParcelId }) => inboundParcelId),
    { missingSince: now, updatedAt: now },
  );
  if (movesMisplaced) await moveToFound(context, db, misplaced);
  await insertDifferences(db, stocktakeId, differences);
  await updateFinished(db, stocktakeId, { finishedBy: context.session.person.id, finishedAt: now });
  await context.audit({
    after: {
      missing: missing.map(({ labelCode }) => labelCode),
      misplaced: misplaced.map(({ labelCode }) => labelCode),
      movesMisplaced,
    },
  });
  context.log.info(
    { stocktakeId, missing: missing.length, misplaced: misplaced.length },
    "Stocktake finished",
  );
  return await stocktakeDetails(db, stocktakeId);
}

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

/**
 * Records what was found in a storage location, which counts from its first scan on. Of several scans of a parcel the
 * newest by the device's clock counts, so that a repeat changes nothing. A parcel that was missing no longer is. Returns
 * the labels of parcels that do not lie in this warehouse by what is recorded, and of the acting person's own, which are
 * left to a colleague. Throws `not_found`, `stocktake_finished` and
 * `storage_location_unknown`.
 */
export async function recordScans(context: SignedInContext, input: Input): Promise<Recorded> {
  const { db } = context;
  const { stocktakeId, storageLocationCode } = input;
  const stocktake = await lockStocktake(db, stocktakeId, "record");
  if (stocktake === undefined) throw apiError("not_found");
  if (stocktake.finishedAt !== null) throw apiError("stocktake_finished");
  const { warehouseId } = stocktake;
  const now = context.now();
  const location = await requireStorageLocation(db, warehouseId, storageLocationCode);
  const firstScannedAt = pastTime(input.scannedAt, now);
  const counted = { stocktakeId, storageLocationId: location.id, firstScannedAt };
  const isFirst = await insertCountedLocation(db, counted);
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
  const hasScans = await insertScans(
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
  if (isFirst || hasScans || found.length > 0) {
    await context.audit({ after: { code: location.code, parcelsCount: parcels.length } });
  } else context.unchanged();
  const here = new Set(stored.map(({ labelCode }) => labelCode));
  return {
    notHere: [...timeOf.keys()].filter((labelCode) => !here.has(labelCode)),
    own: stored.filter(isOwn).map(({ labelCode }) => labelCode),
  };
}

/** A stocktake with its counted locations and differences. Throws `not_found`. */
async function stocktakeDetails(db: Db, stocktakeId: string): Promise<StocktakeDetails> {
  const stocktake = await findStocktake(db, stocktakeId);
  if (stocktake === undefined) throw apiError("not_found");
  const listDifferences =
    stocktake.finishedAt === null ? listDifferencesNow : listRecordedDifferences;
  const differences = await listDifferences(db, stocktakeId);
  const countOf = (wanted: StocktakeDifferenceKind) =>
    differences.filter(({ kind }) => kind === wanted).length;
  return {
    stocktake,
    locations: await listCountedLocations(db, stocktakeId),
    differences: differences
      .slice(0, stocktakeLimits.differencesShown)
      .map(
        ({ packageId: _package, recordedLocationId: _from, foundLocationId: _to, ...shown }) =>
          shown,
      ),
    missingCount: countOf("missing"),
    misplacedCount: countOf("misplaced"),
  };
}

/** A stocktake: of an open one how the warehouse differs now, of a finished one how it differed. Throws `not_found`. */
export async function readStocktake(
  { db }: SignedInContext,
  { stocktakeId }: { readonly stocktakeId: string },
): Promise<StocktakeDetails> {
  return await stocktakeDetails(db, stocktakeId);
}

/** The stocktakes of a warehouse, newest first, at most fifty. Throws `not_found`. */
export async function listStocktakes(
  { db }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ items: Stocktake[] }> {
  await requireWarehouse(db, warehouseId);
  return { items: await listStocktakeRows(db, warehouseId) };
}

/** What lies in a warehouse and where, newest first, at most 20,000 parcels. Throws `not_found`. */
export async function listStoredParcels(
  { db }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ items: StoredParcel[] }> {
  await requireWarehouse(db, warehouseId);
  return { items: await listStored(db, warehouseId) };
}
