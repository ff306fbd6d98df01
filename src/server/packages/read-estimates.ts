import type { LegEstimate } from "#contract/leg-estimates.ts";
import type { Shipment } from "#contract/packages.ts";
import { lateAfter } from "#core/lane-time.ts";
import { legArrivals } from "#core/leg-estimates.ts";
import { mayNotArrive } from "#core/tracking-rules.ts";
import type { AppServices } from "#server/context.ts";
import { readLaneOfLeg } from "#server/lanes/times/read-lane-of-leg.ts";
import { listSilentLegs, listStoredExpectations } from "./legs/leg-queries.ts";

const dayMilliseconds = 86_400_000;

function momentOrNull(moment: string | null): Date | null {
  return moment === null ? null : new Date(moment);
}

/**
 * When the legs of a package arrive, and which of them are late or silent; nothing where it has ended. No arrival is named
 * of one that comes back, is lost or damaged, until staff have answered that.
 */
export async function readEstimates(
  { db, now }: Pick<AppServices, "db" | "now">,
  pkg: Shipment,
): Promise<LegEstimate[]> {
  const at = now();
  if (pkg.status === "delivered" || pkg.status === "cancelled" || pkg.status === "voided") {
    return [];
  }
  const [stored, silent] = await Promise.all([
    listStoredExpectations(db, pkg.id),
    listSilentLegs(db, pkg.id, at),
  ]);
  const legs = await Promise.all(
    pkg.legs.map(async (leg) => {
      const expected = stored.find(({ id }) => id === leg.id);
      const facts = { ...leg, carrierCode: expected?.carrierCode ?? null };
      const lane = await readLaneOfLeg(db, facts, at);
      return {
        legNumber: leg.legNumber,
        status: leg.status,
        departedAt: momentOrNull(leg.departedAt),
        estimatedDeparture: momentOrNull(leg.estimatedDeparture),
        span: expected?.transitSpan ?? lane.span,
        mayNotArrive: mayNotArrive(expected?.question ?? null),
        lane,
      };
    }),
  );
  const arrivals = legArrivals(
    legs.map((leg) => (leg.mayNotArrive ? { ...leg, span: null } : leg)),
    at,
  );
  return legs.map(({ legNumber, status, departedAt, span, lane }) => {
    const window = arrivals.find((one) => one.legNumber === legNumber)?.window ?? null;
    const reportedAt = silent.find((one) => one.legNumber === legNumber)?.reportedAt;
    const silentDays =
      reportedAt === undefined
        ? null
        : Math.floor((at.getTime() - reportedAt.getTime()) / dayMilliseconds);
    const isOnItsWay = status === "in_transit" && departedAt !== null;
    const since = window && (span?.since ?? null);
    return {
      legNumber,
      earliestAt: window?.earliest?.toISOString() ?? null,
      latestAt: window?.latest.toISOString() ?? null,
      basis: window && (span?.basis ?? null),
      parcelsCount: window && (span?.parcelsCount ?? null),
      since: since === null ? null : new Date(since).toISOString(),
      isLate: isOnItsWay && span !== null && lateAfter(span, departedAt) < at,
      silentDays,
      silenceOneIn: silentDays === null ? null : lane.silenceOneIn(silentDays),
    };
  });
}
