import type { ListedQuestion } from "#tracking/contract/tracking.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listQuestionRows } from "./tracker-list-queries.ts";

/** One page of the legs about which staff are asked, the oldest question first. */
export async function listQuestions(
  { db }: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: ListedQuestion[]; total: number }> {
  const { items, total } = await listQuestionRows(db, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: items.map((item) => ({
      ...item,
      statusSince: item.statusSince?.toISOString() ?? null,
      questionAt: item.questionAt.toISOString(),
    })),
    total,
  };
}
