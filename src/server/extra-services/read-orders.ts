// What other features read of ordered extra services.
import type { PackageCharges } from "#core/ship-quote.ts";
import type { Db } from "#server/db/open.ts";
import type { ExtraServiceRequestRow } from "#server/db/tables/ship-requests.ts";
import { unpacking } from "#core/extra-service.ts";
import { findNewestOrder, listOrdersOfRequest } from "./extra-service-queries.ts";

/** The orders of a ship request, the oldest first. */
export async function readOrdersOfRequest(
  db: Db,
  shipRequestId: string,
): Promise<ExtraServiceRequestRow[]> {
  return await listOrdersOfRequest(db, shipRequestId);
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
