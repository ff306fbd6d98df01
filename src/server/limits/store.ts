// The SQL of limits: attempts, counted in buckets.
import { sql } from "kysely";
import { atomically, type Db } from "#server/db/open.ts";

/** Adds an attempt to a bucket unless it already holds `attempts` of them since `since`; one at a time a bucket. */
export async function insertAttemptWithin(
  db: Db,
  limit: {
    readonly bucket: string;
    readonly attempts: number;
    readonly since: Date;
    readonly now: Date;
  },
): Promise<bigint | null> {
  return await atomically(db, async (locked) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${limit.bucket}, 0))`.execute(locked);
    await locked
      .deleteFrom("attempts")
      .where("bucket", "=", limit.bucket)
      .where("attempted_at", "<=", limit.since)
      .execute();
    const { count } = await locked
      .selectFrom("attempts")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("bucket", "=", limit.bucket)
      .executeTakeFirstOrThrow();
    if (count >= BigInt(limit.attempts)) return null;
    const { id } = await locked
      .insertInto("attempts")
      .values({ bucket: limit.bucket, attempted_at: limit.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
}

export async function deleteAttempt(db: Db, id: bigint): Promise<void> {
  await db.deleteFrom("attempts").where("id", "=", id).execute();
}
