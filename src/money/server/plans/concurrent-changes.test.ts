import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/server/db/open.ts";
import { silentLog } from "#test/database.ts";
import { planByName } from "#catalogue/rules/plan.ts";
import { isLongRun } from "#test/long-run.ts";
import { callSandbox, controlSandbox, sessionIdOf } from "#test/payment-sandbox.ts";
import { signedInContext } from "#test/context.ts";
import { aSubscriber, subscriptionOf } from "#test/subscriptions.ts";
import { aCustomer, signInBrowser, type TestPerson } from "#test/users.ts";
import { slowProvider } from "#test/slow-provider.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { Payment } from "#money/server/adapters/payment/payment.ts";
import { applySubscription } from "./apply-subscription.ts";
import { cancelSubscription } from "./subscriptions.ts";
import { planNames, type PlanName } from "#platform/rules/plan-name.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

/** The amounts that the provider has billed for the plan, the smallest first. */
async function billedCents(customer: TestPerson): Promise<number[]> {
  const { providerSubscriptionId: id } = await subscriptionOf(app, customer);
  const invoices = await app.services.payment.listPlanInvoices(id);
  return invoices.map(({ amountCents }) => amountCents).toSorted((one, other) => one - other);
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, one) => total + one, 0);
}

/** Plan and bills here and at the provider, without ids and times. */
async function stateOf(customer: TestPerson) {
  const subscription = await subscriptionOf(app, customer);
  const id = subscription.providerSubscriptionId;
  const there = await app.services.payment.readSubscription(id);
  const { items } = await customer.api.wallet.listTransactions({});
  return {
    plan: await customer.api.plans.readSubscription({}),
    atProvider: [there?.status, there?.plan, there?.cancelsAtPeriodEnd],
    billedCents: await billedCents(customer),
    history: items
      .map(({ type, amountCents, status }) => `${type} ${amountCents} ${status}`)
      .toSorted(),
  };
}

type Step = PlanName | "cancel" | "resume";
const steps: readonly Step[] = [...planNames, "cancel", "resume"];

