import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anAdmin, aCustomer, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { describeTrackingAccess } from "./tracking-access.ts";
import { readStoredSettings } from "#platform/server/settings/settings.ts";

const goodKey = "saved-key-4711";

let app: TestApp;
let admin: TestPerson;
/** What the provider answers; it knows one key. */
let isBroken = false;
let calledWith: (string | null)[] = [];

beforeAll(async () => {
  const apiBase = "http://tracking.test/v2.4";
  const usual = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(apiBase)) return await usual(request);
    const key = request.headers.get("17token");
    calledWith.push(key);
    if (isBroken) return new Response(null, { status: 500 });
    if (key !== goodKey) return new Response(null, { status: 401 });
    return Response.json({ code: 0, data: { quota_total: 100, quota_used: 7 } });
  };
  app = await testApp({
    settings: { TRACKING_API_BASE: apiBase },
    currentTracking: "configured",
  });
  admin = await anAdmin(app);
  return async () => {
    globalThis.fetch = usual;
    await app.close();
  };
});

const readAccess = async () => (await admin.api.settings.readSettings({})).tracking;

beforeEach(async () => {
  isBroken = false;
  const { source, version } = await readAccess();
  if (source !== "sandbox")
    await admin.api.settings.removeTrackingKey({ expectedVersion: version });
  calledWith = [];
});

const sandboxStatus = async () => (await app.client().fetch("/sandbox/tracking")).status;

test("without a key the sandbox is asked, with its page", async () => {
  expect(await readAccess()).toMatchObject({ source: "sandbox", keyLastFour: null });
  expect(await (await app.services.currentTracking())?.readQuota()).toEqual({
    total: 10_000,
    used: 0,
  });
  expect(await sandboxStatus()).toBe(200);
  expect(calledWith).toEqual([]);
});

test("a key is used once the provider has accepted it, until it is removed", async () => {
  const { version } = await readAccess();
  const saved = { apiKey: ` ${goodKey} `, expectedVersion: version };
  const { tracking } = await admin.api.settings.saveTrackingKey(saved);
  await expectApiError(admin.api.settings.saveTrackingKey(saved), "conflict");
  expect(tracking).toEqual({ source: "settings", keyLastFour: "4711", version: version + 1 });
  const provider = await app.services.currentTracking();
  expect(await provider?.readQuota()).toEqual({ total: 100, used: 7 });
  expect(await sandboxStatus()).toBe(404);
  await expectApiError(
    admin.api.settings.removeTrackingKey({ expectedVersion: version }),
    "conflict",
  );
  const removed = await admin.api.settings.removeTrackingKey({ expectedVersion: version + 1 });
  expect(removed.tracking.source).toBe("sandbox");
  const again = admin.api.settings.removeTrackingKey({ expectedVersion: version + 2 });
  await expectApiError(again, "not_found");
});

test.each([
  [{ apiKey: "" }, "invalid_tracking_key"],
  [{ apiKey: "with space" }, "invalid_tracking_key"],
  [{ apiKey: "密鑰密鑰密鑰密鑰" }, "invalid_tracking_key"],
  [{ apiKey: "x".repeat(257) }, "invalid_input"],
  [{ expectedVersion: -1 }, "conflict"],
] as const)("%o is rejected before the provider is called: %s", async (changes, code) => {
  const { version } = await readAccess();
  const input = { apiKey: goodKey, expectedVersion: version, ...changes };
  await expectApiError(admin.api.settings.saveTrackingKey(input), code);
  expect(calledWith).toEqual([]);
});

test("a key that the provider does not accept, or cannot check, changes nothing", async () => {
  const { version } = await readAccess();
  const save = (apiKey: string) =>
    admin.api.settings.saveTrackingKey({ apiKey, expectedVersion: version });
  await expectApiError(save("another-key"), "tracking_key_rejected");
  isBroken = true;
  await expectApiError(save(goodKey), "tracking_provider_unreachable");
  expect(await readAccess()).toEqual({ source: "sandbox", keyLastFour: null, version });
  const customer = await aCustomer(app);
  await expectApiError(
    customer.api.settings.saveTrackingKey({ apiKey: "x", expectedVersion: version }),
    "forbidden",
  );
});

test("a key appears nowhere in plain text, and the audit log records its last four characters", async () => {
  const { version } = await readAccess();
  const saved = await admin.api.settings.saveTrackingKey({
    apiKey: goodKey,
    expectedVersion: version,
  });
  const { kysely } = app.database;
  const stored = await readStoredSettings(kysely);
  const entries = await kysely.selectFrom("auditLog").selectAll().orderBy("id").execute();
  const texts = [
    JSON.stringify([saved, entries.map(({ before, after }) => [before, after])]),
    stored.trackingKeyEncrypted?.toString("latin1") ?? "",
    app.logged.join(""),
  ];
  for (const text of texts) expect(text).not.toContain(goodKey);
  expect(entries.at(-1)).toMatchObject({
    actorId: admin.userId,
    action: "settings.saveTrackingKey",
    target: "tracking",
    before: { source: "sandbox" },
    after: { source: "settings", keyLastFour: "4711" },
  });
  const other = { ...app.config, secret: "another secret of 32 characters or more" };
  expect(describeTrackingAccess(other, stored)).toMatchObject({
    source: "unreadable",
    keyLastFour: null,
  });
});

describe("The environment's key", () => {
  test("is described by its last four characters, and none on a public address is none", () => {
    const nothing = { trackingKeyEncrypted: null, trackingVersion: 0 };
    const environment = { ...app.config, tracking: { apiKey: "environment", apiBase: null } };
    expect(describeTrackingAccess(environment, nothing)).toMatchObject({
      source: "environment",
      keyLastFour: "ment",
    });
    const none = { ...app.config, hasTrackingSandbox: false };
    expect(describeTrackingAccess(none, nothing).source).toBe("none");
  });
});
