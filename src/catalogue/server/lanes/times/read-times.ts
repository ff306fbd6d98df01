import type { MeasuredLaneTime } from "#catalogue/contract/lanes.ts";
import { firstMeasuredMonth, laneTimeOf, type LaneTime } from "#catalogue/rules/lane-time.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  listLaneMonths,
  replaceMonth,
  type CarrierNames,
  type LaneHistograms,
  type MeasuredLane,
} from "./lane-time-queries.ts";

export type { LaneHistograms };

/** A lane with its time, and the names of its carrier. */
export type NamedLaneTime = MeasuredLane & CarrierNames & LaneTime;

const keptMilliseconds = 5 * 60_000;
const maxLanes = 200;
// Everybody may read it, and it changes once a night.
const kept = new WeakMap<
  Db,
  { readonly readAt: number; readonly lanes: Promise<NamedLaneTime[]> }
>();

async function readLanes(db: Db, now: Date): Promise<NamedLaneTime[]> {
  const lanes = Map.groupBy(
    await listLaneMonths(db, firstMeasuredMonth(now)),
    ({ carrierCode, service, origin, destination }) =>
      [carrierCode, service, origin, destination].join(" "),
  );
  return [...lanes.values()]
    .flatMap((months) => {
      const [lane] = months;
      const time = laneTimeOf(months);
      return lane === undefined || time === null ? [] : [{ ...lane, ...time }];
    })
    .toSorted((one, other) => other.parcelsCount - one.parcelsCount)
    .slice(0, maxLanes);
}

/**
 * Stores how long legs took that arrived in a month; the next call of `readTimes` in this process reads it.
 * @param month its first day, YYYY-MM-DD.
 */
export async function saveMonth(
  db: Db,
  month: string,
  lanes: readonly LaneHistograms[],
): Promise<void> {
  await replaceMonth(db, month, lanes);
  kept.delete(db);
}

/** How long parcels took on each lane with enough of them, and the carriers' names; read once in five minutes. */
export async function listMeasuredLanes({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<readonly NamedLaneTime[]> {
  const at = now();
  const known = kept.get(db);
  if (known !== undefined && at.getTime() - known.readAt < keptMilliseconds) return known.lanes;
  const lanes = readLanes(db, at);
  kept.set(db, { readAt: at.getTime(), lanes });
  lanes.catch(() => kept.delete(db));
  return lanes;
}

/** How long parcels took on each lane with enough of them; at most five minutes old. */
export async function readTimes(
  services: Pick<AppServices, "db" | "now">,
): Promise<{ items: MeasuredLaneTime[] }> {
  const lanes = await listMeasuredLanes(services);
  return {
    items: lanes.map((lane) => ({
      carrierCode: lane.carrierCode,
      service: lane.service,
      origin: lane.origin,
      destination: lane.destination,
      halfDays: lane.halfDays,
      mostDays: lane.mostDays,
      parcelsCount: lane.parcelsCount,
      since: lane.since,
    })),
  };
}
