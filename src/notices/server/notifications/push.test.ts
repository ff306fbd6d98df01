import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NotificationKind } from "#notices/rules/notification.ts";
import { mostPushDevices } from "#notices/rules/push.ts";
import { openSession } from "#people/server/auth/sessions/sessions.ts";
import { insertNotifications } from "./send-notifications.ts";
import { expectApiError } from "#test/api-errors.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aDevice, pushSandboxOf } from "#test/push.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, signInBrowser, type TestPerson } from "#test/users.ts";
import { sendPush } from "./send-push.ts";

const minute = 60_000;
const hour = 60 * minute;

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  return () => app.close();
});
beforeEach(async () => {
  app.clock.set("2026-05-04T14:00:00Z");
  admin = await anAdmin(app);
  mei = await aCustomer(app, { plan: "Premium" });
});

let count = 0;

/** Notifies a customer, as the transaction of a change does; returns after what is due was sent. */
async function notify(
  { userId }: TestPerson,
  kind: NotificationKind = "package_moved",
  variant = "customs",
): Promise<void> {
  count += 1;
  const notification = { userId, kind, subjectId: userId, dedupeKey: `test ${count}` };
  const payload = { variant, amountCents: 123_45 };
  await insertNotifications(app.services, app.database.kysely, [{ ...notification, payload }]);
  await app.runJobs();
}

const devicesOf = async ({ api }: TestPerson) =>
  (await api.notifications.listPushDevices({})).items;

test("a package that moves is pushed with the change, without any content, and with it on request", async () => {
  const device = await aDevice(app, mei);
  const pkg = await aPackage(mei, { trackingNumber: freshNumber() });
  const [leg] = pkg.legs;
  await admin.api.packages.setLegStatus({ legId: leg?.id ?? "", status: "in_transit" });
  await app.runJobs();
  const path = `/dashboard/packages?package=${pkg.id}`;
  expect(device.received()).toMatchObject([
    { title: "Sampan", body: "A package moved", path, tag: pkg.id, isHeardAgain: true },
  ]);
  const name = packageNumberText(pkg.number);
  for (const number of [name, pkg.trackingNumber]) {
    expect(JSON.stringify(device.received())).not.toContain(number);
  }
  const { items } = await mei.api.notifications.listNotifications({});
  expect(device.received()[0]?.id).toBe(items[0]?.id);
  await mei.api.notifications.setPushDetails({ deviceId: device.deviceId, showsDetails: true });
  await admin.api.packages.setLegStatus({ legId: leg?.id ?? "", status: "delivered" });
  await admin.api.packages.setLegStatus({ legId: pkg.legs[1]?.id ?? "", status: "in_transit" });
  await app.runJobs();
  expect(device.received().map(({ body }) => body)).toEqual([
    "A package moved",
    expect.stringMatching(
      new RegExp(
        `^Your package ${name} is on its way\nLeg 2 of 3: Hong Kong → Singapore · Expected arrival: (?:by|between \\w+ \\d+, \\d{4} and) \\w+ \\d+, \\d{4}$`,
      ),
    ),
  ]);
  expect(device.arrivals()).toBe(2);
});

test("what it says without details is in the reader's language, and of no amount", async () => {
  const device = await aDevice(app, mei);
  await mei.api.users.chooseLanguage({ language: "zh-Hant-HK" });
  await notify(mei);
  await notify(mei, "parcel_condition");
  await notify(mei, "deposit_received");
  expect(device.received().map(({ body }) => body)).toEqual([
    "包裹有新進展",
    "入倉包裹有新消息",
    "你的帳戶有新消息",
  ]);
});

test("a kind is turned off by channel, shipments by their switch, and money is always pushed", async () => {
  const device = await aDevice(app, mei);
  const choice = { kind: "package_moved", channel: "push" } as const;
  await mei.api.notifications.setPreference({ ...choice, isOn: false });
  await notify(mei);
  expect(device.received()).toEqual([]);
  await mei.api.notifications.setPreference({ ...choice, isOn: true });
  await notify(mei);
  expect(device.received()).toHaveLength(1);
  await mei.api.users.updateNotificationSettings({
    emailNotifications: false,
    shipmentUpdates: false,
    marketingEmails: false,
  });
  await notify(mei);
  expect(device.received()).toHaveLength(1);
  await notify(mei, "deposit_received");
  expect(device.received()).toHaveLength(2);
  const required = { kind: "low_balance", channel: "push", isOn: false } as never;
  await expectApiError(mei.api.notifications.setPreference(required), "invalid_input");
});

