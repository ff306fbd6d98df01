/** The payment page charges a card once, keeps the typed values when it shows errors, and leads back. */
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { openSandbox, payingCard, paymentSession, sendForm } from "./sandbox-harness.ts";
import { apiVersion } from "./sandbox-state.ts";

async function openSession(open: ReturnType<typeof openSandbox>, amountCents = 5000) {
  const session = await open.stripe.checkout.sessions.create({
    ...paymentSession(amountCents),
    client_reference_id: "deposit-7",
    metadata: { deposit: "7" },
    payment_intent_data: { metadata: { deposit: "7" }, description: "Deposit 7" },
  });
  const url = session.url ?? "";
  const submit = (fields: Partial<typeof payingCard> & { attempt?: string } = {}) =>
    sendForm(open.sandbox.fetch, url, { ...payingCard, ...fields });
  const visit = () => open.sandbox.fetch(new Request(url));
  return { session, url, submit, visit };
}

test.runIf(isLongRun)(
  "the page shows what is bought, for whom, and that no real money moves",
  async () => {
    await using open = openSandbox();
    const { visit, url } = await openSession(open);
    expect(url).toMatch(/^http:\/\/shop\.test\/sandbox\/stripe\/checkout\/cs_test_/);
    const response = await visit();
    const page = await response.text();
    expect(response.status).toBe(200);
    for (const words of [
      "Test mode: no real money moves",
      "Harbour &amp; Co",
      "Wallet deposit",
      "Pay $50.00",
      "Cancel and go back",
      "http://shop.test/back?canceled=true",
    ]) {
      expect(page).toContain(words);
    }
    expect(page).not.toContain("<script");
  },
);

test.runIf(isLongRun)(
  "the page allows its own style and the way back, and nothing else",
  async () => {
    await using open = openSandbox();
    const response = await (await openSession(open)).visit();
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://shop.test;");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const style = /<style>([^]*?)<\/style>/.exec(await response.text())?.[1] ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    expect(policy).toContain(`'sha256-${Buffer.from(digest).toString("base64")}'`);
  },
);

test.runIf(isLongRun)(
  "a good card pays, and the payer is sent back with the session's id",
  async () => {
    await using open = openSandbox();
    const { session, submit } = await openSession(open);
    expect(session).toMatchObject({ status: "open", payment_status: "unpaid", livemode: false });
    const response = await submit();
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(
      `http://shop.test/back?success=true&session_id=${session.id}`,
    );
    const paid = await open.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent.latest_charge", "line_items.data.price.product"],
    });
    expect(paid).toMatchObject({
      status: "complete",
      payment_status: "paid",
      amount_total: 5000,
      currency: "usd",
      client_reference_id: "deposit-7",
      metadata: { deposit: "7" },
      url: null,
      customer: null,
      customer_details: { email: "ada@example.com", name: "Ada Lovelace" },
      payment_intent: {
        status: "succeeded",
        amount_received: 5000,
        description: "Deposit 7",
        metadata: { deposit: "7" },
        latest_charge: { status: "succeeded", paid: true, amount: 5000 },
      },
      line_items: {
        data: [{ amount_total: 5000, price: { product: { name: "Wallet deposit" } } }],
      },
    });
  },
);

test.runIf(isLongRun)("events are sent in order, in the client's version", async () => {
  await using open = openSandbox();
  const { submit, session } = await openSession(open);
  await submit();
  const events = (await open.stripe.events.list()).data.toReversed();
  expect(events.map(({ type }) => type)).toEqual([
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.completed",
  ]);
  expect(events[3]).toMatchObject({
    api_version: apiVersion,
    livemode: false,
    data: { object: { id: session.id, payment_status: "paid" } },
  });
  const completed = await open.stripe.events.list({ type: "checkout.session.completed" });
  expect(completed.data).toHaveLength(1);
});

