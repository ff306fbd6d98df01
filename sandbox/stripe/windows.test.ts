/** The books are read whole through pages of overlapping windows of time, with nothing twice and nothing missed. */
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { control, idOf, monthlyPrice, openSandbox, payOnce, subscribe } from "./sandbox-harness.ts";

type Window = { created: Stripe.RangeQueryParam; limit: number };
type Lister = (params: Window) => Stripe.ApiListPromise<{ id: string; created: number }>;

const hour = 3600;

test.runIf(isLongRun)(
  "payments, refunds, disputes, sessions and movements are found in every window",
  async () => {
    await using open = openSandbox({ now: () => new Date("2027-04-01T00:00:00Z") });
    const start = Date.parse("2027-04-01T00:00:00Z") / 1000;
    const price = await monthlyPrice(open.stripe, 12_900);
    for (let round = 0; round < 6; round += 1) {
      const { charge } = await payOnce(open, 1000 + round);
      const disputed = await payOnce(open, 2000 + round);
      await open.stripe.refunds.create({ charge: charge.id, amount: 100 });
      await control(open, "disputes", { charge: disputed.charge.id });
      await subscribe(open, price.id);
      await control(open, "clock", { advanceSeconds: hour });
    }
    const { stripe } = open;
    const listers: [string, number, Lister][] = [
      ["payment intents", 18, (params) => stripe.paymentIntents.list(params)],
      ["charges", 18, (params) => stripe.charges.list(params)],
      ["refunds", 6, (params) => stripe.refunds.list(params)],
      ["disputes", 6, (params) => stripe.disputes.list(params)],
      ["sessions", 18, (params) => stripe.checkout.sessions.list(params)],
      ["movements", 30, (params) => stripe.balanceTransactions.list(params)],
      ["invoices", 6, (params) => stripe.invoices.list(params)],
      ["events", 152, (params) => stripe.events.list(params)],
    ];
    for (const [name, total, list] of listers) {
      const whole = await list({ created: { gte: start }, limit: 4 }).autoPagingToArray({
        limit: 1000,
      });
      expect(whole, name).toHaveLength(total);
      const found = new Map<string, number>();
      for (let from = start; from < start + 7 * hour; from += hour) {
        // Each window reaches half an hour back into the one before.
        const created = { gte: from - hour / 2, lt: from + hour };
        const seen = await list({ created, limit: 3 }).autoPagingToArray({ limit: 1000 });
        expect(new Set(seen.map(({ id }) => id)).size, name).toBe(seen.length);
        for (const one of seen) {
          expect(one.created).toBeGreaterThanOrEqual(created.gte);
          expect(one.created).toBeLessThan(created.lt);
          found.set(one.id, one.created);
        }
      }
      expect([...found.keys()].toSorted(), name).toEqual(whole.map(({ id }) => id).toSorted());
    }
  },
);

test.runIf(isLongRun)(
  "invoices are listed by customer, subscription and time together",
  async () => {
    await using open = openSandbox({ now: () => new Date("2027-04-01T00:00:00Z") });
    const price = await monthlyPrice(open.stripe, 12_900);
    const mine = await subscribe(open, price.id);
    const theirs = await subscribe(open, price.id);
    await control(open, "clock", { to: "2027-07-01T00:00:00Z" });
    const customer = idOf(mine.subscription.customer);
    const { invoices } = open.stripe;
    expect((await invoices.list({ customer })).data).toHaveLength(4);
    expect((await invoices.list({ subscription: theirs.subscription.id })).data).toHaveLength(4);
    const created = {
      gte: Date.parse("2027-05-01T00:00:00Z") / 1000,
      lt: Date.parse("2027-07-01T00:00:00Z") / 1000,
    };
    const both = await invoices.list({ customer, created, status: "paid" });
    expect(both.data.map(({ billing_reason: reason }) => reason)).toEqual(
      Array(2).fill("subscription_cycle"),
    );
    const other = { customer, subscription: theirs.subscription.id };
    expect((await invoices.list(other)).data).toHaveLength(0);
  },
);
