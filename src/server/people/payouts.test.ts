// Shows that a payout is held from the request on, is debited once when it is paid, and comes back otherwise.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { recordTransaction } from "#server/wallet/record-transaction.ts";
import { follow } from "#testing/follow.ts";
import { requireSoundLedger } from "#testing/ledger-faults.ts";
import { aCustomer, anAdmin, type TestPerson } from "#testing/people.ts";
import { expectRefusal } from "#testing/refusals.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";

const iban = "Mei Chan, IBAN GB29 NWBK 6016 1331 9268 19";
const reference = "FT26112200042";

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
  const input = { userId, kind, amount, reason: "Freight", requestKey: randomUUID() };
  return await admin.api.wallet.adjustWallet(input);
}

async function aCustomerWith(amount: string): Promise<TestPerson> {
  const customer = await aCustomer(app);
  await adjust(customer, "credit", amount);
  return customer;
}

function asked(amount: number | string, requestKey = randomUUID()) {
  return { amount, details: iban, requestKey };
}

async function anOpenPayout(amount = "10.00", balance = amount) {
  const customer = await aCustomerWith(balance);
  const { id: payoutRequestId } = await customer.api.people.requestPayout(asked(amount));
  return { customer, payoutRequestId };
}

function pay(payoutRequestId: string) {
  return admin.api.people.settlePayoutRequest({ payoutRequestId, isPaid: true, reference });
}

function decline(payoutRequestId: string, reason = "No such account") {
  return admin.api.people.settlePayoutRequest({ payoutRequestId, isPaid: false, reason });
}

