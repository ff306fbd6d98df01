// Notes how a checkout ended.
import type { Db } from "#server/db/open.ts";
import { updateOver, updatePaid } from "./checkout-queries.ts";

/** Notes, in the database transaction of `db`, that a subscription came of the checkout. */
export async function recordCheckoutPaid(db: Db, checkoutId: string): Promise<void> {
  await updatePaid(db, checkoutId);
}

/** Notes that a session ended unpaid; one that is none of ours, or that was paid, changes nothing. */
export async function recordSessionEnded(db: Db, sessionId: string): Promise<void> {
  await updateOver(db, sessionId);
}
