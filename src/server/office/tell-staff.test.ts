// Shows that staff are told of each thing once, at most once an hour, and of nothing that is turned off.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { aPackage } from "#testing/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#testing/people.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { tellStaff } from "./tell-staff.ts";

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
async function tell(): Promise<string[]> {
  await app.database.kysely.deleteFrom("letters").execute();
  await Promise.all([tellStaff(app.parts), tellStaff(app.parts)]);
  const letters = await app.database.kysely
    .selectFrom("letters")
    .select(["recipient", "kind"])
    .where("kind", "like", "staff-%")
    .execute();
  return letters.map(({ recipient, kind }) => `${kind} to ${recipient}`).toSorted();
}

async function aPayout({ userId, api, password }: TestPerson): Promise<void> {
  await ada.api.people.confirmPassword({ password: ada.password });
  const credit = { userId, kind: "credit", amount: "5", reason: "Goodwill" } as const;
  await ada.api.wallet.adjustWallet({ ...credit, requestKey: randomUUID() });
  await api.people.confirmPassword({ password });
  const payout = { amount: "5", details: "To account 42", requestKey: randomUUID() };
  await api.people.requestPayout(payout);
}

const both = (kind: string) => [`${kind} to ${ada.email}`, `${kind} to ${bob.email}`].toSorted();

test("nothing has happened, and nobody is written to", async () => {
  app.clock.advance(5 * minute);
  expect(await tell()).toEqual([]);
});

test("a new package is told once to everybody who wants it, and the next at the earliest an hour later", async () => {
  await aPackage(mei);
  app.clock.advance(5 * minute);
  expect(await tell()).toEqual(both("staff-shipments"));
  await aPackage(mei);
  app.clock.advance(30 * minute);
  expect(await tell()).toEqual([]);
  await bob.api.people.updateNotificationSettings({
    emailNotifications: true,
    shipmentUpdates: false,
    marketingEmails: false,
  });
  app.clock.advance(30 * minute);
  expect(await tell()).toEqual([`staff-shipments to ${ada.email}`]);
  app.clock.advance(120 * minute);
  expect(await tell()).toEqual([]);
});

test("a package that is added while the letter is written is told with the next one", async () => {
  app.clock.advance(120 * minute);
  await aPackage(mei);
  app.clock.advance(1 * minute);
  expect(await tell()).toEqual([]);
  app.clock.advance(5 * minute);
  expect(await tell()).toEqual([`staff-shipments to ${ada.email}`]);
});

test("a payout that somebody asks for is told, and while it waits it is no news", async () => {
  app.clock.advance(120 * minute);
  await aPayout(mei);
  app.clock.advance(5 * minute);
  expect(await tell()).toEqual(both("staff-payments"));
  app.clock.advance(120 * minute);
  expect(await tell()).toEqual([]);
});

test("turned off, nothing is written, also not later; turned on again, what comes then is", async () => {
  const turn = (isEnabled: boolean) =>
    ada.api.platform.changeSetting({ setting: "paymentNotifications", isEnabled });
  await turn(false);
  await aPayout(await aCustomer(app));
  app.clock.advance(120 * minute);
  expect(await tell()).toEqual([]);
  await turn(true);
  app.clock.advance(5 * minute);
  expect(await tell()).toEqual([]);
  await aPayout(await aCustomer(app));
  app.clock.advance(5 * minute);
  expect(await tell()).toEqual(both("staff-payments"));
});