async function walletOf({ userId }: TestPerson) {
  const row = await app.database.kysely
    .selectFrom("ledger_accounts")
    .select(["balance_cents", "held_cents"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { balanceCents: Number(row.balance_cents), heldCents: Number(row.held_cents) };
}

async function historyOf(customer: TestPerson) {
  const { items } = await customer.api.wallet.listTransactions({});
  return items.map(({ type, amountCents, status, reason }) =>
    [type, amountCents, status, reason].join(" "),
  );
}

/** What the platform's accounts have moved against this person's wallet, in cents. */
async function oppositeOf({ userId }: TestPerson) {
  const { kysely } = app.database;
  const rows = await kysely
    .selectFrom("ledger_transfers as t")
    .innerJoin("ledger_accounts as w", "w.id", "t.wallet_id")
    .innerJoin("ledger_entries as e", "e.transfer_id", "t.id")
    .innerJoin("ledger_accounts as a", "a.id", "e.account_id")
    .select(["a.kind", "e.change_cents", "t.idempotency_key"])
    .where("w.user_id", "=", userId)
    .where("a.kind", "!=", "wallet")
    .where("t.idempotency_key", "like", "payout:%")
    .execute();
  return rows.map((row) => `${row.kind} ${row.change_cents} ${row.idempotency_key}`);
}

describe("Asking for a payout", () => {
  test("is for who is signed in, with an amount, a destination and fresh proof", async () => {
    const customer = await aCustomerWith("20.00");
    const { people } = customer.api;
    await expectRefusal(app.client().api.people.requestPayout(asked("5")), "signed_out");
    await expectRefusal(people.requestPayout(asked("")), "missing_information");
    await expectRefusal(people.requestPayout({ ...asked(5), details: " " }), "missing_information");
    for (const amount of ["0.99", "0", -5, "1.005", "1e3", "five"]) {
      await expectRefusal(people.requestPayout(asked(amount)), "invalid_payout_amount");
    }
    await expectRefusal(people.requestPayout(asked("20.01")), "payout_above_balance");
    app.clock.advance(16 * 60_000);
    await expectRefusal(people.requestPayout(asked("20")), "fresh_proof_required");
    expect(await walletOf(customer)).toEqual({ balanceCents: 2000, heldCents: 0 });
    await people.confirmPassword({ password: customer.password });
    await admin.api.people.confirmPassword({ password: admin.password });
    expect(await people.requestPayout(asked("20"))).toMatchObject({ amountCents: 2000 });
  });

  test("takes $1.00 up to what can be spent, holds left out", async () => {
    const customer = await aCustomerWith("3.00");
    const held = { userId: customer.userId, amount: "1.50", reason: "Quote" };
    await admin.api.wallet.holdShippingFee({ ...held, requestKey: randomUUID() });
    const { people } = customer.api;
    await expectRefusal(people.requestPayout(asked("1.51")), "payout_above_balance");
    expect(await people.requestPayout(asked("1.00"))).toMatchObject({ amountCents: 100 });
    expect(await walletOf(customer)).toEqual({ balanceCents: 300, heldCents: 250 });
    await expectRefusal(
      (await aCustomer(app)).api.people.requestPayout(asked("1")),
      "nothing_to_pay_out",
    );
  });

  test("L12: sets the money aside: it cannot be spent, and stands in wallet and history as pending", async () => {
    const { customer } = await anOpenPayout("7.00", "10.00");
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 700 });
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: 300,
      heldCents: 700,
      holds: [{ type: "payout", amountCents: 700, reason: "Requested by you" }],
    });
    expect((await historyOf(customer))[0]).toBe("payout 700 pending Requested by you");
    await expectRefusal(adjust(customer, "deduction", "3.01"), "insufficient_balance");
    await adjust(customer, "deduction", "3.00");
    expect(await admin.api.wallet.readUserWallet({ userId: customer.userId })).toMatchObject({
      balanceCents: 0,
      heldCents: 700,
    });
  });

  test("is confirmed by email", async () => {
    const { customer } = await anOpenPayout("7.00");
    const { subject, text } = await app.latestLetter(customer.email);
    expect(subject).toBe("You requested a payout of $7.00");
    expect(text).not.toContain("9268");
  });

  test("again under the same key finds the same payout; otherwise one is open at a time", async () => {
    const customer = await aCustomerWith("20.00");
    const { people } = customer.api;
    const input = asked("5");
    const first = await people.requestPayout(input);
    expect(await people.requestPayout(input)).toEqual(first);
    await expectRefusal(people.requestPayout({ ...input, amount: "6" }), "request_key_reused");
    await expectRefusal(people.requestPayout({ ...input, details: "X" }), "request_key_reused");
    await expectRefusal(people.requestPayout(asked("5")), "payout_requested");
    const other = await aCustomerWith("20.00");
    await expectRefusal(other.api.people.requestPayout(input), "request_key_reused");
    const feeKey = randomUUID();
    const fee = { userId: other.userId, amount: "1", reason: "Quote", requestKey: feeKey };
    await admin.api.wallet.holdShippingFee(fee);
    await expectRefusal(other.api.people.requestPayout(asked("5", feeKey)), "request_key_reused");
    expect(await walletOf(customer)).toEqual({ balanceCents: 2000, heldCents: 500 });
  });

  test("twenty at once under as many keys make one", async () => {
    const customer = await aCustomerWith("100.00");
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, () => customer.api.people.requestPayout(asked("5"))),
    );
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await walletOf(customer)).toEqual({ balanceCents: 10_000, heldCents: 500 });
  });

  test("keeps the destination unreadable in the database and out of the log, and masks it to its owner", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const row = await app.database.kysely
      .selectFrom("payout_requests")
      .selectAll()
      .where("id", "=", payoutRequestId)
      .executeTakeFirstOrThrow();
    const stored = row.details_encrypted?.toString("latin1") ?? "";
    expect(stored.length).toBeGreaterThan(20);
    expect(stored).not.toContain("NWBK");
    const { payout } = await customer.api.people.readPayout({});
    expect(payout).toMatchObject({ id: payoutRequestId, destination: "•••• 6819", outcome: null });
    const { content } = await customer.api.people.exportAccount({});
    expect(content).toContain("•••• 6819");
    expect(content).not.toContain("NWBK");
    const { items } = await admin.api.people.listPayoutRequests({});
    expect(JSON.stringify(items)).not.toContain("6819");
    const history = await customer.client.fetch("/api/wallet/transactions.csv");
    expect(await history.text()).not.toContain("6819");
  });

  test("is not for somebody who is suspended, or has not verified the address", async () => {
    const customer = await aCustomerWith("5.00");
    const { userId, email } = customer;
    await admin.api.people.suspendUser({ userId, reason: "Looked into" });
    await expectRefusal(customer.api.people.requestPayout(asked("5")), "signed_out");
    await expectRefusal(customer.api.people.readPayout({}), "signed_out");
    const newcomer = app.client();
    const person = { fullName: "Li Na", email: `new-${email}`, password: "a new tide comes in" };
    await newcomer.api.people.signUp(person);
    await expectRefusal(newcomer.api.people.requestPayout(asked("5")), "signed_out");
    const payoutRequestId = randomUUID();
    await expectRefusal(newcomer.api.people.withdrawPayout({ payoutRequestId }), "signed_out");
  });
});

