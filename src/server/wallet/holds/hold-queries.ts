import type { Selectable } from "kysely";
import type { HoldType } from "#core/ledger.ts";
import type { Db } from "#server/db/open.ts";
import type { WalletTables } from "#server/db/tables/wallet.ts";

/** A hold with the tracking number of its package, null once that is deleted. */
export type HoldRow = Selectable<WalletTables["holds"]> & {
  readonly trackingNumber: string | null;
};

/** A hold of a ship request. */
export type RequestHoldRow = Selectable<WalletTables["holds"]>;

function holdsWithPackages(db: Db) {
  return db
    .selectFrom("holds")
    .leftJoin("packages", "packages.id", "holds.packageId")
    .selectAll("holds")
    .select("packages.trackingNumber");
}

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
): Promise<HoldRow | undefined> {
  return await holdsWithPackages(db)
    .where("holds.idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
}

/** The hold, locked until the database transaction ends. */
export async function lockHold(db: Db, holdId: string): Promise<HoldRow | undefined> {
  return await holdsWithPackages(db)
    .where("holds.id", "=", holdId)
    .forUpdate("holds")
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
export async function listHoldsOfRequest(db: Db, shipRequestId: string): Promise<RequestHoldRow[]> {
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
): Promise<HoldRow[]> {
  return await holdsWithPackages(db)
    .where("holds.userId", "=", userId)
    .$if(!withEnded, (query) => query.where("holds.state", "=", "held"))
    .orderBy("holds.heldAt", "desc")
    .orderBy("holds.id")
    .limit(limit)
    .execute();
}

/** The tracking number of a user's package; undefined when they have no package of that id. */
export async function findTrackingNumber(
  db: Db,
  packageId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("packages")
    .select("trackingNumber")
    .where("id", "=", packageId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.trackingNumber;
}

/** A user's packages, the newest first, at most `limit`. */
export async function listNewestPackages(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ id: string; trackingNumber: string }[]> {
  return await db
    .selectFrom("packages")
    .select(["id", "trackingNumber"])
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
