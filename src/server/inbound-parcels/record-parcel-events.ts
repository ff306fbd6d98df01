import type { InboundParcelEventKind } from "#core/inbound-parcel.ts";
import type { ActingContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { insertEvents } from "./event-queries.ts";

/** One event of a parcel's history, with the package that it concerns. */
export type ParcelEvent = {
  readonly parcelId: string;
  readonly kind: InboundParcelEventKind;
  readonly packageId: string | null;
  /** When it happened, where that is known only afterwards; otherwise now. */
  readonly happenedAt?: Date;
};

/**
 * Inserts events by the signed-in user or a carrier, in the transaction `db` that makes the changes. With a role somebody
 * is still the customer of their own parcels, so operations of staff say that staff caused them.
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
}
