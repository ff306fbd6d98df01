// Runs changes of a package with its row locked, so that changes at the same time run one after the other.
import type { Shipment, ShippingLeg, ShipmentEvent } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import {
  derivePackageStatus,
  type PackageStatus,
  type StoredPackageEventKind,
} from "#tracking/rules/package-status.ts";
import type { ActingContext, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockAnyPackage } from "./lock-packages.ts";
import { findPackageIdOfLeg, updateLegRow } from "./legs/leg-queries.ts";
import {
  findStoredPackage,
  getQuotaUse,
  lockProfileOfReturnedQuota,
  updatePackageRow,
  type StoredPackage,
  isPackageOf,
} from "./package-queries.ts";
import {
  derivePackageStage,
  effectOnParcels,
  type PackageShipRequestState,
  type PackageStage,
  deriveInboundLegStatus,
  isInboundLeg,
} from "#goods/rules/package-stage.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { departParcels, releaseParcels } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { listParcelStates } from "#goods/server/inbound-parcels/list-queries.ts";
import type { EventActor } from "#people/rules/event-actor.ts";
import type { Person } from "#platform/contract/session.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, isStaff } from "#platform/rules/staff-role.ts";
import { findCurrentMonth, spendQuota } from "#money/server/plans/quota.ts";
import { insertEvents } from "#people/server/db/events.ts";
import type { PackageEventFacts } from "./package-events.ts";

