import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { NotificationKind } from "#notices/rules/notification.ts";
import { prepareImage } from "#platform/server/adapters/files/image-processes.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, freshNumber, receiveParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { insertNotifications, sendNotifications } from "./send-notifications.ts";

const minute = 60_000;
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  app.clock.set("2031-05-01T10:00:00Z");
  return () => app.close();
});

type Recorded = {
  readonly condition?: "perfect" | "wet";
  readonly battery?: "none" | "loose";
  readonly kinds?: readonly NotificationKind[];
  readonly packageId?: string;
};

const measurements = { weightGrams: 1250, lengthMm: 400, widthMm: 300, heightMm: 250 };

async function notify(person: TestPerson, kind: NotificationKind, subjectId: string) {
  const payload = kind === "parcel_goods" ? { variant: "limited" } : {};
  const notification = { userId: person.userId, kind, subjectId, dedupeKey: randomUUID(), payload };
  await insertNotifications(app.services, app.database.kysely, [notification]);
}

/** A parcel of `person` that arrives, of which they are to be notified. */
async function arrives(person: TestPerson, recorded: Recorded = {}) {
  const { condition = "perfect", battery = "none", kinds = ["parcel_undeclared"] } = recorded;
  const parcel = await declareParcel(person, { packageId: recorded.packageId ?? null });
  await receiveParcel(app, person, parcel.id);
  await app.database.kysely
    .updateTable("inboundParcels")
    .set({ ...measurements, condition, battery })
    .where("id", "=", parcel.id)
    .execute();
  for (const kind of kinds) await notify(person, kind, parcel.id);
  return { id: parcel.id, number: parcel.trackingNumber ?? "" };
}

async function addPhoto(parcelId: string): Promise<void> {
  const prepared = await prepareImage(app.services.images, pixel);
  if (!prepared.ok) throw new Error("The picture is not valid.");
  const key = `stored/${parcelId}/1.png`;
  const thumbnailKey = `stored/${parcelId}/1_thumbnail.webp`;
  await app.services.files.put(thumbnailKey, prepared.thumbnail.bytes, "image/webp");
  await app.database.kysely
    .insertInto("files")
    .values({
      ownerKind: "inbound_parcel",
      ownerId: parcelId,
      kind: "outside",
      name: "parcel-outside.png",
      key,
      thumbnailKey,
      contentType: "image/png",
      bytes: 1,
      sha256: Buffer.alloc(32),
      createdBy: randomUUID(),
      createdAt: app.clock.now(),
    })
    .execute();
}

/** Lets some minutes pass and runs the job twice at once; returns the new emails to `person`, the oldest first. */
async function emailsAfter(minutes: number, person: TestPerson) {
  const known = new Set((await app.emailsTo(person.email)).map(({ id }) => id));
  app.clock.advance(minutes * minute);
  await Promise.all([sendNotifications(app.services), sendNotifications(app.services)]);
  const emails = await app.emailsTo(person.email);
  return emails.filter(({ id }) => !known.has(id)).toReversed();
}

async function openCount({ userId }: TestPerson): Promise<number> {
  const rows = await app.database.kysely
    .selectFrom("notifications")
    .select("id")
    .where("userId", "=", userId)
    .where("handledAt", "is", null)
    .execute();
  return rows.length;
}

test("G11: the first parcel is emailed at once with its photo, the later ones together after an hour", async () => {
  const mei = await aCustomer(app);
  const first = await arrives(mei);
  expect(await emailsAfter(0, mei)).toEqual([]);
  await addPhoto(first.id);
  const [email, ...others] = await emailsAfter(1, mei);
  expect(others).toEqual([]);
  expect(email?.subject).toBe(`We found your code on parcel ${first.number}`);
  expect(email?.text).toContain(`${first.number}\n1.25 kg · 40 × 30 × 25 cm · Intact`);
  expect(email?.text).toContain(`/dashboard/parcels/${first.id}`);
  expect(email?.html).toContain('src="data:image/jpeg;base64,/9j/');
  const later = [await arrives(mei), await arrives(mei, { kinds: ["parcel_received"] })];
  expect(await emailsAfter(58, mei)).toEqual([]);
  const [hourly, ...more] = await emailsAfter(2, mei);
  expect(more).toEqual([]);
  expect(hourly?.subject).toBe("2 parcels have arrived");
  for (const { number } of later) expect(hourly?.text).toContain(number);
  expect(hourly?.text).toContain("Not declared; your code was on it");
  expect(hourly?.text).not.toContain(first.number);
  expect(await emailsAfter(120, mei)).toEqual([]);
  expect(await openCount(mei)).toBe(0);
});

