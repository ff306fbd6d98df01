// Shows that staff are told of each thing once, at most once an hour, and of nothing that is turned off.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { aPackage } from "#testing/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#testing/users.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
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

/** Everybody who was written to since the last look, with the letter's subject. */
async function notify(): Promise<string[]> {
  await app.database.kysely.deleteFrom("emails").execute();
  await Promise.all([sendAdminDigest(app.services), sendAdminDigest(app.services)]);
  const emails = await app.database.kysely
    .selectFrom("emails")
    .select(["recipient", "kind"])
    .where("kind", "like", "staff-%")
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

const both = (kind: string) => [`${kind} to ${ada.email}`, `${kind} to ${bob.email}`].toSorted();

test("nothing has happened, and nobody is written to", async () => {
  app.clock.advance(5 * minute);
  expect(await notify()).toEqual([]);
});

test("a new package is told once to everybody who wants it, and the next at the earliest an hour later", async () => {
  await aPackage(mei);
  app.clock.advance(5 * minute);
  expect(await notify()).toEqual(both("staff-shipments"));
  await aPackage(mei);
  app.clock.advance(30 * minute);
  expect(await notify()).toEqual([]);
  await bob.api.users.updateNotificationSettings({
    emailNotifications: true,
    shipmentUpdates: false,
    marketingEmails: false,
  });
  app.clock.advance(30 * minute);
  expect(await notify()).toEqual([`staff-shipments to ${ada.email}`]);
  app.clock.advance(120 * minute);
  expect(await notify()).toEqual([]);
});

test("a package that is added while the letter is written is told with the next one", async () => {
  app.clock.advance(120 * minute);
  await aPackage(mei);
  app.clock.advance(1 * minute);
  expect(await notify()).toEqual([]);
  app.clock.advance(5 * minute);
  expect(await notify()).toEqual([`staff-shipments to ${ada.email}`]);
});

test("a payout that somebody asks for is told, and while it waits it is no news", async () => {
  app.clock.advance(120 * minute);
  await aPayout(mei);
  app.clock.advance(5 * minute);
  expect(await notify()).toEqual(both("staff-payments"));
  app.clock.advance(120 * minute);
  expect(await notify()).toEqual([]);
});

test("turned off, nothing is written, also not later; turned on again, what comes then is", async () => {
  const turn = (isEnabled: boolean) =>
    ada.api.settings.changeSetting({ setting: "paymentNotifications", isEnabled });
  await turn(false);
  await aPayout(await aCustomer(app));
  app.clock.advance(120 * minute);
  expect(await notify()).toEqual([]);
  await turn(true);
  app.clock.advance(5 * minute);
  expect(await notify()).toEqual([]);
  await aPayout(await aCustomer(app));
  app.clock.advance(5 * minute);
  expect(await notify()).toEqual(both("staff-payments"));
});
