import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { recordTransaction } from "./record-transaction.ts";
import { follow } from "#test/follow.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

const iban = "Mei Chan, IBAN GB29 NWBK 6016 1331 9268 19";
const reference = "FT26112200042";
/** How often a pair of operations runs at once. */
const rounds = isLongRun ? 8 : 1;

/** Without ids and the emails made of them, which can contain the digits of an account number by chance. */
function withoutIds(text: string): string {
  return text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "");
}

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

async function adjust({ userId }: TestPerson, kind: "credit" | "deduction", amount: string) {
  const input = { userId, kind, amount, reason: "Freight", idempotencyKey: randomUUID() };
  return await admin.api.wallet.adjustWallet(input);
}

async function aCustomerWith(amount: string): Promise<TestPerson> {
  const customer = await aCustomer(app);
  await adjust(customer, "credit", amount);
  return customer;
}

function payoutInput(amount: number | string, idempotencyKey = randomUUID()) {
  return { amount, details: iban, idempotencyKey };
}

async function anOpenPayout(amount = "10.00", balance = amount) {
  const customer = await aCustomerWith(balance);
  const { id: payoutRequestId } = await customer.api.wallet.requestPayout(payoutInput(amount));
  return { customer, payoutRequestId };
}

function pay(payoutRequestId: string) {
  return admin.api.wallet.settlePayoutRequest({ payoutRequestId, isPaid: true, reference });
}

function decline(payoutRequestId: string, reason = "No such account") {
  return admin.api.wallet.settlePayoutRequest({ payoutRequestId, isPaid: false, reason });
}

async function walletOf({ userId }: TestPerson) {
  const row = await app.database.kysely
    .selectFrom("ledgerAccounts")
    .select(["balanceCents", "heldCents"])
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return { balanceCents: Number(row.balanceCents), heldCents: Number(row.heldCents) };
}

async function historyOf(customer: TestPerson) {
  const { items } = await customer.api.wallet.listTransactions({});
  return items.map(({ type, amountCents, status, reason }) =>
    [type, amountCents, status, reason].join(" "),
  );
}

/** The sum of the platform accounts' entries against this user's wallet, in cents. */
async function oppositeOf({ userId }: TestPerson) {
  const { kysely } = app.database;
  const rows = await kysely
    .selectFrom("ledgerTransfers as t")
    .innerJoin("ledgerAccounts as w", "w.id", "t.walletId")
    .innerJoin("ledgerEntries as e", "e.transferId", "t.id")
    .innerJoin("ledgerAccounts as a", "a.id", "e.accountId")
    .select(["a.kind", "e.changeCents", "t.idempotencyKey"])
    .where("w.userId", "=", userId)
    .where("a.kind", "!=", "wallet")
    .where("t.idempotencyKey", "like", "payout:%")
    .execute();
  return rows.map((row) => `${row.kind} ${row.changeCents} ${row.idempotencyKey}`);
}