test("damage and goods that close services are emailed at once, in one email of each parcel, whatever is turned off", async () => {
  const mei = await aCustomer(app);
  await mei.api.users.updateNotificationSettings({
    emailNotifications: false,
    shipmentUpdates: false,
    marketingEmails: false,
  });
  const kinds = ["parcel_undeclared", "parcel_condition", "parcel_goods"] as const;
  const wet = await arrives(mei, { condition: "wet", battery: "loose", kinds });
  const loose = await arrives(mei, { battery: "loose", kinds: ["parcel_goods"] });
  const corrected = await arrives(mei, { kinds: ["parcel_condition"] });
  const emails = await emailsAfter(1, mei);
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual(
    [
      `Parcel ${loose.number} cannot be sent: please choose what becomes of it`,
      `Your parcel ${wet.number} arrived wet`,
    ].toSorted(),
  );
  expect(emails.map(({ text }) => text).join()).not.toContain(corrected.number);
  // What was turned off is not emailed later either.
  await mei.api.users.updateNotificationSettings({
    emailNotifications: true,
    shipmentUpdates: true,
    marketingEmails: false,
  });
  expect(await emailsAfter(120, mei)).toEqual([]);
  expect(await openCount(mei)).toBe(0);
});

test("a damaged parcel does not wait for the hour of the others", async () => {
  const mei = await aCustomer(app);
  await arrives(mei);
  expect(await emailsAfter(1, mei)).toHaveLength(1);
  const wet = await arrives(mei, { condition: "wet", kinds: ["parcel_condition"] });
  const waiting = await arrives(mei);
  const [email, ...others] = await emailsAfter(1, mei);
  expect([email?.subject, others]).toEqual([`Your parcel ${wet.number} arrived wet`, []]);
  expect((await emailsAfter(59, mei)).map(({ subject }) => subject)).toEqual([
    `We found your code on parcel ${waiting.number}`,
  ]);
});

test("a package whose parcels are all here is named, unless another was added meanwhile", async () => {
  const mei = await aCustomer(app, { plan: "Super" });
  const [complete, incomplete] = [
    await aPackage(mei, { trackingNumber: freshNumber() }),
    await aPackage(mei, { trackingNumber: freshNumber() }),
  ];
  const { items } = await mei.api.inboundParcels.listInboundParcels({ packageId: complete.id });
  for (const { id } of items) await receiveParcel(app, mei, id);
  for (const { id } of [complete, incomplete]) await notify(mei, "package_complete", id);
  const [email] = await emailsAfter(1, mei);
  expect(email?.subject).toBe(
    `All parcels of package ${packageNumberText(complete.number)} are here`,
  );
  expect(email?.text).not.toContain(packageNumberText(incomplete.number));
});

test("a suspended account gets none, now and later, and a parcel that was given away is left out", async () => {
  const [mei, tom, admin] = [await aCustomer(app), await aCustomer(app), await anAdmin(app)];
  await arrives(mei, { kinds: ["parcel_undeclared", "parcel_condition"], condition: "wet" });
  await admin.api.users.suspendUser({ userId: mei.userId, reason: "For the test" });
  const rejected = await arrives(tom);
  await tom.api.inboundParcels.rejectInboundParcel({ inboundParcelId: rejected.id });
  const subjectsOf = async (person: TestPerson) =>
    (await emailsAfter(1, person)).map(({ subject }) => subject);
  expect(await subjectsOf(mei)).toEqual([]);
  await admin.api.users.restoreUser({ userId: mei.userId, reason: "For the test" });
  await app.emailsTo(mei.email);
  expect(await subjectsOf(mei)).toEqual([]);
  expect(await subjectsOf(tom)).toEqual([]);
  expect([await openCount(mei), await openCount(tom)]).toEqual([0, 0]);
});

test("an email lists twenty parcels, shows five photos, and is in the language of the account", async () => {
  const mei = await aCustomer(app);
  await mei.api.users.chooseLanguage({ language: "zh-Hant-HK" });
  for (let number = 1; number <= 22; number += 1) {
    const { id } = await arrives(mei);
    if (number <= 7) await addPhoto(id);
  }
  const [email] = await emailsAfter(1, mei);
  expect(email?.subject).toBe("22 件包裹已入倉");
  expect(email?.text.match(/1\.25 kg/g)).toHaveLength(20);
  expect(email?.text).toContain("另有 2 件包裹");
  expect(email?.html.match(/data:image\/jpeg/g)).toHaveLength(5);
});

