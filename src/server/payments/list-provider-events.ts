// Shows staff what the payment provider told, and what became of it.
import type { ProviderEventRecord } from "#contract/payments.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeEvent, mostEventAttempts } from "./describe-event.ts";
import { countUnfinishedEvents, selectEvents, type EventRow } from "./payment-queries.ts";

/** One page of the events in a state, the newest first, and how many of all wait, failed and were given up. */
export async function listProviderEvents(
  { db }: SignedInContext,
  input: { state: EventRow["state"] | "all"; page: number; pageSize: number },
): Promise<{
  items: ProviderEventRecord[];
  total: number;
  unfinished: { received: number; failed: number; dead: number };
}> {
  const { state, page, pageSize } = input;
  const { items, total } = await selectEvents(db, {
    state,
    mostAttempts: mostEventAttempts,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const unfinished = await countUnfinishedEvents(db, mostEventAttempts);
  return { items: items.map(describeEvent), total, unfinished };
}
