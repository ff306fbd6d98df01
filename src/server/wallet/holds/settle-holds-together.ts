// Debits many holds at their amounts in the transaction that hands their packages over, in a few statements.
import { sql } from "kysely";
import { apiError } from "#contract/errors.ts";
import type { HoldType } from "#core/ledger.ts";
import type { Db } from "#server/db/open.ts";

/** A hold that pays for a ship request. */
export type OpenRequestHold = {
  readonly id: string;
  readonly userId: string;
  readonly shipRequestId: string;
  readonly transactionId: string;
  readonly type: HoldType;
  readonly amountCents: bigint;
  readonly idempotencyKey: string;
};

/** The open holds of requests. */
export async function listOpenHoldsOf(
  db: Db,
  shipRequestIds: readonly string[],
): Promise<OpenRequestHold[]> {
  return await db
    .selectFrom("holds")
    .select(["id", "userId", "transactionId", "type", "amountCents", "idempotencyKey"])
    .select((row) => row.ref("shipRequestId").$notNull().as("shipRequestId"))
    .where("shipRequestId", "=", sql<string>`any(${shipRequestIds}::uuid[])`)
    .where("state", "=", "held")
    .orderBy("userId")
    .orderBy("id")
    .execute();
}

/** Locks the wallets of these users until the transaction ends, in the order in which everything locks several. */
async function lockWallets(db: Db, userIds: readonly string[]): Promise<void> {
  const inOrder = [...new Set(userIds)].toSorted();
  await sql`
    select lock_wallet(id) from unnest(${inOrder}::uuid[]) with ordinality as wallets (id, place)
    order by place
  `.execute(db);
}

/**
 * Debits open holds at their amounts: their pending transactions are completed under the keys of the holds. Throws
 * `insufficient_balance` where a lost dispute took what was held; nothing is kept then.
 */
export async function settleHoldsTogether(
  db: Db,
  holds: readonly OpenRequestHold[],
  { settledBy, at }: { readonly settledBy: string; readonly at: Date },
): Promise<void> {
  if (holds.length === 0) return;
  await lockWallets(
    db,
    holds.map(({ userId }) => userId),
  );
  const ids = holds.map(({ id }) => id);
  await sql`
    update holds set state = 'settled', settled_cents = amount_cents, ended_by = ${settledBy}, ended_at = ${at}
    where id = any(${ids}::uuid[])
  `.execute(db);
  const rows = holds.map((hold, place) => ({
    place,
    key: hold.idempotencyKey,
    transaction_id: hold.transactionId,
    user_id: hold.userId,
    type: hold.type,
    amount_cents: Number(hold.amountCents),
  }));
  const { rows: posted } = await sql<{ outcome: string; idempotencyKey: string }>`
    insert into ledger_postings (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at, against)
    select key, '{}', transaction_id, user_id, type, amount_cents,
      jsonb_build_object('settledBy', ${settledBy}::text), ${at}, null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as settled (
      place integer, key text, transaction_id uuid, user_id uuid, type text, amount_cents bigint)
    order by place
    returning outcome, idempotency_key
  `.execute(db);
  const rejected = posted.find(({ outcome }) => outcome !== "applied");
  if (rejected === undefined) return;
  if (rejected.outcome === "insufficient_balance") throw apiError("insufficient_balance");
  throw new Error(`The ledger rejected ${rejected.idempotencyKey}: ${rejected.outcome}.`);
}
