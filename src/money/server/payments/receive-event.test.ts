import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomUUID } from "node:crypto";
import type { AppServices } from "#platform/server/context.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { createStripePayment } from "#money/server/adapters/payment/stripe-payment.ts";
import { silentLog } from "#test/database.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import {
  callSandbox,
  checkoutEvent,
  payCheckout,
  sessionIdOf,
  signedEvent,
  signedText,
} from "#test/payment-sandbox.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { receiveEvent } from "./provider-events.ts";
import { isLongRun, timesAtOnce } from "#test/long-run.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

afterEach(async () => {
  await requireSoundLedger(app.database.kysely);
});

async function send(event: object, changes: Partial<AppServices> = {}) {
  const { rawBody, signature } = signedEvent(app, event);
  return await receiveEvent({ ...app.services, ...changes }, rawBody, signature);
}

async function eventRow(eventId: string) {
  return await app.database.kysely
    .selectFrom("providerEvents")
    .selectAll()
    .where("id", "=", eventId)
    .executeTakeFirst();
}

async function countEvents(): Promise<number> {
  const ids = await app.database.kysely.selectFrom("providerEvents").select("id").execute();
  return ids.length;
}

async function stateOf(eventId: string): Promise<string | undefined> {
  return (await eventRow(eventId))?.state;
}

async function aDeposit(customer: TestPerson, { isPaid = true } = {}) {
  const input = { amount: "25.50", idempotencyKey: randomUUID() };
  const { url } = await customer.api.wallet.startDeposit(input);
  if (isPaid) await payCheckout(app, url);
  return sessionIdOf(url);
}

async function balanceOf({ api }: TestPerson): Promise<number> {
  return (await api.wallet.readWallet({})).balanceCents;
}

async function statusesOf({ api }: TestPerson): Promise<string[]> {
  return (await api.wallet.listTransactions({})).items.map(({ status }) => status);
}

type Line = { readonly level: string; readonly message: string };

function bodyWith(fields: object): string {
  const object = { id: "cs_test_malformed", object: "checkout.session", mode: "payment" };
  const event = checkoutEvent(object.id);
  return JSON.stringify({ ...event, data: { object: { ...object, ...fields } } });
}

/** The real adapter, with the provider out of reach. */
function payWithoutProvider(): AppServices["payment"] {
  return {
    ...app.services.payment,
    ...createStripePayment({
      secretKey: "sk_test_sandbox",
      apiBase: "http://127.0.0.1:1/nobody",
      webhookSecrets: [],
    }),
    verifyEvent: app.services.payment.verifyEvent,
  };
}

describe("P1: the signature is checked on the raw bytes before anything else", () => {
  const cases: [string, (body: Uint8Array, signature: string) => [Uint8Array, string | null]][] = [
    ["no header", (body) => [body, null]],
    ["an empty header", (body) => [body, ""]],
    ["a header of nonsense", (body) => [body, "t=,v1=,,="]],
    ["a truncated body", (body, signature) => [body.slice(0, -1), signature]],
    ["an empty body", (_body, signature) => [new Uint8Array(), signature]],
    [
      "a re-encoded body",
      (body, signature) => {
        const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
        return [new TextEncoder().encode(JSON.stringify(parsed, null, 1)), signature];
      },
    ],
  ];
  test.each(cases)("%s: 400, and nothing is stored", async (_what, forge) => {
    const event = checkoutEvent("cs_test_forged");
    const { rawBody, signature } = signedEvent(app, event);
    const answer = await receiveEvent(app.services, ...forge(rawBody, signature));
    expect(answer).toMatchObject({ status: 400, body: { code: "webhook_not_verified" } });
    expect(await eventRow(event.id)).toBeUndefined();
  });

  test("another secret: 400, and nothing is stored", async () => {
    const event = checkoutEvent("cs_test_forged");
    const { rawBody, signature } = signedEvent(app, event, { secret: "whsec_other" });
    expect(await receiveEvent(app.services, rawBody, signature)).toMatchObject({ status: 400 });
    expect(await eventRow(event.id)).toBeUndefined();
  });
});

describe("P2: a signature holds for 300 s, and under two secrets while one replaces the other", () => {
  test.each([
    [301, 400],
    [299, 200],
    [-299, 200],
    [-301, 400],
    [-1_000_000_000, 400],
  ])("signed %i s ago, below zero in the future: %i", async (ageSeconds, status) => {
    app.clock.set(new Date());
    const { rawBody, signature } = signedEvent(app, checkoutEvent("cs_test_1"), { ageSeconds });
    expect(await receiveEvent(app.services, rawBody, signature)).toMatchObject({ status });
  });

  test.each(["whsec_old", "whsec_new"])("signed with %s: 200", async (secret) => {
    const both = createStripePayment({
      secretKey: "sk_test_1",
      apiBase: "http://127.0.0.1:1",
      webhookSecrets: ["whsec_old", "whsec_new"],
    });
    const services = { ...app.services, payment: both };
    const { rawBody, signature } = signedEvent(app, checkoutEvent("cs_test_1"), { secret });
    expect(await receiveEvent(services, rawBody, signature)).toMatchObject({ status: 200 });
  });
});

