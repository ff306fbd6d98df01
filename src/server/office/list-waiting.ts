// Shows staff with which packages, legs or letters nothing happens.
import type { WaitingKind, WaitingThing } from "#contract/office.ts";
import type { SignedInContext } from "#server/context.ts";
import { selectWaiting } from "./waiting/store.ts";
import { deadlinesAt } from "./waiting/work.ts";

/**
 * One page of a kind, longest first: packages pending for more than 3 days, legs in transit of which nothing was
 * heard for more than 7, letters that were tried and did not go.
 */
export async function listWaiting(
  { db, now }: SignedInContext,
  input: { readonly kind: WaitingKind; readonly page: number; readonly pageSize: number },
): Promise<{ items: WaitingThing[]; total: number }> {
  const { kind, page, pageSize } = input;
  const { items, total } = await selectWaiting(db, kind, {
    deadlines: deadlinesAt(now()),
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: items.map((item) => ({ ...item, since: item.since.toISOString() })),
    total,
  };
}
