// What is charged for a packed box besides freight.
import { localTime } from "#platform/rules/calendar-day.ts";
import { overWeightSteps, type PackageCharges } from "#shipping/rules/ship-quote.ts";
import { weightLimitGrams } from "#shipping/rules/ship-request.ts";
import {
  chargedUntil,
  storedDays,
  type ShelvedBox,
  type StoredDays,
} from "#goods/rules/stored-days.ts";
import { readBox, readOverWeightFee } from "#shipping/server/boxes/read-boxes.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ShipRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { readDoneServices } from "#shipping/server/extra-services/read-orders.ts";
import { readStorageRows } from "#goods/server/storage-rates/read-storage.ts";
import { listChargedForOtherPieces } from "./quote-queries.ts";
import { getPlanFacts, getWarehousePlace, listRequestParcels } from "./request-queries.ts";

/** The most that the package of a request may weigh; null: nothing says so. */
export async function readWeightLimit(
  db: Db,
  { userId, packageId }: Pick<ShipRequestRow, "userId" | "packageId">,
): Promise<number | null> {
  return packageId === null ? null : weightLimitGrams(await getPlanFacts(db, userId, packageId));
}

/**
 * The storage of parcels up to today, each by its own clock. That of a request stops when it was promised to be packed; its box,
 * where it was shelved before, is one piece.
 */
export async function readStoredDays(
  db: Db,
  warehouseId: string,
  parcelIds: readonly string[],
  now: Date,
  request: ShipRequestRow | null = null,
): Promise<StoredDays[]> {
  const { timeZone } = await getWarehousePlace(db, warehouseId);
  const dayOf = (moment: Date) => localTime(timeZone, moment).day;
  const today = dayOf(now);
  const packedAt = request?.packedAt ?? null;
  const until =
    request === null
      ? today
      : chargedUntil(today, {
          promisedOn: dayOf(request.dueAt),
          packedOn: packedAt === null ? null : dayOf(packedAt),
        });
  const charged = await listChargedForOtherPieces(db, parcelIds, request?.id ?? null);
  const parcels = (await readStorageRows(db, parcelIds)).map((parcel) => ({
    ...parcel,
    chargedCents: charged.get(parcel.id) ?? 0,
  }));
  return storedDays(parcels, until, toShelvedBox(request, timeZone));
}

/** The box of a request that was packed before it was requested, as it lay on the shelf. */
function toShelvedBox(request: ShipRequestRow | null, timeZone: string): ShelvedBox | null {
  if (request === null || request.packedAt === null || request.packedGrams === null) return null;
  if (request.packedAt >= request.createdAt) return null;
  const { packedGrams: weightGrams, packedLengthMm, packedWidthMm, packedHeightMm } = request;
  const sidesMm = [packedLengthMm ?? 0, packedWidthMm ?? 0, packedHeightMm ?? 0];
  return { since: localTime(timeZone, request.packedAt).day, size: { weightGrams, sidesMm } };
}

/** What is charged for a packed box besides freight, and whether it is heavier than the plan carries. */
export async function readCharges(
  db: Db,
  request: ShipRequestRow,
  now: Date,
): Promise<{ readonly charges: PackageCharges; readonly isOverPlan: boolean }> {
  const parcels = await listRequestParcels(db, request.id);
  const inBox = parcels.filter(({ state }) => state === "in_box");
  const box = request.boxId === null ? undefined : await readBox(db, request.boxId);
  const limit = await readWeightLimit(db, request);
  const steps = overWeightSteps(request.packedGrams ?? 0, limit);
  const stepCents = steps === 0 ? null : await readOverWeightFee(db);
  return {
    isOverPlan: steps > 0 && stepCents === null,
    charges: {
      box: box === undefined ? null : { names: box.names, priceCents: box.priceCents },
      overWeight: stepCents === null ? null : { steps, stepCents },
      extraServices: await readDoneServices(db, request.id),
      storage: await readStoredDays(
        db,
        request.warehouseId,
        inBox.map(({ inboundParcelId }) => inboundParcelId),
        now,
        request,
      ),
    },
  };
}
