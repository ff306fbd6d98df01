import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeShipRequest } from "./describe-ship-request.ts";
import { listOwnRequests } from "./list-queries.ts";

const pageSize = 100;

/** All of the signed-in customer's ship requests with their quotes and history, for the export of the account. */
export async function exportShipRequests(context: SignedInContext): Promise<ShipRequest[]> {
  const { db, session } = context;
  const all: ShipRequest[] = [];
  for (;;) {
    const page = { packageId: null, isWaiting: false, offset: all.length, limit: pageSize };
    const { rows } = await listOwnRequests(db, session.person.id, page);
    for (const { id } of rows) all.push(await describeShipRequest(context, id));
    if (rows.length < pageSize) return all;
  }
}
