import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { callSandbox, payCheckout, sessionIdOf, testCards } from "#test/payment-sandbox.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

const notVerified = "Could not verify your deposit. Please contact support.";

async function start(customer: TestPerson, amount: number | string = "25.50") {
  const { url } = await customer.api.wallet.startDeposit({ amount, idempotencyKey: randomUUID() });
  return { url, sessionId: sessionIdOf(url) };
}

async function balanceOf(customer: TestPerson): Promise<number> {
  return (await customer.api.wallet.readWallet({})).balanceCents;
}

async function historyOf(customer: TestPerson) {
  const { items } = await customer.api.wallet.listTransactions({});
  return items.map(({ type, amountCents, status }) => ({ type, amountCents, status }));
}

async function depositsOf(customer: TestPerson) {
  return await app.database.kysely
    .selectFrom("deposits")
    .selectAll()
    .where("userId", "=", customer.userId)
    .execute();
}

async function sessionsOf(customer: TestPerson): Promise<number> {
  const [deposit] = await depositsOf(customer);
  const list = await callSandbox(app, `checkout/sessions?customer=${deposit?.customerId}`);
  return (list as { data: unknown[] }).data.length;
}

describe("resuming a deposit", () => {
  test("returns the open checkout to its owner alone", async () => {
    const customer = await aCustomer(app);
    const { url } = await start(customer);
    const [begun] = (await customer.api.wallet.listTransactions({})).items;
    const input = { transactionId: begun?.id ?? "" };
    expect(begun?.payableUntil).toBe(
      new Date(new Date(begun?.createdAt ?? "").getTime() + 12 * 3_600_000).toISOString(),
    );
    expect(await customer.api.wallet.resumeDeposit(input)).toEqual({ url });
    const stranger = await aCustomer(app);
    await expectApiError(app.client().api.wallet.resumeDeposit(input), "signed_out");
    await expectApiError(stranger.api.wallet.resumeDeposit(input), "not_found");
    await payCheckout(app, url);
    await expectApiError(customer.api.wallet.resumeDeposit(input), "deposit_ended");
    expect(await historyOf(customer)).toEqual([
      { type: "deposit", amountCents: 2550, status: "completed" },
    ]);
    expect((await customer.api.wallet.listTransactions({})).items[0]?.payableUntil).toBeUndefined();
  });
});

describe("dismissing a deposit", () => {
  async function pending(customer: TestPerson) {
    const { url } = await start(customer);
    const [begun] = (await customer.api.wallet.listTransactions({})).items;
    return { url, input: { transactionId: begun?.id ?? "" } };
  }

  test("closes its checkout for its owner alone, also twice at once and again", async () => {
    const customer = await aCustomer(app);
    const { url, input } = await pending(customer);
    await expectApiError((await aCustomer(app)).api.wallet.cancelDeposit(input), "not_found");
    const results = await Promise.all([
      customer.api.wallet.cancelDeposit(input),
      customer.api.wallet.cancelDeposit(input),
    ]);
    results.push(await customer.api.wallet.cancelDeposit(input));
    expect(results.map(({ transaction }) => transaction.status)).toEqual([
      "canceled",
      "canceled",
      "canceled",
    ]);
    await payCheckout(app, url);
    await customer.api.wallet.verifyDeposit({ sessionId: sessionIdOf(url) });
    expect(await balanceOf(customer)).toBe(0);
    await expectApiError(customer.api.wallet.resumeDeposit(input), "deposit_ended");
  });

  test("credits one that was paid meanwhile, once", async () => {
    const customer = await aCustomer(app);
    const { url, input } = await pending(customer);
    await payCheckout(app, url);
    const { transaction } = await customer.api.wallet.cancelDeposit(input);
    expect(transaction.status).toBe("completed");
    await customer.api.wallet.verifyDeposit({ sessionId: sessionIdOf(url) });
    expect(await balanceOf(customer)).toBe(2550);
  });

  test("beside its payment ends in one of the two orders", async () => {
    for (let round = 0; round < 5; round += 1) {
      const customer = await aCustomer(app);
      const { url, input } = await pending(customer);
      await Promise.allSettled([payCheckout(app, url), customer.api.wallet.cancelDeposit(input)]);
      await customer.api.wallet.verifyDeposit({ sessionId: sessionIdOf(url) });
      const [{ status } = { status: "none" }] = await historyOf(customer);
      expect([status, await balanceOf(customer)]).toEqual(
        status === "completed" ? ["completed", 2550] : ["canceled", 0],
      );
    }
  });
});

