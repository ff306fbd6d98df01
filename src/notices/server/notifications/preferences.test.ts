import { beforeAll, expect, test } from "vitest";
import { optionalKinds } from "#notices/rules/notification.ts";
import { emailKinds } from "#app/server/email-kinds.ts";
import { unsubscribeToken } from "#platform/server/emails/email.ts";
import { insertNotifications, sendNotifications } from "./send-notifications.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, receiveParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  app.clock.set(new Date());
  admin = await anAdmin(app);
  return () => app.close();
});

/** Moves a new package; returns the texts of all emails to its owner. */
async function movesTo(person: TestPerson, trackingNumber: string): Promise<string[]> {
  const { legs } = await aPackage(person, { trackingNumber });
  await admin.api.packages.setLegStatus({ legId: legs[0]?.id ?? "", status: "in_transit" });
  return (await app.emailsTo(person.email)).map(({ text }) => text);
}

const linkIn = (text: string | undefined) => /\/unsubscribe\/([\w.-]+)/.exec(text ?? "")?.[1] ?? "";

/** The request of a mail program: no cookie, no Origin. */
async function oneClick(token: string): Promise<number> {
  const url = `${app.config.publicUrl}/unsubscribe/${token}`;
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  return (await app.app.fetch(new Request(url, { method: "POST", body }))).status;
}

test("a kind that is turned off is not emailed and still in the inbox; on again, it is emailed from then on", async () => {
  const mei = await aCustomer(app, { plan: "Super" });
  const choice = { kind: "package_moved", channel: "email" } as const;
  await mei.api.notifications.setPreference({ ...choice, isOn: false });
  await mei.api.notifications.setPreference({ ...choice, isOn: false });
  expect(await mei.api.notifications.listPreferences({})).toEqual({ turnedOff: [choice] });
  expect(await movesTo(mei, "SF8880001112221")).toEqual([]);
  expect((await mei.api.notifications.listNotifications({})).items).toHaveLength(1);
  await mei.api.notifications.setPreference({ ...choice, isOn: true });
  expect(await movesTo(mei, "SF8880001112222")).toHaveLength(1);
});

test("of what is emailed together, only what is turned on is in the email", async () => {
  const mei = await aCustomer(app);
  await mei.api.notifications.setPreference({
    kind: "parcel_undeclared",
    channel: "email",
    isOn: false,
  });
  for (const kind of ["parcel_undeclared", "parcel_received"] as const) {
    const parcel = await declareParcel(mei, {});
    await receiveParcel(app, mei, parcel.id);
    const notification = { userId: mei.userId, kind, subjectId: parcel.id, dedupeKey: parcel.id };
    await insertNotifications(app.services, app.database.kysely, [notification]);
  }
  app.clock.advance(86_400_000);
  await sendNotifications(app.services);
  const emails = await app.emailsTo(mei.email);
  expect(emails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your parcel .* has arrived$/),
  ]);
});

test("money, storage and goods in danger cannot be turned off", async () => {
  const { api } = await aCustomer(app);
  for (const kind of ["low_balance", "storage_reminder", "parcel_condition", "parcel_goods"]) {
    expect(optionalKinds).not.toContain(kind);
    const choice = { kind, channel: "email", isOn: false } as never;
    await expectApiError(api.notifications.setPreference(choice), "invalid_input");
  }
});

test("G31: one click in a mail program turns off the emails of that kind, without signing in, and nothing else", async () => {
  const mei = await aCustomer(app, { plan: "Super" });
  const other = await aCustomer(app, { plan: "Super" });
  const token = linkIn((await movesTo(mei, "SF8880001112223"))[0]);
  expect(token).toMatch(/^package-moved\./);
  await app.app.fetch(new Request(`${app.config.publicUrl}/unsubscribe/${token}`));
  expect((await mei.api.notifications.listPreferences({})).turnedOff).toEqual([]);
  const forged = token.replace("package-moved", "parcels-received");
  const [name, encoded = ""] = token.split(".");
  const changed = `${name}.${encoded.slice(0, -2)}${encoded.endsWith("AA") ? "BB" : "AA"}`;
  for (const wrong of [forged, changed, "package-moved", `${token}x`]) {
    expect(await oneClick(wrong), wrong).toBe(404);
  }
  expect([await oneClick(token), await oneClick(token)]).toEqual([204, 204]);
  expect((await mei.api.notifications.listPreferences({})).turnedOff).toEqual([
    { kind: "package_moved", channel: "email" },
  ]);
  expect(await movesTo(mei, "SF8880001112224")).toHaveLength(1);
  expect(await movesTo(other, "SF8880001112225")).toHaveLength(1);
});

test("the page of the link does the same, and a switch is turned off where there is no choice by kind", async () => {
  const mei = await aCustomer(app);
  expect(emailKinds["deposit-received"].unsubscribes).toBe("emailNotifications");
  const token = unsubscribeToken(app.config.secret, {
    userId: mei.userId,
    name: "deposit-received",
  });
  await app.client().api.notifications.unsubscribe({ token });
  expect(await mei.api.users.readNotificationSettings({})).toMatchObject({
    emailNotifications: false,
    shipmentUpdates: true,
  });
});

test("emails that cannot be turned off have no such link", async () => {
  const mei = await aCustomer(app);
  await app.client().api.auth.requestPasswordReset({ email: mei.email });
  expect((await app.latestEmail(mei.email)).text).not.toContain("/unsubscribe/");
});