describe("Paying a payout", () => {
  test("L12: debits the wallet once, by a row of its own against the account of payouts", async () => {
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
    const { payout } = await customer.api.people.readPayout({});
    expect(payout).toMatchObject({ outcome: "paid", reference, destination: null });
    const { subject, text } = await app.latestLetter(customer.email);
    expect(subject).toBe("Your payout of $7.00 is on its way");
    expect(text).toContain(reference);
    const month = app.clock.now().toISOString().slice(0, 7);
    const { lines, closingCents } = await customer.api.wallet.readStatement({ month });
    expect(lines.at(-1)).toMatchObject({ type: "payout", changeCents: -700, balanceCents: 300 });
    expect(closingCents).toBe(300);
    const csv = await (await customer.client.fetch("/api/wallet/transactions.csv")).text();
    expect(csv).toContain(`,Payout,Completed,,7.00,Bank transfer ${reference},`);
  });

  test("needs the transfer's reference, fresh proof and somebody else's wallet; declining needs a reason", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const { people } = admin.api;
    const paid = { payoutRequestId, isPaid: true, reference };
    await expectRefusal(customer.api.people.settlePayoutRequest(paid), "forbidden");
    await expectRefusal(
      people.settlePayoutRequest({ ...paid, reference: " " }),
      "missing_information",
    );
    await expectRefusal(
      people.settlePayoutRequest({ payoutRequestId, isPaid: false, reference }),
      "missing_information",
    );
    await expectRefusal(pay(randomUUID()), "not_found");
    await expectRefusal(people.startPayout({ payoutRequestId: randomUUID() }), "not_found");
    const own = await anAdmin(app);
    await adjust(own, "credit", "5.00");
    const { id } = await own.api.people.requestPayout(asked("5"));
    const ownPayout = { ...paid, payoutRequestId: id };
    await expectRefusal(own.api.people.settlePayoutRequest(ownPayout), "own_wallet");
    await expectRefusal(own.api.people.startPayout({ payoutRequestId: id }), "own_wallet");
    app.clock.advance(16 * 60_000);
    await expectRefusal(pay(payoutRequestId), "fresh_proof_required");
    await expectRefusal(people.startPayout({ payoutRequestId }), "fresh_proof_required");
    await people.confirmPassword({ password: admin.password });
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 1000 });
  });

  test("shows staff the destination, and from then on it cannot be withdrawn", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const start = { payoutRequestId };
    await expectRefusal(customer.api.people.startPayout(start), "forbidden");
    const first = await admin.api.people.startPayout(start);
    expect(first).toMatchObject({ details: iban, startedBy: admin.email });
    const second = await anAdmin(app);
    expect(await second.api.people.startPayout(start)).toEqual(first);
    await expectRefusal(customer.api.people.withdrawPayout(start), "payout_started");
    const { payout } = await customer.api.people.readPayout({});
    expect(payout?.startedAt).toBe(first.startedAt);
    await pay(payoutRequestId);
    await expectRefusal(second.api.people.startPayout(start), "conflict");
    const entries = await admin.api.audit.listEntries({ target: customer.email, pageSize: 100 });
    const actions = entries.items.map(({ action }) => action);
    expect(actions.filter((action) => action === "people.startPayout")).toHaveLength(2);
    const settled = entries.items.find(({ action }) => action === "people.settlePayoutRequest");
    expect(settled?.after).toEqual({ outcome: "paid", reference });
    expect(JSON.stringify(entries.items)).not.toContain("NWBK");
  });

  test("is refused when a dispute has taken the money, which leaves it to be declined", async () => {
    const { customer, payoutRequestId } = await anOpenPayout("10.00", "12.00");
    const { userId } = customer;
    const dispute = { type: "dispute" as const, amountCents: 500, at: app.clock.now() };
    const idempotencyKey = `dispute:${randomUUID()}:1`;
    await recordTransaction(app.database.kysely, { ...dispute, userId, idempotencyKey });
    await expectRefusal(pay(payoutRequestId), "insufficient_balance");
    expect(await walletOf(customer)).toEqual({ balanceCents: 700, heldCents: 1000 });
    await decline(payoutRequestId);
    expect(await walletOf(customer)).toEqual({ balanceCents: 700, heldCents: 0 });
  });

  test("and declining, each by several at once, have one end", async () => {
    const second = await anAdmin(app);
    for (let round = 0; round < 5; round += 1) {
      const { customer, payoutRequestId } = await anOpenPayout();
      const calls = await Promise.allSettled([
        pay(payoutRequestId),
        decline(payoutRequestId),
        second.api.people.settlePayoutRequest({ payoutRequestId, isPaid: true, reference }),
        customer.api.people.withdrawPayout({ payoutRequestId }),
      ]);
      expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { payout } = await customer.api.people.readPayout({});
      const left = payout?.outcome === "paid" ? 0 : 1000;
      expect(await walletOf(customer)).toEqual({ balanceCents: left, heldCents: 0 });
      expect(await oppositeOf(customer)).toHaveLength(left === 0 ? 1 : 0);
    }
  });

  test("cannot be done through the wallet's holds", async () => {
    const { customer } = await anOpenPayout();
    const { holds } = await admin.api.wallet.readUserWallet({ userId: customer.userId });
    const holdId = holds[0]?.id ?? "";
    const sentence = "This money is held for a payout. Please settle it in Payouts.";
    const { settleHold, releaseHold } = admin.api.wallet;
    await expectRefusal(settleHold({ holdId, amount: "1" }), "conflict", sentence);
    await expectRefusal(releaseHold({ holdId, reason: "No" }), "conflict", sentence);
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 1000 });
  });
});