describe("quiet hours", () => {
  test("hold everything until the morning of the device, but a package that is out for delivery", async () => {
    const hongKong = await aDevice(app, mei, "Asia/Hong_Kong");
    const other = await aCustomer(app);
    const london = await aDevice(app, other, "Europe/London");
    await notify(mei);
    await notify(other);
    await notify(mei, "payment_failed");
    expect([hongKong.arrivals(), london.arrivals()]).toEqual([0, 1]);
    await notify(mei, "package_moved", "out_for_delivery");
    expect(hongKong.arrivals()).toBe(1);
    app.clock.set("2026-05-04T23:59:59Z");
    await sendPush(app.services);
    expect(hongKong.arrivals()).toBe(1);
    app.clock.set("2026-05-05T00:00:00Z");
    await sendPush(app.services);
    await sendPush(app.services);
    expect(hongKong.arrivals()).toBe(3);
  });

  test("what was read meanwhile is not pushed in the morning", async () => {
    const device = await aDevice(app, mei, "Asia/Hong_Kong");
    await notify(mei);
    const { items } = await mei.api.notifications.listNotifications({});
    await mei.api.notifications.markRead({ notificationId: items[0]?.id ?? "", withOlder: true });
    app.clock.set("2026-05-05T00:00:00Z");
    await sendPush(app.services);
    expect(device.arrivals()).toBe(0);
  });
});