describe("Requesting a payout", () => {
  test("requires a session, an amount, a destination and reauthentication", async () => {
    const customer = await aCustomerWith("20.00");
    const { wallet, auth } = customer.api;
    await expectApiError(app.client().api.wallet.requestPayout(payoutInput("5")), "signed_out");
    await expectApiError(wallet.requestPayout(payoutInput("")), "missing_information");
    await expectApiError(
      wallet.requestPayout({ ...payoutInput(5), details: " " }),
      "missing_information",
    );
    for (const amount of ["0.99", "0", -5, "1.005", "1e3", "five"]) {
      await expectApiError(wallet.requestPayout(payoutInput(amount)), "invalid_payout_amount");
    }
    await expectApiError(wallet.requestPayout(payoutInput("20.01")), "payout_above_balance");
    app.clock.advance(16 * 60_000);
    await expectApiError(wallet.requestPayout(payoutInput("20")), "reauthentication_required");
    expect(await walletOf(customer)).toEqual({ balanceCents: 2000, heldCents: 0 });
    await auth.confirmPassword({ password: customer.password });
    await admin.api.auth.confirmPassword({ password: admin.password });
    expect(await wallet.requestPayout(payoutInput("20"))).toMatchObject({ amountCents: 2000 });
  });

  test("accepts $1.00 up to what can be spent without holds", async () => {
    const customer = await aCustomerWith("3.00");
    const held = { userId: customer.userId, amount: "1.50", reason: "Quote" };
    await admin.api.wallet.holdShippingFee({ ...held, idempotencyKey: randomUUID() });
    const { wallet } = customer.api;
    await expectApiError(wallet.requestPayout(payoutInput("1.51")), "payout_above_balance");
    expect(await wallet.requestPayout(payoutInput("1.00"))).toMatchObject({ amountCents: 100 });
    expect(await walletOf(customer)).toEqual({ balanceCents: 300, heldCents: 250 });
    await expectApiError(
      (await aCustomer(app)).api.wallet.requestPayout(payoutInput("1")),
      "nothing_to_pay_out",
    );
  });

  test("L12: holds the money: it cannot be spent, and is pending in wallet and history", async () => {
    const { customer } = await anOpenPayout("7.00", "10.00");
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 700 });
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: 300,
      heldCents: 700,
      holds: [{ type: "payout", amountCents: 700, reason: "Requested by you" }],
    });
    expect((await historyOf(customer))[0]).toBe("payout 700 pending Requested by you");
    await expectApiError(adjust(customer, "deduction", "3.01"), "insufficient_balance");
    await adjust(customer, "deduction", "3.00");
    expect(await admin.api.wallet.readUserWallet({ userId: customer.userId })).toMatchObject({
      balanceCents: 0,
      heldCents: 700,
    });
  });

  test("is confirmed by email", async () => {
    const { customer } = await anOpenPayout("7.00");
    const { subject, text } = await app.latestEmail(customer.email);
    expect(subject).toBe("You requested a payout of $7.00");
    expect(text).not.toContain("9268");
  });

  test("a repeat under the same idempotency key returns the same payout; otherwise one is open at a time", async () => {
    const customer = await aCustomerWith("20.00");
    const { wallet } = customer.api;
    const input = payoutInput("5");
    const first = await wallet.requestPayout(input);
    expect(await wallet.requestPayout(input)).toEqual(first);
    await expectApiError(wallet.requestPayout({ ...input, amount: "6" }), "idempotency_key_reused");
    await expectApiError(
      wallet.requestPayout({ ...input, details: "X" }),
      "idempotency_key_reused",
    );
    await expectApiError(wallet.requestPayout(payoutInput("5")), "payout_requested");
    const other = await aCustomerWith("20.00");
    await expectApiError(other.api.wallet.requestPayout(input), "idempotency_key_reused");
    const feeKey = randomUUID();
    const fee = { userId: other.userId, amount: "1", reason: "Quote", idempotencyKey: feeKey };
    await admin.api.wallet.holdShippingFee(fee);
    await expectApiError(
      other.api.wallet.requestPayout(payoutInput("5", feeKey)),
      "idempotency_key_reused",
    );
    expect(await walletOf(customer)).toEqual({ balanceCents: 2000, heldCents: 500 });
  });

  test("twenty concurrent requests with different keys make one", async () => {
    const customer = await aCustomerWith("100.00");
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, () => customer.api.wallet.requestPayout(payoutInput("5"))),
    );
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await walletOf(customer)).toEqual({ balanceCents: 10_000, heldCents: 500 });
  });

  test("encrypts the destination in the database, keeps it out of the log, and masks it for its owner", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const row = await app.database.kysely
      .selectFrom("payoutRequests")
      .selectAll()
      .where("id", "=", payoutRequestId)
      .executeTakeFirstOrThrow();
    const stored = row.detailsEncrypted?.toString("latin1") ?? "";
    expect(stored.length).toBeGreaterThan(20);
    expect(stored).not.toContain("NWBK");
    const { payout } = await customer.api.wallet.readPayout({});
    expect(payout).toMatchObject({ id: payoutRequestId, destination: "•••• 6819", outcome: null });
    const { content } = await customer.api.users.exportAccount({});
    expect(content).toContain("•••• 6819");
    expect(content).not.toContain("NWBK");
    const { items } = await admin.api.wallet.listPayoutRequests({});
    expect(withoutIds(JSON.stringify(items))).not.toContain("6819");
    const history = await customer.client.fetch("/api/wallet/transactions.csv");
    expect(withoutIds(await history.text())).not.toContain("6819");
  });

  test("is not for users who are suspended or have not verified their email", async () => {
    const customer = await aCustomerWith("5.00");
    const { userId, email } = customer;
    await admin.api.users.suspendUser({ userId, reason: "Looked into" });
    await expectApiError(customer.api.wallet.requestPayout(payoutInput("5")), "signed_out");
    await expectApiError(customer.api.wallet.readPayout({}), "signed_out");
    const newcomer = app.client();
    const person = { fullName: "Li Na", email: `new-${email}`, password: "a new tide comes in" };
    await newcomer.api.auth.signUp(person);
    await expectApiError(newcomer.api.wallet.requestPayout(payoutInput("5")), "signed_out");
    const payoutRequestId = randomUUID();
    await expectApiError(newcomer.api.wallet.withdrawPayout({ payoutRequestId }), "signed_out");
  });
});

