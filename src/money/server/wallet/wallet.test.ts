import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { Adjustment } from "./wallets.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

function adjustment(userId: string, changes: Partial<Adjustment> = {}): Adjustment {
  return {
    userId,
    kind: "credit",
    amount: "25.50",
    reason: "Goodwill",
    idempotencyKey: randomUUID(),
    ...changes,
  };
}

async function aCustomerWith(amount: string): Promise<TestPerson> {
  const customer = await aCustomer(app);
  await admin.api.wallet.adjustWallet(adjustment(customer.userId, { amount }));
  return customer;
}

describe("reading a wallet", () => {
  test("requires a session", async () => {
    await expect(app.client().api.wallet.readWallet({})).rejects.toMatchObject({
      code: "signed_out",
      status: 401,
    });
  });

  test("rejects unknown fields", async () => {
    const { client, api } = await aCustomer(app);
    await expect(api.wallet.readWallet({ userId: admin.userId } as never)).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect((await client.fetch("/api/wallet?userId=1")).status).toBe(400);
  });

  test("returns the own balance only", async () => {
    await aCustomerWith("99.99");
    const { api } = await aCustomerWith("12.34");
    expect(await api.wallet.readWallet({})).toEqual({
      balanceCents: 1234,
      lowBalanceCents: 2500,
      heldCents: 0,
      holds: [],
    });
    expect(await (await aCustomer(app)).api.wallet.readWallet({})).toMatchObject({
      balanceCents: 0,
    });
  });
});

