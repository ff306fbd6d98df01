/** Charges are refunded in part, whole, or disputed, and the balance accounts for every cent. */
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import {
  control,
  eventTypesAfter,
  idOf,
  newestEvent,
  openSandbox,
  payOnce,
  sendForm,
} from "./sandbox-harness.ts";

test.runIf(isLongRun)(
  "a charge credits the balance by its amount, less the provider's published fee",
  async () => {
    await using open = openSandbox();
    const { charge } = await payOnce(open, 10_000);
    const expanded = await open.stripe.charges.retrieve(charge.id, {
      expand: ["balance_transaction", "refunds"],
    });
    expect(expanded.balance_transaction).toMatchObject({
      type: "charge",
      amount: 10_000,
      fee: 320,
      net: 9_680,
      source: charge.id,
      fee_details: [{ amount: 320, type: "stripe_fee" }],
    });
    expect(expanded.refunds?.data).toEqual([]);
  },
);

test.runIf(isLongRun)(
  "parts of a charge are refunded until nothing is left, and never more",
  async () => {
    await using open = openSandbox();
    const { charge, intent } = await payOnce(open, 5000);
    const before = await newestEvent(open.stripe);
    const part = await open.stripe.refunds.create({
      payment_intent: intent.id,
      amount: 1500,
      reason: "requested_by_customer",
      metadata: { why: "late" },
    });
    expect(part).toMatchObject({
      amount: 1500,
      charge: charge.id,
      payment_intent: intent.id,
      status: "succeeded",
      reason: "requested_by_customer",
      metadata: { why: "late" },
    });
    expect(await open.stripe.charges.retrieve(charge.id)).toMatchObject({
      amount_refunded: 1500,
      refunded: false,
    });
    await expect(open.stripe.refunds.create({ charge: charge.id, amount: 3501 })).rejects.toThrow(
      "Refund amount ($35.01) is greater than unrefunded amount on charge ($35.00)",
    );
    const rest = await open.stripe.refunds.create({ charge: charge.id });
    expect(rest.amount).toBe(3500);
    await expect(open.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    expect(await open.stripe.charges.retrieve(charge.id)).toMatchObject({
      amount_refunded: 5000,
      refunded: true,
    });
    expect(await eventTypesAfter(open.stripe, before)).toEqual([
      "refund.created",
      "charge.refunded",
      "refund.created",
      "charge.refunded",
    ]);
    const stored = await open.stripe.refunds.list({ charge: charge.id });
    expect(stored.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
    const changed = await open.stripe.refunds.update(part.id, { metadata: { why: "lost" } });
    expect(changed.metadata).toEqual({ why: "lost" });
    expect((await open.stripe.refunds.retrieve(part.id)).metadata).toEqual({ why: "lost" });
    expect(await eventTypesAfter(open.stripe, before)).toContain("refund.updated");
  },
);

test.runIf(isLongRun).each([
  [{}, "payment_intent or charge"],
  [{ charge: "ch_none" }, "No such charge: 'ch_none'"],
  [{ payment_intent: "pi_none" }, "No such payment_intent: 'pi_none'"],
  [{ charge: "paid", amount: 0 }, "greater than or equal to 1"],
  [{ charge: "paid", amount: 1.5 }, "Invalid integer"],
])("a refund of %j is rejected", async (params, words) => {
  await using open = openSandbox();
  const { charge } = await payOnce(open);
  const named = "charge" in params && params.charge === "paid" ? { charge: charge.id } : {};
  await expect(open.stripe.refunds.create({ ...params, ...named })).rejects.toThrow(words);
  expect((await open.stripe.refunds.list()).data).toHaveLength(0);
});

test.runIf(isLongRun)("a declined charge cannot be refunded", async () => {
  await using open = openSandbox();
  const { url } = await open.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "usd", unit_amount: 700, product_data: { name: "Deposit" } },
      },
    ],
    success_url: "http://shop.test/",
  });
  const card = {
    number: "4000000000000002",
    expiry: "12/40",
    cvc: "123",
    name: "A",
    email: "a@b.cd",
  };
  await sendForm(open.sandbox.fetch, url ?? "", card);
  const charge = (await open.stripe.charges.list()).data[0]?.id ?? "";
  await expect(open.stripe.refunds.create({ charge })).rejects.toThrow("no successful payment");
});

