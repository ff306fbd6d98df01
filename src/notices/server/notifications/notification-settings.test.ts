import { beforeAll, describe, expect, test } from "vitest";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const allOff = { emailNotifications: false, shipmentUpdates: false, marketingEmails: false };

async function depositEmail(to: string): Promise<void> {
  const { db, config } = app.services;
  const message = {
    name: "deposit-received",
    amountCents: 500,
    balanceCents: 500,
    walletUrl: `${config.publicUrl}/dashboard/wallet`,
  } as const;
  await queueEmail(db, { to, email: message }, app.services);
}

async function subjects(to: string): Promise<string[]> {
  await app.runJobs();
  return (app.sandboxes.mailbox?.list({ to, limit: 10 }) ?? []).map(({ subject }) => subject);
}

describe("Notification settings", () => {
  test("require a session", async () => {
    const { users } = app.client().api;
    await expectApiError(users.readNotificationSettings({}), "signed_out");
    await expectApiError(users.updateNotificationSettings(allOff), "signed_out");
  });

  test("start as on, on and off, and are stored", async () => {
    const { api } = await aCustomer(app);
    expect(await api.users.readNotificationSettings({})).toEqual({
      emailNotifications: true,
      shipmentUpdates: true,
      marketingEmails: false,
    });
    const chosen = { emailNotifications: false, shipmentUpdates: true, marketingEmails: true };
    expect(await api.users.updateNotificationSettings(chosen)).toEqual(chosen);
    expect(await api.users.readNotificationSettings({})).toEqual(chosen);
  });

  test("reject missing and unknown switches", async () => {
    const { client } = await aCustomer(app);
    for (const body of [
      {},
      { ...allOff, emailNotifications: "yes" },
      { ...allOff, isAdmin: true },
    ]) {
      const response = await client.fetch("/api/notification-settings", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
    }
  });
});

describe("Emails", () => {
  test("of a kind that is turned off are not sent; others are", async () => {
    const { api, email } = await aCustomer(app);
    await api.users.updateNotificationSettings({ ...allOff, emailNotifications: true });
    await depositEmail(email);
    await api.users.updateNotificationSettings({ ...allOff, shipmentUpdates: true });
    await depositEmail(email);
    expect(await subjects(email)).toEqual(["$5.00 has been added to your wallet"]);
  });

  test("announce each move of a package, until that is turned off", async () => {
    const admin = await anAdmin(app);
    const customer = await aCustomer(app, { plan: "Super" });
    const { legs } = await aPackage(customer, { trackingNumber: "SF5550001112223" });
    const setLeg = async (place: number, status: LegStatus) =>
      await admin.api.packages.setLegStatus({ legId: legs[place]?.id ?? "", status });
    await setLeg(0, "in_transit");
    // Between two legs the package is pending again, which is not announced.
    await setLeg(0, "delivered");
    await setLeg(2, "delivered");
    const notified = [
      "Your package SF5550001112223 was delivered",
      "Your package SF5550001112223 is on its way: leg 1 of 3",
    ];
    expect((await subjects(customer.email)).toSorted()).toEqual(notified.toSorted());
    const emails = app.sandboxes.mailbox?.list({ to: customer.email, limit: 10 }) ?? [];
    expect(emails.map(({ text }) => text).join()).toContain("Now: Leg 1 of 3: China → Hong Kong");

    await customer.api.users.updateNotificationSettings({
      ...allOff,
      emailNotifications: true,
    });
    await setLeg(2, "in_transit");
    expect(await subjects(customer.email)).toHaveLength(2);
  });

  test("about the account itself are always sent", async () => {
    const { api, email } = await aCustomer(app);
    await api.users.updateNotificationSettings(allOff);
    await app.client().api.auth.requestPasswordReset({ email });
    expect(await subjects(email)).toEqual(["Reset your password"]);
  });
});
