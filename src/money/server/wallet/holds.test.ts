import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { lockWallets } from "#money/server/wallet/hold-queries.ts";
import { atomically } from "#platform/server/db/open.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

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

async function aCustomerWith(amount: string): Promise<TestPerson> {
  const customer = await aCustomer(app);
  await admin.api.wallet.adjustWallet({
    userId: customer.userId,
    kind: "credit",
    amount,
    reason: "To begin with",
    idempotencyKey: randomUUID(),
  });
  return customer;
}

async function planFor({ userId }: TestPerson) {
  await admin.api.plans.giveComplimentaryPlan({
    userId,
    plan: "Basic",
    reason: "To have a package",
  });
}

function quoted(customer: TestPerson, amount: number | string, idempotencyKey = randomUUID()) {
  const { userId } = customer;
  return { userId, amount, reason: "Quote for leg 2", legNumber: 2, idempotencyKey };
}

async function hold(customer: TestPerson, amount: number | string) {
  return await admin.api.wallet.holdShippingFee(quoted(customer, amount));
}

async function historyOf(customer: TestPerson) {
  const { items } = await customer.api.wallet.listTransactions({});
  return items.map(({ type, amountCents, status }) => `${type} ${amountCents} ${status}`);
}

describe("holding a fee", () => {
  test("is for reauthenticated admins, with a reason, an amount, a user and enough money", async () => {
    const customer = await aCustomerWith("20");
    const input = quoted(customer, "10");
    await expectApiError(app.client().api.wallet.holdShippingFee(input), "signed_out");
    await expectApiError(customer.api.wallet.holdShippingFee(input), "forbidden");
    const { holdShippingFee } = admin.api.wallet;
    await expectApiError(holdShippingFee({ ...input, reason: " " }), "missing_information");
    for (const amount of ["0", -1, "1.005", "1e3", ""]) {
      const code = amount === "" ? "missing_information" : "invalid_adjustment_amount";
      await expectApiError(holdShippingFee({ ...input, amount }), code);
    }
    await expectApiError(holdShippingFee({ ...input, userId: randomUUID() }), "not_found");
    await expectApiError(holdShippingFee({ ...input, userId: admin.userId }), "own_wallet");
    await expectApiError(holdShippingFee({ ...input, packageId: randomUUID() }), "not_found");
    await expectApiError(holdShippingFee({ ...input, amount: "20.01" }), "insufficient_balance");
    expect(await historyOf(customer)).toEqual(["admin_credit 2000 completed"]);
  });

  test("reduces what can be spent, and is shown separately", async () => {
    const customer = await aCustomerWith("50");
    const { hold: held, balanceCents } = await hold(customer, "30.25");
    expect(balanceCents).toBe(1975);
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: 1975,
      heldCents: 3025,
      holds: [{ id: held.id, amountCents: 3025, state: "held", legNumber: 2 }],
    });
    const session = await customer.api.auth.readSession({});
    expect(session?.person).toMatchObject({ walletBalanceCents: 1975 });
    expect(await historyOf(customer)).toEqual([
      "shipping_fee 3025 pending",
      "admin_credit 5000 completed",
    ]);
    const fee = { userId: customer.userId, kind: "deduction" as const, reason: "Fee" };
    await expectApiError(
      admin.api.wallet.adjustWallet({ ...fee, amount: "19.76", idempotencyKey: randomUUID() }),
      "insufficient_balance",
    );
    const spent = { ...fee, amount: "19.75", idempotencyKey: randomUUID() };
    expect(await admin.api.wallet.adjustWallet(spent)).toMatchObject({ balanceCents: 0 });
  });

  test("can be for one of the customer's packages, which is shown in both wallets and in the history", async () => {
    const customer = await aCustomerWith("50");
    await planFor(customer);
    const { id: packageId, trackingNumber } = await aPackage(customer);
    const stranger = await aCustomerWith("50");
    await expectApiError(
      admin.api.wallet.holdShippingFee({ ...quoted(stranger, "10"), packageId }),
      "not_found",
    );
    const { packages } = await admin.api.wallet.readUserWallet({ userId: customer.userId });
    expect(packages).toEqual([{ id: packageId, trackingNumber }]);
    const named = { packageId, trackingNumber, legNumber: 2 };
    const input = { ...quoted(customer, "10"), packageId };
    const { hold: held } = await admin.api.wallet.holdShippingFee(input);
    expect(held).toMatchObject(named);
    await expectApiError(
      admin.api.wallet.holdShippingFee({ ...input, packageId: undefined }),
      "idempotency_key_reused",
    );
    expect(await customer.api.wallet.readWallet({})).toMatchObject({ holds: [named] });
    const settled = { holdId: held.id, amount: "12" };
    expect(await admin.api.wallet.settleHold(settled)).toMatchObject({
      hold: { ...named, state: "settled", settledCents: 1200 },
    });
    const { items } = await customer.api.wallet.listTransactions({});
    expect(items.filter(({ trackingNumber: named }) => named === trackingNumber)).toHaveLength(2);
  });

  test("of 20 concurrent holds with money for 4, exactly 4 are made", async () => {
    const customer = await aCustomerWith("40");
    const tried = await Promise.allSettled(Array.from({ length: 20 }, () => hold(customer, "10")));
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: 0,
      heldCents: 4000,
    });
  });

  test("a repeat under one idempotency key holds once; with other contents it is rejected", async () => {
    const customer = await aCustomerWith("40");
    const input = quoted(customer, "10");
    const { holdShippingFee } = admin.api.wallet;
    const tried = await Promise.all(Array.from({ length: 10 }, () => holdShippingFee(input)));
    expect(new Set(tried.map(({ hold: { id } }) => id)).size).toBe(1);
    await expectApiError(holdShippingFee({ ...input, amount: "11" }), "idempotency_key_reused");
    expect(await customer.api.wallet.readWallet({})).toMatchObject({ balanceCents: 3000 });
  });
});

