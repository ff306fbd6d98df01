/** The API responds to the official client as the provider does: keys, errors, repeats, pages. */
import Stripe from "stripe";
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { clientOf, openSandbox, paymentSession, publicUrl } from "./sandbox-harness.ts";
import { apiVersion } from "./sandbox-state.ts";

const failureOf = async (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("The call did not fail.");
    },
    (error: Stripe.errors.StripeError) => ({
      kind: error.constructor.name,
      status: error.statusCode,
      code: error.code,
      param: error.param,
      message: error.message,
    }),
  );

test.runIf(isLongRun)("it speaks the version that the installed client asks for", () => {
  expect(Stripe.API_VERSION).toBe(apiVersion);
});

test.runIf(isLongRun)("another version is rejected by name", async () => {
  await using open = openSandbox();
  const response = await open.sandbox.fetch(
    new Request(`${publicUrl}/v1/account`, {
      headers: { authorization: "Bearer sk_test_1", "stripe-version": "2019-01-01" },
    }),
  );
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(apiVersion);
});

test.runIf(isLongRun)(
  "the account is the same each time, and named after the merchant",
  async () => {
    await using open = openSandbox();
    const account = await open.stripe.accounts.retrieve(null);
    expect(account.id).toMatch(/^acct_/);
    expect(account.settings?.dashboard.display_name).toBe("Harbour & Co");
    expect((await open.stripe.accounts.retrieve(null)).id).toBe(account.id);
  },
);

test.runIf(isLongRun).each(["sk_live_1234567890", "pk_test_1", "rubbish"])(
  "the key %s is rejected",
  async (key) => {
    await using open = openSandbox();
    const decline = await failureOf(clientOf(open.sandbox.fetch, key).accounts.retrieve(null));
    expect(decline).toMatchObject({ kind: "StripeAuthenticationError", status: 401 });
    expect(decline.message).not.toContain("1234567890");
  },
);

test.runIf(isLongRun)("a call without a key is rejected", async () => {
  await using open = openSandbox();
  const response = await open.sandbox.fetch(new Request(`${publicUrl}/v1/account`));
  expect(response.status).toBe(401);
  expect(response.headers.get("request-id")).toMatch(/^req_/);
});

test.runIf(isLongRun)("a missing object and an unknown path are not found", async () => {
  await using open = openSandbox();
  expect(await failureOf(open.stripe.customers.retrieve("cus_none"))).toEqual({
    kind: "StripeInvalidRequestError",
    status: 404,
    code: "resource_missing",
    param: "id",
    message: "No such customer: 'cus_none'",
  });
  expect(await failureOf(open.stripe.rawRequest("GET", "/v1/moons"))).toMatchObject({
    status: 404,
  });
});

test.runIf(isLongRun)(
  "an unknown, a missing and a wrong parameter are rejected by name",
  async () => {
    await using open = openSandbox();
    const { customers, products, prices } = open.stripe;
    expect(await failureOf(customers.create({ shoe_size: 44 } as object))).toMatchObject({
      status: 400,
      code: "parameter_unknown",
      param: "shoe_size",
    });
    expect(await failureOf(products.create({} as Stripe.ProductCreateParams))).toMatchObject({
      code: "parameter_missing",
      param: "name",
    });
    expect(await failureOf(customers.create({ email: "nobody" }))).toMatchObject({
      code: "email_invalid",
      param: "email",
    });
    const product = await products.create({ name: "Thing" });
    for (const amount of [-1, Number.NaN, 1.5, Infinity, 1e9]) {
      const rejected = prices.create({ product: product.id, currency: "usd", unit_amount: amount });
      expect(await failureOf(rejected)).toMatchObject({
        code: "parameter_invalid_integer",
        param: "unit_amount",
      });
    }
  },
);

test.runIf(isLongRun).each([
  [49, "amount_too_small"],
  [0, "amount_too_small"],
  [-100, "parameter_invalid_integer"],
  [100_000_000, "parameter_invalid_integer"],
])("a session over %i cents is rejected", async (amountCents, code) => {
  await using open = openSandbox();
  const decline = await failureOf(
    open.stripe.checkout.sessions.create(paymentSession(amountCents)),
  );
  expect(decline).toMatchObject({ status: 400, code });
});

test.runIf(isLongRun)(
  "a repeat under the same idempotency key gets the stored response",
  async () => {
    await using open = openSandbox();
    const create = () =>
      open.stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "once" });
    const answers = [await create(), await create(), await create()];
    expect(new Set(answers.map((customer) => customer.id)).size).toBe(1);
    const replayed = answers.map((answer) =>
      (answer.lastResponse as unknown as Response).headers.get("idempotent-replayed"),
    );
    expect(replayed).toEqual([null, "true", "true"]);
    expect((await open.stripe.customers.list()).data).toHaveLength(1);
  },
);

