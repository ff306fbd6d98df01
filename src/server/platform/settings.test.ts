// Shows that the platform's switches bind every server within a second: who may register, and who may enter.
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import type { Letter } from "#server/platform/letters/letter.ts";
import { queueLetter } from "#server/platform/letters/queue-letter.ts";
import { asOwner } from "#testing/database.ts";
import { aCustomer, anAdmin, type TestPerson } from "#testing/people.ts";
import { expectRefusal } from "#testing/refusals.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { switchMaintenance } from "./switch-maintenance.ts";

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

type Change = Parameters<TestPerson["api"]["platform"]["changeSetting"]>[0];

async function turn(setting: Change["setting"], isEnabled: boolean): Promise<void> {
  await admin.api.platform.changeSetting({ setting, isEnabled });
}

function atTheOther(path: string, init: RequestInit = {}): Promise<Response> {
  const cookie = [...customer.client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return other.client().fetch(path, { ...init, headers: { cookie } });
}

/** Looks until the other server answers the customer with `status`. */
async function untilTheOtherAnswers(status: number): Promise<void> {
  await vi.waitUntil(async () => (await atTheOther("/api/wallet")).status === status, {
    timeout: 15_000,
    interval: 20,
  });
}

async function auditOf(target: string) {
  return await app.database.kysely
    .selectFrom("audit_log")
    .select(["actor_id", "action", "before", "after"])
    .where("target", "=", target)
    .orderBy("id")
    .execute();
}

function registration() {
  const email = `${crypto.randomUUID()}@example.com`;
  return { fullName: "Li Na", email, password: "a calm harbour at dusk" };
}

describe("the switches", () => {
  test("are for staff alone", async () => {
    const change: Change = { setting: "maintenanceMode", isEnabled: true };
    for (const [{ api }, code] of [
      [app.client(), "signed_out"],
      [customer, "forbidden"],
    ] as const) {
      await expectRefusal(api.platform.readSettings({}), code);
      await expectRefusal(api.platform.changeSetting(change), code);
    }
  });

  test.each<object>([
    { setting: "isAdmin", isEnabled: true },
    { setting: "maintenanceMode", isEnabled: "yes" },
    { setting: "maintenanceMode" },
    { setting: "maintenanceMode", isEnabled: true, actorId: crypto.randomUUID() },
  ])("refuse %o", async (input) => {
    await expectRefusal(admin.api.platform.changeSetting(input as Change), "invalid_input");
  });

  test("begin as specified, and each turn is kept and audited once, however often it is asked for", async () => {
    const specified = {
      allowNewRegistrations: true,
      maintenanceMode: false,
      shipmentNotifications: true,
      paymentNotifications: true,
    };
    expect(await admin.api.platform.readSettings({})).toMatchObject(specified);
    const turned = { setting: "shipmentNotifications", isEnabled: false } as const;
    await Promise.all([1, 2, 3].map(() => admin.api.platform.changeSetting(turned)));
    expect(await admin.api.platform.readSettings({})).toMatchObject({
      ...specified,
      shipmentNotifications: false,
    });
    expect(await auditOf("shipmentNotifications")).toEqual([
      {
        actor_id: admin.userId,
        action: "platform.changeSetting",
        before: { isEnabled: true },
        after: { isEnabled: false },
      },
    ]);
    await turn("shipmentNotifications", true);
  });
});

test("closed registration refuses everybody with a clear sentence, and says so before anyone types", async () => {
  await turn("allowNewRegistrations", false);
  const visitor = app.client();
  expect(await visitor.api.platform.readPlatform({})).toMatchObject({ isRegistrationOpen: false });
  await expect(visitor.api.people.signUp(registration())).rejects.toMatchObject({
    code: "registration_closed",
    message: "New registrations are closed at the moment.",
  });
  await turn("allowNewRegistrations", true);
  expect(await visitor.api.people.signUp(registration())).toEqual({});
});

describe("the switches for letters", () => {
  async function subjectsOf(letters: readonly Letter[]): Promise<string[]> {
    const { email } = await aCustomer(app);
    const { jobs, db, now, config } = app.parts;
    for (const letter of letters) {
      await queueLetter(db, { to: email, letter }, { jobs, now, secret: config.secret });
    }
    await app.runJobs();
    const arrived = app.standIns.mailbox?.list({ to: email, limit: 10 }) ?? [];
    return arrived.map(({ subject }) => subject).toSorted();
  }
  const url = "https://sampan.example/dashboard";
  const deposit: Letter = {
    name: "deposit-received",
    amountCents: 500,
    balanceCents: 500,
    walletUrl: url,
  };
  const failed: Letter = {
    name: "payment-failed",
    plan: "Basic",
    keepsPlan: true,
    settingsUrl: url,
  };
  const moved: Letter = {
    name: "package-moved",
    status: "in_transit",
    trackingNumber: "SF1234567890",
    origin: "China",
    destination: "Germany",
    legOnTheWay: null,
    packagesUrl: url,
  };
  const [ofDeposit, ofFailure] = [
    "$5.00 has been added to your wallet",
    "The payment for your Basic plan failed",
  ];

  test("hold back their kind for everybody, and never what people have to know", async () => {
    const all = [deposit, failed, moved];
    const everything = await subjectsOf(all);
    expect(everything).toHaveLength(3);
    await turn("paymentNotifications", false);
    const withoutPayments = everything.filter((subject) => subject !== ofDeposit);
    expect(await subjectsOf(all)).toEqual(withoutPayments);
    await turn("shipmentNotifications", false);
    expect(await subjectsOf(all)).toEqual([ofFailure]);
    await turn("paymentNotifications", true);
    await turn("shipmentNotifications", true);
    expect(await subjectsOf(all)).toEqual(everything);
  });
});

describe("maintenance mode", () => {
  test("closes every server to customers within a second, and opens it again", async () => {
    expect((await atTheOther("/api/wallet")).status).toBe(200);
    await turn("maintenanceMode", true);
    await expectRefusal(customer.api.wallet.readWallet({}), "maintenance");
    await untilTheOtherAnswers(503);
    const refused = await atTheOther("/api/wallet");
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(await refused.json()).toMatchObject({ code: "maintenance" });
    await turn("maintenanceMode", false);
    await untilTheOtherAnswers(200);
  });

  test("is turned by the operator at the console too, on the record", async () => {
    const before = (await auditOf("maintenanceMode")).length;
    expect(await switchMaintenance(app.parts, { isEnabled: true })).toBe("changed");
    expect(await switchMaintenance(app.parts, { isEnabled: true })).toBe("unchanged");
    await untilTheOtherAnswers(503);
    expect(await switchMaintenance(app.parts, { isEnabled: false })).toBe("changed");
    await untilTheOtherAnswers(200);
    expect((await auditOf("maintenanceMode")).slice(before)).toMatchObject([
      { actor_id: null, action: "platform.changeSetting", after: { isEnabled: true } },
      { actor_id: null, action: "platform.changeSetting", after: { isEnabled: false } },
    ]);
  });

  test("lets staff work and sign in, by either door, and nobody else", async () => {
    const { email, password } = customer;
    await turn("maintenanceMode", true);
    expect(await admin.api.people.listUsers({})).toHaveProperty("items");
    for (const door of ["signIn", "signInAsAdmin"] as const) {
      const credentials = { email: admin.email, password: admin.password };
      expect(await app.client().api.people[door](credentials)).toHaveProperty("person");
    }
    const visitor = app.client();
    await expectRefusal(visitor.api.people.signIn({ email, password }), "maintenance");
    const wrong = { email, password: "another password" };
    await expectRefusal(visitor.api.people.signIn(wrong), "invalid_credentials");
    await expectRefusal(visitor.api.people.signUp(registration()), "maintenance");
    await turn("maintenanceMode", false);
  });

  test("goes on telling machines and open pages what they need, and gives no files", async () => {
    await turn("maintenanceMode", true);
    expect((await app.client().fetch("/healthz")).status).toBe(200);
    const webhook = await app
      .client()
      .fetch("/api/webhooks/stripe", { method: "POST", body: "{}" });
    expect(webhook.status).toBe(400);
    expect(await customer.api.people.readSession({})).toMatchObject({ person: { isAdmin: false } });
    expect(await customer.api.platform.readPlatform({})).toMatchObject({ isInMaintenance: true });
    for (const path of ["/api/files/anything", "/api/wallet/transactions.csv"]) {
      expect((await customer.client.fetch(path)).status).toBe(503);
    }
    await turn("maintenanceMode", false);
  });

  test("neither begins nor ends because the database does not answer", async () => {
    await turn("maintenanceMode", true);
    await app.parts.settings.current();
    app.parts.settings.forget();
    const rename = (from: string, to: string) =>
      asOwner(app.database, (db) => db.schema.alterTable(from).renameTo(to).execute());
    await rename("platform_settings", "platform_settings_away");
    expect(await app.parts.settings.current()).toMatchObject({ maintenanceMode: true });
    await rename("platform_settings_away", "platform_settings");
    await turn("maintenanceMode", false);
  });
});
