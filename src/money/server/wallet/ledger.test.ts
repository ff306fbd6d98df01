import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { movements, transactionTypes, type TransactionType } from "#money/rules/ledger.ts";
import { atomically, type Database, type Db } from "#platform/server/db/open.ts";
import { asOwner, testDatabase } from "#test/database.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import {
  recordSubscriptionPayment,
  recordTransaction,
  type Posting,
} from "./record-transaction.ts";
import { updatePendingTransaction } from "./transaction-queries.ts";

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.kysely;
  return () => database.close();
});

afterEach(async () => {
  await requireSoundLedger(db);
});

async function aWallet(balanceCents = 0): Promise<string> {
  const { id } = await db
    .insertInto("users")
    .values({ name: "Mei Chan", email: `${randomUUID()}@example.com` })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (balanceCents > 0) await post({ userId: id, type: "deposit", amountCents: balanceCents });
  return id;
}

async function post(posting: Pick<Posting, "userId" | "type" | "amountCents"> & Partial<Posting>) {
  return await recordTransaction(db, {
    idempotencyKey: randomUUID(),
    at: new Date(),
    ...posting,
  });
}

async function balanceOf(userId: string): Promise<number> {
  const row = await db
    .selectFrom("ledgerAccounts")
    .select("balanceCents")
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(row.balanceCents);
}

async function newestOf(userId: string): Promise<{ id: string; status: string }> {
  return await db
    .selectFrom("transactions")
    .select(["id", "status"])
    .where("userId", "=", userId)
    .orderBy("number", "desc")
    .executeTakeFirstOrThrow();
}