describe("A payout that is not paid", () => {
  test("is declined with a reason that the customer is told, and the money is free again", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    await app.runJobs();
    await decline(payoutRequestId, "No such account");
    await decline(payoutRequestId, "No such account");
    await expectRefusal(decline(payoutRequestId, "Another reason"), "conflict");
    await expectRefusal(pay(payoutRequestId), "conflict");
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 0 });
    expect((await historyOf(customer))[0]).toBe("payout 1000 canceled Requested by you");
    const { payout } = await customer.api.people.readPayout({});
    expect(payout).toMatchObject({ outcome: "declined", reason: "No such account" });
    const { subject, text } = await app.latestLetter(customer.email);
    expect(subject).toBe("Your payout of $10.00 was declined");
    expect(text).toContain("No such account");
    const { items } = await admin.api.people.listPayoutRequests({});
    const listed = items.find(({ id }) => id === payoutRequestId);
    expect(listed).toMatchObject({ outcome: "declined", reason: "No such account" });
    expect(await customer.api.people.requestPayout(asked("10"))).toMatchObject({ outcome: null });
  });

  test("is withdrawn by its owner alone, once or twice, and can be asked for anew", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const stranger = await aCustomer(app);
    await expectRefusal(stranger.api.people.withdrawPayout({ payoutRequestId }), "not_found");
    await expectRefusal(admin.api.people.withdrawPayout({ payoutRequestId }), "not_found");
    for (let time = 0; time < 2; time += 1) {
      const withdrawn = await customer.api.people.withdrawPayout({ payoutRequestId });
      expect(withdrawn).toMatchObject({ outcome: "withdrawn", destination: null });
    }
    await expectRefusal(pay(payoutRequestId), "conflict");
    expect(await walletOf(customer)).toEqual({ balanceCents: 1000, heldCents: 0 });
    const { id } = await customer.api.people.requestPayout(asked("10"));
    await pay(id);
    await expectRefusal(customer.api.people.withdrawPayout({ payoutRequestId: id }), "conflict");
  });

  test("changes open pages of its owner and of staff by itself", async () => {
    const { customer, payoutRequestId } = await anOpenPayout();
    const own = await follow(customer.api.live.followChanges({}));
    const staff = await follow(admin.api.live.followChanges({}));
    await admin.api.people.startPayout({ payoutRequestId });
    expect(await own.hears("wallet", customer.userId)).toBe(true);
    expect(await staff.hears("office")).toBe(true);
    await own.leave();
    await staff.leave();
  });
});

// Each pair in both orders and at once: what is done at once must end as one of the two orders does.
describe("Two at once on one wallet", () => {
  type Scene = { readonly customer: TestPerson; readonly payoutRequestId: string };
  const acts: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
    "withdraw it": ({ customer, payoutRequestId }) =>
      customer.api.people.withdrawPayout({ payoutRequestId }),
    "pay it": ({ payoutRequestId }) => pay(payoutRequestId),
    "decline it": ({ payoutRequestId }) => decline(payoutRequestId),
    "start it": ({ payoutRequestId }) => admin.api.people.startPayout({ payoutRequestId }),
    "ask for another": ({ customer }) => customer.api.people.requestPayout(asked("4")),
    "ask for all": ({ customer }) => customer.api.people.requestPayout(asked("10")),
    "spend the rest": ({ customer }) => adjust(customer, "deduction", "4.00"),
    "spend all": ({ customer }) => adjust(customer, "deduction", "10.00"),
    "hold a fee": ({ customer: { userId } }) =>
      admin.api.wallet.holdShippingFee({
        userId,
        amount: "5",
        reason: "Quote",
        requestKey: randomUUID(),
      }),
    "credit it": ({ customer }) => adjust(customer, "credit", "6.00"),
  };
  const names = Object.keys(acts);
  const pairs = names.flatMap((one, index) =>
    names.slice(index).map((other) => [one, other] as const),
  );

  async function endOf({ customer }: Scene): Promise<string> {
    const { items } = await customer.api.wallet.listTransactions({});
    const history = items.map(({ type, amountCents, status }) =>
      [type, amountCents, status].join(" "),
    );
    const { payout } = await customer.api.people.readPayout({});
    const { amountCents, outcome, startedAt } = payout ?? {};
    const newest = { amountCents, outcome, isStarted: startedAt !== null };
    return JSON.stringify([await walletOf(customer), history.toSorted(), newest]);
  }

  test.each(pairs)("L13: %s and %s end as one after the other", async (one, other) => {
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
    const orders = [await run("first"), await run("second")];
    for (let round = 0; round < 3; round += 1) expect(orders).toContain(await run("at once"));
  });
});
