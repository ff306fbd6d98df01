import type { Selectable } from "kysely";
import type { HoldType } from "#money/rules/ledger.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { WalletTables } from "#money/server/tables/wallet.ts";

export type StoredHold = Selectable<WalletTables["holds"]>;

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

/** The hold of an idempotency key, whoever's it is. */
export async function findHoldByIdempotencyKey(
  db: Db,
  idempotencyKey: string,
): Promise<StoredHold | undefined> {
  return await db
    .selectFrom("holds")
    .selectAll()
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
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