/** All rows of the ledger as text. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select coalesce((select jsonb_agg(a order by id) from ledger_accounts a)::text, '')
      || coalesce((select jsonb_agg(t order by id) from ledger_transfers t)::text, '')
      || coalesce((select jsonb_agg(e order by transfer_id, account_id) from ledger_entries e)::text, '')
      || coalesce((select jsonb_agg(t order by id) from transactions t)::text, '') as all
  `.execute(db);
  return rows[0]?.all ?? "";
}

test("a plan's invoice over nothing is not in the history", async () => {
  const userId = await aWallet();
  const payment = { userId, plan: "Basic", invoiceId: randomUUID(), at: new Date() } as const;
  await recordSubscriptionPayment(db, { ...payment, amountCents: 0 });
  const rows = await db.selectFrom("transactions").where("userId", "=", userId).execute();
  expect(rows).toEqual([]);
});

test("a plan's invoice is in the history once, and none is taken for another plan's", async () => {
  const userId = await aWallet();
  const payment = { userId, invoiceId: randomUUID(), amountCents: 12_900, at: new Date() };
  await recordSubscriptionPayment(db, { ...payment, plan: "Basic" });
  await recordSubscriptionPayment(db, { ...payment, plan: "Basic" });
  const rows = await db.selectFrom("transactions").where("userId", "=", userId).execute();
  expect(rows).toHaveLength(1);
  const other = recordSubscriptionPayment(db, { ...payment, plan: "Super" });
  await expect(other).rejects.toThrow("key_reused");
});

test("a transaction that is completed is not canceled any more", async () => {
  const userId = await aWallet(500);
  const { id } = await newestOf(userId);
  await updatePendingTransaction(db, id, "canceled");
  expect(await newestOf(userId)).toEqual({ id, status: "completed" });
});

test("a new profile has an empty wallet", async () => {
  expect(await balanceOf(await aWallet())).toBe(0);
});

test("L1, L2: a transaction moves its amount between the wallet and the platform account of its type", async () => {
  const opposites: Partial<Record<TransactionType, string | null>> = {};
  const changes: Partial<Record<TransactionType, number>> = {};
  for (const type of transactionTypes) {
    const userId = await aWallet(10_000);
    const posted = await post({ userId, type, amountCents: 1234 });
    expect(posted.kind).toBe("applied");
    changes[type] = (await balanceOf(userId)) - 10_000;
    const { rows } = await sql<{ kind: string }>`
      select a.kind from ledger_entries e join ledger_accounts a on a.id = e.account_id
      join ledger_transfers t on t.id = e.transfer_id
      where a.kind <> 'wallet' and t.transaction_id = ${"transactionId" in posted && posted.transactionId}
    `.execute(db);
    opposites[type] = rows[0]?.kind ?? null;
  }
  const expectedChange = { credit: 1234, debit: -1234 } as const;
  for (const type of transactionTypes) {
    const movement = movements[type];
    expect(opposites[type], type).toBe(movement?.against ?? null);
    expect(changes[type], type).toBe(movement === null ? 0 : expectedChange[movement.direction]);
  }
});

test("L3, L4: balance, sum of entries and newest entry agree, and versions count from 1", async () => {
  const userId = await aWallet();
  for (const amountCents of [100, 250, 1]) await post({ userId, type: "deposit", amountCents });
  await post({ userId, type: "shipping_fee", amountCents: 51 });
  const { rows } = await sql<{ version: bigint; balanceCents: bigint }>`
    select e.version, e.balance_cents from ledger_entries e
    join ledger_accounts a on a.id = e.account_id where a.user_id = ${userId} order by e.version
  `.execute(db);
  expect(rows.map(({ version, balanceCents: cents }) => [version, cents])).toEqual([
    [1n, 100n],
    [2n, 350n],
    [3n, 351n],
    [4n, 300n],
  ]);
});

describe("L5: a wallet is never below zero", () => {
  test("a fee above the balance is rejected, one of the whole balance is not", async () => {
    const userId = await aWallet(500);
    const rejected = await post({ userId, type: "shipping_fee", amountCents: 501 });
    expect(rejected).toEqual({ kind: "rejected", reason: "insufficient_balance" });
    expect(await post({ userId, type: "shipping_fee", amountCents: 500 })).toMatchObject({
      kind: "applied",
      balanceCents: 0,
    });
  });

  test("except by a dispute, and then nothing can be spent until it is above again", async () => {
    const userId = await aWallet(500);
    expect(await post({ userId, type: "dispute", amountCents: 800 })).toMatchObject({
      balanceCents: -300,
    });
    await post({ userId, type: "deposit", amountCents: 200 });
    expect(await post({ userId, type: "shipping_fee", amountCents: 1 })).toMatchObject({
      reason: "insufficient_balance",
    });
    await post({ userId, type: "deposit", amountCents: 101 });
    expect(await post({ userId, type: "shipping_fee", amountCents: 1 })).toMatchObject({
      balanceCents: 0,
    });
  });

  test("of 64 fees at once against a wallet that can pay 10, exactly 10 succeed", async () => {
    const userId = await aWallet(1000);
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () => post({ userId, type: "shipping_fee", amountCents: 100 })),
    );
    expect(outcomes.filter(({ kind }) => kind === "applied")).toHaveLength(10);
    expect(await balanceOf(userId)).toBe(0);
  });
});

describe("L6: one effect per idempotency key", () => {
  test("the same request 50 times at once moves money once and answers alike", async () => {
    const userId = await aWallet();
    const idempotencyKey = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        post({ userId, type: "deposit", amountCents: 1000, idempotencyKey }),
      ),
    );
    expect(await balanceOf(userId)).toBe(1000);
    expect(outcomes.filter(({ kind }) => kind === "applied")).toHaveLength(1);
    expect(new Set(outcomes.map((outcome) => JSON.stringify({ ...outcome, kind: "" }))).size).toBe(
      1,
    );
  });

  test("a repeat returns the first result, whatever happened since", async () => {
    const userId = await aWallet(100);
    const fee = { userId, type: "shipping_fee", amountCents: 100, idempotencyKey: randomUUID() };
    const first = await post(fee as Posting);
    await post({ userId, type: "deposit", amountCents: 7 });
    expect(await post(fee as Posting)).toEqual({ ...first, kind: "replayed" });
    expect(await balanceOf(userId)).toBe(7);
  });

  test.each<[string, Partial<Posting>]>([
    ["amount", { amountCents: 1001 }],
    ["type", { type: "refund" }],
    ["contents", { request: { reason: "another" } }],
  ])("the same key with another %s is rejected and writes nothing", async (_what, change) => {
    const userId = await aWallet();
    const posting = {
      userId,
      type: "deposit" as const,
      amountCents: 1000,
      idempotencyKey: randomUUID(),
    };
    await post({ ...posting, request: { reason: "one" } });
    const before = await everything();
    expect(await post({ ...posting, request: { reason: "one" }, ...change })).toEqual({
      kind: "rejected",
      reason: "key_reused",
    });
    expect(await everything()).toBe(before);
  });

  test("of two wallets that use one key at once, one is rejected and leaves nothing", async () => {
    const wallets = await Promise.all(Array.from({ length: 8 }, () => aWallet()));
    const idempotencyKey = randomUUID();
    const outcomes = await Promise.all(
      wallets.map((userId) => post({ userId, type: "deposit", amountCents: 5, idempotencyKey })),
    );
    expect(outcomes.filter(({ kind }) => kind === "applied")).toHaveLength(1);
    const balances = await Promise.all(wallets.map(balanceOf));
    expect(balances.toSorted((one, other) => other - one)).toEqual([5, 0, 0, 0, 0, 0, 0, 0]);
  });
});

test("L7: a rejected request leaves every row as it was", async () => {
  const userId = await aWallet(500);
  const before = await everything();
  await post({ userId, type: "shipping_fee", amountCents: 501 });
  await post({ userId, type: "deposit", amountCents: 0 });
  await post({ userId: randomUUID(), type: "deposit", amountCents: 5 });
  expect(await everything()).toBe(before);
});

test("L7: a database transaction that fails after posting leaves every row as it was", async () => {
  const userId = await aWallet(500);
  const before = await everything();
  const failing = atomically(db, async (inner) => {
    await recordTransaction(inner, {
      idempotencyKey: randomUUID(),
      userId,
      type: "deposit",
      amountCents: 5,
      at: new Date(),
    });
    throw new Error("the harbour is closed");
  });
  await expect(failing).rejects.toThrow("the harbour is closed");
  expect(await everything()).toBe(before);
});

describe("L8: history cannot be changed, neither by the application nor by the owner of the tables", () => {
  test.each([
    "update ledger_entries set change_cents = 1",
    "delete from ledger_entries",
    "truncate ledger_entries",
    "insert into ledger_entries select 999999, id, 5, 5, 99 from ledger_accounts limit 1",
    "update ledger_transfers set created_at = now()",
    "delete from ledger_transfers",
    "truncate ledger_transfers",
    `insert into ledger_transfers (idempotency_key, request_hash, transaction_id, wallet_id, wallet_version, created_at)
      values ('x', '', gen_random_uuid(), gen_random_uuid(), 1, now())`,
    "update ledger_accounts set balance_cents = balance_cents + 1 where kind = 'wallet'",
    "delete from ledger_accounts",
    "truncate ledger_accounts",
    `insert into ledger_accounts (kind, user_id, balance_cents, version)
      values ('wallet', gen_random_uuid(), 500, 0)`,
    "update transactions set amount_cents = amount_cents + 1",
    "update transactions set user_id = gen_random_uuid()",
    "update transactions set type = 'refund'",
    "update transactions set created_at = now()",
    "update transactions set status = 'canceled'",
    "update transactions set metadata = '{}'",
    "delete from transactions",
    "truncate transactions",
    `insert into transactions (user_id, type, amount_cents, status)
      values (gen_random_uuid(), 'deposit', 500, 'completed')`,
  ])("%s", async (statement) => {
    await aWallet(500);
    const before = await everything();
    const change = sql.raw(statement);
    await expect(asOwner(database, (owner) => change.execute(owner))).rejects.toMatchObject({
      code: "23001",
    });
    await expect(change.execute(db)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|23001)$/),
    });
    expect(await everything()).toBe(before);
  });

  test("a pending transaction may end, and is completed by the ledger alone", async () => {
    const userId = await aWallet();
    const { id } = await db
      .insertInto("transactions")
      .values({
        userId,
        type: "deposit",
        amountCents: 500,
        status: "pending",
        createdAt: new Date(),
        metadata: "{}",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const completing = db.updateTable("transactions").set({ status: "completed" });
    await expect(completing.where("id", "=", id).execute()).rejects.toThrow("posting alone");
    const posting = { userId, type: "deposit" as const, amountCents: 500, transactionId: id };
    await expect(post({ ...posting, amountCents: 501 })).rejects.toThrow("is another one");
    expect(await post(posting)).toMatchObject({ kind: "applied", transactionId: id });
    await expect(post(posting)).rejects.toThrow("completed already");
    expect(await balanceOf(userId)).toBe(500);
  });
});

describe("L10: an amount is a whole number of cents within limits", () => {
  test.each([0, -1, 0.001, 1e21, NaN, Infinity, "1", "１", null, 100_000_001])(
    "%j is rejected",
    async (amount) => {
      const userId = await aWallet();
      const amountCents = amount as number;
      expect(await post({ userId, type: "deposit", amountCents })).toEqual({
        kind: "rejected",
        reason: "invalid_amount",
      });
    },
  );

  test.each([1, 100_000_000])("%j is accepted", async (amountCents) => {
    const userId = await aWallet();
    await post({ userId, type: "deposit", amountCents });
    expect(await balanceOf(userId)).toBe(amountCents);
  });
});

test("a subscription is in the history and moves no balance", async () => {
  const userId = await aWallet(500);
  const paid = await post({ userId, type: "subscription", amountCents: 12_900 });
  expect(paid).toMatchObject({ kind: "applied", balanceCents: 500, version: 1 });
});

test.each([
  ["an unknown type", { type: "gift" }],
  ["a deposit against an account", { type: "deposit", against: "provider" }],
  ["a refund against an account that pays none", { type: "refund", against: "payouts" }],
])("%s is an error and writes nothing", async (_what, posting) => {
  const userId = await aWallet(500);
  const before = await everything();
  const invalid = { userId, amountCents: 5, ...posting } as Posting;
  await expect(post(invalid)).rejects.toMatchObject({ code: "23514" });
  expect(await everything()).toBe(before);
});
