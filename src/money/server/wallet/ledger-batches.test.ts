// Compares the stored ledger with the model through long random sequences, several steps to a statement.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { transactionTypes } from "#money/rules/ledger.ts";
import { applyTransfer, emptyLedger, type LedgerModel } from "#money/rules/money-models.ts";
import type { Database } from "#platform/server/db/open.ts";
import { testDatabase } from "#test/database.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";

const sequences = Number(process.env["SAMPAN_TEST_SEQUENCES"] ?? 10_000);
const operations = 200;
const stepsAtOnce = 20;
const walletCount = 3;
// In parallel, each on its own databases, which are replaced before checking them becomes slow.
const lanes = 4;
const sequencesPerDatabase = 100;

type Step = {
  readonly key: number;
  readonly wallet: number;
  readonly type: (typeof transactionTypes)[number];
  readonly amountCents: number;
};

type Answer = { outcome: string; balanceCents: bigint | null; version: bigint | null };

// Mostly fees, so that wallets become empty; some idempotency keys are repeated, with the same or other contents.
const step: fc.Arbitrary<Step> = fc.record({
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

async function makeWallets({ kysely }: Database): Promise<string[]> {
  const users = Array.from({ length: walletCount }, () => ({
    name: "Mei Chan",
    email: `${randomUUID()}@example.com`,
  }));
  const rows = await kysely.insertInto("users").values(users).returning("id").execute();
  return rows.map(({ id }) => id);
}

/** Each step sees the one before: the trigger of the view runs row by row. */
async function play({ kysely }: Database, run: string, userIds: string[], steps: readonly Step[]) {
  const { rows } = await sql<Answer>`
    insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
    select ${run} || ':' || s.key, '{}', (${userIds}::uuid[])[s.wallet + 1], s.type, s."amountCents", '{}', now()
    from rows from (jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      as (key int, wallet int, type text, "amountCents" bigint)) with ordinality s
    order by s.ordinality
    returning outcome, balance_cents, version
  `.execute(kysely);
  return rows.map(({ outcome, balanceCents, version }) =>
    outcome === "applied" || outcome === "replayed"
      ? { kind: outcome, balanceCents: Number(balanceCents), version: Number(version) }
      : { rejected: outcome },
  );
}

function expected(model: LedgerModel, run: string, userIds: string[], steps: readonly Step[]) {
  return steps.map(({ key, wallet, type, amountCents }) => {
    const walletId = userIds[wallet] ?? "";
    const idempotencyKey = `${run}:${key}`;
    const outcome = applyTransfer(model, { idempotencyKey, walletId, type, amountCents });
    if (outcome.kind === "rejected") return { rejected: outcome.reason };
    const { kind, balanceCents, version } = outcome;
    return { kind, balanceCents, version };
  });
}

async function storedWallets({ kysely }: Database, userIds: readonly string[]) {
  const rows = await kysely
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

async function compareSequence(database: Database, steps: readonly Step[]): Promise<void> {
  const userIds = await makeWallets(database);
  const run = randomUUID();
  const model = emptyLedger();
  for (let from = 0; from < steps.length; from += stepsAtOnce) {
    const some = steps.slice(from, from + stepsAtOnce);
    const played = await play(database, run, userIds, some);
    expect(played).toEqual(expected(model, run, userIds, some));
    // Every entry stores the balance after it, so one check finds a fault of any earlier step.
    expect(await ledgerFaults(database.kysely, userIds)).toEqual([]);
  }
  const stored = await storedWallets(database, userIds);
  for (const userId of userIds) {
    const none = { balanceCents: 0, version: 0 };
    expect(stored.get(userId)).toEqual(model.wallets.get(userId) ?? none);
  }
}

async function playLane(count: number, seed: number): Promise<number> {
  let played = 0;
  while (played < count) {
    const database = await testDatabase();
    try {
      const numRuns = Math.min(sequencesPerDatabase, count - played);
      const sequence = fc.array(step, { minLength: operations, maxLength: operations });
      const property = fc.asyncProperty(sequence, (steps) => compareSequence(database, steps));
      await fc.assert(property, { numRuns, seed: seed + played, endOnFailure: true });
      expect(await ledgerFaults(database.kysely)).toEqual([]);
      played += numRuns;
    } finally {
      await database.close();
    }
  }
  return played;
}

test.runIf(isLongRun)(
  `L1–L7: ${sequences} sequences of ${operations} operations leave in the database what they leave in the model`,
  { timeout: 6 * 60 * 60 * 1000 },
  async () => {
    const seed = Number(process.env["SAMPAN_TEST_SEED"] ?? Date.now() % 1_000_000_007);
    const share = Math.ceil(sequences / lanes);
    const played = await Promise.all(
      Array.from({ length: lanes }, (_, lane) => playLane(share, seed + lane * sequences)),
    );
    expect(played.reduce((total, count) => total + count, 0)).toBeGreaterThanOrEqual(sequences);
  },
);
