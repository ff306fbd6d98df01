import type {
  InboundParcelEvent,
  StaffInboundParcelEvent,
} from "#goods/contract/inbound-parcels.ts";
import type { InboundParcelEventKind } from "#goods/rules/inbound-parcel.ts";
import { listPackagePlaces } from "#goods/server/packages/package-queries.ts";
import { insertEvents, listEvents } from "#people/server/db/events.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import "#goods/server/announcements.ts";

declare module "#people/server/db/events.ts" {
  interface EventSubjects {
    readonly inbound_parcel: {
      readonly kind: InboundParcelEventKind;
      /** The package that gathered it, or from which it was taken. */
      readonly facts: { readonly packageId: string | null };
    };
  }
}

/** One event of a parcel's history, with the package that it concerns. */
export type ParcelEvent = {
  readonly parcelId: string;
  readonly kind: InboundParcelEventKind;
  readonly packageId: string | null;
  /** When it happened, where that is known only afterwards; otherwise now. */
  readonly happenedAt?: Date;
};

/** After which what was ordered for a parcel, or for the package that it was in, may no longer be possible. */
const leavingKinds: ReadonlySet<InboundParcelEventKind> = new Set([
  "taken_out",
  "departed",
  "cancelled",
  "rejected",
  "merged",
  "unpacked",
  "owner_corrected",
  "receiving_undone",
  "returned",
  "disposed",
]);

/**
 * Inserts events by the signed-in user or a carrier, in the transaction `db` that made the changes: what was ordered for
 * parcels and packages that can no longer be done ends here. With a role somebody is still the customer of their own parcels,
 * so operations of staff say that staff caused them.
 */
export async function recordParcelEvents(
  context: ActingContext,
  db: Db,
  events: readonly ParcelEvent[],
  byStaff = context.session?.person.isAdmin ?? true,
): Promise<void> {
  const actorId = context.session?.person.id ?? null;
  const actor = byStaff ? "staff" : "customer";
  await insertEvents(
    db,
    "inbound_parcel",
    events.map(({ parcelId, kind, packageId, happenedAt = context.now() }) => ({
      subjectId: parcelId,
      kind,
      facts: { packageId },
      actor: actorId === null ? "system" : actor,
      actorId,
      createdAt: happenedAt,
    })),
  );
  const leaving = events.filter(({ kind }) => leavingKinds.has(kind));
  if (leaving.length === 0) return;
  await context.listeners.goodsLeft(context, db, {
    parcelIds: leaving.map(({ parcelId }) => parcelId),
    packageIds: leaving.flatMap(({ packageId }) => packageId ?? []),
  });
}

/** The histories of parcels, oldest first, with the packages that they name. */
async function readHistories(db: Db, parcelIds: readonly string[]) {
  const events = await listEvents(db, "inbound_parcel", parcelIds);
  const packageIds = new Set(events.flatMap(({ facts }) => facts.packageId ?? []));
  const packages = await listPackagePlaces(db, [...packageIds]);
  const byId = new Map(packages.map((pkg) => [pkg.id, pkg]));
  return events.map(({ id, kind, facts: { packageId }, createdAt, ...event }) => ({
    ...event,
    pkg: byId.get(packageId ?? ""),
    shown: {
      id: String(id),
      kind,
      packageId,
      packageNumber: byId.get(packageId ?? "")?.number ?? null,
      packageTrackingNumber: byId.get(packageId ?? "")?.trackingNumber ?? null,
      byStaff: event.actor !== "customer",
      createdAt: createdAt.toISOString(),
    },
  }));
}

/**
 * The histories of parcels as their owner reads them, by parcel, oldest first: without the packages of others who had
 * them before, and without what those did.
 */
export async function readOwnParcelEvents(
  db: Db,
  userId: string,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, InboundParcelEvent[]>> {
  const events = (await readHistories(db, parcelIds)).filter(
    ({ actor, actorId }) => actor !== "customer" || actorId === userId,
  );
  const histories = new Map<string, InboundParcelEvent[]>();
  for (const { subjectId, pkg, shown } of events) {
    const isOthers = pkg !== undefined && pkg.userId !== userId;
    const history = histories.get(subjectId) ?? [];
    histories.set(subjectId, history);
    const unnamed = { packageId: null, packageNumber: null, packageTrackingNumber: null };
    history.push(isOthers ? { ...shown, ...unnamed } : shown);
  }
  return histories;
}

/** The history of a parcel as staff read it, oldest first. */
export async function readAnyParcelEvents(
  db: Db,
  parcelId: string,
  seesCustomers: boolean,
): Promise<StaffInboundParcelEvent[]> {
  return (await readHistories(db, [parcelId])).map(({ shown, actorEmail }) => ({
    ...shown,
    actorEmail: seesCustomers ? actorEmail : null,
  }));
}
