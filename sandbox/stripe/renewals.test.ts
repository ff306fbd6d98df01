/** Subscriptions renew by the account's clock, become past due when the card is declined, and recover or end. */
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import {
  control,
  eventTypesAfter,
  idOf,
  monthlyPrice,
  newestEvent,
  openSandbox,
  subscribe,
} from "./sandbox-harness.ts";

const failsLater = "4000000000000341";
const daySeconds = 86_400;

async function subscriber(at: string, number?: string) {
  const open = openSandbox({ now: () => new Date(at) });
  const price = await monthlyPrice(open.stripe, 12_900);
  const { subscription } = await subscribe(open, price.id, number);
  return {
    ...open,
    price,
    id: subscription.id,
    current: () => open.stripe.subscriptions.retrieve(subscription.id),
    to: (time: string) => control(open, "clock", { to: time }),
    days: (count: number) => control(open, "clock", { advanceSeconds: count * daySeconds }),
  };
}

function periodOf(subscription: Stripe.Subscription): [string, string] {
  const item = subscription.items.data[0];
  const dayOf = (seconds = 0) => new Date(seconds * 1000).toISOString().slice(0, 10);
  return [dayOf(item?.current_period_start), dayOf(item?.current_period_end)];
}

test.runIf(isLongRun)(
  "each month is billed on its day, the last one where a month is too short",
  async () => {
    await using shop = await subscriber("2027-10-31T10:30:00Z");
    const before = await newestEvent(shop.stripe);
    await shop.to("2027-11-30T10:29:59Z");
    expect((await shop.stripe.invoices.list()).data).toHaveLength(1);
    await shop.to("2028-04-30T10:30:00Z");
    const invoices = (await shop.stripe.invoices.list({ limit: 100 })).data.toReversed();
    const starts = invoices.map(({ lines }) => lines.data[0]?.period.start ?? 0);
    expect(starts.map((start) => new Date(start * 1000).toISOString())).toEqual([
      "2027-10-31T10:30:00.000Z",
      "2027-11-30T10:30:00.000Z",
      "2027-12-31T10:30:00.000Z",
      "2028-01-31T10:30:00.000Z",
      "2028-02-29T10:30:00.000Z",
      "2028-03-31T10:30:00.000Z",
      "2028-04-30T10:30:00.000Z",
    ]);
    expect(invoices.map(({ created }) => created)).toEqual(starts);
    expect(invoices.slice(1).every(({ billing_reason: why }) => why === "subscription_cycle")).toBe(
      true,
    );
    expect(invoices.map(({ status, amount_paid: paid }) => [status, paid])).toEqual(
      Array(7).fill(["paid", 12_900]),
    );
    expect(periodOf(await shop.current())).toEqual(["2028-04-30", "2028-05-31"]);
    const decision = (await eventTypesAfter(shop.stripe, before)).slice(0, 9);
    expect(decision).toEqual([
      "customer.subscription.updated",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice_payment.paid",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
  },
);

test.runIf(isLongRun)(
  "in a common year February ends on the 28th, and the anchor stays",
  async () => {
    await using shop = await subscriber("2027-01-31T00:00:00Z");
    await shop.to("2027-02-28T00:00:00Z");
    expect(periodOf(await shop.current())).toEqual(["2027-02-28", "2027-03-31"]);
  },
);

test.runIf(isLongRun)(
  "pending items of a price change are billed with the next period",
  async () => {
    await using shop = await subscriber("2027-04-01T00:00:00Z");
    const premium = await monthlyPrice(shop.stripe, 35_900, "Premium");
    await shop.days(15);
    const item = (await shop.current()).items.data[0]?.id ?? "";
    await shop.stripe.subscriptions.update(shop.id, { items: [{ id: item, price: premium.id }] });
    await shop.days(15);
    const invoice = await shop.stripe.invoices.retrieve(
      idOf((await shop.current()).latest_invoice),
    );
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-6_450, 17_950, 35_900]);
    expect(invoice).toMatchObject({ amount_paid: 47_400, billing_reason: "subscription_cycle" });
    const items = await shop.stripe.invoiceItems.list({ invoice: invoice.id });
    expect(items.data).toHaveLength(2);
    await shop.days(31);
    expect((await shop.stripe.invoices.list({ limit: 1 })).data[0]?.total).toBe(35_900);
  },
);

