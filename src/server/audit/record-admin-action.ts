import type { Db } from "#server/db/open.ts";
import { insertAuditEntry } from "./audit-queries.ts";

export type AdminAction = {
  /** Null: the operator, from the command line. */
  readonly actorId: string | null;
  /** Name of the operation, such as `wallet.adjustWallet`. */
  readonly action: string;
  /** Id of the object that was changed. */
  readonly target: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly reason?: string;
  readonly ipAddress?: string;
  /** Why it was rejected; absent when it succeeded. */
  readonly errorCode?: string;
  readonly now: Date;
};

/** Adds the action to the append-only audit log; to be called in the transaction that makes the change. */
export async function recordAdminAction(db: Db, action: AdminAction): Promise<void> {
  await insertAuditEntry(db, action);
}
