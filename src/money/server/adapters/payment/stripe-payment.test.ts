import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createStripeSandbox, type StripeSandbox } from "#sandbox/stripe/sandbox.ts";
import { timeLimit } from "#test/time-limit.ts";
import type { CheckoutPayment } from "./payment.ts";
import { createStripePayment } from "./stripe-payment.ts";

let behaviour: "works" | "hangs" | "breaks" | "redirects" = "works";
const requests: string[] = [];
let base = "";
let sandbox: StripeSandbox;

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function answer(message: IncomingMessage): Promise<Response> {
  const body = await bodyOf(message);
  if (behaviour === "breaks") return new Response("oops", { status: 500 });
  if (behaviour === "redirects") {
    return new Response(null, { status: 307, headers: { location: "http://127.0.0.1:1/" } });
  }
  const { method = "GET", url = "" } = message;
  const headers = new Headers(message.headers as Record<string, string>);
  const isGet = method === "GET";
  return await sandbox.fetch(
    new Request(new URL(url, base), { method, headers, ...(!isGet && { body }) }),
  );
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "stripe-payment-"));
  const server = createServer((message, response) => {
    requests.push(`${message.method} ${message.url}`);
    if (behaviour === "hangs") return;
    answer(message)
      .then(async (answered) => {
        response.writeHead(answered.status, Object.fromEntries(answered.headers));
        response.end(Buffer.from(await answered.arrayBuffer()));
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/path`;
  sandbox = createStripeSandbox({
    dataFile: join(folder, "stripe.sqlite"),
    publicUrl: base,
    webhook: { url: "http://127.0.0.1:1/", secret: "whsec_1" },
  });
  return async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  };
});

function payment(changes: { secretKey?: string } = {}): CheckoutPayment {
  return createStripePayment({
    secretKey: "sk_test_adapter",
    apiBase: `${base}/`,
    webhookSecrets: ["whsec_1"],
    timeoutMilliseconds: 150,
    ...changes,
  });
}

async function aCustomer(): Promise<string> {
  behaviour = "works";
  return await payment().createCustomer({
    userId: "0192f0c1-2f6e-4b57-8d3f-3f0d2c1a9b10",
    email: "mei@example.com",
    name: "Mei Chan",
    idempotencyKey: `customer-${Math.random()}`,
  });
}

function checkout(customerId: string, depositId: string) {
  return {
    depositId,
    customerId,
    amountCents: 2550,
    description: "A deposit",
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: "http://shop.test/?session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "http://shop.test/",
  };
}

test("requests go to the configured address, under its path", async () => {
  await aCustomer();
  expect(requests.at(-1)).toBe("POST /some/path/v1/customers");
});

test("a checkout is opened once per deposit, read again, and ended", async () => {
  const customerId = await aCustomer();
  const opened = await payment().createDepositCheckout(checkout(customerId, "deposit-1"));
  expect(opened).toMatchObject({
    mode: "payment",
    state: "open",
    isLive: false,
    amountCents: 2550,
    receivedCents: 0,
    currency: "usd",
    customerId,
    reference: "deposit-1",
  });
  const again = await payment().readCheckoutSession(opened.sessionId);
  expect(again).toEqual(opened);
  await payment().expireCheckoutSession(opened.sessionId);
  await payment().expireCheckoutSession(opened.sessionId);
  expect(await payment().readCheckoutSession(opened.sessionId)).toMatchObject({ state: "expired" });
});

test.each(["cs_test_nobody", "cs_../../customers", "..", "", "cs_test_1?expand[]=x"])(
  "there is no checkout %j",
  async (sessionId) => {
    behaviour = "works";
    expect(await payment().readCheckoutSession(sessionId)).toBeNull();
  },
);

test("a missing customer has an error reason of its own", async () => {
  behaviour = "works";
  await expect(
    payment().createDepositCheckout(checkout("cus_nobody", "deposit-2")),
  ).rejects.toMatchObject({ name: "PaymentError", reason: "customer_missing" });
});

describe("P27: the provider", () => {
  test("hangs: the call times out after two attempts", async () => {
    const customerId = await aCustomer();
    behaviour = "hangs";
    const startedAt = performance.now();
    await expect(
      payment().createDepositCheckout(checkout(customerId, "deposit-3")),
    ).rejects.toMatchObject({ name: "PaymentError", reason: "unavailable" });
    expect(performance.now() - startedAt).toBeLessThan(timeLimit(2_500));
    behaviour = "works";
    const opened = await payment().createDepositCheckout(checkout(customerId, "deposit-3"));
    expect(opened.state).toBe("open");
  });

  test.each(["breaks", "redirects"] as const)("%s: that is unavailable", async (how) => {
    behaviour = how;
    await expect(payment().readCheckoutSession("cs_test_1")).rejects.toMatchObject({
      reason: "unavailable",
    });
  });

  test("rejects the key: the error contains neither key nor headers", async () => {
    behaviour = "works";
    const rejected = payment({ secretKey: "sk_live_verysecretkey" }).listPayments(10);
    const error: unknown = await rejected.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "PaymentError", reason: "rejected" });
    expect(JSON.stringify(error) + String(error)).not.toContain("verysecretkey");
    expect(Object.keys(error as object).toSorted()).toEqual(["name", "reason"]);
  });
});

test("a live key moves real money, a test key does not", () => {
  expect(payment().isLive).toBe(false);
  expect(payment({ secretKey: "rk_live_1" }).isLive).toBe(true);
});