test.runIf(isLongRun)(
  "a card that declines renewals is retried on schedule, and then the subscription ends",
  async () => {
    await using shop = await subscriber("2027-04-01T00:00:00Z", failsLater);
    expect((await shop.current()).status).toBe("active");
    const before = await newestEvent(shop.stripe);
    await shop.days(30);
    expect(await shop.current()).toMatchObject({ status: "past_due" });
    const id = idOf((await shop.current()).latest_invoice);
    const open = () => shop.stripe.invoices.retrieve(id);
    const first = await open();
    expect(first).toMatchObject({
      status: "open",
      attempt_count: 1,
      attempted: true,
      amount_remaining: 12_900,
      next_payment_attempt: first.created + 3 * daySeconds,
    });
    expect(await eventTypesAfter(shop.stripe, before)).toEqual([
      "customer.subscription.updated",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.created",
      "charge.failed",
      "payment_intent.payment_failed",
      "invoice.payment_failed",
      "customer.subscription.updated",
    ]);
    await shop.days(3);
    expect((await open()).attempt_count).toBe(2);
    await shop.days(5);
    expect(await open()).toMatchObject({ attempt_count: 3, status: "open" });
    expect((await shop.current()).status).toBe("past_due");
    await shop.days(7);
    expect(await open()).toMatchObject({ attempt_count: 4, next_payment_attempt: null });
    expect(await shop.current()).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    const decision = await eventTypesAfter(shop.stripe, before);
    expect(decision.filter((type) => type === "invoice.payment_failed")).toHaveLength(4);
    expect(decision.at(-1)).toBe("customer.subscription.deleted");
    expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(2);
    await shop.days(60);
    expect((await shop.stripe.invoices.list()).data).toHaveLength(2);
  },
);

test.runIf(isLongRun)(
  "another card pays what is open, and the subscription is active again",
  async () => {
    await using shop = await subscriber("2027-04-01T00:00:00Z", failsLater);
    await shop.days(31);
    expect((await shop.current()).status).toBe("past_due");
    const before = await newestEvent(shop.stripe);
    await control(shop, `subscriptions/${shop.id}/card`, { number: "4242 4242 4242 4242" });
    const now = await shop.current();
    expect(now.status).toBe("active");
    expect(await shop.stripe.invoices.retrieve(idOf(now.latest_invoice))).toMatchObject({
      status: "paid",
      amount_paid: 12_900,
      attempt_count: 2,
      next_payment_attempt: null,
    });
    const decision = await eventTypesAfter(shop.stripe, before);
    expect(decision.filter((type) => type === "invoice.paid")).toHaveLength(1);
    expect(periodOf(now)).toEqual(["2027-05-01", "2027-06-01"]);
    await shop.days(31);
    expect((await shop.current()).status).toBe("active");
  },
);

test.runIf(isLongRun)(
  "the merchant attaches another card and has the invoice paid, through the API alone",
  async () => {
    await using shop = await subscriber("2027-04-01T00:00:00Z", failsLater);
    await shop.days(31);
    const { customer, latest_invoice: invoice } = await shop.current();
    await expect(shop.stripe.invoices.pay(idOf(invoice))).rejects.toMatchObject({
      type: "StripeCardError",
      decline_code: "generic_decline",
    });
    const card = await shop.stripe.paymentMethods.attach("pm_card_visa", {
      customer: idOf(customer),
    });
    await shop.stripe.subscriptions.update(shop.id, { default_payment_method: card.id });
    expect((await shop.current()).status).toBe("past_due");
    expect((await shop.stripe.invoices.pay(idOf(invoice))).status).toBe("paid");
    expect((await shop.current()).status).toBe("active");
    await expect(shop.stripe.invoices.pay(idOf(invoice))).rejects.toMatchObject({
      code: "invoice_already_paid",
    });
    const cards = await shop.stripe.paymentMethods.list({ customer: idOf(customer), type: "card" });
    expect(cards.data).toHaveLength(2);
  },
);

