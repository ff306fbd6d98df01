import { storableJson, storableText } from "#platform/rules/normalize-text.ts";
import type { Db } from "#platform/server/db/open.ts";

/** What an operation adds to its entry. */
export type AuditFacts = Omit<AdminAction, "action" | "target" | "errorCode">;

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

/** Adds an entry, whose texts are made storable: what was refused has passed no schema. */
export async function insertAuditEntry(
  db: Db,
  {
    target,
    reason,
    before,
    after,
    now,
    ...entry
  }: AdminAction & {
    /** Null: the operator, from the command line. */
    readonly actorId: string | null;
    readonly ipAddress?: string;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto("auditLog")
    .values({
      ...entry,
      target: storableText(target),
      ...(reason !== undefined && { reason: storableText(reason) }),
      before: before === undefined ? null : storableJson(before),
      after: after === undefined ? null : storableJson(after),
      createdAt: now,
    })
    .execute();
}
