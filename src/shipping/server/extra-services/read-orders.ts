// What other features read of ordered extra services.
import type { PackageCharges } from "#shipping/rules/ship-quote.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { unpacking } from "#catalogue/rules/extra-service.ts";
import type { OrderedExtraService } from "#goods/contract/ordered-extra-services.ts";
import type { Hold } from "#money/contract/wallet.ts";
import type { Language } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { OpenRequestHold } from "#money/server/wallet/holds/settle-holds-together.ts";
import { describeOrders } from "./describe-orders.ts";
import { listPayableHolds } from "./hold-queries.ts";
import {
  findNewestOrder,
  listOrdersOfHolds,
  listOrdersOfRequest,
  listOrdersOfSubject,
  listWorkOfRequest,
} from "./extra-service-queries.ts";

/** The orders of a ship request, the oldest first. */
export async function readOrdersOfRequest(
  db: Db,
  shipRequestId: string,
): Promise<ExtraServiceRequestRow[]> {
  return await listOrdersOfRequest(db, shipRequestId);
}

/** What the signed-in user ordered for an own parcel, or for an own package outside of ship requests, the newest first. */
export async function readOwnOrders(
  context: SignedInContext,
  subject: Parameters<typeof listOrdersOfSubject>[1],
): Promise<OrderedExtraService[]> {
  const rows = await listOrdersOfSubject(context.db, subject, context.session.person.id);
  return await describeOrders(context, context.db, rows);
}

/** The extra services that holds pay, by hold, in `language`. */
export async function readOrdersOfHolds(
  db: Db,
  holdIds: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, NonNullable<Hold["extraService"]>>> {
  const rows = await listOrdersOfHolds(db, holdIds);
  return new Map(
    rows.flatMap(({ holdId, id, names, inboundParcelId, packageId, state }) => {
      if (holdId === null) return [];
      const isCancellable = state === "ordered";
      const subject = { inboundParcelId, packageId };
      const name = names[language];
      return [[holdId, { extraServiceRequestId: id, name, ...subject, isCancellable }] as const];
    }),
  );
}

/** What is to be paid of requests, by request: their open holds, without those of extra services that nobody has done. */
export async function readOpenHolds(
  db: Db,
  shipRequestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenRequestHold[]>> {
  return Map.groupBy(await listPayableHolds(db, shipRequestIds), (hold) => hold.shipRequestId);
}

/** What is to be done before a request is packed: its orders, and the open ones of its package and parcels besides. */
export async function readWorkOfRequest(
  db: Db,
  shipRequestId: string,
): Promise<ExtraServiceRequestRow[]> {
  return await listWorkOfRequest(db, shipRequestId);
}

/** The newest order to unpack the shelved box of a package. */
export async function readNewestUnpacking(
  db: Db,
  packageId: string,
): Promise<ExtraServiceRequestRow | undefined> {
  return await findNewestOrder(db, packageId, unpacking);
}

/** Those of a ship request that are done, as they are charged. */
export async function readDoneServices(
  db: Db,
  shipRequestId: string,
): Promise<PackageCharges["extraServices"]> {
  const orders = await listOrdersOfRequest(db, shipRequestId);
  return orders
    .filter(({ state }) => state === "done")
    .map(({ code, quantity, priceCents }) => ({
      code,
      quantity,
      // A plan that includes it makes the whole order free.
      unitCents: priceCents / quantity,
    }));
}
