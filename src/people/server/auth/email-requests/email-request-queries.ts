import type { Db } from "#platform/server/db/open.ts";

export async function insertEmailRequest(
  db: Db,
  request: { readonly id: string; readonly requestEncrypted: Buffer; readonly createdAt: Date },
): Promise<void> {
  await db.insertInto("authEmailRequests").values(request).execute();
}

/** Deletes a request and returns what it held; undefined when there is none. */
export async function deleteEmailRequest(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom("authEmailRequests")
    .where("id", "=", id)
    .returning("requestEncrypted")
    .executeTakeFirst();
  return row?.requestEncrypted;
}

/** Deletes the requests made before `moment`; returns how many. */
export async function deleteEmailRequestsBefore(db: Db, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("authEmailRequests")
    .where("createdAt", "<", moment)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
