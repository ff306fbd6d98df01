/** A bank that takes days leaves a completed session unpaid, and decides later. */
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import {
  control,
  eventTypesAfter,
  monthlyPrice,
  newestEvent,
  openSandbox,
  payingCard,
  payOnce,
  sendForm,
} from "./sandbox-harness.ts";

const paysLater = "4000000000005100";
const delayedDecline = "4000000000005217";
const threeDays = { advanceSeconds: 3 * 86_400 };

test.runIf(isLongRun)(
  "the session is complete and unpaid until the bank pays, days later",
  async () => {
    await using open = openSandbox();
    const { session, intent, charge } = await payOnce(open, 5000, paysLater);
    expect(session).toMatchObject({ status: "complete", payment_status: "unpaid" });
    expect(intent).toMatchObject({ status: "processing", amount_received: 0 });
    expect(charge).toMatchObject({ status: "pending", paid: false, balance_transaction: null });
    expect(await eventTypesAfter(open.stripe)).toEqual([
      "payment_intent.created",
      "charge.pending",
      "payment_intent.processing",
      "checkout.session.completed",
    ]);
    const before = await newestEvent(open.stripe);
    await control(open, "clock", { advanceSeconds: 3 * 86_400 - 60 });
    expect(await eventTypesAfter(open.stripe, before)).toEqual([]);
    await control(open, "clock", { advanceSeconds: 60 });
    expect(await eventTypesAfter(open.stripe, before)).toEqual([
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.async_payment_succeeded",
    ]);
    expect(await open.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      payment_status: "paid",
      status: "complete",
    });
    const paid = await open.stripe.charges.retrieve(charge.id, { expand: ["balance_transaction"] });
    expect(paid).toMatchObject({ paid: true, balance_transaction: { amount: 5000 } });
  },
);

test.runIf(isLongRun)("a bank that declines leaves the session unpaid permanently", async () => {
  await using open = openSandbox();
  const { session, intent, charge } = await payOnce(open, 5000, delayedDecline);
  const before = await newestEvent(open.stripe);
  await control(open, "clock", threeDays);
  expect(await eventTypesAfter(open.stripe, before)).toEqual([
    "charge.failed",
    "payment_intent.payment_failed",
    "checkout.session.async_payment_failed",
  ]);
  expect(await open.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "complete",
    payment_status: "unpaid",
  });
  expect(await open.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "card_declined" },
  });
  expect((await open.stripe.charges.retrieve(charge.id)).status).toBe("failed");
  expect((await open.stripe.balanceTransactions.list()).data).toHaveLength(0);
});

test.runIf(isLongRun)("the controls trigger the bank's decision once", async () => {
  await using open = openSandbox();
  const { session } = await payOnce(open, 5000, paysLater);
  await control(open, `checkout_sessions/${session.id}/settle`, { outcome: "failed" });
  await expect(
    control(open, `checkout_sessions/${session.id}/settle`, { outcome: "succeeded" }),
  ).rejects.toThrow("waits for no bank");
  const before = await newestEvent(open.stripe);
  await control(open, "clock", threeDays);
  expect(await eventTypesAfter(open.stripe, before)).toEqual([]);
});

test.runIf(isLongRun)("a subscription is not sold to a bank that takes days", async () => {
  await using open = openSandbox();
  const price = await monthlyPrice(open.stripe, 12_900);
  const { url } = await open.stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "http://shop.test/",
  });
  const answer = await sendForm(open.sandbox.fetch, url ?? "", {
    ...payingCard,
    number: paysLater,
  });
  expect(await answer.text()).toContain("cards that pay at once only");
  expect((await open.stripe.subscriptions.list()).data).toHaveLength(0);
});