test.runIf(isLongRun).each([
  ["unpaid", "unpaid", "draft"],
  ["past_due", "past_due", "open"],
] as const)("by setting, it stays %s after the last attempt", async (afterwards, status, later) => {
  await using shop = await subscriber("2027-04-01T00:00:00Z", failsLater);
  await control(shop, "retry_rules", { waitsDays: "1", afterwards });
  await shop.days(30);
  expect((await shop.current()).status).toBe("past_due");
  await shop.days(1);
  expect((await shop.current()).status).toBe(status);
  await shop.days(31);
  const invoices = (await shop.stripe.invoices.list()).data;
  expect(invoices[0]).toMatchObject({ billing_reason: "subscription_cycle", status: later });
  expect(invoices).toHaveLength(3);
});

test.runIf(isLongRun)("renewals fail between the two controls", async () => {
  await using shop = await subscriber("2027-04-01T00:00:00Z");
  await control(shop, `subscriptions/${shop.id}/renewals`, { answer: "declined" });
  await control(shop, `subscriptions/${shop.id}/advance`, {});
  expect((await shop.current()).status).toBe("past_due");
  await control(shop, `subscriptions/${shop.id}/renewals`, { answer: "paid" });
  await shop.days(3);
  expect((await shop.current()).status).toBe("active");
});

test.runIf(isLongRun)(
  "an upgrade that the card declines changes nothing when payment is required",
  async () => {
    await using shop = await subscriber("2027-04-01T00:00:00Z", failsLater);
    const premium = await monthlyPrice(shop.stripe, 35_900, "Premium");
    const item = (await shop.current()).items.data[0]?.id ?? "";
    const upgrade = (payment_behavior: "error_if_incomplete" | "allow_incomplete") =>
      shop.stripe.subscriptions.update(shop.id, {
        items: [{ id: item, price: premium.id }],
        proration_behavior: "always_invoice",
        payment_behavior,
      });
    await expect(upgrade("error_if_incomplete")).rejects.toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
    });
    expect((await shop.current()).items.data[0]?.price.id).toBe(shop.price.id);
    expect((await shop.stripe.invoices.list()).data).toHaveLength(1);
    expect(await upgrade("allow_incomplete")).toMatchObject({
      status: "past_due",
      items: { data: [{ price: { id: premium.id } }] },
    });
  },
);

test.runIf(isLongRun)("an invoice that will not be paid is voided or written off", async () => {
  await using shop = await subscriber("2027-04-01T00:00:00Z", failsLater);
  await shop.days(30);
  const id = idOf((await shop.current()).latest_invoice);
  expect((await shop.stripe.invoices.markUncollectible(id)).status).toBe("uncollectible");
  expect((await shop.current()).status).toBe("active");
  expect((await shop.stripe.invoices.voidInvoice(id)).status).toBe("void");
  await expect(shop.stripe.invoices.voidInvoice(id)).rejects.toThrow("is void");
  await shop.days(20);
  expect((await shop.stripe.invoices.retrieve(id)).attempt_count).toBe(1);
});

test.runIf(isLongRun)(
  "an overdue subscription is active when its open invoice is void, since the newest other one is paid",
  async () => {
    await using shop = await subscriber("2027-04-01T00:00:00Z", failsLater);
    await control(shop, `subscriptions/${shop.id}/period`, {});
    expect((await shop.current()).status).toBe("past_due");
    await control(shop, `subscriptions/${shop.id}/period`, {});
    const [newest, older] = (await shop.stripe.invoices.list({ status: "open" })).data;
    await shop.stripe.invoices.voidInvoice(newest?.id ?? "");
    expect((await shop.current()).status).toBe("past_due");
    await shop.stripe.invoices.voidInvoice(older?.id ?? "");
    expect((await shop.current()).status).toBe("active");
  },
);

