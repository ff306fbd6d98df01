import { createHash } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import type { SignedInContext, ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockPackages } from "#goods/server/packages/lock-packages.ts";
import { moveLegs } from "#goods/server/packages/legs/move-legs.ts";
import { findTrackerOfLeg } from "./tracker-queries.ts";
import {
  listLegEvents,
  listDeliveries,
  listTrackedPackageIds,
  listTrackedParcels,
  updateCourierDeliveries,
  listReadEvents,
  listReadParcelEvents,
  type ReadEvent,
} from "./leg-event-queries.ts";
import { storeEvent } from "#tracking/server/tracking/record-provider-trackers.ts";
import { courierDeliveryOf } from "#goods/rules/inbound-parcel.ts";
import { isOfThisJourney, stageEffects, type LegEvent } from "#tracking/rules/tracking-rules.ts";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";

/**
 * Adds an event to a leg whose carrier reports nothing to us, and moves the legs by it. The same event is added once.
 * Throws `not_found`, `own_account`, and `invalid_input` for a time that is still to come.
 */
export async function addEvent(
  context: SignedInContext,
  input: {
    readonly legId: string;
    readonly stage: TrackingStage;
    readonly occurredAt: string;
    readonly description: string;
  },
): Promise<Record<string, never>> {
  const { legId, stage, description } = input;
  const now = context.now();
  const occurredAt = new Date(input.occurredAt);
  if (occurredAt > now) throw apiError("invalid_input", { field: "occurredAt" });
  const facts = [stage, occurredAt.toISOString(), description];
  const { db } = context;
  const leg = await findTrackerOfLeg(db, legId);
  if (leg === undefined) throw apiError("not_found");
  const { packageId } = leg;
  await lockPackages(context, db, [packageId]);
  const event = {
    trackerId: null,
    legId,
    key: createHash("sha256").update(JSON.stringify(facts)).digest(),
    stage,
    providerStatus: "",
    occurredAt,
    localTime: occurredAt.toISOString().slice(0, 19).replace("T", " "),
    utcOffsetMinutes: 0,
    timeConfidence: "exact" as const,
    description,
    place: null,
    country: null,
    receivedAt: now,
    createdBy: context.session.person.id,
  };
  if (!(await storeEvent(db, event))) {
    context.unchanged();
    return {};
  }
  await context.audit({
    after: { packageId, stage, occurredAt: occurredAt.toISOString(), description },
  });
  await moveLegs(context, db, [packageId], () => listLegEvents(db, [packageId]));
  return {};
}

async function recordDeliveries(
  context: ActingContext,
  db: Db,
  trackerIds: readonly string[],
): Promise<void> {
  const parcels = await listTrackedParcels(db, trackerIds);
  if (parcels.length === 0) return;
  const deliveries = await listDeliveries(db, trackerIds);
  const found = parcels.flatMap(({ id, trackerId, since }) => {
    const courierDeliveredAt = courierDeliveryOf(
      deliveries.filter(
        (delivery) =>
          delivery.trackerId === trackerId && isOfThisJourney(delivery.occurredAt, since),
      ),
    );
    return courierDeliveredAt === null ? [] : [{ id, courierDeliveredAt }];
  });
  await updateCourierDeliveries(db, found, context.now());
}

/**
 * Moves the legs and inbound parcels that have trackers' numbers now by all events that are known, in the transaction
 * `db` that locked the trackers. It may be repeated.
 */
export async function applyTrackers(
  context: ActingContext,
  db: Db,
  trackerIds: readonly string[],
): Promise<void> {
  if (trackerIds.length === 0) return;
  const packageIds = await listTrackedPackageIds(db, trackerIds);
  // Packages in the order of their ids, and before parcels, as everything locks them.
  await moveLegs(context, db, packageIds, () => listLegEvents(db, packageIds));
  await recordDeliveries(context, db, trackerIds);
}

const maxEvents = 300;

function toCarrierEvent({ occurredAt, ...event }: ReadEvent): CarrierEvent {
  return { ...event, occurredAt: occurredAt.toISOString() };
}

/** What carriers report about the legs of a package, the latest first. */
export async function listCarrierEvents(db: Db, packageId: string): Promise<CarrierEvent[]> {
  return (await listReadEvents(db, packageId, maxEvents)).map(toCarrierEvent);
}

/** What its courier reports about an inbound parcel, the latest first. */
export async function listCourierEvents(db: Db, inboundParcelId: string): Promise<CarrierEvent[]> {
  return (await listReadParcelEvents(db, inboundParcelId, maxEvents)).map(toCarrierEvent);
}

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