describe("starting a deposit", () => {
  test("requires a session", async () => {
    await expect(
      app.client().api.wallet.startDeposit({ amount: 10, idempotencyKey: randomUUID() }),
    ).rejects.toMatchObject({ code: "signed_out" });
  });

  test("P30: amounts are read as decimal text, exactly or not at all", async () => {
    const customer = await aCustomer(app);
    const words = "Please enter a valid amount to deposit.";
    const nonsense = [
      "",
      "ten",
      "0",
      0,
      "-5",
      -5,
      "0.1+0.2",
      "1.005",
      1.005,
      "1e3",
      "1,00",
      "１０",
      1e21,
    ];
    for (const amount of nonsense) {
      await expect(start(customer, amount), String(amount)).rejects.toMatchObject({
        code: "invalid_amount",
        message: words,
      });
    }
    for (const amount of ["0.99", 0.5, "10000.01", 10_001]) {
      await expect(start(customer, amount), String(amount)).rejects.toMatchObject({
        code: "invalid_amount",
        message: `${words} A deposit is at least $1.00 and at most $10,000.00.`,
      });
    }
    expect(await depositsOf(customer)).toEqual([]);
    for (const amount of ["1", 19.99, " 10000.00 "]) await start(customer, amount);
    const amounts = (await depositsOf(customer)).map((deposit) => deposit.amountCents);
    expect(new Set(amounts)).toEqual(new Set([100n, 1999n, 1_000_000n]));
  });

  test("P28: the provider returns to the configured public URL", async () => {
    const customer = await aCustomer(app);
    const response = await customer.client.fetch("/api/wallet/deposits", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-host": "evil.example" },
      body: JSON.stringify({ amount: "5.00", idempotencyKey: randomUUID() }),
    });
    const { url } = (await response.json()) as { url: string };
    const session = await callSandbox(app, `checkout/sessions/${sessionIdOf(url)}`);
    expect(session).toMatchObject({
      success_url: `${app.config.publicUrl}/dashboard/wallet?success=true&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${app.config.publicUrl}/dashboard/wallet?canceled=true`,
    });
  });

  test("P11: a double click opens one checkout", async () => {
    const customer = await aCustomer(app);
    const idempotencyKey = randomUUID();
    const input = { amount: "25.50", idempotencyKey };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => customer.api.wallet.startDeposit(input)),
    );
    answers.push(await customer.api.wallet.startDeposit(input));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    expect(await sessionsOf(customer)).toBe(1);
    expect(await historyOf(customer)).toEqual([
      { type: "deposit", amountCents: 2550, status: "pending" },
    ]);
    await expect(
      customer.api.wallet.startDeposit({ ...input, amount: "25.51" }),
    ).rejects.toMatchObject({ code: "idempotency_key_reused" });
  });

  test("an idempotency key whose checkout has ended opens nothing", async () => {
    const customer = await aCustomer(app);
    const input = { amount: "25.50", idempotencyKey: randomUUID() };
    const { url } = await customer.api.wallet.startDeposit(input);
    await payCheckout(app, url);
    await expect(customer.api.wallet.startDeposit(input)).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  test("the 21st checkout within an hour is rejected", async () => {
    const customer = await aCustomer(app);
    for (let count = 0; count < 20; count += 1) await start(customer);
    await expect(start(customer)).rejects.toMatchObject({ code: "too_many_requests" });
  });

  test("a customer deleted at the provider is created again", async () => {
    const customer = await aCustomer(app);
    await app.database.kysely
      .insertInto("providerCustomers")
      .values({ userId: customer.userId, customerId: "cus_gone", createdAt: new Date() })
      .execute();
    const { url, sessionId } = await start(customer);
    await payCheckout(app, url);
    expect(await customer.api.wallet.verifyDeposit({ sessionId })).toMatchObject({ success: true });
  });
});

