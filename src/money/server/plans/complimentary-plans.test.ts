import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { payCheckout } from "#test/payment-sandbox.ts";
import { aCustomer, anAdmin, signInBrowser, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { refillComplimentaryPlans } from "./complimentary-plans.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const reason = "Thank you for waiting";

/** Read without a session, since these tests advance the clock by months. */
async function planOf(customer: TestPerson) {
  await signInBrowser(app, customer.client, customer.userId);
  return await customer.api.plans.readSubscription({});
}

async function customerWithPlan(at: string): Promise<TestPerson> {
  app.clock.set(at);
  const [admin, customer] = [await anAdmin(app), await aCustomer(app)];
  await admin.api.plans.giveComplimentaryPlan({ userId: customer.userId, plan: "Basic", reason });
  return customer;
}

async function useQuota(customer: TestPerson): Promise<void> {
  await app.database.kysely
    .updateTable("profiles")
    .set({ packageQuota: 0 })
    .where("id", "=", customer.userId)
    .execute();
}

describe("a complimentary plan", () => {
  test("is given by admins only, with a reason", async () => {
    const customer = await aCustomer(app);
    const input = { userId: customer.userId, plan: "Basic" as const, reason };
    await expectApiError(app.client().api.plans.giveComplimentaryPlan(input), "signed_out");
    await expectApiError(customer.api.plans.giveComplimentaryPlan(input), "forbidden");
    const { api } = await anAdmin(app);
    await expectApiError(
      api.plans.giveComplimentaryPlan({ ...input, reason: " " }),
      "missing_information",
    );
    await expectApiError(
      api.plans.giveComplimentaryPlan({ ...input, userId: randomUUID() }),
      "not_found",
    );
    await expectApiError(
      api.plans.giveComplimentaryPlan({ ...input, plan: "Gold" as never }),
      "invalid_input",
    );
  });

  test("is not for the admin's own account nor for a closed one, and neither is a quota", async () => {
    const [admin, customer] = [await anAdmin(app), await aCustomer(app)];
    await admin.api.plans.giveComplimentaryPlan({ userId: customer.userId, plan: "Basic", reason });
    await app.database.kysely
      .updateTable("profiles")
      .set({ closedAt: app.clock.now() })
      .where("id", "=", customer.userId)
      .execute();
    for (const [userId, rejected] of [
      [admin.userId, "own_account"],
      [customer.userId, "account_closed"],
    ] as const) {
      await expectApiError(
        admin.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason }),
        rejected,
      );
      const quota = { userId, packageQuota: 3, reason };
      await expectApiError(admin.api.plans.adjustQuota(quota), rejected);
    }
  });

  test("takes effect at once, is audited, and a repeat fills nothing", async () => {
    app.clock.set("2026-03-10T08:00:00Z");
    const [admin, customer] = [await anAdmin(app), await aCustomer(app)];
    const input = { userId: customer.userId, plan: "Super" as const, reason };
    expect(await admin.api.plans.giveComplimentaryPlan(input)).toEqual({
      subscription: "Super",
      packageQuota: 10,
      maxWeightGrams: 4000,
      status: "complimentary",
      currentPeriodEndsAt: "2026-04-10T08:00:00.000Z",
      cancelsAtPeriodEnd: false,
      nextPlan: null,
      unsettled: null,
      chosenPlan: null,
    });
    await useQuota(customer);
    expect(await admin.api.plans.giveComplimentaryPlan(input)).toMatchObject({ packageQuota: 0 });
    const quota = { userId: customer.userId, packageQuota: 3, reason };
    expect(await admin.api.plans.adjustQuota(quota)).toMatchObject({ packageQuota: 3 });
    expect(await admin.api.plans.giveComplimentaryPlan({ ...input, plan: null })).toMatchObject({
      subscription: null,
      packageQuota: 0,
      status: "none",
    });
    await expectApiError(admin.api.plans.adjustQuota(quota), "no_subscription");
    const actions = await app.database.kysely
      .selectFrom("auditLog")
      .select(["action", "reason"])
      .where("errorCode", "is", null)
      .where("target", "=", customer.userId)
      .orderBy("id")
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      "plans.giveComplimentaryPlan",
      "plans.adjustQuota",
      "plans.giveComplimentaryPlan",
    ]);
  });

  test.each([
    ["2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z", "2026-03-31T10:00:00.000Z"],
    ["2028-01-31T10:00:00Z", "2028-02-29T10:00:00Z", "2028-03-31T10:00:00.000Z"],
    ["2028-02-29T10:00:00Z", "2028-03-29T10:00:00Z", "2028-04-29T10:00:00.000Z"],
    ["2026-09-25T01:30:00Z", "2026-10-25T01:30:00Z", "2026-11-25T01:30:00.000Z"],
    ["2026-12-31T23:59:59Z", "2027-01-31T23:59:59Z", "2027-02-28T23:59:59.000Z"],
  ])("F6: started on %s it is filled on %s, until %s", async (from, refillsAt, until) => {
    const customer = await customerWithPlan(from);
    await useQuota(customer);
    app.clock.set(new Date(new Date(refillsAt).getTime() - 1));
    await refillComplimentaryPlans(app.services);
    expect(await planOf(customer)).toMatchObject({ packageQuota: 0 });
    app.clock.set(refillsAt);
    await Promise.all(Array.from({ length: 5 }, () => refillComplimentaryPlans(app.services)));
    expect(await planOf(customer)).toMatchObject({
      packageQuota: 5,
      currentPeriodEndsAt: until,
    });
    await useQuota(customer);
    app.clock.advance(-10 * 60_000);
    await refillComplimentaryPlans(app.services);
    app.clock.advance(20 * 60_000);
    await refillComplimentaryPlans(app.services);
    expect(await planOf(customer)).toMatchObject({ packageQuota: 0 });
  });

  test("is replaced by a paid plan, and is rejected beside one until an admin ends that at the provider", async () => {
    const customer = await customerWithPlan("2026-05-01T00:00:00Z");
    const idempotencyKey = randomUUID();
    const { url } = await customer.api.plans.startSubscription({ plan: "Premium", idempotencyKey });
    await payCheckout(app, url);
    await app.deliverWebhooks();
    await app.runJobs();
    expect(await planOf(customer)).toMatchObject({ subscription: "Premium", status: "active" });
    const { api } = await anAdmin(app);
    const input = { userId: customer.userId, plan: "Basic" as const, reason };
    await expectApiError(api.plans.giveComplimentaryPlan(input), "subscription_exists");
    await customer.api.plans.cancelSubscription({});
    await expectApiError(api.plans.giveComplimentaryPlan(input), "subscription_exists");
    await api.plans.endSubscription({ userId: customer.userId, reason });
    expect(await planOf(customer)).toMatchObject({ subscription: null, status: "none" });
    await expectApiError(
      api.plans.endSubscription({ userId: customer.userId, reason }),
      "no_subscription",
    );
    app.clock.advance(1000);
    expect(await api.plans.giveComplimentaryPlan(input)).toMatchObject({ subscription: "Basic" });
  });
});