test.runIf(isLongRun)("only a draft can be finalized, here without being collected", async () => {
  await using shop = await subscriber("2027-04-01T00:00:00Z", failsLater);
  await control(shop, `subscriptions/${shop.id}/status`, { status: "unpaid" });
  await control(shop, `subscriptions/${shop.id}/period`, {});
  const id = idOf((await shop.current()).latest_invoice);
  expect((await shop.stripe.invoices.retrieve(id)).status).toBe("draft");
  await expect(shop.stripe.invoices.voidInvoice(id)).rejects.toThrow("is draft");
  await expect(shop.stripe.invoices.finalizeInvoice(id)).rejects.toThrow("without collecting");
  const finalized = await shop.stripe.invoices.finalizeInvoice(id, { auto_advance: false });
  expect([finalized.status, finalized.amount_due]).toEqual(["open", 12_900]);
  await expect(shop.stripe.invoices.finalizeInvoice(id, { auto_advance: false })).rejects.toThrow(
    "is open",
  );
});

test.runIf(isLongRun)(
  "a subscription can be set to each of its statuses, with an event for each",
  async () => {
    await using shop = await subscriber("2027-04-01T00:00:00Z");
    const moveTo = async (status: string) => {
      const before = await newestEvent(shop.stripe);
      await control(shop, `subscriptions/${shop.id}/status`, { status });
      expect((await shop.current()).status).toBe(status);
      return await eventTypesAfter(shop.stripe, before);
    };
    const updated = "customer.subscription.updated";
    expect(await moveTo("past_due")).toEqual([updated]);
    expect(await moveTo("unpaid")).toEqual([updated]);
    expect(await moveTo("active")).toEqual([updated]);
    expect(await moveTo("paused")).toEqual(["customer.subscription.paused"]);
    await shop.days(45);
    expect((await shop.stripe.invoices.list()).data).toHaveLength(1);
    expect((await moveTo("active")).slice(0, 2)).toEqual([
      updated,
      "customer.subscription.resumed",
    ]);
    expect((await shop.stripe.invoices.list()).data).toHaveLength(2);
    expect(await moveTo("trialing")).toEqual([updated]);
    await shop.days(14);
    expect((await shop.current()).status).toBe("active");
    expect((await shop.stripe.invoices.list()).data).toHaveLength(3);
    expect(await moveTo("incomplete")).toEqual([updated]);
    await shop.days(1);
    expect((await shop.current()).status).toBe("incomplete_expired");
    await expect(moveTo("active")).rejects.toThrow("has ended: it is incomplete_expired");
    const other = await subscribe(shop, shop.price.id);
    await control(shop, `subscriptions/${other.subscription.id}/status`, { status: "canceled" });
    expect((await eventTypesAfter(shop.stripe)).at(-1)).toBe("customer.subscription.deleted");
  },
);

test.runIf(isLongRun)(
  "a subscription that was cancelled for the period's end is not billed again",
  async () => {
    await using shop = await subscriber("2027-04-01T00:00:00Z");
    await shop.stripe.subscriptions.update(shop.id, { cancel_at_period_end: true });
    const before = await newestEvent(shop.stripe);
    await shop.days(90);
    expect(await shop.current()).toMatchObject({
      status: "canceled",
      ended_at: Date.parse("2027-05-01T00:00:00Z") / 1000,
    });
    expect(await eventTypesAfter(shop.stripe, before)).toEqual(["customer.subscription.deleted"]);
  },
);

test.runIf(isLongRun)(
  "the clock goes forward only, for those with a key, and keeps its place",
  async () => {
    await using shop = await subscriber("2027-04-01T00:00:00Z");
    expect(await shop.days(2)).toEqual({
      now: "2027-04-03T00:00:00.000Z",
      wallNow: "2027-04-01T00:00:00.000Z",
      offsetSeconds: 2 * daySeconds,
    });
    await expect(shop.to("2027-04-02T00:00:00Z")).rejects.toThrow("forward only");
    await expect(control(shop, "clock", {})).rejects.toThrow("either advanceSeconds or to");
    await expect(shop.to("soon")).rejects.toThrow("must be like 2027-02-28T10:00:00Z");
    const rejected = await shop.sandbox.fetch(
      new Request("http://shop.test/sandbox/stripe/controls/clock", { method: "POST" }),
    );
    expect(rejected.status).toBe(401);
    expect(await control(shop, "clock")).toMatchObject({ offsetSeconds: 2 * daySeconds });
  },
);
