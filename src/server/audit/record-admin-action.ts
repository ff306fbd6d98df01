import type { AppServices, SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { insertAuditEntry } from "./audit-queries.ts";

export type AdminAction = {
  /** Name of the operation, such as `wallet.adjustWallet`. */
  readonly action: string;
  /** Id of the object that was changed. */
  readonly target: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly reason?: string;
  /** Why it was rejected; absent when it succeeded. */
  readonly errorCode?: string;
};

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