describe("returning from the provider", () => {
  test("requires a session", async () => {
    await expect(
      app.client().api.wallet.verifyDeposit({ sessionId: "cs_test_1" }),
    ).rejects.toMatchObject({ code: "signed_out" });
  });

  test("P8: credits a paid deposit without any webhook, once, and sends one email", async () => {
    const customer = await aCustomer(app);
    const { url, sessionId } = await start(customer, "1234.50");
    expect((await payCheckout(app, url)).status).toBe(303);
    const verified = {
      success: true,
      amountCents: 123_450,
      message: "$1,234.50 has been added to your wallet.",
    };
    expect(await customer.api.wallet.verifyDeposit({ sessionId })).toEqual(verified);
    expect(await customer.api.wallet.verifyDeposit({ sessionId })).toEqual(verified);
    expect(await balanceOf(customer)).toBe(123_450);
    expect(await historyOf(customer)).toEqual([
      { type: "deposit", amountCents: 123_450, status: "completed" },
    ]);
    expect((await app.latestEmail(customer.email)).subject).toBe(
      "$1,234.50 has been added to your wallet",
    );
    expect(app.sandboxes.mailbox?.list({ to: customer.email, limit: 9 })).toHaveLength(1);
  });

  test("P5: 20 concurrent calls have one effect", async () => {
    const customer = await aCustomer(app);
    const { url, sessionId } = await start(customer);
    await payCheckout(app, url);
    await Promise.all(
      Array.from({ length: 20 }, () => customer.api.wallet.verifyDeposit({ sessionId })),
    );
    expect(await balanceOf(customer)).toBe(2550);
  });

  test("P7: another user's, an unknown, an unpaid, a declined and an expired checkout get the same answer and move nothing", async () => {
    const owner = await aCustomer(app);
    const paid = await start(owner);
    await payCheckout(app, paid.url);
    const otherUser = await aCustomer(app);
    const open = await start(otherUser);
    const declined = await start(otherUser);
    expect((await payCheckout(app, declined.url, testCards.isDeclined)).status).toBe(200);
    const expired = await start(otherUser);
    await callSandbox(app, `checkout/sessions/${expired.sessionId}/expire`, {});
    const sessionIds = [
      paid.sessionId,
      "cs_test_unknown",
      "../customers",
      "",
      open.sessionId,
      declined.sessionId,
      expired.sessionId,
    ];
    for (const sessionId of sessionIds) {
      expect(await otherUser.api.wallet.verifyDeposit({ sessionId })).toEqual({
        success: false,
        amountCents: null,
        message: notVerified,
      });
    }
    expect(await balanceOf(otherUser)).toBe(0);
    expect(await balanceOf(owner)).toBe(0);
  });

  test("P10: an expired checkout becomes canceled", async () => {
    const customer = await aCustomer(app);
    const { sessionId } = await start(customer);
    await callSandbox(app, `checkout/sessions/${sessionId}/expire`, {});
    await customer.api.wallet.verifyDeposit({ sessionId });
    expect(await historyOf(customer)).toEqual([
      { type: "deposit", amountCents: 2550, status: "canceled" },
    ]);
  });

  test("P6: a paid checkout that differs from its deposit moves nothing and is logged", async () => {
    const customer = await aCustomer(app);
    const changes = [{ customerId: "cus_other" }, { checkoutSessionId: "cs_test_other" }];
    for (const change of changes) {
      const { url, sessionId } = await start(customer);
      await app.database.kysely
        .updateTable("deposits")
        .set(change)
        .where("checkoutSessionId", "=", sessionId)
        .execute();
      await payCheckout(app, url);
      expect(await customer.api.wallet.verifyDeposit({ sessionId })).toMatchObject({
        success: false,
        message: notVerified,
      });
    }
    expect(await balanceOf(customer)).toBe(0);
    expect(app.logged.filter((line) => line.includes("Checkout and deposit differ"))).toHaveLength(
      2,
    );
  });

  test("P6: another payment at the same provider is not a deposit", async () => {
    const customer = await aCustomer(app);
    const { sessionId } = await start(customer);
    const made = await callSandbox(app, "checkout/sessions", {
      mode: "payment",
      success_url: "http://shop.test/",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "2550",
      "line_items[0][price_data][product_data][name]": "A kettle",
    });
    const other = made as { id: string; url: string };
    await payCheckout(app, other.url);
    expect(await customer.api.wallet.verifyDeposit({ sessionId: other.id })).toMatchObject({
      success: false,
    });
    expect(sessionId).not.toBe(other.id);
    expect(await balanceOf(customer)).toBe(0);
  });

  test("L9: each deposit has exactly one payment at the provider, and the reverse", async () => {
    const { rows } = await app.database.pool.query(
      `select d.payment_intent_id, t.status from deposits d join transactions t on t.id = d.transaction_id
       where (d.payment_intent_id is not null) <> (t.status = 'completed')`,
    );
    expect(rows).toEqual([]);
    const [one, other] = await Promise.all([aCustomer(app), aCustomer(app)]);
    const first = await start(one);
    await payCheckout(app, first.url);
    await one.api.wallet.verifyDeposit({ sessionId: first.sessionId });
    const second = await start(other);
    const [paid] = await depositsOf(one);
    await expect(
      app.database.kysely
        .updateTable("deposits")
        .set({ paymentIntentId: paid?.paymentIntentId ?? "" })
        .where("checkoutSessionId", "=", second.sessionId)
        .execute(),
    ).rejects.toThrow("deposits_payment_intent_id_key");
  });
});
