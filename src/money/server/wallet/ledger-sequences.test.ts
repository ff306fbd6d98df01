// Compares the stored ledger with the model after each step of random sequences.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { transactionTypes } from "#money/rules/ledger.ts";
import { applyTransfer, emptyLedger, type TransferOutcome } from "#money/rules/money-models.ts";
import type { Database } from "#platform/server/db/open.ts";
import { testDatabase } from "#test/database.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { listeners } from "#app/server/listeners.ts";
import { findLedgerFaults } from "./ledger-faults.ts";
import { recordTransaction, type PostingOutcome } from "./record-transaction.ts";
import { isLongRun } from "#test/long-run.ts";

const sequences = Number(process.env["SAMPAN_TEST_SEQUENCES"] ?? (isLongRun ? 1_000 : 8));
const operations = 60;
const stepsBetweenChecks = 20;
const walletCount = 3;

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

// Mostly fees, so that wallets become empty; some idempotency keys are repeated, with the same or other contents.
const operation = fc.record({
  key: fc.integer({ min: 0, max: operations }),
  wallet: fc.nat({ max: walletCount - 1 }),
  type: fc.oneof(
    { weight: 3, arbitrary: fc.constant("shipping_fee" as const) },
    { weight: 2, arbitrary: fc.constant("deposit" as const) },
    { weight: 2, arbitrary: fc.constantFrom(...transactionTypes) },
  ),
  amountCents: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 500 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 100_000_000, 100_000_001) },
  ),
});

async function makeWallets(): Promise<string[]> {
  const users = Array.from({ length: walletCount }, () => ({
    name: "Mei Chan",
    email: `${randomUUID()}@example.com`,
  }));
  const rows = await database.kysely.insertInto("users").values(users).returning("id").execute();
  return rows.map(({ id }) => id);
}

function comparable(outcome: PostingOutcome | TransferOutcome): object {
  if (outcome.kind === "rejected") return { rejected: outcome.reason };
  const { kind, balanceCents, version } = outcome;
  return { kind, balanceCents, version };
}

async function balances(userIds: readonly string[]) {
  const rows = await database.kysely
    .selectFrom("ledgerAccounts")
    .select(["userId", "balanceCents", "version"])
    .where("userId", "in", userIds)
    .execute();
  return new Map(
    rows.map((row) => [
      row.userId,
      { balanceCents: Number(row.balanceCents), version: Number(row.version) },
    ]),
  );
}

test(
  `L1–L7: ${sequences} sequences of ${operations} operations do in the database what they do in the model`,
  { timeout: isLongRun ? 1_200_000 : 60_000 },
  async () => {
    const sequence = fc.array(operation, { minLength: operations, maxLength: operations });
    const property = fc.asyncProperty(sequence, async (steps) => {
      const db = database.kysely;
      const userIds = await makeWallets();
      const run = randomUUID();
      const model = emptyLedger();
      for (const [index, { key, wallet, type, amountCents }] of steps.entries()) {
        const idempotencyKey = `${run}:${key}`;
        const userId = userIds[wallet] as string;
        const expected = applyTransfer(model, {
          idempotencyKey,
          walletId: userId,
          type,
          amountCents,
        });
        const posting = { idempotencyKey, userId, type, amountCents, at: new Date() };
        expect(comparable(await recordTransaction(db, posting))).toEqual(comparable(expected));
        const stored = await balances([userId]);
        const none = { balanceCents: 0, version: 0 };
        expect(stored.get(userId)).toEqual(model.wallets.get(userId) ?? none);
        // Balance and version are compared after every step; checking all entries costs more.
        const isCheck = index % stepsBetweenChecks === 0;
        expect(isCheck ? await ledgerFaults(db, userIds) : []).toEqual([]);
      }
      expect(await ledgerFaults(db, userIds)).toEqual([]);
    });
    const seed = Number(process.env["SAMPAN_TEST_SEED"] ?? Date.now() % 1_000_000_007);
    await fc.assert(property, { numRuns: sequences, seed, endOnFailure: true });
    // Some hundreds of wallets at a time: of all at once, the statement takes longer than one may.
    expect(await findLedgerFaults({ listeners }, database.kysely)).toEqual([]);
  },
);
