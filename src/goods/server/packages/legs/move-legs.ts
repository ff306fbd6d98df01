import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import { effectOnParcels } from "#goods/rules/package-stage.ts";
import { derivePackageStatus } from "#tracking/rules/package-status.ts";
import {
  deriveLegs,
  legOfEvent,
  type FollowedLeg,
  type LegEvent,
  type LegOutcome,
} from "#tracking/rules/tracking-rules.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listParcelStatesOf } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import {
  updateDerivedStatus,
  changedStage,
  updateStage,
  recordEvents,
  type PackageChange,
} from "#goods/server/packages/change-package.ts";
import { listDepartedLegs } from "#goods/server/packages/event-queries.ts";
import {
  notifyCarrierReports,
  notifyPackagesMoved,
} from "#goods/server/packages/package-notifications.ts";
import {
  lockProfilesOfReturnedQuota,
  lockShipments,
  updateHandedOverToLeft,
  updateMovedPackages,
  type StoredShipment,
} from "#goods/server/packages/package-queries.ts";
import { heldLegNumbers } from "./set-leg-status.ts";
import { listFollowedLegs, updateLegOutcomes } from "./leg-queries.ts";
import { updateExpectations } from "./expectations.ts";
import "#goods/server/announcements.ts";

type StoredLeg = FollowedLeg & { readonly id: string } & Pick<
    LegOutcome,
    "question" | "questionAt"
  >;

/** A package of which a leg has another status now. */
export type MovedPackage = {
  readonly shipment: StoredShipment & { readonly isQuotaReturned: boolean };
  /** The legs as they are now. */
  readonly legs: StoredShipment["legs"];
  readonly changes: readonly PackageChange[];
  /** The legs that began to move. */
  readonly begun: readonly number[];
};

function isSame(one: StoredLeg, other: LegOutcome): boolean {
  const time = (at: Date | null) => at?.getTime() ?? null;
  return (
    one.status === other.status &&
    one.statusSource === other.statusSource &&
    one.question === other.question &&
    time(one.statusSince) === time(other.statusSince) &&
    time(one.departedAt) === time(other.departedAt) &&
    time(one.arrivedAt) === time(other.arrivedAt) &&
    time(one.questionAt) === time(other.questionAt)
  );
}

/** Whether a leg that is on its way departed at another time than was known. */
function hasDepartedAnew(
  { legNumber, status, departedAt }: LegOutcome,
  legs: readonly StoredLeg[],
) {
  const stored = legs.find((leg) => leg.legNumber === legNumber);
  return (
    status === "in_transit" &&
    (stored?.status !== status || stored.departedAt?.getTime() !== departedAt?.getTime())
  );
}

/** What moving legs leads to for their package; null where no status changes. */
function movedOf(
  shipment: MovedPackage["shipment"],
  stored: readonly StoredLeg[],
  outcomes: readonly LegOutcome[],
): MovedPackage | null {
  const changed = outcomes.flatMap((outcome) => {
    const before = stored.find(({ legNumber }) => legNumber === outcome.legNumber)?.status;
    return before === undefined || before === outcome.status ? [] : [{ ...outcome, before }];
  });
  if (changed.length === 0) return null;
  return {
    shipment,
    legs: shipment.legs.map((leg) => ({
      ...leg,
      status: outcomes.find(({ legNumber }) => legNumber === leg.legNumber)?.status ?? leg.status,
    })),
    changes: changed.map(({ legNumber, before, status: after }) => ({
      packageId: shipment.id,
      kind: "leg_status_changed",
      legNumber,
      before,
      after,
    })),
    begun: changed.filter(({ status }) => status === "in_transit").map((leg) => leg.legNumber),
  };
}

/** The last leg of each package that departs for the first time. Reads the history, so before it is written. */
async function listDepartures(
  db: Db,
  moved: readonly MovedPackage[],
): Promise<ReadonlyMap<string, number>> {
  const beginning = moved.filter(({ begun }) => begun.length > 0);
  if (beginning.length === 0) return new Map();
  const ids = beginning.map(({ shipment }) => shipment.id);
  const departed = new Set(
    (await listDepartedLegs(db, ids)).map(
      ({ packageId, legNumber }) => `${packageId} ${legNumber}`,
    ),
  );
  return new Map(
    beginning.flatMap(({ shipment: { id }, begun }) => {
      const last = begun.findLast((legNumber) => !departed.has(`${id} ${legNumber}`));
      return last === undefined ? [] : [[id, last] as const];
    }),
  );
}

/**
 * Stores what follows for packages whose legs have moved, most of them in one statement; returns each as it is then, and
 * whether its status changed.
 */
