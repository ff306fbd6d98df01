// The SQL about holds: money of a wallet set aside for a fee or a payout.
import type { Selectable } from "kysely";
import type { HoldType } from "#core/ledger.ts";
import type { Db } from "#server/db/open.ts";
import type { WalletTables } from "#server/db/tables/wallet.ts";

/** A hold with the tracking number of the package that it names, while there is one. */
export type HoldRow = Selectable<WalletTables["holds"]> & {
  readonly tracking_number: string | null;
};

function holdsWithPackages(db: Db) {
  return db
    .selectFrom("holds")
    .leftJoin("packages", "packages.id", "holds.package_id")
    .selectAll("holds")
    .select("packages.tracking_number");
}

/** Keeps a hold and its pending transaction; undefined when its request key was used before. Throws when not enough is there. */
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
    readonly requestKey: string;
    readonly heldBy: string;
    readonly at: Date;
    readonly metadata?: Readonly<Record<string, string>>;
  },
): Promise<HoldRow | undefined> {
  const row = await db
    .insertInto("holds")
    .values({
      user_id: hold.userId,
      transaction_id: hold.transactionId,
      type: hold.type,
      amount_cents: hold.amountCents,
      leg_number: hold.legNumber,
      package_id: hold.packageId,
      reason: hold.reason,
      request_key: hold.requestKey,
      held_by: hold.heldBy,
      held_at: hold.at,
    })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await db
    .insertInto("transactions")
    .values({
      id: hold.transactionId,
      user_id: hold.userId,
      type: hold.type,
      amount_cents: hold.amountCents,
      status: "pending",
      created_at: hold.at,
      metadata: JSON.stringify({
        reason: hold.reason,
        legNumber: hold.legNumber,
        trackingNumber: hold.trackingNumber,
        package_id: hold.packageId,
        hold_id: row.id,
        held_by: hold.heldBy,
        ...hold.metadata,
      }),
    })
    .execute();
  return { ...row, tracking_number: hold.trackingNumber };
}

/** The hold that a request led to. */
export async function selectHoldOfRequest(
  db: Db,
  requestKey: string,
): Promise<HoldRow | undefined> {
  return await holdsWithPackages(db).where("holds.request_key", "=", requestKey).executeTakeFirst();
}

/** The hold of this id, locked until the database transaction ends. */
export async function lockHold(db: Db, holdId: string): Promise<HoldRow | undefined> {
  return await holdsWithPackages(db)
    .where("holds.id", "=", holdId)
    .forUpdate("holds")
    .executeTakeFirst();
}

/** Ends a hold; what it held can be spent again, and is there for what is posted next. */
export async function updateHold(
  db: Db,
  holdId: string,
  end: {
    readonly state: "settled" | "released";
    readonly settledCents: number | null;
    readonly endedBy: string;
    readonly at: Date;
  },
): Promise<void> {
  await db
    .updateTable("holds")
    .set({
      state: end.state,
      ended_by: end.endedBy,
      ended_at: end.at,
      ...(end.settledCents !== null && { settled_cents: end.settledCents }),
    })
    .where("id", "=", holdId)
    .execute();
}

/** A person's holds, the newest first; only the open ones unless `withEnded`. */
export async function selectHolds(
  db: Db,
  userId: string,
  { withEnded, limit }: { readonly withEnded: boolean; readonly limit: number },
): Promise<HoldRow[]> {
  return await holdsWithPackages(db)
    .where("holds.user_id", "=", userId)
    .$if(!withEnded, (query) => query.where("holds.state", "=", "held"))
    .orderBy("holds.held_at", "desc")
    .orderBy("holds.id")
    .limit(limit)
    .execute();
}

/** The tracking number of a person's package; undefined when they have none of that id. */
export async function selectTrackingNumber(
  db: Db,
  packageId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("packages")
    .select("tracking_number")
    .where("id", "=", packageId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.tracking_number;
}

/** A person's packages that a fee may be held for, the newest first. */
export async function selectPackagesOf(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ id: string; trackingNumber: string }[]> {
  return await db
    .selectFrom("packages")
    .select(["id", "tracking_number as trackingNumber"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
