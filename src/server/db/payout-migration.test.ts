// Shows what becomes of payouts that were open before payouts held money.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyTestDatabase } from "#testing/database.ts";
import { requireSoundLedger } from "#testing/ledger-faults.ts";
import { makeTables, migrate, migrationNames } from "./migrate.ts";
import type { Database } from "./open.ts";

const migration = "0032-payouts";

let database: Database;
const people: Record<string, string> = {};

async function aPerson(name: string, balanceCents: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (name, email) values (${name}, ${`${name}@example.com`}) returning id
  `.execute(database.kysely);
  const userId = rows[0]?.id ?? "";
  people[name] = userId;
  if (balanceCents > 0) await post(userId, "admin_credit", balanceCents);
  return userId;
}

async function post(userId: string, type: string, amountCents: number, metadata = "{}") {
  await sql`
    insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
    values (${randomUUID()}, '{}', ${userId}, ${type}, ${amountCents}, ${metadata}::jsonb, '2031-01-02')
  `.execute(database.kysely);
}

async function askedBefore(userId: string, amountCents: number) {
  await sql`
    insert into payout_requests (user_id, amount_cents, details_encrypted, created_at)
    values (${userId}, ${amountCents}, ${Buffer.from("sealed")}, '2031-01-01')
  `.execute(database.kysely);
}

beforeAll(async () => {
  database = await emptyTestDatabase();
  const before = (await migrationNames()).filter((name) => name < migration);
  await makeTables(database.kysely, before);
  for (const name of before) {
    await sql`insert into kysely_migration values (${name}, '2026-01-01T00:00:00Z')`.execute(
      database.kysely,
    );
  }
  await sql`insert into kysely_migration_lock values ('migration_lock', 0)`.execute(
    database.kysely,
  );

  await askedBefore(await aPerson("covered", 1000), 700);
  await askedBefore(await aPerson("spent", 1000), 1001);
  const taken = await aPerson("taken", 1000);
  await askedBefore(taken, 1000);
  await post(taken, "shipping_fee", 1000, '{"isPayout": true, "reason": "Payout"}');
  const closed = await aPerson("closed", 0);
  await askedBefore(closed, 500);
  await sql`update profiles set closed_at = now() where id = ${closed}`.execute(database.kysely);
  for (const [name, isPaid] of [
    ["paid", true],
    ["declined", false],
    ["settled", null],
  ] as const) {
    await sql`
      insert into payout_requests (user_id, amount_cents, created_at, settled_at, settled_by, is_paid)
      values (${await aPerson(name, 0)}, 100, '2030-01-01', '2030-01-02', ${randomUUID()}, ${isPaid})
    `.execute(database.kysely);
  }
  await migrate(database);
});

afterAll(() => database.close());

async function stateOf(name: string) {
  const userId = people[name];
  const { rows } = await sql<{ state: unknown }>`
    select jsonb_build_object(
      'outcome', p.outcome, 'isExplained', p.reason is not null,
      'isKept', p.details_encrypted is not null,
      'hold', (select concat_ws(' ', h.type, h.amount_cents, h.state) from holds h where h.id = p.hold_id),
      'wallet', (select jsonb_build_array(a.balance_cents, a.held_cents) from ledger_accounts a
        where a.user_id = p.user_id),
      'history', (select jsonb_agg(concat_ws(' ', t.type, t.amount_cents, t.status) order by t.number)
        from transactions t where t.user_id = p.user_id)
    ) as state from payout_requests p where p.user_id = ${userId}
  `.execute(database.kysely);
  return rows[0]?.state;
}

test("one that the wallet covers is held", async () => {
  expect(await stateOf("covered")).toMatchObject({
    outcome: null,
    isKept: true,
    hold: "payout 700 held",
    wallet: [1000, 700],
    history: ["admin_credit 1000 completed", "payout 700 pending"],
  });
});

test("one that the wallet does not cover is declined with a reason, and its destination deleted", async () => {
  expect(await stateOf("spent")).toMatchObject({
    outcome: "declined",
    isExplained: true,
    isKept: false,
    hold: null,
    wallet: [1000, 0],
  });
});

test("one that staff took off the wallet as a fee is given back and held, so that it is debited once", async () => {
  expect(await stateOf("taken")).toMatchObject({
    outcome: null,
    hold: "payout 1000 held",
    wallet: [1000, 1000],
    history: [
      "admin_credit 1000 completed",
      "shipping_fee 1000 completed",
      "refund 1000 completed",
      "payout 1000 pending",
    ],
  });
});

test("one of an account that is closed has ended", async () => {
  expect(await stateOf("closed")).toMatchObject({ outcome: "unknown", isKept: false });
});

test.each([
  ["paid", "paid"],
  ["declined", "declined"],
  ["settled", "unknown"],
])("one that was %s is %s", async (name, outcome) => {
  expect(await stateOf(name)).toMatchObject({ outcome });
});

test("the ledger is sound, and an open payout without a hold is refused", async () => {
  await requireSoundLedger(database.kysely);
  await expect(askedBefore(people["paid"] ?? "", 100)).rejects.toThrow(
    /payout_requests_open_are_held/,
  );
});
