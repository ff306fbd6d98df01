import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { callSandbox, controlSandbox, payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { applyReversals } from "./reversals.ts";
import { settleDeposit } from "./settle-deposit.ts";

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

/** A paid deposit, credited by default. */
async function aDeposit(
  amount: string,
  { isCredited = true, by }: { isCredited?: boolean; by?: TestPerson } = {},
) {
  const customer = by ?? (await aCustomer(app));
  const { url } = await customer.api.wallet.startDeposit({ amount, idempotencyKey: randomUUID() });
  await payCheckout(app, url);
  const sessionId = sessionIdOf(url);
  if (isCredited) await settleDeposit(app.services, sessionId);
  const session = await app.services.payment.readCheckoutSession(sessionId);
  const paymentIntentId = session?.paymentIntentId ?? "";
  return { customer, sessionId, paymentIntentId };
}

async function refund(paymentIntentId: string, amountCents?: number): Promise<string> {
  const made = await callSandbox(app, "refunds", {
    payment_intent: paymentIntentId,
    ...(amountCents && { amount: String(amountCents) }),
  });
  return (made as { id: string }).id;
}

async function dispute(paymentIntentId: string, kind = "chargeback"): Promise<string> {
  const body = { payment_intent: paymentIntentId, kind };
  return (await controlSandbox<{ id: string }>(app, "disputes", body)).id;
}

async function apply(paymentIntentId: string, times = 1): Promise<void> {
  await Promise.all(
    Array.from({ length: times }, () => applyReversals(app.services, paymentIntentId)),
  );
}

async function spend(customer: TestPerson, amount: string): Promise<void> {
  await admin.api.wallet.adjustWallet({
    userId: customer.userId,
    kind: "deduction",
    amount,
    reason: "Freight",
    idempotencyKey: randomUUID(),
  });
}

async function historyOf(customer: TestPerson): Promise<string[]> {
  const { items } = await customer.api.wallet.listTransactions({});
  return items.map(({ type, amountCents }) => `${type} ${amountCents}`).toReversed();
}

async function balanceOf(customer: TestPerson): Promise<number> {
  return (await customer.api.wallet.readWallet({})).balanceCents;
}

describe("P22: a refund", () => {
  test("in parts, then whole, debits each difference once, however often it is reported", async () => {
    const { customer, paymentIntentId } = await aDeposit("100");
    await refund(paymentIntentId, 3000);
    await apply(paymentIntentId, 10);
    expect(await balanceOf(customer)).toBe(7000);
    await refund(paymentIntentId, 500);
    await refund(paymentIntentId);
    await apply(paymentIntentId, 10);
    expect(await historyOf(customer)).toEqual([
      "deposit 10000",
      "deposit_refund 3000",
      "deposit_refund 7000",
    ]);
    expect(await balanceOf(customer)).toBe(0);
    await app.runJobs();
    const emails = app.sandboxes.mailbox?.list({ to: customer.email, limit: 9 }) ?? [];
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
      "$100.00 has been added to your wallet",
      "$30.00 was refunded to your card",
      "$70.00 was refunded to your card",
    ]);
  });

  test("of a deposit that is not credited yet credits it first", async () => {
    const { customer, sessionId, paymentIntentId } = await aDeposit("40", { isCredited: false });
    await refund(paymentIntentId, 1500);
    await Promise.all([apply(paymentIntentId, 3), settleDeposit(app.services, sessionId)]);
    expect(await historyOf(customer)).toEqual(["deposit 4000", "deposit_refund 1500"]);
  });

  test("that fails at the bank comes back", async () => {
    const { customer, paymentIntentId } = await aDeposit("40");
    const refundId = await refund(paymentIntentId);
    await apply(paymentIntentId);
    await controlSandbox(app, `refunds/${refundId}/fail`, {});
    await apply(paymentIntentId, 3);
    await refund(paymentIntentId, 100);
    await apply(paymentIntentId, 3);
    expect(await historyOf(customer)).toEqual([
      "deposit 4000",
      "deposit_refund 4000",
      "refund 4000",
      "deposit_refund 100",
    ]);
  });

  test("of spent money debits what is left, lists the shortfall for admins, and debits it later", async () => {
    const { customer, paymentIntentId } = await aDeposit("40");
    await spend(customer, "25");
    await refund(paymentIntentId);
    await apply(paymentIntentId, 3);
    expect(await balanceOf(customer)).toBe(0);
    await expectApiError(customer.api.wallet.listRefundShortfalls({}), "forbidden");
    const listed = await admin.api.wallet.listRefundShortfalls({});
    expect(listed.items.filter(({ userId }) => userId === customer.userId)).toMatchObject([
      { paymentIntentId, amountCents: 4000, refundedCents: 4000, debitedCents: 1500 },
    ]);
    await admin.api.wallet.adjustWallet({
      userId: customer.userId,
      kind: "credit",
      amount: "30",
      reason: "Paid by transfer",
      idempotencyKey: randomUUID(),
    });
    await apply(paymentIntentId, 3);
    expect(await balanceOf(customer)).toBe(500);
    expect((await historyOf(customer)).at(-1)).toBe("deposit_refund 2500");
  });

  test("debits no held money", async () => {
    const { customer, paymentIntentId } = await aDeposit("40");
    await admin.api.wallet.holdShippingFee({
      userId: customer.userId,
      amount: "30",
      reason: "Quote",
      idempotencyKey: randomUUID(),
    });
    await refund(paymentIntentId);
    await apply(paymentIntentId);
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: 0,
      heldCents: 3000,
    });
  });

  test("debits nothing of a wallet that a dispute has taken below zero", async () => {
    const { customer, paymentIntentId: disputedId } = await aDeposit("40");
    const { paymentIntentId } = await aDeposit("10", { by: customer });
    await spend(customer, "30");
    await dispute(disputedId);
    await apply(disputedId);
    await refund(paymentIntentId);
    await apply(paymentIntentId);
    expect(await balanceOf(customer)).toBe(-2000);
  });
});