test.runIf(isLongRun)(
  "another request under a used idempotency key is rejected and does nothing",
  async () => {
    await using open = openSandbox();
    const options = { idempotencyKey: "once" };
    await open.stripe.customers.create({ email: "a@example.com" }, options);
    const other = open.stripe.customers.create({ email: "b@example.com" }, options);
    expect(await failureOf(other)).toMatchObject({ kind: "StripeIdempotencyError", status: 400 });
    const elsewhere = open.stripe.products.create({ name: "Thing" }, options);
    expect(await failureOf(elsewhere)).toMatchObject({ kind: "StripeIdempotencyError" });
    expect((await open.stripe.customers.list()).data).toHaveLength(1);
  },
);

test.runIf(isLongRun)("a rejected request can be corrected under its idempotency key", async () => {
  await using open = openSandbox();
  const options = { idempotencyKey: "again" };
  await failureOf(open.stripe.customers.create({ email: "nobody" }, options));
  const customer = await open.stripe.customers.create({ email: "a@example.com" }, options);
  expect(customer.email).toBe("a@example.com");
});

test.runIf(isLongRun)("lists are paged newest first, forwards and backwards", async () => {
  await using open = openSandbox();
  const { customers } = open.stripe;
  const ids: string[] = [];
  for (let number = 0; number < 7; number += 1) {
    ids.unshift((await customers.create({ name: `Person ${number}` })).id);
  }
  const first = await customers.list({ limit: 3 });
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  expect(first.has_more).toBe(true);
  const second = await customers.list({ limit: 3, starting_after: ids[2] as string });
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(3, 6));
  const last = await customers.list({ limit: 3, starting_after: ids[5] as string });
  expect(last).toMatchObject({ data: [{ id: ids[6] }], has_more: false });
  const back = await customers.list({ limit: 2, ending_before: ids[5] as string });
  expect(back.data.map(({ id }) => id)).toEqual(ids.slice(3, 5));
  expect(back.has_more).toBe(true);
  const all: string[] = [];
  for await (const customer of customers.list({ limit: 2 })) all.push(customer.id);
  expect(all).toEqual(ids);
});

test.runIf(isLongRun)("an invalid page size or cursor is rejected", async () => {
  await using open = openSandbox();
  expect(await failureOf(open.stripe.customers.list({ limit: 101 }))).toMatchObject({
    param: "limit",
  });
  const lost = open.stripe.customers.list({ starting_after: "cus_none" });
  expect(await failureOf(lost)).toMatchObject({ status: 400, param: "starting_after" });
});

test.runIf(isLongRun)("lists are filtered by the time of creation", async () => {
  let now = new Date("2026-03-01T00:00:00Z");
  await using open = openSandbox({ now: () => now });
  const { customers } = open.stripe;
  const early = await customers.create({ name: "Early" });
  now = new Date("2026-03-02T00:00:00Z");
  const late = await customers.create({ name: "Late" });
  const since = await customers.list({ created: { gte: late.created } });
  expect(since.data.map(({ id }) => id)).toEqual([late.id]);
  const before = await customers.list({ created: { lt: late.created } });
  expect(before.data.map(({ id }) => id)).toEqual([early.id]);
  const exactly = await customers.list({ created: early.created });
  expect(exactly.data.map(({ id }) => id)).toEqual([early.id]);
});

test.runIf(isLongRun)("a malformed body is rejected without an error of the sandbox", async () => {
  await using open = openSandbox();
  const send = (body: string, type = "application/x-www-form-urlencoded") =>
    open.sandbox.fetch(
      new Request(`${publicUrl}/v1/customers`, {
        method: "POST",
        body,
        headers: { authorization: "Bearer sk_test_1", "content-type": type },
      }),
    );
  expect((await send('{"email":"a@example.com"}', "application/json")).status).toBe(400);
  expect((await send("metadata=1&metadata[a]=2")).status).toBe(400);
  expect((await send("a[b]=1&a=2")).status).toBe(400);
  expect((await send("][=1")).status).toBe(400);
  expect((await send(`a${"[b]".repeat(50)}=1`)).status).toBe(400);
  expect((await send("__proto__[polluted]=1")).status).toBe(400);
  expect((await send("x".repeat(300_000))).status).toBe(413);
  expect(open.failures).toEqual([]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});