/** Applies one step and returns "ok" or the code of its error. */
async function apply(customer: TestPerson, step: Step): Promise<string> {
  const { plans } = customer.api;
  try {
    if (step === "cancel") await plans.cancelSubscription({});
    else if (step === "resume") await plans.resumeSubscription({});
    else await plans.changeSubscription({ plan: step });
    return "ok";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** All permutations of `of`. */
function ordersOf(of: readonly Step[]): Step[][] {
  if (of.length === 0) return [[]];
  return [...new Set(of)].flatMap((first) =>
    ordersOf(of.toSpliced(of.indexOf(first), 1)).map((others) => [first, ...others]),
  );
}

/**
 * The cost of half a month in any order of the changes: from the paid plan to the largest one chosen,
 * since each step up bills the difference and no other step bills anything.
 */
function expectedCents(start: PlanName, chosen: readonly Step[]): number {
  const prices = [start, ...chosen.filter((step) => step !== "cancel" && step !== "resume")].map(
    (name) => planByName(name).priceCents,
  );
  const startCents = planByName(start).priceCents;
  return startCents + (Math.max(...prices) - startCents) / 2;
}

type Case = { readonly start: PlanName; readonly chosen: readonly Step[] };

/** New subscribers, the `n`-th with the plan of the `n`-th case, with half of the month over. */
async function subscribersFor(cases: readonly Case[]): Promise<TestPerson[]> {
  app.clock.set("2026-04-01T00:00:00Z");
  const customers = await inBatches(cases, ({ start }) => aSubscriber(app, start));
  app.clock.set("2026-04-16T00:00:00Z");
  return customers;
}

async function inBatches<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  for (let from = 0; from < items.length; from += 8) {
    results.push(...(await Promise.all(items.slice(from, from + 8).map(work))));
  }
  return results;
}

/** Applies all steps at once; returns the order in which they finished, and the result. */
async function atOnce(customer: TestPerson, chosen: readonly Step[]) {
  const done: Step[] = [];
  await Promise.all(
    chosen.map(async (step) => {
      await apply(customer, step);
      done.push(step);
    }),
  );
  return { done, state: await stateOf(customer) };
}

async function oneByOne(customer: TestPerson, order: readonly Step[]) {
  for (const step of order) await apply(customer, step);
  return await stateOf(customer);
}

/** A subscriber whose plan can be billed anew at the provider alone, as by a process that died before it saved that. */
async function aBasicSubscriber() {
  const [customer] = await subscribersFor([{ start: "Basic", chosen: [] }]);
  if (customer === undefined) throw new Error("There is no customer.");
  const { providerSubscriptionId: subscriptionId } = await subscriptionOf(app, customer);
  const changeAtProvider = (to: PlanName) =>
    app.services.payment.changePlan({
      subscriptionId,
      from: "Basic",
      to,
      takesEffect: "now",
      idempotencyKey: randomUUID(),
    });
  return { customer, changeAtProvider };
}

/** The long run checks all, the gate the first five. */
const caseCount = isLongRun ? 50 : 2;
const cases: readonly Case[] = fc.sample(
  fc.record({
    start: fc.constantFrom(...planNames),
    chosen: fc.array(fc.constantFrom(...steps), { minLength: 2, maxLength: 4 }),
  }),
  { numRuns: caseCount, seed: 11 },
);

describe("changes at once", () => {
  test.runIf(isLongRun)(
    "P31: two larger plans chosen at once bill the price of the larger one, in either order",
    async () => {
      const customers = await subscribersFor(
        Array.from({ length: 16 }, () => ({ start: "Basic", chosen: [] })),
      );
      const undo = slowProvider(app, { seed: 1, longestMilliseconds: 20 });
      await Promise.all(
        customers.map(async (customer, place) => {
          const first = apply(customer, "Super");
          // In the middle of the first.
          await pause(place * 10);
          await Promise.all([first, apply(customer, "Premium")]);
        }),
      ).finally(undo);
      const billed = await Promise.all(customers.map(billedCents));
      expect(billed.map(sum)).toEqual(customers.map(() => 12_900 + 11_500));
    },
  );

  test(
    `P31: ${caseCount} random sets of changes end and bill as the same changes in one of their orders`,
    { timeout: 240_000 },
    async () => {
      const undo = slowProvider(app, { seed: 11, longestMilliseconds: 12 });
      const customers = await subscribersFor(cases);
      const reached = await inBatches(
        cases.map(({ chosen }, place) => ({ chosen, customer: customers[place] as TestPerson })),
        ({ chosen, customer }) => atOnce(customer, chosen),
      ).finally(undo);
      // Usually the order in which they finished explains the result.
      const orders = cases.map(({ chosen }, place) => [
        reached[place]?.done ?? [],
        ...ordersOf(chosen),
      ]);
      let open = cases.map((_case, place) => place);
      for (let round = 0; open.some((place) => orders[place]?.[round] !== undefined); round += 1) {
        const tried = open.filter((place) => orders[place]?.[round] !== undefined);
        const fresh = await subscribersFor(tried.map((place) => cases[place] as Case));
        const serial = await inBatches(
          tried.map((place, index) => ({ place, customer: fresh[index] as TestPerson })),
          ({ place, customer }) => oneByOne(customer, orders[place]?.[round] ?? []),
        );
        const matching = tried.filter((place, index) =>
          isDeepStrictEqual(serial[index], reached[place]?.state),
        );
        open = open.filter((place) => !matching.includes(place));
        for (const [index, place] of tried.entries()) {
          const { start, chosen } = cases[place] as Case;
          expect(sum(serial[index]?.billedCents ?? [])).toBe(expectedCents(start, chosen));
        }
      }
      expect(open.map((place) => ({ ...cases[place], reached: reached[place] }))).toEqual([]);
      for (const [place, { start, chosen }] of cases.entries()) {
        expect(sum(reached[place]?.state.billedCents ?? [])).toBe(expectedCents(start, chosen));
      }
    },
  );

  test.runIf(isLongRun)(
    "P31: at two servers over one database bill what the larger plan costs",
    async () => {
      const database = openDatabase({ url: app.database.url, log: silentLog });
      const second = await testApp({ database, settings: { DATA_DIR: app.config.dataDir } });
      try {
        const cases = Array.from({ length: 8 }, () => ({ start: "Basic", chosen: [] }) as const);
        const customers = await subscribersFor(cases);
        second.clock.set(app.clock.now());
        const ends = [app, second].map((one, seed) =>
          slowProvider(one, { seed, longestMilliseconds: 20 }),
        );
        await Promise.all(
          customers.map(async (customer, place) => {
            const otherServer = second.client();
            await signInBrowser(second, otherServer, customer.userId);
            const first = apply(customer, "Super");
            await pause(place * 20);
            await Promise.all([first, apply({ ...customer, api: otherServer.api }, "Premium")]);
          }),
        );
        for (const end of ends) end();
        const billed = await Promise.all(customers.map(billedCents));
        expect(billed.map(sum)).toEqual(customers.map(() => 12_900 + 11_500));
      } finally {
        await second.close();
      }
    },
  );

  test.runIf(isLongRun)(
    "after a process died between billing and saving, the next change bills only the difference",
    async () => {
      const { customer, changeAtProvider } = await aBasicSubscriber();
      await changeAtProvider("Super");
      await sql`
      insert into subscriber_locks (user_id, holder, locked_until)
      values (${customer.userId}, gen_random_uuid(), clock_timestamp() + interval '1 second')
    `.execute(app.database.kysely);
      const startedAt = performance.now();
      expect(await apply(customer, "Premium")).toBe("ok");
      expect(performance.now() - startedAt).toBeGreaterThan(900);
      expect(await billedCents(customer)).toEqual([3500, 8000, 12_900]);
    },
  );

  test.runIf(isLongRun)(
    "the same change repeated after a process died succeeds and bills nothing more",
    async () => {
      const { customer, changeAtProvider } = await aBasicSubscriber();
      await changeAtProvider("Super");
      expect(await apply(customer, "Super")).toBe("ok");
      expect(await billedCents(customer)).toEqual([3500, 12_900]);
    },
  );

  test("of a plan and the closing of its account never leave a bill without an account", async () => {
    const cases = Array.from({ length: 12 }, () => ({ start: "Super", chosen: [] }) as const);
    const customers = await subscribersFor(cases);
    await Promise.all(customers.map((customer) => apply(customer, "cancel")));
    const undo = slowProvider(app, { seed: 3, longestMilliseconds: 15 });
    await Promise.all(
      customers.map(async (customer, place) => {
        const step = place % 2 === 0 ? "resume" : "Premium";
        const closing = customer.api.users.closeAccount({ password: customer.password });
        await pause(place * 4);
        await Promise.allSettled([closing, apply(customer, step)]);
      }),
    ).finally(undo);
    for (const customer of customers) {
      const { closedAt } = await app.database.kysely
        .selectFrom("profiles")
        .select("closedAt")
        .where("id", "=", customer.userId)
        .executeTakeFirstOrThrow();
      const { providerSubscriptionId: id } = await subscriptionOf(app, customer);
      const goesOn =
        (await app.services.payment.readSubscription(id))?.cancelsAtPeriodEnd === false;
      expect({ isClosed: closedAt !== null, goesOn }).not.toEqual({ isClosed: true, goesOn: true });
    }
  });
});

describe("a change that the provider has billed but we have not stored", () => {
  test("is not billed again, nor is another one added to it", async () => {
    const { customer, changeAtProvider } = await aBasicSubscriber();
    await changeAtProvider("Super");
    expect(await changeAtProvider("Super")).toBe("changed");
    await expect(changeAtProvider("Premium")).rejects.toMatchObject({ reason: "unavailable" });
    expect(await billedCents(customer)).toEqual([3500, 12_900]);
  });
});

describe("a change that the card declines", () => {
  test("leaves the scheduled smaller plan, so that the next month bills that", async () => {
    const [customer] = await subscribersFor([{ start: "Super", chosen: [] }]);
    if (customer === undefined) throw new Error("There is no customer.");
    expect(await apply(customer, "Basic")).toBe("ok");
    const { providerSubscriptionId: id } = await subscriptionOf(app, customer);
    await controlSandbox(app, `subscriptions/${id}/renewals`, { answer: "declined" });
    expect(await apply(customer, "Premium")).toBe("card_declined");
    expect((await app.services.payment.readSubscription(id))?.plan).toBe("Basic");
    expect(await customer.api.plans.readSubscription({})).toMatchObject({ nextPlan: "Basic" });
    expect(await billedCents(customer)).toEqual([19_900]);
  });
});

describe("canceling an overdue plan", () => {
  /** A subscriber whose present month has an open invoice, since the card was declined. */
  async function overdue() {
    const [customer] = await subscribersFor([{ start: "Super", chosen: [] }]);
    if (customer === undefined) throw new Error("There is no customer.");
    const { providerSubscriptionId: id } = await subscriptionOf(app, customer);
    await controlSandbox(app, `subscriptions/${id}/renewals`, { answer: "declined" });
    await controlSandbox(app, `subscriptions/${id}/period`, {});
    await applySubscription(app.services, id);
    const [open] = await openInvoices(id);
    if (open === undefined) throw new Error("There is no open invoice.");
    return { customer, id, pay: () => payInvoice(open.id) };
  }

  async function openInvoices(id: string): Promise<{ id: string }[]> {
    const path = `invoices?subscription=${id}&status=open`;
    return ((await callSandbox(app, path)) as { data: { id: string }[] }).data;
  }

  /** Whether the customer's bank paid it; the provider rejects that for a void one. */
  async function payInvoice(invoiceId: string): Promise<boolean> {
    const paid = callSandbox(app, `invoices/${invoiceId}/pay`, { off_session: "false" });
    return await paid.then(
      () => true,
      () => false,
    );
  }

  /** Cancels, and runs `inBetween` before call `number` to the provider; false when there are fewer calls. */
  async function cancelWith(customer: TestPerson, number: number, inBetween: () => Promise<void>) {
    const { paymentSandbox } = app.sandboxes;
    if (paymentSandbox === null) throw new Error("This server has no payment sandbox.");
    const prompt = paymentSandbox.fetch;
    let calls = 0;
    paymentSandbox.fetch = async (request) => {
      calls += 1;
      if (calls === number) {
        paymentSandbox.fetch = prompt;
        await inBetween();
      }
      return await prompt(request);
    };
    const outcome = await apply(customer, "cancel");
    paymentSandbox.fetch = prompt;
    return { outcome, isReached: calls >= number };
  }

  /** Whether `work` died before call `number` to the provider; false when there are fewer calls. */
  async function dyingBefore(number: number, work: (payment: Payment) => Promise<unknown>) {
    let calls = 0;
    const payment = new Proxy(app.services.payment, {
      get: (target, name: keyof Payment) => {
        calls += 1;
        if (calls >= number) throw new Error("The process died");
        return target[name];
      },
    });
    await work(payment).catch((error: Error) => {
      if (error.message !== "The process died") throw error;
    });
    return calls >= number;
  }

  /** What the customer pays and has: a paid month is kept until its end, and an unpaid one cannot be paid any more. */
  async function expectFairEnd(customer: TestPerson, id: string, isPaid: boolean): Promise<void> {
    expect(await openInvoices(id)).toEqual([]);
    expect(await billedCents(customer)).toEqual(isPaid ? [19_900, 19_900] : [19_900]);
    expect(await customer.api.plans.readSubscription({})).toMatchObject(
      isPaid
        ? { subscription: "Super", status: "active", packageQuota: 10, cancelsAtPeriodEnd: true }
        : { subscription: null, packageQuota: 0 },
    );
  }

  test.runIf(isLongRun)(
    "P32: never cuts a month short that is paid meanwhile, before whichever call",
    async () => {
      const paidBefore: boolean[] = [];
      for (let number = 1; ; number += 1) {
        const { customer, id, pay } = await overdue();
        let isPaid = false;
        const { outcome, isReached } = await cancelWith(customer, number, async () => {
          isPaid = await pay();
        });
        expect(outcome).toBe("ok");
        await expectFairEnd(customer, id, isPaid);
        if (!isReached) break;
        paidBefore.push(isPaid);
      }
      // Paid until it is void, and never afterwards.
      expect(paidBefore).toContain(true);
      expect(paidBefore.lastIndexOf(true)).toBeLessThan(paidBefore.indexOf(false));
    },
  );

  test.runIf(isLongRun)(
    "P32: nor does a repeat after a process died before whichever call",
    async () => {
      for (const paysAfterwards of [false, true]) {
        for (let number = 1; ; number += 1) {
          const { customer, id, pay } = await overdue();
          const hasDied = await dyingBefore(number, (payment) =>
            cancelSubscription(signedInContext(app, customer, { payment })),
          );
          const isPaid = hasDied && paysAfterwards && (await pay());
          // The plan has ended where only the answer was lost.
          expect(["ok", "no_subscription"]).toContain(await apply(customer, "cancel"));
          await expectFairEnd(customer, id, isPaid);
          if (!hasDied) break;
        }
      }
    },
  );
});

describe("closing an account", () => {
  test("ends a deposit that is started while it ends another", async () => {
    const { paymentSandbox } = app.sandboxes;
    if (paymentSandbox === null) throw new Error("This server has no payment sandbox.");
    const customer = await aCustomer(app);
    const begin = () =>
      customer.api.wallet.startDeposit({ amount: "20", idempotencyKey: randomUUID() });
    const urls = [(await begin()).url];
    const prompt = paymentSandbox.fetch;
    paymentSandbox.fetch = async (request) => {
      if (urls.length === 1 && request.url.endsWith("/expire")) urls.push((await begin()).url);
      return await prompt(request);
    };
    try {
      const { password } = customer;
      expect(await customer.api.users.closeAccount({ password })).toEqual({});
    } finally {
      paymentSandbox.fetch = prompt;
    }
    const sessions = await Promise.all(
      urls.map((url) => app.services.payment.readCheckoutSession(sessionIdOf(url))),
    );
    expect(sessions.map((session) => session?.state)).toEqual(["expired", "expired"]);
  });
});