test.runIf(isLongRun)(
  "a declined card is charged nothing, and the same page takes another",
  async () => {
    await using open = openSandbox();
    const { session, submit } = await openSession(open);
    const declined = await submit({ number: "4000000000000002" });
    const page = await declined.text();
    expect(page).toContain("Your card was declined.");
    expect(page).toContain('value="4000000000000002"');
    expect(page).toContain('value="Ada Lovelace"');
    expect(page).not.toContain('value="123"');
    const poor = await submit({ number: "4000 0000 0000 9995" });
    expect(await poor.text()).toContain("Your card has insufficient funds.");
    expect((await open.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
    const intents = await open.stripe.paymentIntents.list();
    expect(intents.data).toMatchObject([
      {
        status: "requires_payment_method",
        amount_received: 0,
        last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
      },
    ]);
    expect((await submit()).status).toBe(303);
    const charges = await open.stripe.charges.list({ payment_intent: intents.data[0]?.id ?? "" });
    expect(charges.data.map(({ status }) => status)).toEqual(["succeeded", "failed", "failed"]);
    const types = (await open.stripe.events.list()).data.map(({ type }) => type);
    expect(types.filter((type) => type === "payment_intent.payment_failed")).toHaveLength(2);
    expect(types.filter((type) => type === "payment_intent.created")).toHaveLength(1);
  },
);

test.runIf(isLongRun).each([
  [{ number: "4242 4242 4242 4241" }, "Your card number is invalid."],
  [{ number: "4242 4242" }, "Your card number is incomplete."],
  [{ number: "" }, "Enter your card number."],
  [{ number: "four" }, "A card number has digits only."],
  [{ expiry: "01 / 20" }, "Your card&#39;s expiry date is in the past."],
  [{ expiry: "13 / 40" }, "Enter the date as MM / YY"],
  [{ expiry: "" }, "Enter the expiry date."],
  [{ cvc: "12" }, "Your card&#39;s security code is incomplete."],
  [{ cvc: "abc" }, "Your security code is invalid."],
  [{ email: "nobody" }, "Enter an address such as name@example.com."],
  [{ name: " " }, "Enter the name on your card."],
])("the field that is wrong in %j is named beside it", async (fields, words) => {
  await using open = openSandbox();
  const { session, submit } = await openSession(open);
  const page = await (await submit(fields)).text();
  expect(page).toContain(words);
  expect(page).toContain('aria-invalid="true"');
  expect((await open.stripe.paymentIntents.list()).data).toHaveLength(0);
  expect((await open.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
});

test.runIf(isLongRun)("typed values are escaped when shown again", async () => {
  await using open = openSandbox();
  const { submit } = await openSession(open);
  const page = await (await submit({ name: '"><script>alert(1)</script>', cvc: "" })).text();
  expect(page).not.toContain("<script>");
  expect(page).toContain("&lt;script&gt;");
});

test.runIf(isLongRun)(
  "errors are shown by a page that can be reloaded and never contains the security code",
  async () => {
    await using open = openSandbox();
    const { url } = await openSession(open);
    for (const [fields, words] of [
      [{ number: "4000000000000002" }, "Your card was declined."],
      [{ expiry: "" }, "Enter the expiry date."],
    ] as const) {
      const body = new URLSearchParams({ ...payingCard, ...fields });
      const sent = await open.sandbox.fetch(new Request(url, { method: "POST", body }));
      expect(sent.status).toBe(303);
      expect(await sent.text()).toBe("");
      const next = new URL(sent.headers.get("location") ?? "", url);
      for (let visit = 0; visit < 2; visit += 1) {
        const page = await (await open.sandbox.fetch(new Request(next))).text();
        expect(page).toContain(words);
        expect(page).not.toContain('value="123"');
      }
    }
    expect((await open.stripe.charges.list()).data).toHaveLength(1);
    const elsewhere = await open.sandbox.fetch(new Request(`${url}?attempt=unknown`));
    expect(await elsewhere.text()).not.toContain("declined.");
  },
);

test.runIf(isLongRun)("a number that is no test card is declined with the reason", async () => {
  await using open = openSandbox();
  const page = await (
    await (await openSession(open)).submit({ number: "4539578763621486" })
  ).text();
  expect(page).toContain("test card numbers only");
});

test.runIf(isLongRun)("a double click pays once, and both answers lead back", async () => {
  await using open = openSandbox();
  const { submit, visit } = await openSession(open);
  const attempt = /name="attempt" value="([^"]+)"/.exec(await (await visit()).text())?.[1] ?? "";
  expect(attempt).not.toBe("");
  const answers = await Promise.all(Array.from({ length: 10 }, () => submit({ attempt })));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303));
  expect((await open.stripe.charges.list()).data).toHaveLength(1);
});

test.runIf(isLongRun)("a paid page visited or sent again says so and charges nothing", async () => {
  await using open = openSandbox();
  const { session, submit, visit } = await openSession(open);
  await submit({ attempt: "first" });
  for (const response of [await visit(), await submit({ attempt: "second" })]) {
    const page = await response.text();
    expect(page).toContain("This payment is already complete");
    expect(page).toContain(`session_id=${session.id}`);
  }
  expect((await open.stripe.charges.list()).data).toHaveLength(1);
});

