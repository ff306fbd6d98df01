// What a customer was just notified of, for what follows from it.
import type { NotificationPayload } from "#notices/rules/notification.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findOpenStep, hasAwaitedDeposit } from "./notification-queries.ts";

/** The entry under the bell that the next notification of a step joins, with its key. */
export async function readOpenStep(
  db: Db,
  userId: string,
  step: string,
): Promise<
  | {
      readonly dedupeKey: string;
      readonly payload: NotificationPayload;
      readonly createdAt: Date;
    }
  | undefined
> {
  return await findOpenStep(db, userId, step);
}

/** Whether a deposit that something waited for arrived after `moment`. */
export async function wasDepositAwaitedAfter(
  db: Db,
  userId: string,
  moment: Date,
): Promise<boolean> {
  return await hasAwaitedDeposit(db, userId, moment);
}
