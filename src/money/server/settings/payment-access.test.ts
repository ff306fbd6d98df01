import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#platform/server/db/open.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const environmentKey = "sk_test_environment";
const goodKey = "sk_test_saved4711";
const webhookSecret = "whsec_saved0815";

/** Accepts two keys and records with which it was called. */
let provider: Server;
let endpoint: string;
let calledWith: string[] = [];
let isBroken = false;

let app: TestApp;
/** Another server on the same database with the same configuration. */
let other: TestApp;
let admin: TestPerson;
let otherAdmin: TestPerson;

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
  [admin, otherAdmin] = [await anAdmin(app), await anAdmin(app)];
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
    await admin.api.settings.removePaymentAccess({ expectedVersion: payment.version });
  }
  calledWith = [];
});

async function accessInput(changes: object = {}) {
  const { payment } = await admin.api.settings.readSettings({});
  return {
    secretKey: goodKey,
    webhookSecret,
    endpoint,
    expectedVersion: payment.version,
    ...changes,
  };
}

async function keyInUse(server: TestApp): Promise<string | undefined> {
  calledWith = [];
  await server.services.payment.listPayments(1);
  return calledWith[0];
}

describe("the provider key", () => {
  test("can be changed by admins only", async () => {
    const input = await accessInput();
    const customer = await aCustomer(app);
    for (const [{ api }, code] of [
      [app.client(), "signed_out"],
      [customer, "forbidden"],
    ] as const) {
      await expectApiError(api.settings.savePaymentAccess(input), code);
      await expectApiError(
        api.settings.removePaymentAccess({ expectedVersion: input.expectedVersion }),
        code,
      );
    }
    expect(calledWith).toEqual([]);
  });

  test.each([
    [{ secretKey: "pk_test_public" }, "invalid_provider_key"],
    [{ secretKey: "" }, "invalid_provider_key"],
    [{ webhookSecret: "secret" }, "invalid_webhook_secret"],
    [{ endpoint: "https://api.stripe.com.example" }, "endpoint_not_allowed"],
    [{ endpoint: "http://169.254.169.254/" }, "endpoint_not_allowed"],
    [{ expectedVersion: -1 }, "conflict"],
    [{ secretKey: "x".repeat(257) }, "invalid_input"],
  ] as const)("is rejected with %o before the provider is called: %s", async (changes, code) => {
    await expectApiError(admin.api.settings.savePaymentAccess(await accessInput(changes)), code);
    expect(calledWith).toEqual([]);
    expect((await admin.api.settings.readSettings({})).payment.source).toBe("environment");
  });

  test("is rejected when the provider does not accept it or does not respond, and nothing changes", async () => {
    const wrong = await accessInput({ secretKey: "sk_test_wrong" });
    await expectApiError(admin.api.settings.savePaymentAccess(wrong), "provider_key_rejected");
    isBroken = true;
    const call = admin.api.settings.savePaymentAccess(await accessInput());
    await expectApiError(call, "provider_unreachable");
    isBroken = false;
    expect((await admin.api.settings.readSettings({})).payment.source).toBe("environment");
    expect(await keyInUse(app)).toBe(environmentKey);
  });

  test("once saved takes precedence over the environment on every server, until it is removed", async () => {
    expect(await keyInUse(other)).toBe(environmentKey);
    const { payment } = await admin.api.settings.savePaymentAccess(await accessInput());
    expect(payment).toMatchObject({
      source: "settings",
      mode: "test",
      keyLastFour: "4711",
      webhookSecretLastFour: "0815",
      endpoint,
    });
    expect(await keyInUse(app)).toBe(goodKey);
    const polling = { timeout: 40_000, interval: 50 };
    await vi.waitUntil(async () => (await keyInUse(other)) === goodKey, polling);
    await admin.api.settings.removePaymentAccess({ expectedVersion: payment.version });
    expect(await keyInUse(app)).toBe(environmentKey);
    await vi.waitUntil(async () => (await keyInUse(other)) === environmentKey, polling);
    const again = admin.api.settings.removePaymentAccess({ expectedVersion: payment.version + 1 });
    await expectApiError(again, "not_found");
  });

  test("stays when only the endpoint changes, and is not overwritten from an outdated form", async () => {
    const first = await accessInput();
    const { payment } = await admin.api.settings.savePaymentAccess(first);
    await expectApiError(otherAdmin.api.settings.savePaymentAccess(first), "conflict");
    const unchanged = {
      secretKey: "",
      webhookSecret: "",
      endpoint,
      expectedVersion: payment.version,
    };
    const saved = await otherAdmin.api.settings.savePaymentAccess(unchanged);
    expect(saved.payment).toMatchObject({ keyLastFour: "4711", webhookSecretLastFour: "0815" });
  });

  test("appears nowhere in plain text: not in the database, the audit log, the responses or the log", async () => {
    const saved = await admin.api.settings.savePaymentAccess(await accessInput());
    const read = await admin.api.settings.readSettings({});
    const { kysely } = app.database;
    const rows = await kysely.selectFrom("settings").selectAll().execute();
    const entries = await kysely.selectFrom("auditLog").selectAll().orderBy("id").execute();
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
