// The SQL about the platform's record of errors.
import type { Db } from "#server/db/open.ts";

/** Adds one error to the record. */
export async function insertErrorLog(
  db: Db,
  entry: {
    readonly errorMessage: string;
    readonly errorStack?: string | undefined;
    readonly source: string;
    readonly context?: string | undefined;
    readonly userId: string;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto("error_logs")
    .values({
      error_message: entry.errorMessage,
      error_stack: entry.errorStack ?? null,
      source: entry.source,
      context: entry.context ?? null,
      user_id: entry.userId,
      created_at: entry.now,
    })
    .execute();
}