test("G11: what could not be queued stays for the next run, and is then emailed once", async () => {
  const mei = await aCustomer(app);
  const tom = await aCustomer(app);
  for (const person of [mei, tom]) await arrives(person);
  app.clock.advance(minute);
  const { jobs } = app.services;
  let calls = 0;
  const failingOnce: typeof jobs = {
    ...jobs,
    enqueueAll: async (...call) => {
      calls += 1;
      if (calls === 1) throw new Error("Cut off");
      await jobs.enqueueAll(...call);
    },
  };
  const run = sendNotifications({ ...app.services, jobs: failingOnce });
  await expect(run).rejects.toThrow("Cut off");
  const counts = [await openCount(mei), await openCount(tom)];
  expect(counts.filter((count) => count > 0)).toEqual([1]);
  await emailsAfter(0, mei);
  for (const { email } of [mei, tom]) expect(await app.emailsTo(email)).toHaveLength(1);
});

/** The morning after, by the clock of somebody in `timeZone`, is `hours` hours away. */
async function digestAfter(hours: number, person: TestPerson) {
  return await emailsAfter(hours * 60, person);
}

test("what needs nobody is emailed once a day, in the morning of the customer and in their language", async () => {
  app.clock.set("2031-06-10T04:00:00Z");
  const mei = await aCustomer(app, { plan: "Super" });
  await mei.api.users.chooseLanguage({ language: "zh-Hans" });
  await app.database.kysely
    .updateTable("profiles")
    .set({ country: "NZ" })
    .where("id", "=", mei.userId)
    .execute();
  const parcel = await arrives(mei, { kinds: ["parcel_received"] });
  // It is 16:00 in Auckland, and 08:00 on the next day sixteen hours later.
  expect(await digestAfter(15.9, mei)).toEqual([]);
  const [email, ...others] = await digestAfter(0.1, mei);
  expect([email?.subject, others]).toEqual([`您的包裹 ${parcel.number} 已入库`, []]);
  const later = await arrives(mei, { kinds: ["parcel_received"] });
  await arrives(mei, { kinds: ["parcel_received"] });
  expect(await digestAfter(23.9, mei)).toEqual([]);
  const [next] = await digestAfter(0.1, mei);
  expect(next?.subject).toBe("您的包裹有 2 项新进展");
  expect(next?.text).toContain(later.number);
  expect(next?.text).not.toContain(parcel.number);
  expect(await digestAfter(48, mei)).toEqual([]);
});

test("the digest is turned off as a kind is, also by the link in it", async () => {
  app.clock.set("2031-06-20T04:00:00Z");
  const mei = await aCustomer(app, { plan: "Super" });
  await arrives(mei, { kinds: ["parcel_received"] });
  const [email] = await digestAfter(24, mei);
  const token = /\/unsubscribe\/([\w.-]+)/.exec(email?.text ?? "")?.[1] ?? "";
  await app.client().api.notifications.unsubscribe({ token });
  expect(await mei.api.notifications.listPreferences({})).toEqual({
    turnedOff: [{ kind: "daily_digest", channel: "email" }],
  });
  await arrives(mei, { kinds: ["parcel_received"] });
  const undeclared = await arrives(mei);
  expect((await digestAfter(24, mei)).map(({ subject }) => subject)).toEqual([
    `We found your code on parcel ${undeclared.number}`,
  ]);
  await mei.api.notifications.setPreference({
    kind: "daily_digest",
    channel: "email",
    isOn: true,
  });
  expect(await digestAfter(24, mei)).toEqual([]);
  expect(await openCount(mei)).toBe(0);
});

test("a package is in the digest with its newest news alone, and with none that an email has told since", async () => {
  app.clock.set("2031-07-01T04:00:00Z");
  const mei = await aCustomer(app, { plan: "Super" });
  const [moving, arrived] = [
    await aPackage(mei, { trackingNumber: freshNumber() }),
    await aPackage(mei, { trackingNumber: freshNumber() }),
  ];
  const report = async (subjectId: string, variant: string) => {
    const dedupeKey = `${subjectId} ${variant}`;
    const notification = { userId: mei.userId, kind: "package_moved" as const, subjectId };
    const { kysely } = app.database;
    await insertNotifications(app.services, kysely, [
      { ...notification, dedupeKey, payload: { variant } },
    ]);
  };
  await report(moving.id, "customs");
  await report(arrived.id, "customs");
  await report(moving.id, "customs_released");
  await report(arrived.id, "delivered");
  // For what is released alone no digest is sent.
  expect(await digestAfter(24, mei)).toEqual([]);
  await arrives(mei, { kinds: ["parcel_received"] });
  const [email] = await digestAfter(24, mei);
  expect(email?.text).toContain(
    `Your package ${packageNumberText(moving.number)} was released by customs`,
  );
  expect(email?.text).not.toContain("is in customs");
  expect(email?.text).not.toContain(packageNumberText(arrived.number));
});
