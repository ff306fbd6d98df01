// What is charged for a packed box besides freight.
import { daysBetween } from "#core/calendar-day.ts";
import { overWeightSteps, type PackageCharges, type StoredDays } from "#core/ship-quote.ts";
import { weightLimitGrams } from "#core/ship-request.ts";
import { storageDayCents } from "#core/storage-fee.ts";
import { readBox, readOverWeightFee } from "#server/boxes/read-boxes.ts";
import type { Db } from "#server/db/open.ts";
import type { ShipRequestRow } from "#server/db/tables/ship-requests.ts";
import { readDoneServices } from "#server/extra-services/read-orders.ts";
import { readStorageRows } from "#server/storage-rates/read-storage.ts";
import { getPlanFacts, listRequestParcels } from "./request-queries.ts";
import { warehouseDay } from "./service-facts.ts";

/** The most that the package of a request may weigh; null: nothing says so. */
export async function readWeightLimit(
  db: Db,
  { userId, packageId }: Pick<ShipRequestRow, "userId" | "packageId">,
): Promise<number | null> {
  return packageId === null ? null : weightLimitGrams(await getPlanFacts(db, userId, packageId));
}

/** The storage of parcels up to today, each by its own clock. */
export async function readStoredDays(
  db: Db,
  warehouseId: string,
  parcelIds: readonly string[],
  now: Date,
): Promise<StoredDays[]> {
  const today = await warehouseDay(db, warehouseId, now);
  const rows = await readStorageRows(db, parcelIds);
  return rows.flatMap(({ id, freeUntil, size, rate }) => {
    const days = Math.max(0, daysBetween(freeUntil, today));
    const dayCents = storageDayCents(size, rate);
    return days === 0 ? [] : [{ inboundParcelId: id, days, dayCents, capCents: rate.capCents }];
  });
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
      box: box === undefined ? null : { name: box.name, priceCents: box.priceCents },
      overWeight: stepCents === null ? null : { steps, stepCents },
      extraServices: await readDoneServices(db, request.id),
      storage: await readStoredDays(
        db,
        request.warehouseId,
        inBox.map(({ inboundParcelId }) => inboundParcelId),
        now,
      ),
    },
  };
}
