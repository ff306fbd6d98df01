import { sql } from "kysely";
import { userMatches } from "#people/server/db/members.ts";
import type { HoldType } from "#money/rules/ledger.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

export type StoredHold = RowOf<"holds">;

/** A hold with the tracking number of its package, null once that is deleted. */
export type HoldRow = StoredHold & { readonly trackingNumber: string | null };

/** Inserts a hold and its pending transaction; undefined when its idempotency key was used before. Throws when the wallet has too little. */
export async function insertHold(
  db: Db,
  hold: {
    readonly transactionId: string;
    readonly userId: string;
    readonly type: HoldType;
    readonly amountCents: number;
    readonly reason: string;
    readonly legNumber: number | null;
    readonly packageId: string | null;
    readonly trackingNumber: string | null;
    readonly idempotencyKey: string;
    readonly heldBy: string;
    readonly at: Date;
    /** The ship request that it pays. */
    readonly shipRequestId?: string | null;
    readonly metadata?: Readonly<Record<string, unknown>>;
  },
): Promise<HoldRow | undefined> {
  const row = await db
    .insertInto("holds")
    .values({
      userId: hold.userId,
      transactionId: hold.transactionId,
      type: hold.type,
      amountCents: hold.amountCents,
      legNumber: hold.legNumber,
      packageId: hold.packageId,
      shipRequestId: hold.shipRequestId ?? null,
      reason: hold.reason,
      idempotencyKey: hold.idempotencyKey,
      heldBy: hold.heldBy,
      heldAt: hold.at,
    })
    .onConflict((conflict) => conflict.column("idempotencyKey").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await db
    .insertInto("transactions")
    .values({
      id: hold.transactionId,
      userId: hold.userId,
      type: hold.type,
      amountCents: hold.amountCents,
      status: "pending",
      createdAt: hold.at,
      metadata: JSON.stringify({
        reason: hold.reason,
        legNumber: hold.legNumber,
        trackingNumber: hold.trackingNumber,
        packageId: hold.packageId,
        holdId: row.id,
        heldBy: hold.heldBy,
        ...hold.metadata,
      }),
    })
    .execute();
  return { ...row, trackingNumber: hold.trackingNumber };
}

/** The hold, locked until the database transaction ends. */
export async function lockHold(db: Db, holdId: string): Promise<StoredHold | undefined> {
  return await db
    .selectFrom("holds")
    .selectAll()
    .where("id", "=", holdId)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends a hold; its amount can be spent again, and covers what is posted next. */
export async function updateHold(
  db: Db,
  holdId: string,
  end: {
    readonly state: "settled" | "released";
    readonly settledCents: number | null;
    /** null: the product itself. */
    readonly endedBy: string | null;
    readonly at: Date;
  },
): Promise<void> {
  await db
    .updateTable("holds")
    .set({
      state: end.state,
      endedBy: end.endedBy,
      endedAt: end.at,
      ...(end.settledCents !== null && { settledCents: end.settledCents }),
    })
    .where("id", "=", holdId)
    .execute();
}

/** The holds of a ship request, the oldest first. */
export async function listHoldsOfRequest(db: Db, shipRequestId: string): Promise<StoredHold[]> {
  return await db
    .selectFrom("holds")
    .selectAll()
    .where("shipRequestId", "=", shipRequestId)
    .orderBy("heldAt")
    .orderBy("id")
    .execute();
}

/** A user's holds, the newest first; only the open ones unless `withEnded`. */
export async function listHolds(
  db: Db,
  userId: string,
  { withEnded, limit }: { readonly withEnded: boolean; readonly limit: number },
): Promise<StoredHold[]> {
  return await db
    .selectFrom("holds")
    .selectAll()
    .where("userId", "=", userId)
    .$if(!withEnded, (query) => query.where("state", "=", "held"))
    .orderBy("heldAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export type OpenHoldRow = StoredHold & { readonly userEmail: string };

/**
 * The newest open holds of the users whom `search` finds, of all where it is empty, that are older than the one with the id
 * `after`; null: from the newest on.
 */
export async function listOpenHoldsAfter(
  db: Db,
  search: string,
  after: string | null,
  limit: number,
): Promise<OpenHoldRow[]> {
  return await db
    .selectFrom("holds")
    .innerJoin("profiles", "profiles.id", "holds.userId")
    .selectAll("holds")
    .select("profiles.email as userEmail")
    .where("holds.state", "=", "held")
    .$if(search !== "", (query) => query.where(userMatches(search)))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(holds.held_at, holds.id) < (select held_at, id from holds where id = ${after})`,
      ),
    )
    .orderBy("holds.heldAt", "desc")
    .orderBy("holds.id", "desc")
    .limit(limit)
    .execute();
}

/** A hold that pays for a ship request. */
export type OpenRequestHoldRow = {
  readonly id: string;
  readonly userId: string;
  readonly shipRequestId: string;
  readonly transactionId: string;
  readonly type: HoldType;
  readonly amountCents: bigint;
  readonly idempotencyKey: string;
};

/** Locks the wallets of these users until the transaction ends, in the order in which everything locks several. */
export async function lockWallets(db: Db, userIds: readonly string[]): Promise<void> {
  const inOrder = [...new Set(userIds)].toSorted();
  await sql`
    select lock_wallet(id) from unnest(${inOrder}::uuid[]) with ordinality as wallets (id, place)
    order by place
  `.execute(db);
}

/** Ends open holds as settled at their amounts. */
export async function updateHoldsToSettled(
  db: Db,
  holdIds: readonly string[],
  { settledBy, at }: { readonly settledBy: string; readonly at: Date },
): Promise<void> {
  await sql`
    update holds set state = 'settled', settled_cents = amount_cents, ended_by = ${settledBy}, ended_at = ${at}
    where id = any(${holdIds}::uuid[])
  `.execute(db);
}

/** Posts the amounts of holds under their keys, one after the other, which completes their pending transactions. */
export async function insertPostingsOfHolds(
  db: Db,
  holds: readonly OpenRequestHoldRow[],
  { settledBy, at }: { readonly settledBy: string; readonly at: Date },
): Promise<{ readonly outcome: string; readonly idempotencyKey: string }[]> {
  const postings = holds.map((hold, place) => ({
    place,
    key: hold.idempotencyKey,
    transaction_id: hold.transactionId,
    user_id: hold.userId,
    type: hold.type,
    amount_cents: Number(hold.amountCents),
  }));
  const { rows } = await sql<{ outcome: string; idempotencyKey: string }>`
    insert into ledger_postings (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at, against)
    select key, '{}', transaction_id, user_id, type, amount_cents,
      jsonb_build_object('settledBy', ${settledBy}::text), ${at}, null
    from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb) as settled (
      place integer, key text, transaction_id uuid, user_id uuid, type text, amount_cents bigint)
    order by place
    returning outcome, idempotency_key
  `.execute(db);
  return rows;
}

/** A hold that was settled. */
export type SettledHold = {
  readonly id: string;
  readonly type: Exclude<HoldType, "payout">;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly packageId: string | null;
  readonly idempotencyKey: string;
};

/** The holds of a request that were settled at a moment. */
export async function listSettledHolds(
  db: Db,
  shipRequestId: string,
  settledAt: Date,
): Promise<SettledHold[]> {
  const rows = await db
    .selectFrom("holds")
    .select(["id", "type", "transactionId", "amountCents", "reason", "packageId", "idempotencyKey"])
    .where("shipRequestId", "=", shipRequestId)
    .where("state", "=", "settled")
    .where("endedAt", "=", settledAt)
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const { type } = row;
    if (type === "payout") throw new Error("A payout pays no ship request.");
    return { ...row, type, amountCents: Number(row.amountCents) };
  });
}

/** What of a charge was given back already, in cents. */
export async function sumRefunds(db: Db, transactionId: string): Promise<number> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as sum from transactions
    where type = 'refund' and status = 'completed' and metadata ->> 'refunds' = ${transactionId}
  `.execute(db);
  return Number(rows[0]?.sum ?? 0n);
}