describe("P23: a dispute", () => {
  test("debits its amount, also of spent money, and returns it when won", async () => {
    const { customer, paymentIntentId } = await aDeposit("40");
    await spend(customer, "25");
    const disputeId = await dispute(paymentIntentId);
    await apply(paymentIntentId, 5);
    expect(await balanceOf(customer)).toBe(-2500);
    await controlSandbox(app, `disputes/${disputeId}/close`, { outcome: "won" });
    await apply(paymentIntentId, 5);
    expect(await balanceOf(customer)).toBe(1500);
    expect((await historyOf(customer)).slice(2)).toEqual(["dispute 4000", "dispute_release 4000"]);
  });

  test("that is lost stays debited; an inquiry debits nothing", async () => {
    const { customer, paymentIntentId } = await aDeposit("40");
    const disputeId = await dispute(paymentIntentId);
    await controlSandbox(app, `disputes/${disputeId}/close`, { outcome: "lost" });
    await apply(paymentIntentId, 5);
    expect(await historyOf(customer)).toEqual(["deposit 4000", "dispute 4000"]);
    const input = await aDeposit("40");
    await dispute(input.paymentIntentId, "inquiry");
    await apply(input.paymentIntentId);
    expect(await balanceOf(input.customer)).toBe(4000);
  });
});

describe("P24: events in any order", () => {
  test("shuffled, repeated and late events end in the provider's current state", async () => {
    const { customer, paymentIntentId } = await aDeposit("60", { isCredited: false });
    await controlSandbox(app, "webhooks", { isHeld: true, copies: 3, shuffleSeed: 5 });
    await refund(paymentIntentId, 1000);
    const disputeId = await dispute(paymentIntentId);
    await controlSandbox(app, `disputes/${disputeId}/close`, { outcome: "won" });
    await refund(paymentIntentId, 500).catch(() => undefined);
    await controlSandbox(app, "deliveries/release", { shuffleSeed: 11 });
    await app.deliverWebhooks();
    await app.runJobs();
    await controlSandbox(app, "webhooks", { copies: 1, shuffleSeed: null });
    const payment = await app.services.payment.readReversals(paymentIntentId);
    expect(await balanceOf(customer)).toBe(6000 - (payment?.refundedCents ?? 0));
    const debits = (await historyOf(customer)).filter((row) => row.startsWith("deposit "));
    expect(debits).toEqual(["deposit 6000"]);
  });

  test("what was read before another server saved something newer is read again", async () => {
    const { customer, paymentIntentId } = await aDeposit("60");
    const { payment, db } = app.services;
    let reads = 0;
    const readReversals = async (id: string) => {
      const read = await payment.readReversals(id);
      reads += 1;
      // The first read only finds the deposit.
      if (reads === 2) {
        await refund(paymentIntentId, 1000);
        await db
          .updateTable("deposits")
          .set(({ eb }) => ({ reversalReadCount: eb("reversalReadCount", "+", 1) }))
          .where("paymentIntentId", "=", paymentIntentId)
          .execute();
      }
      return read;
    };
    const services = { ...app.services, payment: { ...payment, readReversals } };
    await applyReversals(services, paymentIntentId);
    expect(await balanceOf(customer)).toBe(5000);
  });

  test("a payment of no deposit moves nothing", async () => {
    expect(await applyReversals(app.services, "pi_made_up")).toBe(false);
    expect(await applyReversals(app.services, "../customers")).toBe(false);
  });
});
