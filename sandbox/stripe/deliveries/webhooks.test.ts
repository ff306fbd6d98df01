/** Webhooks are signed as the provider signs them, and arrive once they are accepted, whatever happened before. */
import { join } from "node:path";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { createStripeSandbox } from "#sandbox/stripe/sandbox.ts";
import {
  clientOf,
  eventually,
  openSandbox,
  publicUrl,
  temporaryFolder,
  webhookSecret,
} from "#sandbox/stripe/sandbox-harness.ts";
import { isLongRun } from "#test/long-run.ts";
import { waitAfterFailure } from "./webhook-delivery.ts";

const webhook = { url: "http://shop.test/webhook", secret: webhookSecret };

test.runIf(isLongRun)(
  "the official client accepts the signature, and rejects it for another body or secret",
  async () => {
    await using open = openSandbox();
    open.sandbox.start();
    const customer = await open.stripe.customers.create({ email: "a@example.com" });
    await eventually(() => open.received.length === 1);
    const { payload, signature } = open.received[0] as (typeof open.received)[number];
    const event = Stripe.webhooks.constructEvent(payload, signature, webhookSecret);
    expect(event).toMatchObject({
      type: "customer.created",
      pending_webhooks: 1,
      livemode: false,
      data: { object: { id: customer.id } },
    });
    const construct = (body: string, secret: string) => () =>
      Stripe.webhooks.constructEvent(body, signature, secret);
    expect(construct(payload.replace("a@", "b@"), webhookSecret)).toThrow("signature");
    expect(construct(payload, "whsec_other")).toThrow("signature");
  },
);

test.runIf(isLongRun)("an event counts as pending until it is accepted", async () => {
  let accepts = false;
  await using open = openSandbox({
    deliver: async () => new Response(null, { status: accepts ? 200 : 500 }),
  });
  await open.stripe.customers.create({});
  const pending = async () => (await open.stripe.events.list()).data[0]?.pending_webhooks;
  expect(await pending()).toBe(1);
  accepts = true;
  open.sandbox.start();
  await eventually(async () => (await pending()) === 0);
});

test.runIf(isLongRun)(
  "a receiver that fails is tried again, waiting longer each time, until it accepts",
  async () => {
    let now = Date.parse("2026-03-01T00:00:00Z");
    const attempts: number[] = [];
    const answers = [500, 302, 404, "unreachable", 200];
    await using open = openSandbox({
      now: () => new Date(now),
      deliver: async () => {
        const answer = answers[attempts.push(now) - 1];
        if (typeof answer !== "number") throw new Error("connection refused");
        return new Response(null, { status: answer });
      },
    });
    open.sandbox.start();
    await open.stripe.customers.create({});
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await eventually(() => {
        if (attempts.length < attempt) now += 500;
        return attempts.length === attempt;
      });
    }
    const waits = attempts.slice(1).map((time, index) => time - (attempts[index] ?? 0));
    waits.forEach((wait, step) => expect(wait).toBeGreaterThanOrEqual(1000 * 2 ** step));
    now += 24 * 60 * 60_000;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(attempts).toHaveLength(5);
  },
);

test.runIf(isLongRun)("the wait doubles up to a quarter of an hour", () => {
  expect([0, 1, 2, 3, 9, 10, 500].map(waitAfterFailure)).toEqual([
    1000, 2000, 4000, 8000, 512_000, 900_000, 900_000,
  ]);
});

test.runIf(isLongRun)(
  "an event that is not accepted for three days is given up, and logged",
  async () => {
    let now = Date.parse("2026-03-01T00:00:00Z");
    let attempts = 0;
    await using open = openSandbox({
      now: () => new Date(now),
      deliver: async () => {
        attempts += 1;
        return new Response(null, { status: 500 });
      },
    });
    open.sandbox.start();
    await open.stripe.customers.create({});
    await eventually(() => attempts === 1);
    now += 3 * 24 * 60 * 60_000 + 1;
    await eventually(() => open.failures.length === 1);
    expect(String(open.failures[0])).toContain("never accepted");
    now += 60 * 60_000;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(attempts).toBe(2);
  },
);

test.runIf(isLongRun)("a receiver that hangs does not delay other requests", async () => {
  const arrived: string[] = [];
  await using open = openSandbox({
    deliver: async (request) => {
      const event = (await request.json()) as Stripe.Event;
      arrived.push(event.type);
      return event.type === "product.created"
        ? new Promise<Response>(() => {})
        : new Response(null, { status: 200 });
    },
  });
  open.sandbox.start();
  await open.stripe.products.create({ name: "Thing" });
  await open.stripe.customers.create({});
  await eventually(() => arrived.length === 2);
  expect(arrived).toEqual(["product.created", "customer.created"]);
});

test.runIf(isLongRun)(
  "what was not delivered before a restart is delivered after it, once",
  async () => {
    using folder = temporaryFolder();
    const options = { dataFile: join(folder.path, "stripe.sqlite"), publicUrl, webhook };
    let failures = 0;
    const before = createStripeSandbox({
      ...options,
      deliver: async () => {
        failures += 1;
        throw new Error("connection refused");
      },
    });
    before.start();
    const customer = await clientOf(before.fetch).customers.create({ name: "Ada" });
    await eventually(() => failures > 0);
    await before.close();
    expect((await before.fetch(new Request(`${publicUrl}/v1/account`))).status).toBe(503);

    const arrived: string[] = [];
    const after = createStripeSandbox({
      ...options,
      deliver: async (request) => {
        arrived.push(((await request.json()) as Stripe.Event).id);
        return new Response(null, { status: 200 });
      },
    });
    expect((await clientOf(after.fetch).customers.retrieve(customer.id)).id).toBe(customer.id);
    after.start();
    await eventually(() => arrived.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(arrived).toHaveLength(1);
    await after.close();
  },
);

test.runIf(isLongRun)(
  "two sandboxes on one file share their state and deliver each event once",
  async () => {
    using folder = temporaryFolder();
    const dataFile = join(folder.path, "stripe.sqlite");
    const arrived: string[] = [];
    const open = () =>
      createStripeSandbox({
        dataFile,
        publicUrl,
        webhook,
        deliver: async (request) => {
          arrived.push(((await request.json()) as Stripe.Event).id);
          return new Response(null, { status: 200 });
        },
      });
    const pair = [open(), open()] as const;
    for (const sandbox of pair) sandbox.start();
    const [one, other] = [clientOf(pair[0].fetch), clientOf(pair[1].fetch)];
    const options = { idempotencyKey: "shared" };
    const created = await Promise.all([
      one.customers.create({ name: "Ada" }, options),
      other.customers.create({ name: "Ada" }, options),
      ...Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).customers.create({ name: `Person ${index}` }),
      ),
    ]);
    expect(created[0].id).toBe(created[1].id);
    expect((await other.customers.list({ limit: 100 })).data).toHaveLength(21);
    expect((await one.accounts.retrieve(null)).id).toBe((await other.accounts.retrieve(null)).id);
    await eventually(() => arrived.length >= 21);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(new Set(arrived).size).toBe(21);
    expect(arrived).toHaveLength(21);
    await Promise.all(pair.map((sandbox) => sandbox.close()));
  },
);