test.runIf(isLongRun)("an expired session accepts no card, and leads back", async () => {
  await using open = openSandbox();
  const { session, submit, visit } = await openSession(open);
  expect((await open.stripe.checkout.sessions.expire(session.id)).status).toBe("expired");
  await expect(open.stripe.checkout.sessions.expire(session.id)).rejects.toThrow("`expired`");
  for (const response of [await visit(), await submit()]) {
    const page = await response.text();
    expect(page).toContain("This payment page has expired");
    expect(page).toContain("http://shop.test/back?canceled=true");
  }
  expect((await open.stripe.charges.list()).data).toHaveLength(0);
});

test.runIf(isLongRun)("an address of no session is not found", async () => {
  await using open = openSandbox();
  const { url } = await openSession(open);
  for (const method of ["GET", "POST"]) {
    const response = await open.sandbox.fetch(new Request(`${url}x`, { method }));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("There is nothing to pay here");
  }
});

test.runIf(isLongRun)("a session ends by itself after a day, with its event", async () => {
  let now = new Date("2026-03-01T00:00:00Z");
  await using open = openSandbox({ now: () => now });
  const { session, visit } = await openSession(open);
  expect(session.expires_at - session.created).toBe(24 * 60 * 60);
  now = new Date("2026-03-01T23:59:59Z");
  expect(await (await visit()).text()).toContain("Pay $50.00");
  now = new Date("2026-03-02T00:00:00Z");
  expect(await (await visit()).text()).toContain("This payment page has expired");
  const events = await open.stripe.events.list({ type: "checkout.session.expired" });
  expect(events.data).toHaveLength(1);
});

test.runIf(isLongRun)("a session's end is chosen between half an hour and a day", async () => {
  const now = new Date("2026-03-01T00:00:00Z");
  await using open = openSandbox({ now: () => now });
  const create = (minutes: number) =>
    open.stripe.checkout.sessions.create({
      ...paymentSession(),
      expires_at: now.getTime() / 1000 + minutes * 60,
    });
  await expect(create(29)).rejects.toThrow("at least 30 minutes");
  await expect(create(24 * 60 + 1)).rejects.toThrow("less than 24 hours");
  expect((await create(30)).expires_at).toBe(now.getTime() / 1000 + 1800);
});

test.runIf(isLongRun)(
  "a known customer's address stands fixed on the page and on the payment",
  async () => {
    await using open = openSandbox();
    const customer = await open.stripe.customers.create({ email: "known@example.com" });
    const session = await open.stripe.checkout.sessions.create({
      ...paymentSession(),
      customer: customer.id,
    });
    const page = await (await open.sandbox.fetch(new Request(session.url ?? ""))).text();
    expect(page).toMatch(/value="known@example.com"[^>]*readonly/);
    await sendForm(open.sandbox.fetch, session.url ?? "", {
      ...payingCard,
      email: "x@example.com",
    });
    const paid = await open.stripe.checkout.sessions.retrieve(session.id);
    expect(paid).toMatchObject({
      customer: customer.id,
      customer_details: { email: "known@example.com" },
    });
    const mine = await open.stripe.charges.list({ customer: customer.id });
    expect(mine.data).toMatchObject([{ billing_details: { email: "known@example.com" } }]);
    const sessions = await open.stripe.checkout.sessions.list({ customer: customer.id });
    expect(sessions.data.map(({ id }) => id)).toEqual([session.id]);
  },
);

test.runIf(isLongRun)("a payment creates a customer when the merchant asks for one", async () => {
  await using open = openSandbox();
  const session = await open.stripe.checkout.sessions.create({
    ...paymentSession(),
    customer_creation: "always",
  });
  await sendForm(open.sandbox.fetch, session.url ?? "", payingCard);
  const { customer } = await open.stripe.checkout.sessions.retrieve(session.id);
  const stored = await open.stripe.customers.list({ email: "ada@example.com" });
  expect(stored.data.map(({ id }) => id)).toEqual([customer]);
});

test.runIf(isLongRun)("line items are listed, and an invalid session is rejected", async () => {
  await using open = openSandbox();
  const { sessions } = open.stripe.checkout;
  const { session } = await openSession(open, 1234);
  const items = await sessions.listLineItems(session.id);
  expect(items.data).toMatchObject([{ amount_total: 1234, description: "Wallet deposit" }]);
  await expect(sessions.create({ ...paymentSession(), customer: "cus_none" })).rejects.toThrow(
    "No such customer: 'cus_none'",
  );
  await expect(
    sessions.create({ ...paymentSession(), success_url: "javascript:alert(1)" }),
  ).rejects.toThrow("Not a valid URL");
  await expect(
    sessions.create({ ...paymentSession(), subscription_data: { description: "Plan" } }),
  ).rejects.toThrow("subscription_data");
  await expect(sessions.retrieve(session.id, { expand: ["moon"] })).rejects.toThrow(
    "This property cannot be expanded (moon).",
  );
});
