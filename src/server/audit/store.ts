// The SQL of the audit log, which is only ever added to.
import type { Db } from "#server/db/open.ts";
import type { AdminAction } from "./record-admin-action.ts";

/** Adds one entry; facts are kept as JSON. */
export async function insertAuditEntry(db: Db, entry: AdminAction): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      target: entry.target,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      reason: entry.reason ?? null,
      ip_address: entry.ipAddress ?? null,
      created_at: entry.now,
    })
    .execute();
}
