// The SQL of leaving: payouts asked for, what else is held about a person, and taking the name from what stays.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/** Holds the wallet still: nobody moves its money until this database transaction ends. */
export async function lockWallet(db: Db, userId: string): Promise<void> {
  await sql`select lock_wallet(${userId}::uuid)`.execute(db);
}

export type PayoutRow = {
  readonly id: string;
  readonly userId: string;
  readonly userEmail: string | null;
  readonly amountCents: bigint;
  readonly balanceCents: bigint | null;
  readonly heldCents: bigint | null;
  readonly detailsEncrypted: Buffer | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  readonly isPaid: boolean | null;
};

/** Adds a request; undefined when one of this person is open already. */
export async function insertPayoutRequest(
  db: Db,
  request: {
    readonly userId: string;
    readonly amountCents: number;
    readonly detailsEncrypted: Buffer;
    readonly now: Date;
  },
): Promise<string | undefined> {
  const row = await db
    .insertInto("payout_requests")
    .values({
      user_id: request.userId,
      amount_cents: request.amountCents,
      details_encrypted: request.detailsEncrypted,
      created_at: request.now,
    })
    .onConflict((conflict) =>
      conflict.column("user_id").where("settled_at", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

function payouts(db: Db) {
  return db
    .selectFrom("payout_requests")
    .leftJoin("profiles", "profiles.id", "payout_requests.user_id")
    .leftJoin("ledger_accounts", "ledger_accounts.user_id", "payout_requests.user_id")
    .select([
      "payout_requests.id",
      "payout_requests.user_id as userId",
      "profiles.email as userEmail",
      "payout_requests.amount_cents as amountCents",
      "ledger_accounts.balance_cents as balanceCents",
      "ledger_accounts.held_cents as heldCents",
      "payout_requests.details_encrypted as detailsEncrypted",
      "payout_requests.created_at as createdAt",
      "payout_requests.settled_at as settledAt",
      "payout_requests.is_paid as isPaid",
    ]);
}

/** A person's own requests, the newest first. */
export async function selectPayoutsOf(db: Db, userId: string): Promise<PayoutRow[]> {
  return await payouts(db)
    .where("payout_requests.user_id", "=", userId)
    .orderBy("payout_requests.created_at", "desc")
    .execute();
}

/** One page of everybody's, open ones first, then the newest; with how many there are and how many are open. */
export async function selectPayouts(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ rows: PayoutRow[]; total: number; openCount: number }> {
  const rows = await payouts(db)
    .orderBy((row) => row("payout_requests.settled_at", "is not", null))
    .orderBy("payout_requests.created_at", "desc")
    .orderBy("payout_requests.id", "desc")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total, open } = await db
    .selectFrom("payout_requests")
    .select(({ fn }) => [
      fn.countAll<bigint>().as("total"),
      fn.countAll<bigint>().filterWhere("settled_at", "is", null).as("open"),
    ])
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total), openCount: Number(open) };
}

/** One request, locked until the transaction ends. */
export async function lockPayout(
  db: Db,
  payoutRequestId: string,
): Promise<
  { userId: string; email: string; amountCents: bigint; settledAt: Date | null } | undefined
> {
  return await db
    .selectFrom("payout_requests")
    .innerJoin("profiles", "profiles.id", "payout_requests.user_id")
    .select(["user_id as userId", "email", "amount_cents as amountCents"])
    .select("settled_at as settledAt")
    .where("payout_requests.id", "=", payoutRequestId)
    .forUpdate("payout_requests")
    .executeTakeFirst();
}

/** Notes who settled a request and when, and forgets where the money went. */
export async function updateSettled(
  db: Db,
  payoutRequestId: string,
  settled: { readonly by: string; readonly at: Date; readonly isPaid: boolean },
): Promise<void> {
  await db
    .updateTable("payout_requests")
    .set({
      settled_at: settled.at,
      settled_by: settled.by,
      is_paid: settled.isPaid,
      details_encrypted: null,
    })
    .where("id", "=", payoutRequestId)
    .execute();
}

/** When letters went to an address, and of what kind; what was in them is not kept. */
export async function selectLetters(db: Db, email: string) {
  return await db
    .selectFrom("letters")
    .select(["kind", "created_at as createdAt", "sent_at as sentAt"])
    .where("recipient", "=", email)
    .orderBy("created_at", "desc")
    .execute();
}

/** The errors that a person's browser reported. */
export async function selectErrorReports(db: Db, userId: string) {
  return await db
    .selectFrom("error_logs")
    .select(["error_message as errorMessage", "source", "context", "created_at as createdAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .execute();
}

/** When the account was made, and the provider's name for the customer, where there is one. */
export async function selectAccountFacts(db: Db, userId: string) {
  return await db
    .selectFrom("profiles")
    .leftJoin("provider_customers", "provider_customers.user_id", "profiles.id")
    .select(["profiles.created_at as createdAt", "provider_customers.customer_id as customerId"])
    .where("profiles.id", "=", userId)
    .executeTakeFirstOrThrow();
}

/**
 * Takes from everything that stays what tells whose it was, and removes what need not stay: the way to sign in,
 * sessions, tokens, the second factor, letters, reports, where a payout was to go. The history of money has no name
 * in it.
 */
export async function removePerson(
  db: Db,
  person: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  const { userId, email } = person;
  const nameless = `closed-${userId}@account.invalid`;
  await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await db.deleteFrom("accounts").where("user_id", "=", userId).execute();
  await db.deleteFrom("two_factors").where("user_id", "=", userId).execute();
  await db.deleteFrom("sign_in_challenges").where("user_id", "=", userId).execute();
  await db.deleteFrom("verifications").where("value", "=", userId).execute();
  await db.deleteFrom("letters").where("recipient", "=", email).execute();
  await db
    .updateTable("error_logs")
    .set({ user_id: null, context: null })
    .where("user_id", "=", userId)
    .execute();
  await db
    .updateTable("payout_requests")
    .set({ details_encrypted: null })
    .where("user_id", "=", userId)
    .execute();
  await db
    .updateTable("users")
    .set({ name: "Closed account", email: nameless, email_verified: false, updated_at: now })
    .where("id", "=", userId)
    .execute();
  await db
    .updateTable("profiles")
    .set({
      email: nameless,
      full_name: "Closed account",
      phone: "",
      address: "",
      city: "",
      country: "",
      postal_code: "",
      subscription: null,
      package_quota: 0,
      max_weight_grams: 0,
      chosen_plan: null,
      email_notifications: false,
      shipment_updates: false,
      marketing_emails: false,
      closed_at: now,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}
