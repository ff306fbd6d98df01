// Shows that the provider's key which staff save is checked, sealed, used by every server at once, and never told.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import { aCustomer, anAdmin, type TestPerson } from "#testing/users.ts";
import { expectApiError } from "#testing/api-errors.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const environmentKey = "sk_test_environment";
const goodKey = "sk_test_harbour4711";
const webhookSecret = "whsec_lighthouse0815";

/** A provider of the network, which takes two keys and notes with which it was called. */
let provider: Server;
let endpoint: string;
let calledWith: string[] = [];
let isBroken = false;

let app: TestApp;
/** Another server on the same database, in the same configuration. */
let other: TestApp;
let admin: TestPerson;
let colleague: TestPerson;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const key = (request.headers.authorization ?? "").replace("Bearer ", "");
    calledWith.push(key);
    const isKnown = [environmentKey, goodKey].includes(key);
    response.writeHead(isBroken ? 500 : isKnown ? 200 : 401, {
      "content-type": "application/json",
    });
    const error = { type: "invalid_request_error", message: `Invalid API Key provided: ${key}` };
    const list = { object: "list", data: [], has_more: false };
    response.end(JSON.stringify(isKnown && !isBroken ? list : { error }));
  });
  await new Promise<void>((resolve) => {
    provider.listen(0, "127.0.0.1", resolve);
  });
  endpoint = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const settings = {
    STRIPE_SECRET_KEY: environmentKey,
    STRIPE_WEBHOOK_SECRET: "whsec_environment",
    STRIPE_API_BASE: endpoint,
  };
  app = await testApp({ settings });
  other = await testApp({
    settings,
    database: openDatabase({ url: app.database.url, log: silent }),
  });
  [admin, colleague] = [await anAdmin(app), await anAdmin(app)];
  return async () => {
    await other.close();
    await app.close();
    provider.close();
  };
});

beforeEach(async () => {
  isBroken = false;
  const { payment } = await admin.api.settings.readSettings({});
  if (payment.source === "settings") {
    await admin.api.settings.removePaymentAccess({ version: payment.version });
  }
  calledWith = [];
});

async function input(changes: object = {}) {
  const { payment } = await admin.api.settings.readSettings({});
  return { secretKey: goodKey, webhookSecret, endpoint, version: payment.version, ...changes };
}

async function keyInUse(server: TestApp): Promise<string | undefined> {
  calledWith = [];
  await server.services.payment.listPayments(1);
  return calledWith[0];
}

describe("the provider's key", () => {
  test("is for staff alone", async () => {
    const asked = await input();
    const customer = await aCustomer(app);
    for (const [{ api }, code] of [
      [app.client(), "signed_out"],
      [customer, "forbidden"],
    ] as const) {
      await expectApiError(api.settings.savePaymentAccess(asked), code);
      await expectApiError(api.settings.removePaymentAccess({ version: asked.version }), code);
    }
    expect(calledWith).toEqual([]);
  });

  test.each([
    [{ secretKey: "pk_test_public" }, "invalid_provider_key"],
    [{ secretKey: "" }, "invalid_provider_key"],
    [{ webhookSecret: "secret" }, "invalid_webhook_secret"],
    [{ endpoint: "https://api.stripe.com.example" }, "endpoint_not_allowed"],
    [{ endpoint: "http://169.254.169.254/" }, "endpoint_not_allowed"],
    [{ version: -1 }, "conflict"],
    [{ secretKey: "x".repeat(257) }, "invalid_input"],
  ] as const)("is refused with %o before anybody is asked: %s", async (changes, code) => {
    await expectApiError(admin.api.settings.savePaymentAccess(await input(changes)), code);
    expect(calledWith).toEqual([]);
    expect((await admin.api.settings.readSettings({})).payment.source).toBe("environment");
  });

  test("is refused where the provider does not know it or does not answer, and nothing changes", async () => {
    const wrong = await input({ secretKey: "sk_test_wrong" });
    await expectApiError(admin.api.settings.savePaymentAccess(wrong), "provider_key_rejected");
    isBroken = true;
    const asked = admin.api.settings.savePaymentAccess(await input());
    await expectApiError(asked, "provider_unreachable");
    isBroken = false;
    expect((await admin.api.settings.readSettings({})).payment.source).toBe("environment");
    expect(await keyInUse(app)).toBe(environmentKey);
  });

  test("once saved is used by every server, wins over the environment, and gives way again", async () => {
    expect(await keyInUse(other)).toBe(environmentKey);
    const { payment } = await admin.api.settings.savePaymentAccess(await input());
    expect(payment).toMatchObject({
      source: "settings",
      mode: "test",
      keyLastFour: "4711",
      webhookSecretLastFour: "0815",
      endpoint,
    });
    expect(await keyInUse(app)).toBe(goodKey);
    const waitingLimits = { timeout: 15_000, interval: 50 };
    await vi.waitUntil(async () => (await keyInUse(other)) === goodKey, waitingLimits);
    await admin.api.settings.removePaymentAccess({ version: payment.version });
    expect(await keyInUse(app)).toBe(environmentKey);
    await vi.waitUntil(async () => (await keyInUse(other)) === environmentKey, waitingLimits);
    const again = admin.api.settings.removePaymentAccess({ version: payment.version + 1 });
    await expectApiError(again, "not_found");
  });

  test("stays where only the address changes, and is not lost to who looked at an older state", async () => {
    const first = await input();
    const { payment } = await admin.api.settings.savePaymentAccess(first);
    await expectApiError(colleague.api.settings.savePaymentAccess(first), "conflict");
    const stored = { secretKey: "", webhookSecret: "", endpoint, version: payment.version };
    const saved = await colleague.api.settings.savePaymentAccess(stored);
    expect(saved.payment).toMatchObject({ keyLastFour: "4711", webhookSecretLastFour: "0815" });
  });

  test("stands nowhere in the clear: not in the database, the audit log, the answers or the log", async () => {
    const saved = await admin.api.settings.savePaymentAccess(await input());
    const read = await admin.api.settings.readSettings({});
    const { kysely } = app.database;
    const rows = await kysely.selectFrom("settings").selectAll().execute();
    const entries = await kysely.selectFrom("auditLog").selectAll().execute();
    const ciphertext = rows[0]?.paymentAccessEncrypted?.toString("latin1") ?? "";
    const all = JSON.stringify([saved, read, entries.map(({ before, after }) => [before, after])]);
    for (const text of [all, ciphertext, app.logged.join("")]) {
      expect(text).not.toContain(goodKey);
      expect(text).not.toContain(webhookSecret);
    }
    expect(entries.at(-1)).toMatchObject({
      actorId: admin.userId,
      action: "settings.savePaymentAccess",
      before: { source: "environment", keyLastFour: "ment" },
      after: { source: "settings", keyLastFour: "4711" },
    });
  });
});