describe("Paying a payout", () => {
  test("L12: debits the wallet once, against the account of payouts", async () => {
    const { customer, payoutRequestId } = await anOpenPayout("7.00", "10.00");
    await app.runJobs();
    await pay(payoutRequestId);
    await pay(payoutRequestId);
    expect(await walletOf(customer)).toEqual({ balanceCents: 300, heldCents: 0 });
    expect(await oppositeOf(customer)).toEqual([`payouts 700 payout:${payoutRequestId}`]);
    expect(await historyOf(customer)).toEqual([
      `payout 700 completed Bank transfer ${reference}`,
      "admin_credit 1000 completed Freight",
    ]);
    const { payout } = await customer.api.wallet.readPayout({});
    expect(payout).toMatchObject({ outcome: "paid", reference, destination: null });
    const { subject, text } = await app.latestEmail(customer.email);
    expect(subject).toBe("Your payout of $7.00 is on its way");
    expect(text).toContain(reference);
    const month = app.clock.now().toISOString().slice(0, 7);
    const { lines, closingCents } = await customer.api.wallet.readStatement({ month });
    expect(lines.at(-1)).toMatchObject({ type: "payout", changeCents: -700, balanceCents: 300 });
    expect(closingCents).toBe(300);
    const csv = await (await customer.client.fetch("/api/wallet/transactions.csv")).text();
    expect(csv).toContain(`,Payout,Completed,,7.00,Bank transfer ${reference},`);
  });

  test("needs the transfer's reference, reauthentication and another user's wallet; declining needs a reason", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const { wallet, auth } = admin.api;
    const paid = { payoutRequestId, isPaid: true, reference };
    await expectApiError(customer.api.wallet.settlePayoutRequest(paid), "forbidden");
    await expectApiError(
      wallet.settlePayoutRequest({ ...paid, reference: " " }),
      "missing_information",
    );
    await expectApiError(
      wallet.settlePayoutRequest({ payoutRequestId, isPaid: false, reference }),
      "missing_information",
    );
    await expectApiError(pay(randomUUID()), "not_found");
    await expectApiError(wallet.startPayout({ payoutRequestId: randomUUID() }), "not_found");
    const own = await anAdmin(app);
    await adjust(own, "credit", "5.00");
    const { id } = await own.api.wallet.requestPayout(payoutInput("5"));
    const ownPayout = { ...paid, payoutRequestId: id };
    await expectApiError(own.api.wallet.settlePayoutRequest(ownPayout), "own_wallet");
    await expectApiError(own.api.wallet.startPayout({ payoutRequestId: id }), "own_wallet");
    app.clock.advance(16 * 60_000);
    await expectApiError(pay(payoutRequestId), "reauthentication_required");
    await expectApiError(wallet.startPayout({ payoutRequestId }), "reauthentication_required");
    await auth.confirmPassword({ password: admin.password });
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 1000 });
  });

  test("shows an admin the destination, and from then on it cannot be withdrawn", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const start = { payoutRequestId };
    await expectApiError(customer.api.wallet.startPayout(start), "forbidden");
    const first = await admin.api.wallet.startPayout(start);
    expect(first).toMatchObject({ details: iban, startedBy: admin.email });
    const second = await anAdmin(app);
    expect(await second.api.wallet.startPayout(start)).toEqual(first);
    await expectApiError(customer.api.wallet.withdrawPayout(start), "payout_started");
    const { payout } = await customer.api.wallet.readPayout({});
    expect(payout?.startedAt).toBe(first.startedAt);
    await pay(payoutRequestId);
    await expectApiError(second.api.wallet.startPayout(start), "conflict");
    const entries = await admin.api.audit.listEntries({ target: customer.email, pageSize: 100 });
    const actions = entries.items.map(({ action }) => action);
    expect(actions.filter((action) => action === "wallet.startPayout")).toHaveLength(2);
    const settled = entries.items.find(({ action }) => action === "wallet.settlePayoutRequest");
    expect(settled?.after).toEqual({ outcome: "paid", reference });
    expect(JSON.stringify(entries.items)).not.toContain("NWBK");
  });

  test("fails when a dispute has taken the money, and the payout can still be declined", async () => {
    const { customer, payoutRequestId } = await anOpenPayout("10.00", "12.00");
    const { userId } = customer;
    const dispute = { type: "dispute" as const, amountCents: 500, at: app.clock.now() };
    const idempotencyKey = `dispute:${randomUUID()}:1`;
    await recordTransaction(app.database.kysely, { ...dispute, userId, idempotencyKey });
    await expectApiError(pay(payoutRequestId), "insufficient_balance");
    expect(await walletOf(customer)).toEqual({ balanceCents: 700, heldCents: 1000 });
    await decline(payoutRequestId);
    expect(await walletOf(customer)).toEqual({ balanceCents: 700, heldCents: 0 });
  });

  test("and declining, concurrently by several admins, have one result", async () => {
    const second = await anAdmin(app);
    for (let round = 0; round < 5; round += 1) {
      const { customer, payoutRequestId } = await anOpenPayout();
      const calls = await Promise.allSettled([
        pay(payoutRequestId),
        decline(payoutRequestId),
        second.api.wallet.settlePayoutRequest({ payoutRequestId, isPaid: true, reference }),
        customer.api.wallet.withdrawPayout({ payoutRequestId }),
      ]);
      expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { payout } = await customer.api.wallet.readPayout({});
      const left = payout?.outcome === "paid" ? 0 : 1000;
      expect(await walletOf(customer)).toEqual({ balanceCents: left, heldCents: 0 });
      expect(await oppositeOf(customer)).toHaveLength(left === 0 ? 1 : 0);
    }
  });

  test("is not possible through the wallet's holds", async () => {
    const { customer } = await anOpenPayout();
    const { holds } = await admin.api.wallet.readUserWallet({ userId: customer.userId });
    const holdId = holds[0]?.id ?? "";
    const sentence = "This money is held for a payout. Please settle it in Payouts.";
    const { settleHold, releaseHold } = admin.api.wallet;
    await expectApiError(settleHold({ holdId, amount: "1" }), "conflict", sentence);
    await expectApiError(releaseHold({ holdId, reason: "No" }), "conflict", sentence);
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 1000 });
  });
});

