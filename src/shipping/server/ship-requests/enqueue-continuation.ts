// Queues the jobs that look at ship requests again, in the transaction of what they wait for.
import type { WaitingReason } from "#shipping/rules/ship-request.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { owesExtraServices } from "#shipping/server/extra-services/collect-shortfalls.ts";
import { hasWaitingRequest } from "./request-queries.ts";

/** What changes without the customer of the request doing anything on its page. */
export const resumingReasons = [
  "top_up",
  "over_plan",
  "lane_closed",
] as const satisfies WaitingReason[];

/** The same, and prices that a larger plan makes better. */
export const reasonsOfCustomer = [
  ...resumingReasons,
  "price",
  "over_cap",
] as const satisfies WaitingReason[];

/** Looks again at what waits of a customer who can spend or send more now, and at what they owe. */
export async function enqueueResume(
  { jobs }: Pick<AppServices, "jobs">,
  db: Db,
  userId: string,
): Promise<void> {
  const isWaiting = await hasWaitingRequest(db, userId, reasonsOfCustomer);
  if (!isWaiting && !(await owesExtraServices(db, userId))) return;
  await jobs.enqueue(db, "continue-ship-requests", { userId });
}

/** The same for everybody, where a lane is suspended or opens again. */
export async function enqueueReminders({ jobs }: Pick<AppServices, "jobs">, db: Db): Promise<void> {
  await jobs.enqueue(db, "watch-ship-requests", {});
}
