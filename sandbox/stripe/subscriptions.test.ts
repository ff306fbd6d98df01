/** Subscriptions start with a paid invoice, change price by the second, and end when canceled. */
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import {
  idOf,
  monthlyPrice,
  openSandbox,
  payingCard,
  sendForm,
  subscribe,
} from "./sandbox-harness.ts";

test.runIf(isLongRun)(
  "a subscription checkout makes a customer, a subscription and a paid invoice",
  async () => {
    await using open = openSandbox({ now: () => new Date("2027-01-31T10:30:00Z") });
    const price = await monthlyPrice(open.stripe, 12_900);
    const { session, subscription } = await subscribe(open, price.id);
    expect(session).toMatchObject({
      mode: "subscription",
      status: "complete",
      payment_status: "paid",
      payment_intent: null,
      client_reference_id: "person-1",
      metadata: { plan: "Basic" },
    });
    expect(subscription).toMatchObject({
      status: "active",
      customer: session.customer,
      cancel_at_period_end: false,
      metadata: { person: "person-1" },
      latest_invoice: session.invoice,
    });
    const item = subscription.items.data[0];
    expect(item).toMatchObject({ quantity: 1, price: { id: price.id } });
    expect(new Date((item?.current_period_end ?? 0) * 1000).toISOString()).toBe(
      "2027-02-28T10:30:00.000Z",
    );
    const invoice = await open.stripe.invoices.retrieve(idOf(session.invoice), {
      expand: ["payments.data.payment.payment_intent", "customer"],
    });
    expect(invoice).toMatchObject({
      billing_reason: "subscription_create",
      status: "paid",
      total: 12_900,
      amount_due: 12_900,
      amount_paid: 12_900,
      customer: { email: "ada@example.com", name: "Ada Lovelace" },
      parent: {
        type: "subscription_details",
        subscription_details: { subscription: subscription.id, metadata: { person: "person-1" } },
      },
      lines: {
        data: [
          {
            amount: 12_900,
            period: { start: item?.current_period_start, end: item?.current_period_end },
            pricing: { price_details: { price: price.id } },
            parent: { subscription_item_details: { subscription: subscription.id } },
          },
        ],
      },
      payments: { data: [{ payment: { payment_intent: { status: "succeeded" } } }] },
    });
    expect(invoice.number).toMatch(/^[A-Z0-9]{8}-0001$/);
  },
);

test.runIf(isLongRun)("events are sent in order", async () => {
  await using open = openSandbox();
  const price = await monthlyPrice(open.stripe, 12_900);
  await subscribe(open, price.id);
  const types = (await open.stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
  expect(types.toReversed()).toEqual([
    "product.created",
    "price.created",
    "customer.created",
    "payment_method.attached",
    "customer.subscription.created",
    "invoice.created",
    "invoice.finalized",
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice_payment.paid",
    "invoice.paid",
    "invoice.payment_succeeded",
    "customer.subscription.updated",
    "checkout.session.completed",
  ]);
});

test.runIf(isLongRun)(
  "a declined card starts no subscription; the next card pays the same intent",
  async () => {
    await using open = openSandbox();
    const price = await monthlyPrice(open.stripe, 12_900);
    const session = await open.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "http://shop.test/upgraded",
    });
    const page = await (await open.sandbox.fetch(new Request(session.url ?? ""))).text();
    expect(page).toContain("Subscribe and pay $129.00");
    expect(page).toContain("per month");
    const url = session.url ?? "";
    await sendForm(open.sandbox.fetch, url, { ...payingCard, number: "4000000000000002" });
    expect((await open.stripe.subscriptions.list({ status: "all" })).data).toHaveLength(0);
    expect((await open.stripe.customers.list()).data).toHaveLength(0);
    await sendForm(open.sandbox.fetch, url, payingCard);
    expect((await open.stripe.subscriptions.list()).data).toHaveLength(1);
    const intents = (await open.stripe.paymentIntents.list()).data;
    expect(intents).toMatchObject([{ status: "succeeded", amount: 12_900 }]);
    const payments = await open.stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: intents[0]?.id ?? "" },
    });
    expect(payments.data).toHaveLength(1);
  },
);

