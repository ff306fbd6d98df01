import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkProviders } from "./check-providers.ts";

/** What each path is answered with. */
const answers: Record<string, [status: number, body: string]> = {};
const server = createServer((request, response) => {
  const [status, body] = answers[new URL(request.url ?? "", "http://x").pathname] ?? [404, ""];
  response.writeHead(status, { "content-type": "application/json" }).end(body);
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const none = {
  tracking: null,
  payment: null,
  files: null,
  smtpUrl: null,
  exchangeRatesUrl: null,
};

test("providers that are not configured are said to be so", async () => {
  const checks = await checkProviders(none);
  expect(checks.map(({ outcome }) => outcome)).toEqual(checks.map(() => "not_configured"));
  expect(checks.map(({ answer }) => answer)).toContain("TRACKING_API_KEY is not set");
});

test("an answer of the expected shape passes, and another one fails with what differs", async () => {
  const providers = {
    ...none,
    tracking: { apiKey: "key-of-tests", apiBase: `${origin}/track` },
    payment: { secretKey: "sk_test_1", apiBase: origin },
    exchangeRatesUrl: `${origin}/rates.xml`,
    smtpUrl: "smtp://127.0.0.1:1",
    files: {
      endpoint: origin,
      region: "a",
      bucket: "b",
      accessKeyId: "c",
      secretAccessKey: "secret-of-tests",
      publicEndpoint: null,
    },
  };
  answers["/track/getquota"] = [
    200,
    JSON.stringify({ code: 0, data: { quota_total: 100, quota_used: 7 } }),
  ];
  answers["/v1/checkout/sessions"] = [200, JSON.stringify({ object: "list", data: [] })];
  const outcomes = async () =>
    Object.fromEntries(
      (await checkProviders(providers)).map(({ provider, outcome, answer }) => [
        provider,
        `${outcome}: ${answer}`,
      ]),
    );
  expect(await outcomes()).toMatchObject({
    "17TRACK": "passed: 7 of 100 registrations are used",
    Stripe: "passed: lists checkout sessions",
    SMTP: expect.stringMatching(/^failed: /),
    S3: expect.stringMatching(/^failed: /),
    "Exchange rates": "failed: The server of exchange rates answered 404.",
  });
  answers["/track/getquota"] = [200, JSON.stringify({ code: 0, data: { quota_total: "many" } })];
  answers["/v1/checkout/sessions"] = [401, JSON.stringify({ error: { message: "no" } })];
  const changed = await outcomes();
  expect(changed).toMatchObject({
    "17TRACK": expect.stringMatching(/^failed: .*"quota_total"/),
    Stripe: "failed: The key is unknown, or lacks a permission.",
  });
  expect(JSON.stringify(changed)).not.toMatch(/key-of-tests|secret-of-tests|sk_test_1/);
});

test("what cannot be reached is said with its cause", async () => {
  const checks = await checkProviders({ ...none, exchangeRatesUrl: "http://127.0.0.1:2/a" });
  const rates = checks.find(({ provider }) => provider === "Exchange rates");
  expect(rates).toMatchObject({
    outcome: "failed",
    answer: expect.stringContaining("ECONNREFUSED"),
  });
});
