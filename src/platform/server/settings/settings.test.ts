import { beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#platform/server/db/open.ts";
import type { Email } from "#platform/server/emails/email.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { asOwner } from "#test/database.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { switchMaintenance } from "#office/server/settings/settings.ts";

let app: TestApp;
/** Another server on the same database. */
let other: TestApp;
let admin: TestPerson;
let customer: TestPerson;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

beforeAll(async () => {
  app = await testApp();
  other = await testApp({ database: openDatabase({ url: app.database.url, log: silent }) });
  [admin, customer] = [await anAdmin(app), await aCustomer(app)];
  return async () => {
    await other.close();
    await app.close();
  };
});

type Change = Parameters<TestPerson["api"]["settings"]["changeSetting"]>[0];

async function turn(setting: Change["setting"], isEnabled: boolean): Promise<void> {
  await admin.api.settings.changeSetting({ setting, isEnabled });
}

function fetchFromOther(path: string, init: RequestInit = {}): Promise<Response> {
  const cookie = [...customer.client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return other.client().fetch(path, { ...init, headers: { cookie } });
}

/** Waits until the other server answers the customer with `status`. */
async function untilOtherAnswers(status: number): Promise<void> {
  await vi.waitUntil(async () => (await fetchFromOther("/api/wallet")).status === status, {
    timeout: 40_000,
    interval: 20,
  });
}

async function auditOf(target: string) {
  return await app.database.kysely
    .selectFrom("auditLog")
    .select(["actorId", "action", "before", "after"])
    .where("target", "=", target)
    .orderBy("id")
    .execute();
}

function registration() {
  const email = `${crypto.randomUUID()}@example.com`;
  return { fullName: "Li Na", email, password: "a calm evening at dusk" };
}

describe("the switches", () => {
  test("can be changed by admins only", async () => {
    const change: Change = { setting: "maintenanceMode", isEnabled: true };
    for (const [{ api }, code] of [
      [app.client(), "signed_out"],
      [customer, "forbidden"],
    ] as const) {
      await expectApiError(api.settings.readSettings({}), code);
      await expectApiError(api.settings.changeSetting(change), code);
    }
  });

  test.each<object>([
    { setting: "isAdmin", isEnabled: true },
    { setting: "maintenanceMode", isEnabled: "yes" },
    { setting: "maintenanceMode" },
    { setting: "maintenanceMode", isEnabled: true, actorId: crypto.randomUUID() },
  ])("reject %o", async (input) => {
    await expectApiError(admin.api.settings.changeSetting(input as Change), "invalid_input");
  });

  test("begin as specified, and each change is stored and audited once, however often it is requested", async () => {
    const specified = {
      allowNewRegistrations: true,
      maintenanceMode: false,
      shipmentNotifications: true,
      paymentNotifications: true,
    };
    expect(await admin.api.settings.readSettings({})).toMatchObject(specified);
    const change = { setting: "shipmentNotifications", isEnabled: false } as const;
    await Promise.all([1, 2, 3].map(() => admin.api.settings.changeSetting(change)));
    expect(await admin.api.settings.readSettings({})).toMatchObject({
      ...specified,
      shipmentNotifications: false,
    });
    expect(await auditOf("shipmentNotifications")).toEqual([
      {
        actorId: admin.userId,
        action: "settings.changeSetting",
        before: { isEnabled: true },
        after: { isEnabled: false },
      },
    ]);
    await turn("shipmentNotifications", true);
  });
});

test("closed registration rejects everyone with a clear message, and public settings say so beforehand", async () => {
  await turn("allowNewRegistrations", false);
  const visitor = app.client();
  expect(await visitor.api.settings.readPublicSettings({})).toMatchObject({
    isRegistrationOpen: false,
    hasWarehouse: false,
  });
  await expect(visitor.api.auth.signUp(registration())).rejects.toMatchObject({
    code: "registration_closed",
    message: "New registrations are closed at the moment.",
  });
  await turn("allowNewRegistrations", true);
  expect(await visitor.api.auth.signUp(registration())).toEqual({});
});

describe("the notification settings", () => {
  async function subjectsOf(emails: readonly Email[]): Promise<string[]> {
    const { email } = await aCustomer(app);
    const { db } = app.services;
    for (const content of emails) {
      await queueEmail(db, { to: email, email: content }, app.services);
    }
    await app.runJobs();
    const arrived = app.sandboxes.mailbox?.list({ to: email, limit: 10 }) ?? [];
    return arrived.map(({ subject }) => subject).toSorted();
  }
  const url = "https://sampan.example/dashboard";
  const deposit: Email = {
    name: "deposit-received",
    amountCents: 500,
    balanceCents: 500,
    walletUrl: url,
  };
  const failed: Email = {
    name: "payment-failed",
    plan: "Basic",
    keepsPlan: true,
    settingsUrl: url,
  };
  const moved: Email = {
    name: "package-moved",
    status: "in_transit",
    packageName: "P-1024 (Tea set)",
    trackingNumber: "SF1234567890",
    origin: "China",
    destination: "Germany",
    leg: null,
    handOver: null,
    arrival: null,
    packagesUrl: url,
  };
  const [depositSubject, failureSubject] = [
    "$5.00 has been added to your wallet",
    "The payment for your Basic plan failed",
  ];

  test("stop their kind of email for everyone, but never mandatory emails", async () => {
    const all = [deposit, failed, moved];
    const everything = await subjectsOf(all);
    expect(everything).toHaveLength(3);
    await turn("paymentNotifications", false);
    const withoutPayments = everything.filter((subject) => subject !== depositSubject);
    expect(await subjectsOf(all)).toEqual(withoutPayments);
    await turn("shipmentNotifications", false);
    expect(await subjectsOf(all)).toEqual([failureSubject]);
    await turn("paymentNotifications", true);
    await turn("shipmentNotifications", true);
    expect(await subjectsOf(all)).toEqual(everything);
  });
});

describe("maintenance mode", () => {
  test("closes every server to customers within a second, and opens it again", async () => {
    expect((await fetchFromOther("/api/wallet")).status).toBe(200);
    await turn("maintenanceMode", true);
    await expectApiError(customer.api.wallet.readWallet({}), "maintenance");
    await untilOtherAnswers(503);
    const rejected = await fetchFromOther("/api/wallet");
    expect(rejected.headers.get("retry-after")).toBe("30");
    expect(await rejected.json()).toMatchObject({ code: "maintenance" });
    await turn("maintenanceMode", false);
    await untilOtherAnswers(200);
  });

  test("can be changed from the command line too, with an entry in the audit log", async () => {
    const before = (await auditOf("maintenanceMode")).length;
    expect(await switchMaintenance(app.services, { isEnabled: true })).toBe("changed");
    expect(await switchMaintenance(app.services, { isEnabled: true })).toBe("unchanged");
    await untilOtherAnswers(503);
    expect(await switchMaintenance(app.services, { isEnabled: false })).toBe("changed");
    await untilOtherAnswers(200);
    expect((await auditOf("maintenanceMode")).slice(before)).toMatchObject([
      { actorId: null, action: "settings.changeSetting", after: { isEnabled: true } },
      { actorId: null, action: "settings.changeSetting", after: { isEnabled: false } },
    ]);
  });

  test("lets admins work and sign in on either sign-in page, and nobody else", async () => {
    const { email, password } = customer;
    await turn("maintenanceMode", true);
    expect(await admin.api.users.listUsers({})).toHaveProperty("items");
    for (const operation of ["signIn", "signInAsAdmin"] as const) {
      const credentials = { email: admin.email, password: admin.password };
      expect(await app.client().api.auth[operation](credentials)).toHaveProperty("person");
    }
    const visitor = app.client();
    await expectApiError(visitor.api.auth.signIn({ email, password }), "maintenance");
    const wrong = { email, password: "another password" };
    await expectApiError(visitor.api.auth.signIn(wrong), "invalid_credentials");
    await expectApiError(visitor.api.auth.signUp(registration()), "maintenance");
    await turn("maintenanceMode", false);
  });

  test("keeps health checks, webhooks and session checks available, and serves no files", async () => {
    await turn("maintenanceMode", true);
    expect((await app.client().fetch("/healthz")).status).toBe(200);
    const webhook = await app
      .client()
      .fetch("/api/webhooks/stripe", { method: "POST", body: "{}" });
    expect(webhook.status).toBe(400);
    expect(await customer.api.auth.readSession({})).toMatchObject({ person: { isAdmin: false } });
    expect(await customer.api.settings.readPublicSettings({})).toMatchObject({
      isInMaintenance: true,
    });
    for (const path of ["/api/files/anything", "/api/wallet/transactions.csv"]) {
      expect((await customer.client.fetch(path)).status).toBe(503);
    }
    await turn("maintenanceMode", false);
  });

  test("neither begins nor ends because the database does not respond", async () => {
    await turn("maintenanceMode", true);
    await app.services.settings.current();
    app.services.settings.invalidate();
    const rename = (from: string, to: string) =>
      asOwner(app.database, (db) => db.schema.alterTable(from).renameTo(to).execute());
    await rename("settings", "settings_renamed");
    expect(await app.services.settings.current()).toMatchObject({ maintenanceMode: true });
    await rename("settings_renamed", "settings");
    await turn("maintenanceMode", false);
  });
});
