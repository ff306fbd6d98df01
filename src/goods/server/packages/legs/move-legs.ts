import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import { effectOnParcels, isInboundLeg } from "#goods/rules/package-stage.ts";
import { hasEnteredWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
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
import { listParcelStatesOf } from "#goods/server/inbound-parcels/list-queries.ts";
import {
  updateDerivedStatus,
  changedStage,
  updateStage,
  recordEvents,
  type PackageChange,
} from "#goods/server/packages/change-package.ts";
import { listDepartedLegs } from "#goods/server/packages/package-events.ts";
import {
  notifyCarrierReports,
  notifyPackagesMoved,
} from "#goods/server/packages/package-notifications.ts";
import {
  lockProfilesOfReturnedQuota,
  lockStoredPackages,
  updateHandedOverToLeft,
  updateMovedPackages,
  type StoredPackage,
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
  readonly pkg: StoredPackage & { readonly isQuotaReturned: boolean };
  /** The legs as they are now. */
  readonly legs: StoredPackage["legs"];
  readonly changes: readonly PackageChange[];
  /** The legs that began to move. */
  readonly begun: readonly number[];
  /** Who of the staff handed it over just now. */
  readonly staffId?: string;
  /** What its customer was charged where it was handed over just now. */
  readonly chargedCents?: number;
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
function toMovedPackage(
  pkg: MovedPackage["pkg"],
  stored: readonly StoredLeg[],
  outcomes: readonly LegOutcome[],
): MovedPackage | null {
  const changed = outcomes.flatMap((outcome) => {
    const before = stored.find(({ legNumber }) => legNumber === outcome.legNumber)?.status;
    return before === undefined || before === outcome.status ? [] : [{ ...outcome, before }];
  });
  if (changed.length === 0) return null;
  return {
    pkg,
    legs: pkg.legs.map((leg) => ({
      ...leg,
      status: outcomes.find(({ legNumber }) => legNumber === leg.legNumber)?.status ?? leg.status,
    })),
    changes: changed.map(({ legNumber, before, status: after }) => ({
      packageId: pkg.id,
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
  const ids = beginning.map(({ pkg }) => pkg.id);
  const departed = new Set(
    (await listDepartedLegs(db, ids)).map(
      ({ packageId, legNumber }) => `${packageId} ${legNumber}`,
    ),
  );
  return new Map(
    beginning.flatMap(({ pkg: { id }, begun }) => {
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
): Promise<{ readonly pkg: StoredPackage; readonly isChanged: boolean }[]> {
  const now = context.now().toISOString();
  const parcels = await listParcelStatesOf(
    db,
    moved.map(({ pkg }) => pkg.id),
  );
  const derived = moved.map(({ pkg: { isQuotaReturned, ...before }, legs, changes, staffId }) => {
    const status = derivePackageStatus(legs);
    const isChanged = status !== before.status;
    const pkg = {
      ...before,
      legs,
      status,
      ...(isChanged && { deliveredAt: status === "delivered" ? now : null, updatedAt: now }),
    };
    const parcelStates = parcels.get(before.id) ?? [];
    const stage = changedStage({ ...pkg, parcelStates });
    const hasMore =
      isQuotaReturned ||
      (parcelStates.some(isOpenParcel) && effectOnParcels({ ...pkg, parcelStates }) !== "stay");
    const change: PackageChange = {
      packageId: before.id,
      kind: "package_status_changed",
      before: before.status,
      after: status,
    };
    return {
      pkg: { ...pkg, ...stage },
      isChanged,
      isStored: isChanged || stage !== null,
      hasMore,
      changes: [...changes, ...(isChanged && !hasMore ? [change] : [])].map((one) => ({
        ...one,
        staffId,
      })),
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
    together.map(({ pkg }) => pkg),
  );
  await context.listeners.packagesMoving(
    db,
    derived.flatMap(({ pkg, hasMore }) => (hasMore ? [pkg.id] : [])),
  );
  const saved: { readonly pkg: StoredPackage; readonly isChanged: boolean }[] = [];
  for (const { pkg, isChanged, hasMore } of derived) {
    // Its parcels depart or are taken out, or its customer's quota is used again.
    saved.push(hasMore ? await updateDerivedStatus(context, db, pkg.id) : { pkg, isChanged });
  }
  return saved;
}

/**
 * What events say once there is a warehouse: what comes there goes on under another number, so that one which a leg to the
 * warehouse has, too, says nothing about the legs from there.
 */
async function countedEvents(
  db: Db,
  packages: readonly StoredPackage[],
  events: ReadonlyMap<string, readonly LegEvent[]>,
): Promise<ReadonlyMap<string, readonly LegEvent[]>> {
  const inbound = new Map(
    packages
      .filter(({ parcelsCount }) => parcelsCount > 0)
      .map((pkg) => [pkg.id, pkg.legs.filter((leg) => isInboundLeg(leg, pkg))]),
  );
  const narrowed = (packageId: string, event: LegEvent): LegEvent => {
    const legNumbers = (inbound.get(packageId) ?? [])
      .map(({ legNumber }) => legNumber)
      .filter((legNumber) => event.legNumbers.includes(legNumber));
    return legNumbers.length === 0 ? event : { ...event, legNumbers };
  };
  if (inbound.size === 0 || !(await hasEnteredWarehouse(db))) return events;
  return new Map(
    [...events].map(([packageId, ofPackage]) => [
      packageId,
      ofPackage.map((event) => narrowed(packageId, event)),
    ]),
  );
}

/** Packages that were just handed over are on their way once a carrier has reported of them. */
async function leaveWarehouse(
  db: Db,
  packages: readonly MovedPackage["pkg"][],
  events: ReadonlyMap<string, readonly LegEvent[]>,
): Promise<MovedPackage["pkg"][]> {
  const isReported = ({ id, shipRequestState }: MovedPackage["pkg"]) =>
    shipRequestState === "handed_over" && (events.get(id) ?? []).length > 0;
  const reported = packages.filter(isReported);
  if (reported.length > 0) {
    await updateHandedOverToLeft(
      db,
      reported.map(({ id }) => id),
    );
    for (const { id } of reported) await updateStage(db, id);
  }
  return packages.map((pkg) =>
    isReported(pkg) ? { ...pkg, shipRequestState: null, stage: "on_the_way" } : pkg,
  );
}

/** The events of a package of which its customer is notified: not those of legs that its manifest has yet to move. */
function notifiedEvents(pkg: StoredPackage, events: readonly LegEvent[]): readonly LegEvent[] {
  const held = heldLegNumbers(pkg);
  if (held.length === 0) return events;
  return events.filter((event) => {
    const legs = pkg.legs.filter(({ legNumber }) => event.legNumbers.includes(legNumber));
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
  const locked = (await lockStoredPackages(db, packageIds)).filter(
    ({ status }) => status !== "cancelled" && status !== "voided",
  );
  if (locked.length === 0) return;
  const ids = locked.map(({ id }) => id);
  const legs = Map.groupBy(await listFollowedLegs(db, ids), ({ packageId }) => packageId);
  const events = await countedEvents(db, locked, await readEvents());
  const active = await leaveWarehouse(db, locked, events);
  const differing: (LegOutcome & { readonly id: string })[] = [];
  const departed: string[] = [];
  const moved = active.flatMap((pkg) => {
    const stored = legs.get(pkg.id) ?? [];
    const outcomes = deriveLegs(stored, events.get(pkg.id) ?? [], heldLegNumbers(pkg));
    for (const outcome of outcomes) {
      const leg = stored.find(({ legNumber }) => legNumber === outcome.legNumber);
      if (leg !== undefined && !isSame(leg, outcome)) differing.push({ ...outcome, id: leg.id });
    }
    if (outcomes.some((outcome) => hasDepartedAnew(outcome, stored))) departed.push(pkg.id);
    return toMovedPackage(pkg, stored, outcomes) ?? [];
  });
  await updateLegOutcomes(db, differing, context.now());
  await updateExpectations(db, departed, context.now());
  const movedLegs = new Map(moved.map(({ pkg: { id }, legs: now }) => [id, now]));
  await notifyCarrierReports(
    context,
    db,
    active.map((pkg) => ({
      pkg: { ...pkg, legs: movedLegs.get(pkg.id) ?? pkg.legs },
      events: notifiedEvents(pkg, events.get(pkg.id) ?? []),
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
  const charged = new Map(moved.map(({ pkg: { id }, chargedCents }) => [id, chargedCents]));
  const notified = saved.flatMap(({ pkg, isChanged }) => {
    const departedLegNumber = departures.get(pkg.id);
    if (pkg.status !== "in_transit") return isChanged ? [{ pkg }] : [];
    if (departedLegNumber === undefined) return [];
    return [{ pkg, departedLegNumber, chargedCents: charged.get(pkg.id) }];
  });
  await notifyPackagesMoved(context, db, notified);
}