describe("a device", () => {
  test("is that of its session, and described as there", async () => {
    const { deviceId } = await aDevice(app, mei, "Europe/London");
    expect(await devicesOf(mei)).toEqual([
      {
        id: deviceId,
        device: "Unknown device",
        browser: "Unknown browser",
        isCurrent: true,
        timeZone: "Europe/London",
        showsDetails: false,
        createdAt: "2026-05-04T14:00:00.000Z",
        lastSentAt: null,
      },
    ]);
    await notify(mei);
    expect((await devicesOf(mei))[0]?.lastSentAt).toBe("2026-05-04T14:00:00.000Z");
    // A second click, or a new endpoint of the same browser.
    const again = await aDevice(app, mei, "Europe/Paris");
    expect(await devicesOf(mei)).toMatchObject([{ id: deviceId, timeZone: "Europe/Paris" }]);
    await notify(mei);
    expect(again.arrivals()).toBe(1);
  });

  test("belongs to whoever turned it on last in this browser", async () => {
    const device = await aDevice(app, mei);
    const other = await aCustomer(app);
    const timeZone = "UTC";
    await other.api.notifications.subscribePush({ ...device.subscription, timeZone });
    await notify(mei);
    expect(device.arrivals()).toBe(0);
    await notify(other);
    expect(device.arrivals()).toBe(1);
    expect(await devicesOf(mei)).toEqual([]);
  });

  test.each([
    [
      "is turned off",
      async ({ deviceId }: { deviceId: string }) => {
        await mei.api.notifications.unsubscribePush({ deviceId });
        await mei.api.notifications.unsubscribePush({ deviceId });
      },
    ],
    ["is signed out", async () => void (await mei.api.auth.signOut({}))],
    [
      "is ended from another browser",
      async () => {
        const client = app.client();
        await signInBrowser(app, client, mei.userId);
        await client.api.auth.endOtherSessions({});
      },
    ],
    ["has not been used for 30 days", async () => app.clock.advance(30 * 24 * hour)],
    [
      "is that of an account which is suspended",
      async () => {
        await admin.api.users.suspendUser({ userId: mei.userId, reason: "For a test" });
      },
    ],
    [
      "is that of an account which is closed",
      async () => {
        await mei.api.users.closeAccount({ password: mei.password });
      },
    ],
  ] as const)("gets nothing once it %s", async (_, end) => {
    const device = await aDevice(app, mei);
    await end(device);
    await notify(mei);
    expect(device.arrivals()).toBe(0);
  });

  test("of somebody else cannot be changed, tested or turned off", async () => {
    const { deviceId, arrivals } = await aDevice(app, mei);
    const { api } = await aCustomer(app);
    await expectApiError(api.notifications.sendTestPush({ deviceId }), "not_found");
    const details = { deviceId, showsDetails: true };
    await expectApiError(api.notifications.setPushDetails(details), "not_found");
    await api.notifications.unsubscribePush({ deviceId });
    expect(await devicesOf(mei)).toMatchObject([{ showsDetails: false }]);
    expect(arrivals()).toBe(0);
  });

  test("is tested at once, at night too, and deleted when its browser has ended it", async () => {
    const { deviceId, endpoint, received } = await aDevice(app, mei, "Asia/Hong_Kong");
    await mei.api.notifications.sendTestPush({ deviceId });
    expect(received()).toMatchObject([{ id: "test", body: "Notifications work on this device" }]);
    pushSandboxOf(app).answer(500, endpoint);
    await expectApiError(mei.api.notifications.sendTestPush({ deviceId }), "push_not_sent");
    pushSandboxOf(app).answer(410, endpoint);
    await expectApiError(mei.api.notifications.sendTestPush({ deviceId }), "not_found");
    expect(await devicesOf(mei)).toEqual([]);
  });

  test.each([404, 410])("is deleted when its push service answers %i", async (status) => {
    const device = await aDevice(app, mei);
    pushSandboxOf(app).answer(status, device.endpoint);
    await notify(mei);
    expect(await devicesOf(mei)).toEqual([]);
    const left = await app.database.kysely
      .selectFrom("pushMessages")
      .selectAll()
      .where("subscriptionId", "=", device.deviceId)
      .execute();
    expect(left).toEqual([]);
  });

  test("is deleted after five messages in a row that its push service refused", async () => {
    const { endpoint, arrivals } = await aDevice(app, mei);
    const sandbox = pushSandboxOf(app);
    sandbox.answer(400, endpoint);
    for (let refused = 0; refused < 4; refused += 1) await notify(mei);
    sandbox.answer(null, endpoint);
    await notify(mei);
    sandbox.answer(307, endpoint);
    for (let refused = 0; refused < 4; refused += 1) await notify(mei);
    expect(await devicesOf(mei)).toHaveLength(1);
    await notify(mei);
    expect(await devicesOf(mei)).toEqual([]);
    expect(arrivals()).toBe(1);
  });

  test("is refused at a private address, and with keys that encrypt nothing", async () => {
    const { subscription } = await aDevice(app, await aCustomer(app));
    const subscribe = (changed: object) =>
      mei.api.notifications.subscribePush({ ...subscription, timeZone: "UTC", ...changed });
    for (const endpoint of [
      "https://localhost/push",
      "https://127.0.0.1/push",
      "https://[::1]/push",
      `${app.config.publicUrl}/api/rpc`,
      "http://169.254.169.254/latest/meta-data",
    ])
      await expectApiError(subscribe({ endpoint }), "push_service_refused");
    const keys = { ...subscription.keys, p256dh: `B${"A".repeat(86)}` };
    await expectApiError(subscribe({ keys }), "push_service_refused");
    await expectApiError(subscribe({ keys: { ...keys, auth: "short" } }), "invalid_input");
    await expectApiError(subscribe({ timeZone: "Mars/Olympus" }), "invalid_input");
    await expectApiError(
      subscribe({ endpoint: `https://x/${"x".repeat(2_000)}` }),
      "invalid_input",
    );
    expect(await devicesOf(mei)).toEqual([]);
  });

  test("is one of at most twenty, also when two are added at once", async () => {
    const sessions = await Promise.all(
      Array.from({ length: mostPushDevices + 1 }, async (_, index) => {
        const origin = { ipAddress: "10.0.0.1", userAgent: `test ${index}` };
        await openSession(app.services, mei.userId, origin);
      }),
    );
    expect(sessions).toHaveLength(mostPushDevices + 1);
    const { kysely } = app.database;
    const open = await kysely
      .selectFrom("sessions")
      .select("id")
      .where("userId", "=", mei.userId)
      .where("userAgent", "!=", "test")
      .execute();
    await kysely
      .insertInto("pushSubscriptions")
      .values(
        open.slice(0, mostPushDevices - 1).map(({ id: sessionId }) => ({
          userId: mei.userId,
          sessionId,
          endpoint: `https://push.example/${sessionId}`,
          keysEncrypted: Buffer.from("x"),
          timeZone: "UTC",
          createdAt: app.clock.now(),
        })),
      )
      .execute();
    const browsers = await Promise.all(
      [1, 2].map(async () => {
        const client = app.client();
        await signInBrowser(app, client, mei.userId);
        return { ...mei, client, api: client.api };
      }),
    );
    const added = await Promise.allSettled(browsers.map((browser) => aDevice(app, browser)));
    expect(added.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const rejection = added.find((one) => one.status === "rejected");
    expect(rejection?.reason).toMatchObject({ code: "too_many_push_devices" });
    expect(await devicesOf(mei)).toHaveLength(mostPushDevices);
    // Those whose sessions have ended do not count.
    app.clock.advance(30 * 24 * hour);
    const client = app.client();
    await signInBrowser(app, client, mei.userId);
    await aDevice(app, { ...mei, client, api: client.api });
    const { count: left } = await kysely
      .selectFrom("pushSubscriptions")
      .select((eb) => eb.fn.countAll<bigint>().as("count"))
      .where("userId", "=", mei.userId)
      .executeTakeFirstOrThrow();
    expect(Number(left)).toBe(1);
  });
});

test("endpoints and keys are in no log, and keys are encrypted in the database", async () => {
  const { endpoint, subscription } = await aDevice(app, mei);
  pushSandboxOf(app).answer(500, endpoint);
  await notify(mei);
  expect(app.logged.join("\n")).toContain("A push message was not taken");
  expect(app.logged.join("\n")).not.toContain(endpoint);
  const row = await app.database.kysely
    .selectFrom("pushSubscriptions")
    .select("keysEncrypted")
    .where("endpoint", "=", endpoint)
    .executeTakeFirstOrThrow();
  expect(row.keysEncrypted.toString("latin1")).not.toContain(subscription.keys.auth);
});

test("a device that is signed out while a change notifies does not fail the change", async () => {
  const { deviceId } = await aDevice(app, mei);
  const { kysely } = app.database;
  let removing: Promise<unknown> = Promise.resolve();
  const notified = kysely.transaction().execute(async (db) => {
    await db.deleteFrom("pushSubscriptions").where("id", "=", deviceId).execute();
    removing = notify(mei);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await notified;
  await removing;
  expect((await mei.api.notifications.listNotifications({})).items).toHaveLength(1);
});
