// A deposit that a ship request waits for is told of together with the request that goes on.
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { withdrawEmail } from "#platform/server/emails/queue-email.ts";
import { readOpenStep } from "#notices/server/notifications/send-notifications.ts";

/** How long its own email waits for the request. */
export const depositEmailDelayMilliseconds = 60_000;

/** Under the bell, the step of deposits that something waits for. */
export const depositStep = (userId: string) => `deposit ${userId}`;

/**
 * Takes back the email of the deposit that something waited for, in the transaction that says it elsewhere. Returns its
 * amount; null where there is none, or its email was sent.
 */
export async function withdrawDepositEmail(
  { now }: Pick<AppServices, "now">,
  db: Db,
  userId: string,
): Promise<number | null> {
  const deposit = await readOpenStep(db, userId, depositStep(userId));
  if (deposit === undefined) return null;
  const age = now().getTime() - deposit.createdAt.getTime();
  if (age > 2 * depositEmailDelayMilliseconds) return null;
  const isWithdrawn = await withdrawEmail(db, deposit.dedupeKey);
  return isWithdrawn ? (deposit.payload.amountCents ?? null) : null;
}
