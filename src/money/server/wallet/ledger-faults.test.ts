import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { PlatformAccount } from "#money/rules/ledger.ts";
import { recordTransaction } from "./record-transaction.ts";
import { asOwner } from "#test/database.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

/** Lets our side of a posting stand on another account, as only a damaged database has it. */
async function moveTo(key: string, account: PlatformAccount): Promise<void> {
  await asOwner(app.database, async (db) => {
    await sql`alter table ledger_entries disable trigger user`.execute(db);
    await sql`
      update ledger_entries set account_id = (select id from ledger_accounts where kind = ${account})
      where version is null and transfer_id = (select id from ledger_transfers where idempotency_key = ${key})
    `.execute(db);
    await sql`alter table ledger_entries enable trigger user`.execute(db);
  });
}

test.each<["service_fee" | "storage_fee" | "shipping_fee", PlatformAccount, PlatformAccount]>([
  ["service_fee", "freight", "services"],
  ["service_fee", "storage", "services"],
  ["storage_fee", "services", "storage"],
  ["shipping_fee", "services", "freight"],
  ["shipping_fee", "storage", "freight"],
])("L2: a %s that stands on the account of %s is found", async (type, wrong, right) => {
  const { userId } = await aCustomer(app);
  const { kysely } = app.database;
  const key = `${type}:${randomUUID()}`;
  const posting = { userId, amountCents: 500, at: app.clock.now() };
  await recordTransaction(kysely, {
    ...posting,
    idempotencyKey: `credit:${key}`,
    type: "admin_credit",
  });
  await recordTransaction(kysely, { ...posting, idempotencyKey: key, type });
  expect(await ledgerFaults(kysely, [userId])).toEqual([]);
  await moveTo(key, wrong);
  expect(await ledgerFaults(kysely, [userId])).toEqual([
    expect.stringContaining(`of a ${type} is against ${wrong}`),
  ]);
  await moveTo(key, right);
  expect(await ledgerFaults(kysely, [userId])).toEqual([]);
});
