import type { InboundParcelEventKind } from "#goods/rules/inbound-parcel.ts";
import type { ActingContext, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertEvents } from "./parcel-record-queries.ts";
import "#goods/server/announcements.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";

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
  await insertEvents(
    db,
    events.map(({ parcelId, kind, packageId, happenedAt = context.now() }) => ({
      inboundParcelId: parcelId,
      kind,
      packageId,
      actorId: context.session?.person.id ?? null,
      byStaff,
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

/** Counts a request that changes own parcels, since each adds to histories that stay. Throws `too_many_requests`. */
export async function countParcelChange({ db, session, now }: SignedInContext): Promise<void> {
  await countAttempt(db, "parcelChangesPerAccount", session.person.id, now());
}
