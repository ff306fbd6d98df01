import type { ProviderEventRecord } from "#money/contract/payments.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeEvent, maximumEventAttempts } from "./describe-event.ts";
import { countUnfinishedEvents, listEvents, type EventRow } from "./provider-event-queries.ts";

/** One page of the events in a state, the newest first, and the number of unfinished events by state. */
export async function listProviderEvents(
  { db }: SignedInContext,
  input: { state: EventRow["state"] | "all"; page: number; pageSize: number },
): Promise<{
  items: ProviderEventRecord[];
  total: number;
  unfinished: { received: number; failed: number; dead: number };
}> {
  const { state, page, pageSize } = input;
  const { items, total } = await listEvents(db, {
    state,
    maximumAttempts: maximumEventAttempts,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const unfinished = await countUnfinishedEvents(db, maximumEventAttempts);
  return { items: items.map(describeEvent), total, unfinished };
}
