import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { languages } from "#platform/rules/language.ts";
import { depositFindingKinds, plainFindingKinds } from "#money/rules/payment.ts";
import { ledgerFaultCodes } from "#money/rules/ledger.ts";
import { migrate, createTables, migrationNames } from "#platform/server/db/migrate.ts";
import { emptyTestDatabase } from "#test/database.ts";
import type { Database } from "#platform/server/db/open.ts";
import { describeFinding } from "./reconciliation.ts";
import { listReports } from "./reconciliation-queries.ts";

const depositId = "8c9f7b52-0d1e-4c55-9a53-0f3f5f0a1b2c";
const page = { offset: 0, limit: 10 };

/** What an earlier release stored, and what it becomes. */
const written = [
  [
    { kind: "deposit_credited", subject: depositId, amountCents: 500 },
    `Deposit ${depositId} was paid and has been credited ($5.00).`,
    { kind: "deposit_credited" },
  ],
  [
    { kind: "deposit_credited", subject: "cs_1", amountCents: 700 },
    "Checkout cs_1 was paid and has been credited ($7.00).",
    { kind: "checkout_credited" },
  ],
  [
    { kind: "invoice_counted", subject: "in_1", amountCents: 0 },
    "Invoice in_1 was paid and has been counted.",
    { kind: "invoice_counted" },
  ],
  [
    { kind: "paid_twice", subject: "pi_1", amountCents: 500 },
    `Deposit ${depositId} was paid again by pi_1.`,
    { kind: "paid_twice", depositId },
  ],
  [
    { kind: "amount", subject: "pi_2", amountCents: 1 },
    `Payment pi_2 and deposit ${depositId} differ in amount or currency.`,
    { kind: "amount", depositId },
  ],
  [
    { kind: "ledger", subject: "ledger", amountCents: 0 },
    "L1: the entries in USD sum to 5.",
    { kind: "ledger", sentence: "L1: the entries in USD sum to 5." },
  ],
  [
    { kind: "not_credited", subject: "pi_3", amountCents: 9 },
    "Something else was written.",
    { kind: "not_credited", sentence: "Something else was written." },
  ],
] as const;

describe("findings that an earlier release stored as sentences", () => {
  let database: Database;
  beforeAll(async () => {
    database = await emptyTestDatabase();
    const before = (await migrationNames()).filter((name) => name < "0011");
    const findings = written.map(([facts, sentence]) => ({ ...facts, sentence }));
    await database.kysely.transaction().execute(async (db) => {
      await createTables(db, before);
      for (const name of before)
        await sql`insert into kysely_migration values (${name}, '2026-06-01T00:00:00Z')`.execute(
          db,
        );
      await sql`
        insert into reconciliations (cause, started_at, finished_at, window_starts_at, window_ends_at,
          payments_compared, repaired_count, difference_cents, repairs, differences)
        values ('schedule', now(), now(), now(), now(), 9, 7, 0, ${JSON.stringify(findings)}, '[]')
      `.execute(db);
    });
    await migrate(database);
    return () => database.close();
  });

  test("are facts now, in their order; a sentence that is not known stays as it was written", async () => {
    const { items } = await listReports(database.kysely, page);
    expect(items[0]?.repairs).toEqual(
      written.map(([facts, , becomes]) => ({ ...facts, ...becomes })),
    );
    expect(items[0]?.differences).toEqual([]);
  });

  test("are read in every language, and in English as before but for the amount", async () => {
    const { items } = await listReports(database.kysely, page);
    const repairs = items[0]?.repairs ?? [];
    expect(repairs.map((finding) => describeFinding(finding).sentence)).toEqual(
      written.map(([, sentence]) => sentence.replace(/ \(.*\)/, "")),
    );
    expect(describeFinding(repairs[1]!, "zh-Hant-HK").sentence).toBe(
      "付款頁面 cs_1 已付款，款項現已入帳。",
    );
    expect(describeFinding(repairs[3]!, "zh-Hans").sentence).toBe(
      `充值 ${depositId} 被付款 pi_1 重复支付。`,
    );
    expect(describeFinding(repairs[6]!, "zh-Hans").sentence).toBe("Something else was written.");
  });
});

test.each(languages)(
  "every finding and every fault of the ledger has a sentence in %s",
  (language) => {
    const shared = { subject: "pi_1", amountCents: 0 };
    const values = Object.fromEntries(
      ["walletId", "transferId", "transactionId", "holdId", "currency", "count", "total"].map(
        (name) => [name, "1"],
      ),
    );
    const sentences = [
      ...plainFindingKinds.map((kind) => describeFinding({ ...shared, kind }, language).sentence),
      ...depositFindingKinds.map(
        (kind) => describeFinding({ ...shared, kind, depositId }, language).sentence,
      ),
      ...ledgerFaultCodes.map(
        (code) =>
          describeFinding({ ...shared, kind: "ledger", fault: { code, values } }, language)
            .sentence,
      ),
    ];
    expect(sentences.filter((sentence) => sentence.startsWith("records."))).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
  },
);