test.runIf(isLongRun)(
  "cancelling at the period's end can be undone, and comes true when the time comes",
  async () => {
    let now = new Date("2026-03-10T00:00:00Z");
    await using open = openSandbox({ now: () => now });
    const { subscription } = await subscribe(open, (await monthlyPrice(open.stripe, 12_900)).id);
    const { subscriptions } = open.stripe;
    const periodEnd = subscription.items.data[0]?.current_period_end;
    const cancelling = await subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(cancelling).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
      cancel_at: periodEnd,
      cancellation_details: { reason: "cancellation_requested" },
    });
    const stored = await subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(stored).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
    });
    const decision = await open.stripe.events.list({
      type: "customer.subscription.updated",
      limit: 1,
    });
    expect(decision.data[0]?.data.previous_attributes).toMatchObject({
      cancel_at_period_end: true,
    });
    await subscriptions.update(subscription.id, { cancel_at_period_end: true });
    now = new Date("2026-04-09T23:59:59Z");
    expect((await subscriptions.retrieve(subscription.id)).status).toBe("active");
    now = new Date("2026-04-10T00:00:00Z");
    expect(await subscriptions.retrieve(subscription.id)).toMatchObject({
      status: "canceled",
      ended_at: now.getTime() / 1000,
    });
    const ended = await open.stripe.events.list({ type: "customer.subscription.deleted" });
    expect(ended.data).toHaveLength(1);
  },
);

test.runIf(isLongRun)("cancelling at once ends it, and only once", async () => {
  await using open = openSandbox();
  const { subscription } = await subscribe(open, (await monthlyPrice(open.stripe, 12_900)).id);
  const { subscriptions } = open.stripe;
  expect((await subscriptions.cancel(subscription.id)).status).toBe("canceled");
  await expect(subscriptions.cancel(subscription.id)).rejects.toThrow("No such subscription");
  const customer = idOf(subscription.customer);
  expect((await subscriptions.list({ customer })).data).toHaveLength(0);
  expect((await subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
  expect((await subscriptions.list({ customer, status: "canceled" })).data).toHaveLength(1);
  expect((await subscriptions.list({ customer, status: "active" })).data).toHaveLength(0);
});

test.runIf(isLongRun)(
  "a dearer price in mid-period is charged for the rest of it; a cheaper one becomes credit",
  async () => {
    let now = new Date("2026-04-01T00:00:00Z");
    await using open = openSandbox({ now: () => now });
    const basic = await monthlyPrice(open.stripe, 12_900, "Basic");
    const premium = await monthlyPrice(open.stripe, 35_900, "Premium");
    const { subscription } = await subscribe(open, basic.id);
    const item = subscription.items.data[0]?.id ?? "";
    now = new Date("2026-04-16T00:00:00Z");
    const dearer = await open.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: premium.id }],
      proration_behavior: "always_invoice",
    });
    expect(dearer.items.data[0]?.price.id).toBe(premium.id);
    const invoice = await open.stripe.invoices.retrieve(idOf(dearer.latest_invoice));
    expect(invoice).toMatchObject({
      billing_reason: "subscription_update",
      status: "paid",
      amount_paid: 11_500,
      lines: { data: [{ amount: -6_450 }, { amount: 17_950 }] },
    });
    const cheaper = await open.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: basic.id }],
      proration_behavior: "always_invoice",
    });
    const credit = await open.stripe.invoices.retrieve(idOf(cheaper.latest_invoice));
    expect(credit).toMatchObject({ total: -11_500, amount_due: 0, status: "paid" });
    const customer = await open.stripe.customers.retrieve(idOf(subscription.customer));
    expect(customer).toMatchObject({ balance: -11_500 });
    const charges = await open.stripe.charges.list({ customer: idOf(subscription.customer) });
    expect(charges.data.map(({ amount }) => amount)).toEqual([11_500, 12_900]);
  },
);