describe("A payout that is not paid", () => {
  test("is declined with a reason in the customer's email, and the money can be spent again", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    await app.runJobs();
    await decline(payoutRequestId, "No such account");
    await decline(payoutRequestId, "No such account");
    await expectApiError(decline(payoutRequestId, "Another reason"), "conflict");
    await expectApiError(pay(payoutRequestId), "conflict");
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 0 });
    expect((await historyOf(customer))[0]).toBe("payout 1000 canceled Requested by you");
    const { payout } = await customer.api.wallet.readPayout({});
    expect(payout).toMatchObject({ outcome: "declined", reason: "No such account" });
    const { subject, text } = await app.latestEmail(customer.email);
    expect(subject).toBe("Your payout of $10.00 was declined");
    expect(text).toContain("No such account");
    const { items } = await admin.api.wallet.listPayoutRequests({});
    const listed = items.find(({ id }) => id === payoutRequestId);
    expect(listed).toMatchObject({ outcome: "declined", reason: "No such account" });
    expect(await customer.api.wallet.requestPayout(payoutInput("10"))).toMatchObject({
      outcome: null,
    });
  });

  test("is withdrawn only by its owner, repeatedly without effect, and can be requested again", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const stranger = await aCustomer(app);
    await expectApiError(stranger.api.wallet.withdrawPayout({ payoutRequestId }), "not_found");
    await expectApiError(admin.api.wallet.withdrawPayout({ payoutRequestId }), "not_found");
    for (let time = 0; time < 2; time += 1) {
      const withdrawn = await customer.api.wallet.withdrawPayout({ payoutRequestId });
      expect(withdrawn).toMatchObject({ outcome: "withdrawn", destination: null });
    }
    await expectApiError(pay(payoutRequestId), "conflict");
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 0 });
    const { id } = await customer.api.wallet.requestPayout(payoutInput("10"));
    await pay(id);
    await expectApiError(customer.api.wallet.withdrawPayout({ payoutRequestId: id }), "conflict");
  });

  test("updates the open pages of its owner and of admins", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const own = await follow(customer.api.changeStream.subscribeToChanges({}));
    const adminFollower = await follow(admin.api.changeStream.subscribeToChanges({}));
    await admin.api.wallet.startPayout({ payoutRequestId });
    expect(await own.receives("wallet", customer.userId)).toBe(true);
    expect(await adminFollower.receives("admin")).toBe(true);
    await own.close();
    await adminFollower.close();
  });
});

