// Shows that staff see what the provider told, what failed and what was given up, and have it worked on again.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { checkoutEvent, payCheckout, sessionIdOf, signedEvent } from "#testing/payment-sandbox.ts";
import { aCustomer, anAdmin, type TestPerson } from "#testing/people.ts";
import { expectRefusal } from "#testing/refusals.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { processEvent } from "./process-event.ts";
import { receiveEvent } from "./receive-event.ts";

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
    .selectFrom("provider_events")
    .select("attempts")
    .where("id", "=", eventId)
    .executeTakeFirst();
  return row?.attempts;
}

/** A paid deposit whose news failed `attempts` times. */
async function failedNews(attempts: number) {
  const customer = await aCustomer(app);
  const { url } = await customer.api.wallet.startDeposit({ amount: "9", requestKey: randomUUID() });
  await payCheckout(app, url);
  const event = checkoutEvent(sessionIdOf(url), { id: `evt_${randomUUID()}` });
  const { rawBody, signature } = signedEvent(app, event);
  const away = {
    ...app.parts,
    payment: {
      ...app.parts.payment,
      readCheckoutSession: () => Promise.reject(new Error("The provider is away.")),
    },
  };
  expect(await receiveEvent(away, rawBody, signature)).toMatchObject({ status: 200 });
  await expect(processEvent(away, event.id)).rejects.toThrow("away");
  // The intake itself tried at once, beside the answer: what it notes must be there before it is changed here.
  await vi.waitFor(async () => expect(await attemptsOf(event.id)).toBe(2), { timeout: 10_000 });
  await app.database.kysely
    .updateTable("provider_events")
    .set({ attempts })
    .where("id", "=", event.id)
    .execute();
  return { customer, eventId: event.id };
}

test("is for staff", async () => {
  const customer = await aCustomer(app);
  for (const [api, code] of [
    [app.client().api, "signed_out"],
    [customer.api, "forbidden"],
  ] as const) {
    await expectRefusal(api.payments.listProviderEvents(page), code);
    await expectRefusal(api.payments.retryProviderEvent({ eventId: "evt_1" }), code);
  }
  await expectRefusal(admin.api.payments.retryProviderEvent({ eventId: "evt_no" }), "not_found");
});

test("P13: what failed is shown with its reason, what was given up as dead, and both are done when retried", async () => {
  const failed = await failedNews(3);
  const dead = await failedNews(91);
  const { listProviderEvents, retryProviderEvent } = admin.api.payments;
  for (const [state, { eventId }] of [
    ["failed", failed],
    ["dead", dead],
  ] as const) {
    expect((await listProviderEvents({ ...page, state })).items).toMatchObject([
      { id: eventId, state, lastError: "The provider is away." },
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
  const actions = await app.database.kysely
    .selectFrom("audit_log")
    .select("target")
    .where("refusal", "is", null)
    .where("action", "=", "payments.retryProviderEvent")
    .orderBy("id")
    .execute();
  expect(actions.map(({ target }) => target)).toEqual([failed.eventId, dead.eventId]);
});

test("one that fails again says why", async () => {
  const { eventId } = await failedNews(91);
  await app.database.kysely
    .updateTable("provider_events")
    .set({ payload: JSON.stringify({ strange: true }) })
    .where("id", "=", eventId)
    .execute();
  expect(await admin.api.payments.retryProviderEvent({ eventId })).toMatchObject({
    state: "dead",
    attempts: 92,
  });
});
