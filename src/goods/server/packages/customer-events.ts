import type { PackageEvent } from "#goods/contract/packages.ts";
import { isShownToCustomers } from "#tracking/rules/package-status.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listEvents } from "./event-queries.ts";

/** The events of a package that matter to its customer, oldest first, without who caused them. */
export async function listCustomerEvents(db: Db, packageId: string): Promise<PackageEvent[]> {
  const events = await listEvents(db, packageId);
  return events
    .filter(isShownToCustomers)
    .map(({ actorEmail: _adminsOnly, byCarrier: _ofStaff, ...event }) => event);
}
