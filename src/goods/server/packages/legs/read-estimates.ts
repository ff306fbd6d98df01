import type { LegEstimate } from "#tracking/contract/carrier-events.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import { expectedArrival, type ExpectedArrival } from "#catalogue/rules/expected-arrival.ts";
import { lateAfter } from "#catalogue/rules/lane-time.ts";
import { legArrivals } from "#tracking/rules/tracking-time.ts";
import { isInboundLeg } from "#goods/rules/package-stage.ts";
import { mayNotArrive } from "#tracking/rules/tracking-rules.ts";
import type { AppServices } from "#platform/server/context.ts";
import { readLaneOfLeg } from "#catalogue/server/lanes/times/read-lane-of-leg.ts";
import { hasOpenedWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
import { listSilentLegs, listStoredExpectations } from "./leg-queries.ts";

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