async function savePackages(
  context: ActingContext,
  db: Db,
  moved: readonly MovedPackage[],
): Promise<{ readonly shipment: StoredShipment; readonly isChanged: boolean }[]> {
  const now = context.now().toISOString();
  const parcels = await listParcelStatesOf(
    db,
    moved.map(({ shipment }) => shipment.id),
  );
  const derived = moved.map(({ shipment: { isQuotaReturned, ...before }, legs, changes }) => {
    const status = derivePackageStatus(legs);
    const isChanged = status !== before.status;
    const shipment = {
      ...before,
      legs,
      status,
      ...(isChanged && { deliveredAt: status === "delivered" ? now : null, updatedAt: now }),
    };
    const parcelStates = parcels.get(before.id) ?? [];
    const stage = changedStage({ ...shipment, parcelStates });
    const hasMore =
      isQuotaReturned ||
      (parcelStates.some(isOpenParcel) &&
        effectOnParcels({ ...shipment, parcelStates }) !== "stay");
    const change: PackageChange = {
      packageId: before.id,
      kind: "package_status_changed",
      before: before.status,
      after: status,
    };
    return {
      shipment: { ...shipment, ...stage },
      isChanged,
      isStored: isChanged || stage !== null,
      hasMore,
      changes: isChanged && !hasMore ? [...changes, change] : changes,
    };
  });
  await recordEvents(
    context,
    db,
    derived.flatMap(({ changes }) => changes),
  );
  const together = derived.filter(({ isStored, hasMore }) => isStored && !hasMore);
  await updateMovedPackages(
    db,
    together.map(({ shipment }) => shipment),
  );
  await context.listeners.packagesMoving(
    db,
    derived.flatMap(({ shipment, hasMore }) => (hasMore ? [shipment.id] : [])),
  );
  const saved: { readonly shipment: StoredShipment; readonly isChanged: boolean }[] = [];
  for (const { shipment, isChanged, hasMore } of derived) {
    // Its parcels depart or are taken out, or its customer's quota is used again.
    saved.push(
      hasMore ? await updateDerivedStatus(context, db, shipment.id) : { shipment, isChanged },
    );
  }
  return saved;
}

/** Packages that were just handed over are on their way once a carrier has reported of them. */
async function leaveWarehouse(
  db: Db,
  shipments: readonly MovedPackage["shipment"][],
  events: ReadonlyMap<string, readonly LegEvent[]>,
): Promise<MovedPackage["shipment"][]> {
  const isReported = ({ id, shipRequestState }: MovedPackage["shipment"]) =>
    shipRequestState === "handed_over" && (events.get(id) ?? []).length > 0;
  const reported = shipments.filter(isReported);
  if (reported.length > 0) {
    await updateHandedOverToLeft(
      db,
      reported.map(({ id }) => id),
    );
    for (const { id } of reported) await updateStage(db, id);
  }
  return shipments.map((shipment) =>
    isReported(shipment) ? { ...shipment, shipRequestState: null, stage: "on_the_way" } : shipment,
  );
}

/** The events of a package of which its customer is notified: not those of legs that its manifest has yet to move. */
function notifiedEvents(
  shipment: StoredShipment,
  events: readonly LegEvent[],
): readonly LegEvent[] {
  const held = heldLegNumbers(shipment);
  if (held.length === 0) return events;
  return events.filter((event) => {
    const legs = shipment.legs.filter(({ legNumber }) => event.legNumbers.includes(legNumber));
    const legNumber = legOfEvent(event, legs);
    return legNumber !== null && !held.includes(legNumber);
  });
}

/**
 * Moves the legs of packages by what carriers reported, in the transaction `db` that records it, with everything that
 * follows when staff set a leg's status. `readEvents` runs once the packages' rows are locked, and returns the events by
 * package. A package that is cancelled, voided or deleted stays as it is; the legs with which one leaves that has an open ship
 * request stay until it is handed over, and staff are asked.
 */
export async function moveLegs(
  context: ActingContext,
  db: Db,
  packageIds: readonly string[],
  readEvents: () => Promise<ReadonlyMap<string, readonly LegEvent[]>>,
): Promise<void> {
  if (packageIds.length === 0) return;
  await lockProfilesOfReturnedQuota(db, packageIds);
  const locked = (await lockShipments(db, packageIds)).filter(
    ({ status }) => status !== "cancelled" && status !== "voided",
  );
  if (locked.length === 0) return;
  const ids = locked.map(({ id }) => id);
  const legs = Map.groupBy(await listFollowedLegs(db, ids), ({ packageId }) => packageId);
  const events = await readEvents();
  const active = await leaveWarehouse(db, locked, events);
  const differing: (LegOutcome & { readonly id: string })[] = [];
  const departed: string[] = [];
  const moved = active.flatMap((shipment) => {
    const stored = legs.get(shipment.id) ?? [];
    const outcomes = deriveLegs(stored, events.get(shipment.id) ?? [], heldLegNumbers(shipment));
    for (const outcome of outcomes) {
      const leg = stored.find(({ legNumber }) => legNumber === outcome.legNumber);
      if (leg !== undefined && !isSame(leg, outcome)) differing.push({ ...outcome, id: leg.id });
    }
    if (outcomes.some((outcome) => hasDepartedAnew(outcome, stored))) departed.push(shipment.id);
    return movedOf(shipment, stored, outcomes) ?? [];
  });
  await updateLegOutcomes(db, differing, context.now());
  await updateExpectations(db, departed, context.now());
  const movedLegs = new Map(moved.map(({ shipment: { id }, legs: now }) => [id, now]));
  await notifyCarrierReports(
    context,
    db,
    active.map((shipment) => ({
      pkg: { ...shipment, legs: movedLegs.get(shipment.id) ?? shipment.legs },
      events: notifiedEvents(shipment, events.get(shipment.id) ?? []),
    })),
  );
  await saveMovedPackages(context, db, moved);
}

/**
 * Stores what follows for locked packages whose legs have moved, and notifies their customers: of a leg that departs for
 * the first time, or of another status.
 */
export async function saveMovedPackages(
  context: ActingContext,
  db: Db,
  moved: readonly MovedPackage[],
): Promise<void> {
  if (moved.length === 0) return;
  const departures = await listDepartures(db, moved);
  const saved = await savePackages(context, db, moved);
  const notified = saved.flatMap(({ shipment, isChanged }) => {
    const departedLegNumber = departures.get(shipment.id);
    if (shipment.status !== "in_transit") return isChanged ? [{ shipment }] : [];
    return departedLegNumber === undefined ? [] : [{ shipment, departedLegNumber }];
  });
  await notifyPackagesMoved(context, db, notified);
}