describe("settling a hold", () => {
  test.each([
    ["10", 4000, ["shipping_fee 1000 completed"]],
    ["12.50", 3750, ["shipping_fee 1000 completed", "shipping_fee 250 completed"]],
    ["0.01", 4999, ["refund 999 completed", "shipping_fee 1000 completed"]],
  ])(
    "of 10.00 at %s completes it, and writes a difference as a row of its own",
    async (amount, left, rows) => {
      const customer = await aCustomerWith("50");
      const { hold: held } = await hold(customer, "10");
      const settled = { holdId: held.id, amount };
      expect(await admin.api.wallet.settleHold(settled)).toMatchObject({
        hold: { state: "settled", settledCents: 5000 - left },
        balanceCents: left,
      });
      expect(await admin.api.wallet.settleHold(settled)).toMatchObject({ balanceCents: left });
      expect((await historyOf(customer)).toSorted()).toEqual([
        "admin_credit 5000 completed",
        ...rows,
      ]);
      await expectApiError(
        admin.api.wallet.settleHold({ ...settled, amount: "9" }),
        "conflict",
        "This hold was ended already. Please reload.",
      );
      await expectApiError(
        admin.api.wallet.releaseHold({ holdId: held.id, reason: "No" }),
        "conflict",
        "This hold was ended already. Please reload.",
      );
    },
  );

  test("above what the wallet can pay is rejected, and the hold stays", async () => {
    const customer = await aCustomerWith("15");
    const { hold: held } = await hold(customer, "10");
    const { settleHold } = admin.api.wallet;
    await expectApiError(settleHold({ holdId: held.id, amount: "15.01" }), "insufficient_balance");
    expect(await customer.api.wallet.readWallet({})).toMatchObject({ heldCents: 1000 });
    expect(await settleHold({ holdId: held.id, amount: "15" })).toMatchObject({ balanceCents: 0 });
  });

  test("and releasing concurrently ends it in one way", async () => {
    const customer = await aCustomerWith("10");
    const { hold: held } = await hold(customer, "10");
    const { settleHold, releaseHold } = admin.api.wallet;
    const { kysely: db } = app.database;
    const countWaiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db);
      return rows.length;
    };
    // Both have read the hold before one of them ends it.
    const ending = await atomically(db, async (holder) => {
      await lockWallets(holder, [customer.userId]);
      const both = Promise.allSettled([
        settleHold({ holdId: held.id, amount: "10" }),
        releaseHold({ holdId: held.id, reason: "Canceled" }),
      ]);
      await expect.poll(countWaiting).toBe(2);
      return { both };
    });
    const tried = await ending.both;
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = tried.find((one) => one.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "conflict" });
  });
});

describe("releasing a hold", () => {
  test("releases the money, cancels the transaction, and is in the audit log", async () => {
    const customer = await aCustomerWith("10");
    const { hold: held } = await hold(customer, "10");
    const released = { holdId: held.id, reason: "The package was canceled" };
    await expectApiError(customer.api.wallet.releaseHold(released), "forbidden");
    await expectApiError(
      admin.api.wallet.releaseHold({ ...released, holdId: randomUUID() }),
      "not_found",
    );
    expect(await admin.api.wallet.releaseHold(released)).toMatchObject({ balanceCents: 1000 });
    expect(await admin.api.wallet.releaseHold(released)).toMatchObject({ balanceCents: 1000 });
    expect(await historyOf(customer)).toEqual([
      "shipping_fee 1000 canceled",
      "admin_credit 1000 completed",
    ]);
    expect(await customer.api.wallet.readWallet({})).toMatchObject({ heldCents: 0, holds: [] });
    const wallet = await admin.api.wallet.readUserWallet({ userId: customer.userId });
    expect(wallet).toMatchObject({
      balanceCents: 1000,
      heldCents: 0,
      holds: [{ state: "released" }],
    });
    const actions = await app.database.kysely
      .selectFrom("auditLog")
      .select("action")
      .where("target", "=", customer.userId)
      .orderBy("id")
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      "wallet.adjustWallet",
      "wallet.holdShippingFee",
      "wallet.releaseHold",
    ]);
  });
});