describe("P1: validly signed, but not an event", () => {
  const event = checkoutEvent("cs_test_malformed");
  const deep = "[".repeat(400_000);
  test.each([
    ["nothing", ""],
    ["no JSON", "not json"],
    ["half of an event", JSON.stringify(event).slice(0, 100)],
    ["null", "null"],
    ["a number", "7"],
    ["a list", "[]"],
    ["an empty object", "{}"],
    ["no id", JSON.stringify({ ...event, id: undefined })],
    ["an id that is a number", JSON.stringify({ ...event, id: 7 })],
    ["an id that cannot be stored", JSON.stringify({ ...event, id: "evt_\u0000" })],
    ["no type", JSON.stringify({ ...event, type: undefined })],
    ["half a character in its id", JSON.stringify({ ...event, id: "evt_\uD83D" })],
    ["a type that cannot be stored", JSON.stringify({ ...event, type: "invoice.paid\u0000" })],
    ["a type without end", JSON.stringify({ ...event, type: "x".repeat(10_000) })],
    ["no data", JSON.stringify({ ...event, data: null })],
    ["no object", JSON.stringify({ ...event, data: { object: [] } })],
    ["a day that no calendar knows", JSON.stringify({ ...event, created: 9e15 })],
    ["an object that cannot be stored", bodyWith({ object: "invoice\u0000" })],
    ["a customer that cannot be stored", bodyWith({ customer: "cus_\u0000" })],
    ["an endless customer", bodyWith({ customer: "c".repeat(100_000) })],
    ["huge nesting", deep + "]".repeat(400_000)],
    ["huge nesting that never ends", deep],
  ])("%s: 400, nothing is stored and nothing fails", async (_what, text) => {
    const before = await countEvents();
    const lines = app.logged.length;
    const { rawBody, signature } = signedText(app, text);
    const answer = await receiveEvent(app.services, rawBody, signature);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
    expect(await countEvents()).toBe(before);
    // Other parts of the server may log beside it.
    const logged = app.logged.slice(lines).map((line) => JSON.parse(line) as Line);
    const rejections = logged.filter(({ message }) => message.startsWith("Webhook rejected"));
    expect(rejections.map(({ level }) => level)).toEqual(["warn"]);
    expect(logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});

test.each([{ livemode: true }, { account: "acct_of_somebody_else" }])(
  "P3: an event of another mode or account (%j) is ignored and logged",
  async (facts) => {
    const event = checkoutEvent("cs_test_1", facts);
    expect(await send(event)).toMatchObject({ status: 200 });
    expect(await eventRow(event.id)).toBeUndefined();
    expect(app.logged.some((line) => line.includes(event.id) && line.includes("ignored"))).toBe(
      true,
    );
  },
);

test(`P4: the same event ${timesAtOnce} times at once has one effect, and all are answered 2xx`, async () => {
  const customer = await aCustomer(app);
  const event = checkoutEvent(await aDeposit(customer));
  const answers = await Promise.all(Array.from({ length: timesAtOnce }, () => send(event)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await app.runJobs();
  expect(await balanceOf(customer)).toBe(2550);
  expect(await stateOf(event.id)).toBe("processed");
  expect(await statusesOf(customer)).toEqual(["completed"]);
  await app.runJobs();
  expect(app.sandboxes.mailbox?.list({ to: customer.email, limit: 9 })).toHaveLength(1);
});

describe("P5: one deposit, however its events arrive", () => {
  const arrivals = {
    completed: (sessionId: string) => send(checkoutEvent(sessionId)),
    succeeded: (sessionId: string) =>
      send(checkoutEvent(sessionId, { type: "checkout.session.async_payment_succeeded" })),
    returned: (sessionId: string, customer: TestPerson) =>
      customer.api.wallet.verifyDeposit({ sessionId }),
  } as const;
  type Arrival = keyof typeof arrivals;
  const orders: [Arrival, Arrival, Arrival][] = [
    ["completed", "succeeded", "returned"],
    ["returned", "succeeded", "completed"],
    ["completed", "returned", "succeeded"],
    ["succeeded", "completed", "returned"],
    ["succeeded", "returned", "completed"],
    ["returned", "completed", "succeeded"],
  ];
  test.each(isLongRun ? orders : orders.slice(0, 2))("%s, %s, %s", async (...order) => {
    const customer = await aCustomer(app);
    const sessionId = await aDeposit(customer);
    for (const name of order) {
      await arrivals[name](sessionId, customer);
      await app.runJobs();
      expect(await balanceOf(customer)).toBe(2550);
    }
    expect(await statusesOf(customer)).toEqual(["completed"]);
  });

  test("all at once", async () => {
    const customer = await aCustomer(app);
    const sessionId = await aDeposit(customer);
    await Promise.all(
      Array.from({ length: 4 }, () => Object.values(arrivals))
        .flat()
        .map((fetchEvent) => fetchEvent(sessionId, customer)),
    );
    const { errors } = await app.runJobs();
    expect(errors).toEqual([]);
    expect(await balanceOf(customer)).toBe(2550);
  });
});

test("P10: an expired checkout becomes canceled by its event", async () => {
  const customer = await aCustomer(app);
  const sessionId = await aDeposit(customer, { isPaid: false });
  await callSandbox(app, `checkout/sessions/${sessionId}/expire`, {});
  await send(checkoutEvent(sessionId, { type: "checkout.session.expired" }));
  await app.runJobs();
  expect(await statusesOf(customer)).toEqual(["canceled"]);
});

test("P13: a failed event is stored with its reason, retried, and processed once", async () => {
  const customer = await aCustomer(app);
  const event = checkoutEvent(await aDeposit(customer));
  const payment = payWithoutProvider();
  expect(await send(event, { payment })).toMatchObject({ status: 200 });
  await expect.poll(() => stateOf(event.id), { timeout: 40_000 }).toBe("failed");
  expect(await eventRow(event.id)).toMatchObject({
    attempts: 1,
    lastError: expect.stringContaining("connection") as string,
  });
  expect(await balanceOf(customer)).toBe(0);
  await app.runJobs();
  expect(await eventRow(event.id)).toMatchObject({ state: "processed", lastError: null });
  expect(await balanceOf(customer)).toBe(2550);
});

test("P13: an event that a crashed server only stored is processed by the next", async () => {
  const customer = await aCustomer(app);
  const event = checkoutEvent(await aDeposit(customer));
  const { kysely } = app.database;
  const payment = {
    ...app.services.payment,
    readCheckoutSession: () => new Promise<never>(() => {}),
  };
  await send(event, { payment });
  expect(await stateOf(event.id)).toBe("received");
  expect((await app.runJobs()).done).toBeGreaterThan(0);
  expect(await balanceOf(customer)).toBe(2550);
  const job = await sql`select id from provider_events where id = ${event.id}`.execute(kysely);
  expect(job.rows).toHaveLength(1);
});

test("P14: with the database down the response makes the provider send the event again", async () => {
  const away = openDatabase({
    url: "postgresql://nobody@127.0.0.1:1/nothing",
    log: silentLog,
    poolSize: 1,
  });
  const answer = await send(checkoutEvent("cs_test_1"), { db: away.kysely });
  await away.close();
  expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
});

test("P15: an event of an unknown type is answered with 200 and stored as ignored", async () => {
  const event = checkoutEvent("cs_test_1", { type: "radar.early_fraud_warning.created" });
  expect(await send(event)).toMatchObject({ status: 200 });
  expect(await stateOf(event.id)).toBe("ignored");
});

describe("P16: what counts is what the provider says now", () => {
  test("an expiry that comes for a paid checkout credits it", async () => {
    const customer = await aCustomer(app);
    const sessionId = await aDeposit(customer);
    await send(checkoutEvent(sessionId, { type: "checkout.session.expired" }));
    await app.runJobs();
    expect(await balanceOf(customer)).toBe(2550);
    expect(await statusesOf(customer)).toEqual(["completed"]);
  });

  test("a completion that comes for an open checkout moves nothing", async () => {
    const customer = await aCustomer(app);
    const sessionId = await aDeposit(customer, { isPaid: false });
    await send(checkoutEvent(sessionId));
    await app.runJobs();
    expect(await balanceOf(customer)).toBe(0);
    expect(await statusesOf(customer)).toEqual(["pending"]);
  });
});

test("P6: the event of a checkout that differs from its deposit stays failed", async () => {
  const customer = await aCustomer(app);
  const sessionId = await aDeposit(customer);
  await app.database.kysely
    .updateTable("deposits")
    .set({ customerId: "cus_other" })
    .where("checkoutSessionId", "=", sessionId)
    .execute();
  const event = checkoutEvent(sessionId);
  await send(event);
  await app.runJobs();
  expect(await eventRow(event.id)).toMatchObject({
    state: "failed",
    lastError: expect.stringContaining("differ in: customer") as string,
  });
  expect(await balanceOf(customer)).toBe(0);
});

// From here on the sandbox delivers by itself.
test("P8: the return page never comes, and the provider's own webhook credits", async () => {
  const customer = await aCustomer(app);
  await aDeposit(customer);
  await app.deliverWebhooks();
  await app.runJobs();
  expect(await balanceOf(customer)).toBe(2550);
});

test("P29: neither keys nor secrets nor users' names are in the log or the stored events", async () => {
  const events = await app.database.kysely.selectFrom("providerEvents").selectAll().execute();
  const output = app.logged.join("\n") + JSON.stringify(events);
  for (const secret of ["whsec_", "sk_test_", "Mei Chan", "@example.com", "4242424242424242"]) {
    expect(output).not.toContain(secret);
  }
  // The card's last digits, which may well stand by chance within an id.
  expect(output).not.toMatch(/(?<![\w-])4242(?![\w-])/);
});