async function getStoredPackage(db: Db, packageId: string): Promise<StoredPackage> {
  const pkg = await findStoredPackage(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  return pkg;
}

/**
 * Runs `change` on a package whose row is locked, in one transaction, and returns the changed package as far as the
 * signed-in user may see it. Throws `not_found`, and `own_account` where staff act on their own.
 */
export async function changePackage(
  context: SignedInContext,
  packageId: string,
  change: (db: Db, pkg: StoredPackage) => Promise<void>,
): Promise<Shipment> {
  const { db } = context;
  await lockProfileOfReturnedQuota(db, packageId);
  const pkg = await lockAnyPackage(context, db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  await change(db, pkg);
  return describePackage(context.session.person, await getStoredPackage(db, packageId));
}

/** The same for one of its legs. */
export async function changeLeg(
  context: SignedInContext,
  legId: string,
  change: (db: Db, leg: ShippingLeg, pkg: StoredPackage) => Promise<void>,
): Promise<Shipment> {
  const packageId = await findPackageIdOfLeg(context.db, legId);
  if (packageId === undefined) throw apiError("not_found");
  return await changePackage(context, packageId, async (db, pkg) => {
    const leg = pkg.legs.find(({ id }) => id === legId);
    if (leg === undefined) throw apiError("not_found");
    await change(db, leg, pkg);
  });
}

/** Takes the quota again that was returned for a cancelled package. */
async function takeReturnedQuota(db: Db, pkg: Shipment, now: Date): Promise<void> {
  const { isQuotaReturned } = await getQuotaUse(db, pkg.id);
  if (isQuotaReturned && !(await takeQuota(db, pkg, now))) {
    throw apiError("customer_quota_exceeded");
  }
}

/**
 * Stores a package's new status (with the time of delivery), its event, and what follows for its parcels and stage. Throws `customer_quota_exceeded` where a
 * cancelled package would go on and the customer's quota, to which it was returned, is used up.
 */
export async function saveStatus(
  context: ActingContext,
  db: Db,
  pkg: Shipment,
  status: PackageStatus,
): Promise<void> {
  const now = context.now();
  if (status !== "cancelled" && status !== "voided") await takeReturnedQuota(db, pkg, now);
  await updatePackageRow(db, pkg.id, {
    status,
    deliveredAt: status === "delivered" ? now : null,
    ...(pkg.shipRequestState === "handed_over" && { shipRequestState: null }),
    updatedAt: now,
  });
  await recordEvent(context, db, {
    packageId: pkg.id,
    kind: "package_status_changed",
    before: pkg.status,
    after: status,
  });
  await updateParcelsAndStage(context, db, pkg.id);
}

/**
 * Derives a package's status from its legs as they are now, and stores it when it differs, with what follows for its
 * parcels and stage. Returns the package with the status as it is then, and whether its status changed. Throws `customer_quota_exceeded`.
 */
export async function updateDerivedStatus(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<{ readonly pkg: StoredPackage; readonly isChanged: boolean }> {
  const pkg = await getStoredPackage(db, packageId);
  const status = derivePackageStatus(pkg.legs);
  const isChanged = status !== pkg.status;
  if (isChanged) await saveStatus(context, db, pkg, status);
  else await updateParcelsAndStage(context, db, packageId);
  return { pkg: { ...pkg, status }, isChanged };
}

type WithParcels = Shipment & { readonly parcelStates: readonly InboundParcelState[] };

async function getWithParcels(db: Db, packageId: string): Promise<WithParcels> {
  const pkg = await findStoredPackage(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  return { ...pkg, parcelStates: await listParcelStates(db, packageId) };
}

/** The stage and the counts that follow from a package and its parcels; null where it has them. */
export function changedStage(
  pkg: WithParcels,
): Pick<Shipment, "stage" | "parcelsCount" | "parcelsHereCount"> | null {
  const stage = derivePackageStage(pkg);
  const parcelsCount = pkg.parcelStates.length;
  const parcelsHereCount = pkg.parcelStates.filter((state) => state !== "expected").length;
  const isSame =
    pkg.stage === stage &&
    pkg.parcelsCount === parcelsCount &&
    pkg.parcelsHereCount === parcelsHereCount;
  return isSame ? null : { stage, parcelsCount, parcelsHereCount };
}

/**
 * Stores the stage and the counts that follow from a package and its parcels as they are read; its row must be locked.
 * Returns the stage.
 */
async function saveStage(db: Db, pkg: WithParcels): Promise<PackageStage> {
  const changed = changedStage(pkg);
  if (changed !== null) await updatePackageRow(db, pkg.id, changed);
  return changed?.stage ?? pkg.stage;
}

/** Stores the stage and the counts of a package, whose row must be locked. Throws `not_found`. */
export async function updateStage(db: Db, packageId: string): Promise<void> {
  await saveStage(db, await getWithParcels(db, packageId));
}

/**
 * The same after its status or one of its legs changed: parcels depart with a package that has left, and are taken out
 * of one that has ended.
 */
export async function updateParcelsAndStage(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<void> {
  const pkg = await getWithParcels(db, packageId);
  const effect = effectOnParcels(pkg);
  if (pkg.parcelStates.length === 0 || effect === "stay") {
    await saveStage(db, pkg);
    return;
  }
  const change = effect === "depart" ? departParcels : releaseParcels;
  await change(context, db, packageId);
  await updateStage(db, packageId);
}

/**
 * Stores what follows from the parcels of a package, after one of them was added, taken out or changed its state. The
 * package's row must be locked. With `mayGoBack` one was not received after all, so that what followed for the leg to the
 * warehouse does not hold. Returns whether the package is complete now and was not before. Throws `not_found`.
 */
export async function updatePackageFromParcels(
  context: ActingContext,
  db: Db,
  packageId: string,
  { mayGoBack = false }: { readonly mayGoBack?: boolean } = {},
): Promise<boolean> {
  const parcelStates = await listParcelStates(db, packageId);
  const pkg = await findStoredPackage(db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  let isLegChanged = false;
  // Not the last leg: delivered, it would make the whole package delivered.
  const inboundLegs = pkg.legs.slice(0, -1).filter((leg) => isInboundLeg(leg, pkg));
  for (const leg of inboundLegs) {
    const known = mayGoBack && leg.statusSource === "route" ? "pending" : leg.status;
    const status = deriveInboundLegStatus(known, parcelStates);
    if (status === leg.status) continue;
    isLegChanged = true;
    const now = context.now();
    await updateLegRow(db, leg.id, {
      status,
      statusSource: "route",
      statusSince: now,
      ...(status === "delivered" ? { arrivedAt: now } : mayGoBack ? { arrivedAt: null } : {}),
      updatedAt: now,
    });
    await recordEvent(context, db, {
      packageId,
      kind: "leg_status_changed",
      legNumber: leg.legNumber,
      before: leg.status,
      after: status,
    });
  }
  if (isLegChanged) await updateDerivedStatus(context, db, packageId);
  const stage = isLegChanged
    ? (await findStoredPackage(db, packageId))?.stage
    : await saveStage(db, { ...pkg, parcelStates });
  return stage === "ready" && pkg.stage !== "ready";
}

/** Stores the state of a package's ship request, null where it has ended, with the stage that follows from it. */
export async function saveShipRequestState(
  db: Db,
  packageId: string,
  shipRequestState: PackageShipRequestState | null,
): Promise<void> {
  await updatePackageRow(db, packageId, { shipRequestState });
  await updateStage(db, packageId);
}

/** Whether somebody may see names, emails and addresses of customers. */
export function seesContacts(person: Person): boolean {
  return mayUse(person, roleAccess.customers);
}

/** The package as this member of staff may see it. */
export function describePackage<Stored extends Shipment>(person: Person, stored: Stored): Stored {
  return seesContacts(person) ? stored : { ...stored, userEmail: null };
}

/** Its events as this member of staff may see them. */
export function describeEvents(person: Person, events: readonly ShipmentEvent[]): ShipmentEvent[] {
  if (seesContacts(person)) return [...events];
  return events.map((event) => ({ ...event, actorEmail: null }));
}

/**
 * Takes one package off the customer's quota and stores of which month it was; returns false when none is left. Not for
 * admins, who use no quota.
 */
export async function takeQuota(
  db: Db,
  pkg: { readonly id: string; readonly userId: string },
  now: Date,
): Promise<boolean> {
  if (!(await spendQuota(db, pkg.userId))) return false;
  // The quota's profile is locked, so this is the month whose quota was taken.
  const month = await findCurrentMonth(db, pkg.userId);
  await updatePackageRow(db, pkg.id, {
    planPeriodId: month?.id ?? null,
    quotaReturnedAt: null,
    updatedAt: now,
  });
  return true;
}

/** One event of a package's history. */
export type PackageChange = PackageEventFacts & {
  readonly packageId: string;
  readonly kind: StoredPackageEventKind;
  /** Who of the staff caused what a job does for them. */
  readonly staffId?: string | undefined;
};

/** Inserts an event by the signed-in user or a carrier, in the transaction `db` that makes the change. */
export async function recordEvent(
  context: ActingContext,
  db: Db,
  change: PackageChange,
): Promise<void> {
  await recordEvents(context, db, [change]);
}

async function findActor(
  { session }: ActingContext,
  db: Db,
  packageId: string,
): Promise<EventActor> {
  if (session === null) return "system";
  const { person } = session;
  // With a role somebody is still the customer of their own packages; an admin never is.
  const isByStaff =
    person.isAdmin || (isStaff(person) && !(await isPackageOf(db, packageId, person.id)));
  return isByStaff ? "staff" : "customer";
}

/** The same for several, in this order. */
export async function recordEvents(
  context: ActingContext,
  db: Db,
  changes: readonly PackageChange[],
): Promise<void> {
  const actors = new Map<string, EventActor>();
  for (const packageId of new Set(changes.map((change) => change.packageId))) {
    actors.set(packageId, await findActor(context, db, packageId));
  }
  await insertEvents(
    db,
    "package",
    changes.map(({ packageId, kind, staffId, ...facts }) => ({
      subjectId: packageId,
      kind,
      facts,
      actor: staffId === undefined ? (actors.get(packageId) ?? "customer") : "staff",
      actorId: staffId ?? context.session?.person.id ?? null,
      createdAt: context.now(),
    })),
  );
}