describe("the history", () => {
  test("requires a session", async () => {
    await expect(app.client().api.wallet.listTransactions({})).rejects.toMatchObject({
      code: "signed_out",
    });
  });

  test("comes newest first, ten at a time, without gaps or repeats while new ones are written", async () => {
    const { userId, api } = await aCustomer(app);
    // One moment for all: the order is then the one in which they were written.
    const at = new Date();
    for (let number = 1; number <= 23; number += 1) {
      app.clock.set(at);
      const amount = `${number}.00`;
      await admin.api.wallet.adjustWallet(adjustment(userId, { amount }));
    }
    const amounts: number[] = [];
    let before: string | null = null;
    const lengths: number[] = [];
    do {
      const page: Awaited<ReturnType<typeof api.wallet.listTransactions>> =
        await api.wallet.listTransactions(before === null ? {} : { before });
      lengths.push(page.items.length);
      amounts.push(...page.items.map(({ amountCents }) => amountCents / 100));
      before = page.olderThan;
      await admin.api.wallet.adjustWallet(adjustment(userId, { amount: "99.00" }));
    } while (before !== null);
    expect(lengths).toEqual([10, 10, 3]);
    expect(amounts).toEqual(Array.from({ length: 23 }, (_, index) => 23 - index));
  });

  test.each(["not a cursor", randomUUID()])("rejects the cursor %j", async (before) => {
    const { api } = await aCustomer(app);
    await expect(api.wallet.listTransactions({ before })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("rejects another user's cursor", async () => {
    const other = await aCustomerWith("1.00");
    const [item] = (await other.api.wallet.listTransactions({})).items;
    const { api } = await aCustomer(app);
    await expect(api.wallet.listTransactions({ before: item?.id ?? "" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("adjusting a wallet", () => {
  test("is for admins", async () => {
    const customer = await aCustomer(app);
    const input = adjustment(customer.userId);
    await expect(app.client().api.wallet.adjustWallet(input)).rejects.toMatchObject({
      code: "signed_out",
    });
    await expect(customer.api.wallet.adjustWallet(input)).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await customer.api.wallet.readWallet({})).toMatchObject({ balanceCents: 0 });
  });

  test.each<[string, Partial<Adjustment>, string]>([
    ["no reason", { reason: "  " }, "Please fill in all required fields."],
    ["no amount", { amount: " " }, "Please fill in all required fields."],
    [
      "neither, with a bad leg",
      { reason: "", legNumber: 3 },
      "Please fill in all required fields.",
    ],
    ["0", { amount: 0 }, "Please enter a valid positive amount."],
    ["-5", { amount: -5 }, "Please enter a valid positive amount."],
    ["words", { amount: "five" }, "Please enter a valid positive amount."],
    ["a third decimal", { amount: "1.005" }, "Please enter a valid positive amount."],
    [
      "more than is moved at once",
      { amount: "1000000.01" },
      "Please enter a valid positive amount.",
    ],
    [
      "a deduction above the balance",
      { kind: "deduction", amount: "10.01" },
      "User doesn't have enough wallet balance for this deduction.",
    ],
  ])("with %s is rejected with the specified message", async (_what, changes, message) => {
    const { userId, api } = await aCustomerWith("10.00");
    await expect(admin.api.wallet.adjustWallet(adjustment(userId, changes))).rejects.toMatchObject({
      message,
    });
    expect(await api.wallet.readWallet({})).toMatchObject({ balanceCents: 1000 });
  });

  test("rejects an unknown leg and unknown fields", async () => {
    const { userId } = await aCustomer(app);
    const wrong = [{ legNumber: 4 }, { legNumber: 0 }, { balanceCents: 1_000_000 }];
    for (const changes of wrong) {
      const input = { ...adjustment(userId), ...changes };
      await expect(admin.api.wallet.adjustWallet(input)).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
  });

  test("rejects an unknown user and the own wallet", async () => {
    await expect(admin.api.wallet.adjustWallet(adjustment(randomUUID()))).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(admin.api.wallet.adjustWallet(adjustment(admin.userId))).rejects.toMatchObject({
      code: "own_wallet",
    });
    expect(await admin.api.wallet.readWallet({})).toMatchObject({ balanceCents: 0 });
  });

  test("L11: carries its actor and reason, and the balances before and after", async () => {
    const { userId, api } = await aCustomerWith("10.00");
    const input = adjustment(userId, {
      kind: "deduction",
      amount: "2.75",
      reason: "Freight, leg 2",
      legNumber: 2,
    });
    const adjusted = await admin.api.wallet.adjustWallet(input);
    expect(adjusted.balanceCents).toBe(725);
    expect((await api.wallet.listTransactions({})).items[0]).toEqual(adjusted.transaction);
    expect(adjusted.transaction).toMatchObject({
      type: "shipping_fee",
      amountCents: 275,
      status: "completed",
      reason: "Freight, leg 2",
      legNumber: 2,
    });
    const { metadata } = await app.database.kysely
      .selectFrom("transactions")
      .select("metadata")
      .where("id", "=", adjusted.transaction.id)
      .executeTakeFirstOrThrow();
    expect(metadata).toEqual({
      reason: "Freight, leg 2",
      legNumber: 2,
      admin_adjustment: true,
      adjustment_type: "deduction",
      leg_number: 2,
      original_balance: 10,
      new_balance: 7.25,
      adjusted_by: admin.userId,
    });
  });

  test("a credit is an admin_credit and names no leg", async () => {
    const { userId } = await aCustomer(app);
    const { transaction } = await admin.api.wallet.adjustWallet(
      adjustment(userId, { legNumber: 1 }),
    );
    expect(transaction).toMatchObject({ type: "admin_credit", amountCents: 2550, legNumber: null });
  });

  test("is in the audit log, and so is a rejected attempt", async () => {
    const { userId } = await aCustomerWith("10.00");
    const fee = { kind: "deduction", amount: "20.00", reason: "Too much" } as const;
    await expect(admin.api.wallet.adjustWallet(adjustment(userId, fee))).rejects.toThrow();
    const { rows } = await sql<Record<string, unknown>>`
      select actor_id, action, error_code, before, after, reason, ip_address is not null as "knowsFromWhere"
      from audit_log where target = ${userId} order by id
    `.execute(app.database.kysely);
    expect(rows).toMatchObject([
      {
        actorId: admin.userId,
        action: "wallet.adjustWallet",
        before: { balanceCents: 0 },
        after: { balanceCents: 1000 },
        reason: "Goodwill",
        knowsFromWhere: true,
      },
      {
        action: "wallet.adjustWallet",
        errorCode: "insufficient_balance",
        after: { kind: "deduction", amount: "20.00" },
        reason: "Too much",
      },
    ]);
  });

  test("twenty concurrent calls under one idempotency key have one effect and one result", async () => {
    const { userId, api } = await aCustomer(app);
    const input = adjustment(userId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.api.wallet.adjustWallet(input)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await api.wallet.readWallet({})).toMatchObject({ balanceCents: 2550 });
  });

  test("a repeated deduction returns the first result, though the wallet is empty now", async () => {
    const { userId } = await aCustomerWith("10.00");
    const input = adjustment(userId, { kind: "deduction", amount: "10.00" });
    const first = await admin.api.wallet.adjustWallet(input);
    expect(await admin.api.wallet.adjustWallet(input)).toEqual(first);
  });

  test("the same idempotency key with another amount is rejected", async () => {
    const { userId, api } = await aCustomer(app);
    const input = adjustment(userId);
    await admin.api.wallet.adjustWallet(input);
    await expect(
      admin.api.wallet.adjustWallet({ ...input, amount: "25.51" }),
    ).rejects.toMatchObject({ code: "idempotency_key_reused" });
    expect(await api.wallet.readWallet({})).toMatchObject({ balanceCents: 2550 });
  });

  test("of 30 concurrent deductions from a wallet that can pay 7, exactly 7 succeed", async () => {
    const { userId, api } = await aCustomerWith("7.00");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () =>
        admin.api.wallet.adjustWallet(adjustment(userId, { kind: "deduction", amount: "1.00" })),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
    expect(await api.wallet.readWallet({})).toMatchObject({ balanceCents: 0 });
  });
});
