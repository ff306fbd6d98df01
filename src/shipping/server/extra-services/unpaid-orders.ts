import type { UnpaidExtraService } from "#shipping/contract/extra-services.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import { listOwedOrders, listOwingUserIds, lockOwedOrders } from "./order-hold-queries.ts";
import { extraServiceKey } from "#shipping/rules/ship-quote.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import {
  makeRequestHolds,
  missingForHolds,
  settleCoveredHold,
} from "#money/server/wallet/request-holds.ts";
import { updateOrder } from "./extra-service-queries.ts";

const maximumRows = 500;

/** Extra services that were done and that the wallet could not pay, the newest first. The next money that covers one pays it. */
export async function listUnpaidExtraServices({
  db,
  language,
}: SignedInContext): Promise<{ items: UnpaidExtraService[] }> {
  const rows = await listOwedOrders(db, maximumRows);
  return {
    items: rows.map(({ names, endedAt, ...row }) => ({
      ...row,
      name: names[language],
      doneAt: endedAt.toISOString(),
    })),
  };
}

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