// Each pair concurrently and in order: the concurrent result must equal that of one order. The long run has all pairs and
// repeats each.
describe("Two concurrent operations on one wallet", () => {
  type Scene = { readonly customer: TestPerson; readonly payoutRequestId: string };
  const acts: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
    "withdraw it": ({ customer, payoutRequestId }) =>
      customer.api.wallet.withdrawPayout({ payoutRequestId }),
    "pay it": ({ payoutRequestId }) => pay(payoutRequestId),
    "decline it": ({ payoutRequestId }) => decline(payoutRequestId),
    "start it": ({ payoutRequestId }) => admin.api.wallet.startPayout({ payoutRequestId }),
    "request another": ({ customer }) => customer.api.wallet.requestPayout(payoutInput("4")),
    "request all": ({ customer }) => customer.api.wallet.requestPayout(payoutInput("10")),
    "spend the rest": ({ customer }) => adjust(customer, "deduction", "4.00"),
    "spend all": ({ customer }) => adjust(customer, "deduction", "10.00"),
    "hold a fee": ({ customer: { userId } }) =>
      admin.api.wallet.holdShippingFee({
        userId,
        amount: "5",
        reason: "Quote",
        idempotencyKey: randomUUID(),
      }),
    "credit it": ({ customer }) => adjust(customer, "credit", "6.00"),
  };
  const names = Object.keys(acts);
  const pairs = names.flatMap((one, index) =>
    names.slice(index).map((other) => [one, other] as const),
  );
  const inGate = new Set(["pay it", "request all"]);
  const tried = pairs.filter((pair) => isLongRun || pair.some((name) => inGate.has(name)));

  async function endOf({ customer }: Scene): Promise<string> {
    const { items } = await customer.api.wallet.listTransactions({});
    const history = items.map(({ type, amountCents, status }) =>
      [type, amountCents, status].join(" "),
    );
    const { payout } = await customer.api.wallet.readPayout({});
    const { amountCents, outcome, startedAt } = payout ?? {};
    const newest = { amountCents, outcome, isStarted: startedAt !== null };
    return JSON.stringify([await walletOf(customer), history.toSorted(), newest]);
  }

  test.each(tried)("L13: %s and %s end as one after the other", async (one, other) => {
    const run = async (mode: "first" | "second" | "at once") => {
      const scene = await anOpenPayout("6.00", "10.00");
      const [first, second] = mode === "second" ? [other, one] : [one, other];
      const tasks = [first, second].map((name) => async () => {
        await acts[name]?.(scene).catch(() => undefined);
      });
      if (mode === "at once") await Promise.all(tasks.map((task) => task()));
      else for (const task of tasks) await task();
      return await endOf(scene);
    };
    const ends = [];
    for (let round = 0; round < rounds; round += 1) ends.push(await run("at once"));
    const orders = [await run("first")];
    // The other order is needed only where this one does not explain every result.
    if (ends.some((end) => !orders.includes(end))) orders.push(await run("second"));
    for (const end of ends) expect(orders).toContain(end);
  });
});