test.runIf(isLongRun)(
  "a change without settlement bills nothing; one left for later waits as items",
  async () => {
    await using open = openSandbox();
    const basic = await monthlyPrice(open.stripe, 12_900, "Basic");
    const premium = await monthlyPrice(open.stripe, 35_900, "Premium");
    const { subscription } = await subscribe(open, basic.id);
    const item = subscription.items.data[0]?.id ?? "";
    const change = (price: string, proration_behavior: "none" | "create_prorations") =>
      open.stripe.subscriptions.update(subscription.id, {
        items: [{ id: item, price }],
        proration_behavior,
      });
    await change(premium.id, "none");
    expect((await open.stripe.invoiceItems.list()).data).toHaveLength(0);
    await change(basic.id, "create_prorations");
    const waiting = await open.stripe.invoiceItems.list();
    expect(waiting.data).toMatchObject([{ invoice: null }, { invoice: null, amount: -35_900 }]);
    expect((await open.stripe.invoices.list()).data).toHaveLength(1);
  },
);

test.runIf(isLongRun)("prices are found by lookup key, which moves only on request", async () => {
  await using open = openSandbox();
  const first = await monthlyPrice(open.stripe, 12_900);
  const found = await open.stripe.prices.list({ lookup_keys: ["basic", "super"] });
  expect(found.data.map(({ id }) => id)).toEqual([first.id]);
  await expect(monthlyPrice(open.stripe, 13_900)).rejects.toThrow("already uses that lookup key");
  const next = await open.stripe.prices.create({
    product: idOf(first.product),
    currency: "usd",
    unit_amount: 13_900,
    recurring: { interval: "month" },
    lookup_key: "basic",
    transfer_lookup_key: true,
  });
  const moved = await open.stripe.prices.list({ lookup_keys: ["basic"] });
  expect(moved.data.map(({ id }) => id)).toEqual([next.id]);
  expect((await open.stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
});

test.runIf(isLongRun)(
  "a recurring price is rejected for a single payment, and the reverse",
  async () => {
    await using open = openSandbox();
    const monthly = await monthlyPrice(open.stripe, 12_900);
    const once = await open.stripe.prices.create({
      product: idOf(monthly.product),
      currency: "usd",
      unit_amount: 500,
    });
    const create = (mode: "payment" | "subscription", price: string) =>
      open.stripe.checkout.sessions.create({
        mode,
        line_items: [{ price, quantity: 1 }],
        success_url: "http://shop.test/",
      });
    await expect(create("payment", monthly.id)).rejects.toThrow("recurring price");
    await expect(create("subscription", once.id)).rejects.toThrow("only recurring prices");
    await open.stripe.prices.update(once.id, { active: false });
    await expect(create("payment", once.id)).rejects.toThrow("inactive");
  },
);

test.runIf(isLongRun)(
  "customers and products are changed field by field, with metadata merged",
  async () => {
    await using open = openSandbox();
    const { customers, products } = open.stripe;
    const { id } = await customers.create({ name: "Ada", metadata: { a: "1", b: "2" } });
    const changed = await customers.update(id, {
      email: "a@example.com",
      metadata: { b: "", c: "3" },
    });
    expect(changed).toMatchObject({ name: "Ada", email: "a@example.com" });
    expect(changed.metadata).toEqual({ a: "1", c: "3" });
    expect((await customers.update(id, { metadata: "" })).metadata).toEqual({});
    const product = await products.create({ id: "plan_basic", name: "Basic" });
    expect(product.id).toBe("plan_basic");
    await expect(products.create({ id: "plan_basic", name: "Basic" })).rejects.toThrow("exists");
    await products.update("plan_basic", { active: false });
    expect((await products.list({ active: true })).data).toHaveLength(0);
    expect((await products.list({ active: false })).data).toHaveLength(1);
  },
);
