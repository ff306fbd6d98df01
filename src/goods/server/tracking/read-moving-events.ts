import { stageEffects, type LegEvent } from "#tracking/rules/tracking-rules.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listLegEvents } from "./leg-event-queries.ts";

/** All events of packages, by package: of those of which an event moves one of these legs. */
export async function readMovingEvents(
  db: Db,
  packages: ReadonlyMap<string, readonly { readonly legNumber: number }[]>,
): Promise<ReadonlyMap<string, readonly LegEvent[]>> {
  const events = await listLegEvents(db, [...packages.keys()]);
  const isMoving = (packageId: string, { stage, legNumbers }: LegEvent) =>
    stage !== null &&
    stageEffects[stage].leg !== "none" &&
    (packages.get(packageId) ?? []).some(({ legNumber }) => legNumbers.includes(legNumber));
  return new Map(
    [...events].filter(([packageId, all]) => all.some((event) => isMoving(packageId, event))),
  );
}
