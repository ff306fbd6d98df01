import type { FailedCarrierMessage } from "#tracking/contract/tracking.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { countFailedMessages, listFailedMessageRows } from "./message-queries.ts";

/** One page of the messages that could not be processed, the newest first. */
export async function listFailedMessages(
  { db }: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: FailedCarrierMessage[]; total: number }> {
  const rows = await listFailedMessageRows(db, { offset: (page - 1) * pageSize, limit: pageSize });
  return {
    items: rows.map((message) => ({ ...message, receivedAt: message.receivedAt.toISOString() })),
    total: await countFailedMessages(db),
  };
}

/** How many messages of carriers could not be processed yet. */
export async function countUnprocessed(db: Db): Promise<number> {
  return await countFailedMessages(db);
}
