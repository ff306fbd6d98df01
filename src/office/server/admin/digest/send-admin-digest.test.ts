import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { sendAdminDigest } from "./send-admin-digest.ts";

const minute = 60_000;

let app: TestApp;
let ada: TestPerson;
let bob: TestPerson;
let mei: TestPerson;

beforeAll(async () => {
  app = await testApp();
  app.clock.set(new Date());
  [ada, bob] = [await anAdmin(app), await anAdmin(app)];
  mei = await aCustomer(app, { plan: "Basic" });
  return () => app.close();
});

/** Sends the digests and returns who got which. */
async function sendDigests(): Promise<string[]> {
  await app.database.kysely.deleteFrom("emails").execute();
  await Promise.all([sendAdminDigest(app.services), sendAdminDigest(app.services)]);
  const emails = await app.database.kysely
    .selectFrom("emails")
    .select(["recipient", "kind"])
    .where("kind", "like", "%-digest")
    .execute();
  return emails.map(({ recipient, kind }) => `${kind} to ${recipient}`).toSorted();
}

async function aPayout({ userId, api, password }: TestPerson): Promise<void> {
  await ada.api.auth.confirmPassword({ password: ada.password });
  const credit = { userId, kind: "credit", amount: "5", reason: "Goodwill" } as const;
  await ada.api.wallet.adjustWallet({ ...credit, idempotencyKey: randomUUID() });
  await api.auth.confirmPassword({ password });
  const payout = { amount: "5", details: "To account 42", idempotencyKey: randomUUID() };
  await api.wallet.requestPayout(payout);
}

const toBoth = (kind: string) => [`${kind} to ${ada.email}`, `${kind} to ${bob.email}`].toSorted();

test("no digest is sent when nothing has happened", async () => {
  app.clock.advance(5 * minute);
  expect(await sendDigests()).toEqual([]);
});

test("a new package is reported once to every admin who wants it, the next one after at least an hour", async () => {
  await aPackage(mei);
  app.clock.advance(5 * minute);
  expect(await sendDigests()).toEqual(toBoth("shipments-digest"));
  await aPackage(mei);
  app.clock.advance(30 * minute);
  expect(await sendDigests()).toEqual([]);
  await bob.api.users.updateNotificationSettings({
    emailNotifications: true,
    shipmentUpdates: false,
    marketingEmails: false,
  });
  app.clock.advance(30 * minute);
  expect(await sendDigests()).toEqual([`shipments-digest to ${ada.email}`]);
  app.clock.advance(120 * minute);
  expect(await sendDigests()).toEqual([]);
});

test("a package that is added just before a digest is reported with the next one", async () => {
  app.clock.advance(120 * minute);
  await aPackage(mei);
  app.clock.advance(1 * minute);
  expect(await sendDigests()).toEqual([]);
  app.clock.advance(5 * minute);
  expect(await sendDigests()).toEqual([`shipments-digest to ${ada.email}`]);
});

test("a payout request is reported once, not again while it stays open", async () => {
  app.clock.advance(120 * minute);
  await aPayout(mei);
  app.clock.advance(5 * minute);
  expect(await sendDigests()).toEqual(toBoth("payments-digest"));
  app.clock.advance(120 * minute);
  expect(await sendDigests()).toEqual([]);
});

test("what happens while digests are turned off is never reported, what happens afterwards is", async () => {
  const setNotifications = (isEnabled: boolean) =>
    ada.api.settings.changeSetting({ setting: "paymentNotifications", isEnabled });
  await setNotifications(false);
  await aPayout(await aCustomer(app));
  app.clock.advance(120 * minute);
  expect(await sendDigests()).toEqual([]);
  await setNotifications(true);
  app.clock.advance(5 * minute);
  expect(await sendDigests()).toEqual([]);
  await aPayout(await aCustomer(app));
  app.clock.advance(5 * minute);
  expect(await sendDigests()).toEqual(toBoth("payments-digest"));
});

test("digests go to the roles that attend to their work, once these may use the admin area", async () => {
  const roles = ["receiver", "packer", "support", "finance", "manager"] as const;
  const [receiver, packer, support, finance, manager] = await Promise.all(
    roles.map((role) => aStaffMember(app, [role])),
  );
  const blocked = await aStaffMember(app, ["finance"]);
  await blocked.api.auth.disableTwoFactor({ password: blocked.password });
  await aPackage(mei);
  await aPayout(await aCustomer(app));
  app.clock.advance(120 * minute);
  const sent = await sendDigests();
  const topicsOf = (person: TestPerson | undefined) =>
    sent.flatMap((line) => (line.endsWith(` ${person?.email}`) ? [line.split("-")[0]] : []));
  expect([receiver, packer, support, finance, manager, blocked].map(topicsOf)).toEqual([
    [],
    [],
    ["shipments"],
    ["payments"],
    ["payments", "shipments"],
    [],
  ]);
});