test.runIf(isLongRun)("ten refunds of the whole charge at once: one is made", async () => {
  await using open = openSandbox();
  const { charge } = await payOnce(open);
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => open.stripe.refunds.create({ charge: charge.id })),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test.runIf(isLongRun)(
  "a refund that the bank sends back returns to the balance and can be made again",
  async () => {
    await using open = openSandbox();
    const { charge } = await payOnce(open);
    const refund = await open.stripe.refunds.create({ charge: charge.id, amount: 2000 });
    const before = await newestEvent(open.stripe);
    await control(open, `refunds/${refund.id}/fail`, {});
    const failed = await open.stripe.refunds.retrieve(refund.id, {
      expand: ["failure_balance_transaction"],
    });
    expect(failed).toMatchObject({
      status: "failed",
      failure_balance_transaction: { amount: 2000, type: "refund_failure" },
    });
    expect((await open.stripe.charges.retrieve(charge.id)).amount_refunded).toBe(0);
    expect(await eventTypesAfter(open.stripe, before)).toEqual([
      "refund.failed",
      "refund.updated",
      "charge.refund.updated",
    ]);
    await expect(control(open, `refunds/${refund.id}/fail`, {})).rejects.toThrow("failed already");
    expect((await open.stripe.refunds.create({ charge: charge.id })).amount).toBe(5000);
  },
);

test.runIf(isLongRun)(
  "a dispute takes the amount with a fee; won, the amount comes back",
  async () => {
    await using open = openSandbox();
    const { charge, intent } = await payOnce(open, 5000);
    const before = await newestEvent(open.stripe);
    const opened = await control(open, "disputes", {
      payment_intent: intent.id,
      reason: "product_not_received",
    });
    const id = String(opened["id"]);
    expect(await open.stripe.disputes.retrieve(id, { expand: ["charge"] })).toMatchObject({
      amount: 5000,
      charge: { id: charge.id, disputed: true },
      reason: "product_not_received",
      status: "needs_response",
      balance_transactions: [{ amount: -5000, fee: 1500, net: -6500, type: "adjustment" }],
    });
    await expect(open.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
      code: "charge_disputed",
    });
    await expect(control(open, "disputes", { charge: charge.id })).rejects.toThrow(
      "disputed already",
    );
    const answered = await open.stripe.disputes.update(id, {
      evidence: { uncategorized_text: "It was delivered on Monday." },
    });
    expect(answered).toMatchObject({
      status: "under_review",
      evidence_details: { has_evidence: true, submission_count: 1 },
    });
    await control(open, `disputes/${id}/close`, { outcome: "won" });
    const won = await open.stripe.disputes.list({ charge: charge.id });
    expect(won.data).toMatchObject([
      { status: "won", balance_transactions: [{ amount: -5000 }, { amount: 5000, fee: 0 }] },
    ]);
    expect(await eventTypesAfter(open.stripe, before)).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.updated",
      "charge.dispute.closed",
      "charge.dispute.funds_reinstated",
    ]);
    await expect(control(open, `disputes/${id}/close`, { outcome: "lost" })).rejects.toThrow(
      "already closed: it is won",
    );
  },
);

test.runIf(isLongRun)("a dispute over a part is lost when the merchant accepts it", async () => {
  await using open = openSandbox();
  const { charge } = await payOnce(open, 5000);
  await open.stripe.refunds.create({ charge: charge.id, amount: 1000 });
  await expect(control(open, "disputes", { charge: charge.id, amount: 5001 })).rejects.toThrow(
    "at most $50.00",
  );
  const opened = await control(open, "disputes", { charge: charge.id });
  expect(opened["amount"]).toBe(4000);
  const closed = await open.stripe.disputes.close(String(opened["id"]));
  expect(closed).toMatchObject({ status: "lost", balance_transactions: [{ amount: -4000 }] });
  const moved = await open.stripe.balanceTransactions.list({ type: "adjustment" });
  expect(moved.data.map(({ amount }) => amount)).toEqual([-4000]);
});

test.runIf(isLongRun)("an inquiry takes nothing, and a dispute may follow it", async () => {
  await using open = openSandbox();
  const { charge } = await payOnce(open);
  const inquiry = await control(open, "disputes", { charge: charge.id, kind: "inquiry" });
  expect(inquiry).toMatchObject({ status: "warning_needs_response", balance_transactions: [] });
  await control(open, `disputes/${String(inquiry["id"])}/close`, { outcome: "won" });
  expect((await open.stripe.disputes.retrieve(String(inquiry["id"]))).status).toBe(
    "warning_closed",
  );
  await control(open, "disputes", { charge: charge.id });
  expect((await open.stripe.charges.retrieve(charge.id)).disputed).toBe(true);
});

test.runIf(isLongRun)(
  "the card of a payer who disputes everything is disputed by itself",
  async () => {
    await using open = openSandbox();
    const { charge } = await payOnce(open, 5000, "4000000000000259");
    expect((await open.stripe.disputes.list({ charge: charge.id })).data).toMatchObject([
      { reason: "fraudulent", amount: 5000 },
    ]);
  },
);

test.runIf(isLongRun)(
  "the balance is the sum of what its list says, by type and by source",
  async () => {
    await using open = openSandbox();
    const first = await payOnce(open, 5000);
    const second = await payOnce(open, 7000);
    const refund = await open.stripe.refunds.create({ charge: first.charge.id, amount: 1234 });
    await control(open, "disputes", { charge: second.charge.id });
    const { balanceTransactions } = open.stripe;
    const all = (await balanceTransactions.list({ limit: 100, expand: ["data.source"] })).data;
    expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(5000 + 7000 - 1234 - 7000);
    expect(all.every(({ amount, fee, net }) => amount - fee === net)).toBe(true);
    expect(all.map(({ source }) => typeof source === "object" && source?.object)).toEqual([
      "dispute",
      "refund",
      "charge",
      "charge",
    ]);
    const ofRefund = await balanceTransactions.list({ source: refund.id });
    expect(ofRefund.data).toMatchObject([{ amount: -1234, type: "refund" }]);
    expect((await balanceTransactions.list({ type: "charge" })).data).toHaveLength(2);
    expect(await balanceTransactions.retrieve(idOf(refund.balance_transaction))).toMatchObject({
      net: -1234,
    });
  },
);
