// Debits what wallets could not pay for extra services, once they have it.
import { extraServiceKey } from "#shipping/rules/ship-quote.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import {
  makeRequestHolds,
  missingForHolds,
  settleCoveredHold,
} from "#money/server/wallet/holds/request-holds.ts";
import { updateOrder } from "./extra-service-queries.ts";
import { listOwingUserIds, lockOwedOrders } from "./shortfall-queries.ts";

const mostCustomers = 500;

/** Debits one order under a hold of its own, so that what was charged for it is read in one way. */
async function collect(
  services: AppServices,
  db: Db,
  order: ExtraServiceRequestRow,
): Promise<void> {
  const { id, userId, shipRequestId, packageId, shortfallCents, code } = order;
  if ((await missingForHolds(db, userId, shortfallCents)) > 0) return;
  const heldFor = { userId, shipRequestId, packageId: null, trackingNumber: null };
  const [hold] = await makeRequestHolds(services, db, heldFor, [
    {
      type: "service_fee",
      key: `${extraServiceKey(id)}:owed`,
      amountCents: shortfallCents,
      reasonCode: "extra_service",
      metadata: { extraServiceRequestId: id, extraServiceCode: code, packageId },
    },
  ]);
  if (hold === undefined) throw new Error(`Nothing was held for the extra service ${id}.`);
  if (!(await settleCoveredHold(db, hold, { endedBy: null, at: services.now() }))) {
    throw new Error(`The wallet does not cover the extra service ${id}.`);
  }
  await updateOrder(db, id, { holdId: hold.id, shortfallCents: 0 });
}

/** Whether a customer owes something for extra services. */
export async function owesExtraServices(db: Db, userId: string): Promise<boolean> {
  return (await listOwingUserIds(db, userId, 1)).length > 0;
}

/** Debits what customers owe for extra services as far as their wallets have it, the oldest first: of one customer, or of all. */
export async function collectShortfalls(
  services: AppServices,
  userId: string | null,
): Promise<void> {
  for (const owing of await listOwingUserIds(services.db, userId, mostCustomers)) {
    await atomically(services.db, async (db) => {
      for (const order of await lockOwedOrders(db, owing)) await collect(services, db, order);
    });
  }
}
