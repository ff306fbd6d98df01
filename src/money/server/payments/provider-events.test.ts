import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { failingCalls } from "#test/failing-calls.ts";
import { checkoutEvent, payCheckout, sessionIdOf, signedEvent } from "#test/payment-sandbox.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { processEvent, receiveEvent } from "./provider-events.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

const page = { page: 1, pageSize: 20 };

async function attemptsOf(eventId: string): Promise<number | undefined> {
  const row = await app.database.kysely
    .selectFrom("providerEvents")
    .select("attempts")
    .where("id", "=", eventId)
    .executeTakeFirst();
  return row?.attempts;
}

/** A paid deposit whose event failed `attempts` times. */
async function failedNews(attempts: number) {
  const customer = await aCustomer(app);
  const { url } = await customer.api.wallet.startDeposit({
    amount: "9",
    idempotencyKey: randomUUID(),
  });
  await payCheckout(app, url);
  const event = checkoutEvent(sessionIdOf(url), { id: `evt_${randomUUID()}` });
  const { rawBody, signature } = signedEvent(app, event);
  const away = {
    ...app.services,
    payment: {
      ...app.services.payment,
      readCheckoutSession: () => Promise.reject(new Error("The provider\u0000 is away.")),
    },
  };
  expect(await receiveEvent(away, rawBody, signature)).toMatchObject({ status: 200 });
  await expect(processEvent(away, event.id)).rejects.toThrow("away");
  // The intake itself tried at once, beside the answer: what it notes must be there before it is changed here.
  await vi.waitFor(async () => expect(await attemptsOf(event.id)).toBe(2), { timeout: 40_000 });
  await app.database.kysely
    .updateTable("providerEvents")
    .set({ attempts })
    .where("id", "=", event.id)
    .execute();
  return { customer, eventId: event.id };
}

async function auditedRetries(): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("auditLog")
    .select("target")
    .where("errorCode", "is", null)
    .where("action", "=", "payments.retryProviderEvent")
    .orderBy("id")
    .execute();
  return rows.map(({ target }) => target);
}

test("is for admins", async () => {
  const customer = await aCustomer(app);
  for (const [api, code] of [
    [app.client().api, "signed_out"],
    [customer.api, "forbidden"],
  ] as const) {
    await expectApiError(api.payments.listProviderEvents(page), code);
    await expectApiError(api.payments.retryProviderEvent({ eventId: "evt_1" }), code);
  }
  await expectApiError(admin.api.payments.retryProviderEvent({ eventId: "evt_no" }), "not_found");
});

test("P13: failed and dead events are listed with their reasons, and processed when retried", async () => {
  const failed = await failedNews(3);
  const dead = await failedNews(91);
  const { listProviderEvents, retryProviderEvent } = admin.api.payments;
  for (const [state, { eventId }] of [
    ["failed", failed],
    ["dead", dead],
  ] as const) {
    expect((await listProviderEvents({ ...page, state })).items).toMatchObject([
      { id: eventId, state, lastError: "The provider\uFFFD is away." },
    ]);
  }
  expect(await listProviderEvents({ ...page })).toMatchObject({
    total: 2,
    unfinished: { received: 0, failed: 1, dead: 1 },
  });
  for (const { eventId, customer } of [failed, dead]) {
    expect(await retryProviderEvent({ eventId })).toMatchObject({ state: "processed" });
    expect(await retryProviderEvent({ eventId })).toMatchObject({ state: "processed" });
    expect((await customer.api.wallet.readWallet({})).balanceCents).toBe(900);
  }
  expect(await auditedRetries()).toEqual([failed.eventId, dead.eventId]);
});

test("a retry that could not be stored is not in the audit log", async () => {
  const { eventId } = await failedNews(91);
  const calls = failingCalls(app.database);
  calls.arm("commit", "rejected");
  await expectApiError(admin.api.payments.retryProviderEvent({ eventId }), "unexpected");
  expect(calls.disarm()).toBe(true);
  expect(await auditedRetries()).not.toContain(eventId);
});

test("one that fails again says why", async () => {
  const { eventId } = await failedNews(91);
  await app.database.kysely
    .updateTable("providerEvents")
    .set({ payload: JSON.stringify({ strange: true }) })
    .where("id", "=", eventId)
    .execute();
  expect(await admin.api.payments.retryProviderEvent({ eventId })).toMatchObject({
    state: "dead",
    attempts: 92,
  });
});
