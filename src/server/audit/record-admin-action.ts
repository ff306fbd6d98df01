// Writes one line of the audit log, in the transaction of the change it tells of.
import type { Db } from "#server/db/open.ts";
import { insertAuditEntry } from "./audit-queries.ts";

/** What staff (or, with `actorId` null, the operator at the console) did to what. */
export type AdminAction = {
  readonly actorId: string | null;
  /** Name of the operation, such as `wallet.adjustWallet`. */
  readonly action: string;
  /** Id of what was changed. */
  readonly target: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly reason?: string;
  readonly ipAddress?: string;
  /** Code of the problem for which it was refused; without one, it was done. */
  readonly errorCode?: string;
  readonly now: Date;
};

/** Adds the action to the append-only audit log; to be called with the transaction that makes the change. */
export async function recordAdminAction(db: Db, action: AdminAction): Promise<void> {
  await insertAuditEntry(db, action);
}
