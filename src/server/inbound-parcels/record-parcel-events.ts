import type { InboundParcelEventKind } from "#core/inbound-parcel.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { insertEvents } from "./event-queries.ts";

/** One event of a parcel's history, with the package that it concerns. */
export type ParcelEvent = {
  readonly parcelId: string;
  readonly kind: InboundParcelEventKind;
  readonly packageId: string | null;
};

/** Inserts events by the signed-in user, in the transaction `db` that makes the changes. */
export async function recordParcelEvents(
  context: SignedInContext,
  db: Db,
  events: readonly ParcelEvent[],
): Promise<void> {
  const { person } = context.session;
  await insertEvents(
    db,
    events.map(({ parcelId, kind, packageId }) => ({
      inboundParcelId: parcelId,
      kind,
      packageId,
      actorId: person.id,
      byStaff: person.isAdmin,
      createdAt: context.now(),
    })),
  );
}
