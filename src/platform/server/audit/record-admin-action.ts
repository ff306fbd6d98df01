import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertAuditEntry, type AdminAction } from "./audit-queries.ts";

/**
 * Adds what the signed-in user did to the append-only audit log; to be called in the transaction `db` that makes the
 * change.
 */
export async function recordAdminAction(
  { session, ipAddress, now }: Pick<SignedInContext, "session" | "ipAddress" | "now">,
  db: Db,
  action: AdminAction,
): Promise<void> {
  await insertAuditEntry(db, { ...action, actorId: session.person.id, ipAddress, now: now() });
}

/** The same for the operator, from the command line, who has neither account nor address. */
export async function recordOperatorAction(
  { now }: Pick<AppServices, "now">,
  db: Db,
  action: AdminAction,
): Promise<void> {
  await insertAuditEntry(db, { ...action, actorId: null, now: now() });
}
