import { lateAfter } from "#catalogue/rules/lane-time.ts";
import { type Db, atomically } from "#platform/server/db/open.ts";
import { readLaneOfLeg, type LaneOfLeg } from "#catalogue/server/lanes/times/read-lane-of-leg.ts";
import { listDepartedLegs, updateLegExpectations, listUnexpectedPackages } from "./leg-queries.ts";
import { plannedCarriers } from "#catalogue/rules/route-plan.ts";
import type { AppServices } from "#platform/server/context.ts";
import { lockShipment } from "#goods/server/packages/package-queries.ts";

/** The columns of a leg of which nothing is expected yet. */
export const noExpectations = { transitSpan: null, lateAfter: null, silentDays: null };

type DepartedLeg = Awaited<ReturnType<typeof listDepartedLegs>>[number];

/** Reads the lanes of legs, each once. */
function laneReader(db: Db, now: Date): (leg: DepartedLeg) => Promise<LaneOfLeg> {
  const lanes = new Map<string, Promise<LaneOfLeg>>();
  return async (leg) => {
    const key = JSON.stringify([leg.carrierCode, leg.origin, leg.destination, leg.service]);
    const lane = lanes.get(key) ?? readLaneOfLeg(db, leg, now);
    lanes.set(key, lane);
    return await lane;
  };
}

/**
 * Stores how long the legs of packages that are on their way take, as their lanes are known when they depart, and when they
 * are late, which moves with their departure. The packages' rows must be locked.
 */
export async function updateExpectations(
  db: Db,
  packageIds: readonly string[],
  now: Date,
): Promise<void> {
  if (packageIds.length === 0) return;
  const readLane = laneReader(db, now);
  const changed: Parameters<typeof updateLegExpectations>[1][number][] = [];
  for (const leg of await listDepartedLegs(db, packageIds)) {
    const { departedAt } = leg;
    if (departedAt === null) continue;
    const lane = leg.transitSpan === null ? await readLane(leg) : null;
    const span = leg.transitSpan ?? lane?.span ?? null;
    const late = span && lateAfter(span, departedAt);
    const silentDays = lane?.silentDays ?? leg.silentDays;
    const isSame =
      lane === null &&
      leg.lateAfter?.getTime() === late?.getTime() &&
      leg.silentDays === silentDays;
    if (!isSame) changed.push({ id: leg.id, transitSpan: span, lateAfter: late, silentDays });
  }
  await updateLegExpectations(db, changed);
}

/** A night's share. */
const maxPackages = 1_000;

/** Stores what is expected of departed legs of which nothing was expected yet, as their lanes are known now. */
export async function completeExpectations({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<void> {
  for (const packageId of await listUnexpectedPackages(db, plannedCarriers, maxPackages)) {
    await atomically(db, async (inner) => {
      if ((await lockShipment(inner, packageId)) === undefined) return;
      await updateExpectations(inner, [packageId], now());
    });
  }
}
