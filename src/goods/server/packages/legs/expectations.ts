import { lateAfter, laneTimeLimits } from "#catalogue/rules/lane-time.ts";
import { type Db, atomically } from "#platform/server/db/open.ts";
import { readLaneOfLeg, type LaneOfLeg } from "#catalogue/server/lanes/times/read-lane-of-leg.ts";
import {
  listDepartedLegs,
  updateLegExpectations,
  listUnexpectedPackages,
  listSilentLegs,
  listStoredExpectations,
  measureMonth,
} from "./leg-queries.ts";
import { plannedCarriers } from "#catalogue/rules/route-plan.ts";
import type { AppServices } from "#platform/server/context.ts";
import { lockStoredPackage } from "#goods/server/packages/package-queries.ts";
import type { LegEstimate } from "#tracking/contract/carrier-events.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import { expectedArrival, type ExpectedArrival } from "#catalogue/rules/expected-arrival.ts";
import { legArrivals } from "#tracking/rules/tracking-time.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import { mayNotArrive } from "#tracking/rules/tracking-rules.ts";
import { hasOpenedWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
import { addMonths } from "#platform/rules/calendar.ts";
import { saveMonth } from "#catalogue/server/lanes/times/read-times.ts";

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
      if ((await lockStoredPackage(inner, packageId)) === undefined) return;
      await updateExpectations(inner, [packageId], now());
    });
  }
}

const dayMilliseconds = 86_400_000;

type EstimatedPackage = Pick<Shipment, "id" | "status" | "destination" | "parcelsCount">;

type StoredLeg = Awaited<ReturnType<typeof listStoredExpectations>>[number];

/**
 * The legs whose service nobody has chosen yet: those from the warehouse on, until a quote is accepted or one of them
 * moves. A package without parcels is not sent by a ship request, and neither is any without a warehouse.
 */
function undecidedLegs(
  pkg: EstimatedPackage,
  legs: readonly StoredLeg[],
  hasWarehouse: boolean,
): ReadonlySet<string> {
  const outgoing = legs.filter((leg) => !isInboundLeg(leg, pkg));
  const isUndecided =
    hasWarehouse &&
    pkg.parcelsCount > 0 &&
    outgoing.every(({ status, service }) => status === "pending" && service === null);
  return new Set(isUndecided ? outgoing.map(({ id }) => id) : []);
}

/**
 * When the legs of a package arrive, and which of them are late or silent; nothing where it has ended. No arrival is named
 * of one that comes back, is lost or damaged, until staff have answered that, nor of one whose service is not chosen yet.
 */
export async function readEstimates(
  { db, now }: Pick<AppServices, "db" | "now">,
  pkg: EstimatedPackage,
): Promise<LegEstimate[]> {
  const at = now();
  if (pkg.status === "delivered" || pkg.status === "cancelled" || pkg.status === "voided") {
    return [];
  }
  const stored = await listStoredExpectations(db, pkg.id);
  const silent = await listSilentLegs(db, pkg.id, at);
  const undecided = undecidedLegs(pkg, stored, await hasOpenedWarehouse(db));
  const legs = [];
  for (const leg of stored) {
    const lane = await readLaneOfLeg(db, leg, at);
    const lateSpan = leg.transitSpan ?? lane.span;
    const isKnown = !undecided.has(leg.id) && !mayNotArrive(leg.question);
    legs.push({
      ...leg,
      // One that may not arrive can still be late.
      lateSpan,
      span: isKnown ? lateSpan : null,
      dependsOnService: undecided.has(leg.id),
      lane,
    });
  }
  const arrivals = legArrivals(legs, at);
  return legs.map(({ legNumber, status, departedAt, lateSpan, dependsOnService, lane }) => {
    const window = arrivals.find((one) => one.legNumber === legNumber)?.window ?? null;
    const reportedAt = silent.find((one) => one.legNumber === legNumber)?.reportedAt;
    const silentDays =
      reportedAt === undefined
        ? null
        : Math.floor((at.getTime() - reportedAt.getTime()) / dayMilliseconds);
    const isOnItsWay = status === "in_transit" && departedAt !== null;
    const since = window && (lateSpan?.since ?? null);
    return {
      legNumber,
      earliestAt: window?.earliest?.toISOString() ?? null,
      latestAt: window?.latest.toISOString() ?? null,
      dependsOnService,
      basis: window && (lateSpan?.basis ?? null),
      parcelsCount: window && (lateSpan?.parcelsCount ?? null),
      since: since === null ? null : new Date(since).toISOString(),
      isLate: isOnItsWay && lateSpan !== null && lateAfter(lateSpan, departedAt) < at,
      silentDays,
      silenceOneIn: silentDays === null ? null : lane.silenceOneIn(silentDays),
    };
  });
}

/** When a package arrives; null where that is not known. */
export async function readExpectedArrival(
  services: Pick<AppServices, "db" | "now">,
  pkg: EstimatedPackage,
): Promise<ExpectedArrival | null> {
  return expectedArrival(await readEstimates(services, pkg), services.now());
}

/**
 * Counts the legs that arrived in the months that estimates use again, and in the one before them, so that corrections
 * that came late are included. A repetition, also after a crash, gives the same counts.
 */
export async function aggregateLaneTimes({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<void> {
  const at = now();
  const thisMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  for (let before = laneTimeLimits.months; before >= 0; before -= 1) {
    const month = addMonths(thisMonth, -before).toISOString().slice(0, 10);
    await saveMonth(db, month, await measureMonth(db, month));
  }
}
