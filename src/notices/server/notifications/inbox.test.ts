import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { notificationKinds, notificationMatrix } from "#notices/rules/notification.ts";
import { languages } from "#platform/rules/language.ts";
import { notifyLatePackages } from "#goods/server/packages/package-notifications.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { deleteOldNotifications, notificationText } from "./inbox.ts";
import { insertNotifications } from "./send-notifications.ts";

const day = 86_400_000;

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  app.clock.set(new Date());
  admin = await anAdmin(app);
  return () => app.close();
});

async function textsOf({ api }: TestPerson): Promise<string[]> {
  return (await api.notifications.listNotifications({})).items.map(({ text }) => text);
}

async function unreadOf({ api }: TestPerson): Promise<number> {
  return (await api.notifications.countUnread({})).unreadCount;
}

/** Notifications about `count` deposits, as their transactions make them. */
async function deposits({ userId }: TestPerson, count: number, from = 0): Promise<void> {
  const notifications = Array.from({ length: count }, (_, index) => ({
    userId,
    kind: "deposit_received" as const,
    subjectId: userId,
    dedupeKey: `deposit ${from + index}`,
    payload: { amountCents: 100 + from + index },
  }));
  await insertNotifications(app.services, app.database.kysely, notifications);
}

test("every kind and case has its sentence in three languages", () => {
  for (const kind of notificationKinds) {
    for (const variant of notificationMatrix[kind].variants ?? [undefined]) {
      const payload = {
        number: "SF1",
        amountCents: 1234,
        plan: "Super",
        at: "2026-11-20T00:00:00Z",
        ...(variant !== undefined && { variant }),
      };
      const texts = languages.map((language) => notificationText({ kind, payload }, language));
      expect(new Set(texts).size, `${kind} ${variant}: ${texts.join()}`).toBe(languages.length);
      expect(texts.join()).not.toMatch(/notifications\.|\{/);
    }
  }
});

test("G30: what happens to a package is in its owner's inbox with the change, in their language, and in no other", async () => {
  const mei = await aCustomer(app, { plan: "Super" });
  const other = await aCustomer(app);
  const pkg = await aPackage(mei, { trackingNumber: "SF7770001112223" });
  const [leg] = pkg.legs;
  const setLeg = (status: "in_transit" | "delivered") =>
    admin.api.packages.setLegStatus({ legId: leg?.id ?? "", status });
  await setLeg("in_transit");
  await setLeg("in_transit");
  const { items } = await mei.api.notifications.listNotifications({});
  expect(items).toMatchObject([
    {
      kind: "package_moved",
      text: "Your package SF7770001112223 is on its way",
      path: `/dashboard/packages?package=${pkg.id}`,
      isRead: false,
    },
  ]);
  expect(await textsOf(other)).toEqual([]);
  const headers = { "accept-language": "zh-HK" };
  const chinese = await mei.client.fetch("/api/notifications", { headers });
  expect(await chinese.json()).toMatchObject({
    items: [{ text: "你的包裹 SF7770001112223 正在運送" }],
  });

  // Somebody else's id marks nothing of theirs, nor of ours.
  const notificationId = items[0]?.id ?? "";
  await other.api.notifications.markRead({ notificationId, withOlder: true });
  expect(await unreadOf(mei)).toBe(1);
  await mei.api.notifications.markRead({ notificationId });
  expect(await unreadOf(mei)).toBe(0);
  expect((await mei.api.notifications.listNotifications({})).items[0]?.isRead).toBe(true);
});

test("the inbox names the leg and when the package arrives, in the reader's language, as the email does", async () => {
  const mei = await aCustomer(app, { plan: "Super" });
  const number = "SF7770001112225";
  const { id: packageId, legs } = await aPackage(mei, { trackingNumber: number });
  const setLeg = async (legNumber: number, status: "in_transit" | "delivered") =>
    await admin.api.packages.setLegStatus({ legId: legs[legNumber - 1]?.id ?? "", status });
  await setLeg(1, "delivered");
  await setLeg(2, "in_transit");
  const { estimates } = await mei.api.packages.readPackage({ packageId });
  const { earliestAt, latestAt } = estimates.at(-1) ?? {};
  const dayIn = (locale: string, at: string | null | undefined) =>
    new Date(at ?? "").toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
  const when = `between ${dayIn("en", earliestAt)} and ${dayIn("en", latestAt)}`;
  const { items } = await mei.api.notifications.listNotifications({});
  expect([items[0]?.text, items[0]?.detail]).toEqual([
    `Your package ${number} is on its way`,
    `Leg 2 of 3: Hong Kong → Singapore · Expected arrival: ${when}`,
  ]);
  const headers = { "accept-language": "zh-HK" };
  const chinese = await mei.client.fetch("/api/notifications", { headers });
  const [first, last] = [dayIn("zh-HK", earliestAt), dayIn("zh-HK", latestAt)];
  expect(await chinese.json()).toMatchObject({
    items: [{ detail: `第 2 段，共 3 段：香港 → 新加坡 · 預計抵達：${first}至${last}` }],
  });
  const [email] = await app.emailsTo(mei.email);
  expect(email?.text).toContain("Leg 2 of 3: Hong Kong → Singapore");
  expect(email?.text).toContain(`Expected arrival: ${when}`);
});

test("G30: the same key is notified once, also by two transactions at once, and counts for one customer alone", async () => {
  const mei = await aCustomer(app);
  const other = await aCustomer(app);
  await Promise.all([deposits(mei, 3), deposits(mei, 3), deposits(other, 1)]);
  expect((await textsOf(mei)).toSorted()).toEqual(
    ["$1.00", "$1.01", "$1.02"].map((amount) => `${amount} was added to your wallet`),
  );
  expect(await textsOf(other)).toEqual(["$1.00 was added to your wallet"]);
});

test("pages follow each other without gaps, the count stops at 100, and marking an older one read leaves the newer", async () => {
  const mei = await aCustomer(app);
  await deposits(mei, 101);
  expect(await unreadOf(mei)).toBe(100);
  const ids: string[] = [];
  let before: string | undefined;
  do {
    const page = await mei.api.notifications.listNotifications(
      before === undefined ? {} : { before },
    );
    expect(page.items.length).toBeLessThanOrEqual(20);
    ids.push(...page.items.map(({ id }) => id));
    before = page.olderThan ?? undefined;
    // One that is new does not shift the pages.
    if (ids.length === 20) await deposits(mei, 1, 101);
  } while (before !== undefined);
  expect(new Set(ids).size).toBe(101);
  await mei.api.notifications.markRead({ notificationId: ids[1] ?? "", withOlder: true });
  expect(await unreadOf(mei)).toBe(2);
});

test("notifications are deleted after 90 days, read or not", async () => {
  const mei = await aCustomer(app);
  await deposits(mei, 1);
  const keysOf = async () => {
    const rows = await app.database.kysely
      .selectFrom("notifications")
      .select("dedupeKey")
      .where("userId", "=", mei.userId)
      .execute();
    return rows.map(({ dedupeKey }) => dedupeKey);
  };
  const madeAt = app.clock.now().getTime();
  const deleteAt = async (moment: number) =>
    await deleteOldNotifications({ db: app.services.db, now: () => new Date(moment) });
  app.clock.advance(1_000);
  await deposits(mei, 1, 1);
  await deleteAt(madeAt + 90 * day);
  expect(await keysOf()).toHaveLength(2);
  await deleteAt(madeAt + 90 * day + 1);
  expect(await keysOf()).toEqual(["deposit 1"]);
});

test("a leg that is late is notified once, by inbox and email, however many servers look for it", async () => {
  const mei = await aCustomer(app, { plan: "Super" });
  const { legs } = await aPackage(mei, { trackingNumber: "SF7770001112224" });
  await admin.api.packages.setLegStatus({ legId: legs[0]?.id ?? "", status: "in_transit" });
  const late = () => Promise.all([0, 1].map(() => notifyLatePackages(app.services)));
  await late();
  await app.database.kysely
    .updateTable("shippingLegs")
    .set({ lateAfter: new Date(app.clock.now().getTime() + 60_000) })
    .where("id", "=", legs[0]?.id ?? "")
    .execute();
  await late();
  expect(await textsOf(mei)).toEqual(["Your package SF7770001112224 is on its way"]);
  app.clock.advance(60_001);
  await late();
  await late();
  const sentence = "Your package SF7770001112224 is late";
  expect(await textsOf(mei)).toEqual([sentence, "Your package SF7770001112224 is on its way"]);
  const { items } = await mei.api.notifications.listNotifications({});
  expect(items[0]?.detail).toBe("Leg 1 of 3: China → Hong Kong");
  const emails = await app.emailsTo(mei.email);
  expect(emails.filter(({ subject }) => subject === sentence)).toHaveLength(1);
});

test("legs that are late together are notified in one transaction, those that were not before by email too", async () => {
  const people = await Promise.all([1, 2, 3].map(() => aCustomer(app, { plan: "Super" })));
  const legIds: string[] = [];
  for (const [index, person] of people.entries()) {
    const { legs } = await aPackage(person, { trackingNumber: `SF777000222333${index}` });
    const legId = legs[0]?.id ?? "";
    await admin.api.packages.setLegStatus({ legId, status: "in_transit" });
    legIds.push(legId);
  }
  const { kysely } = app.database;
  // Another server is about to notify the first of them, which it has read as late too.
  const first = { userId: people[0]?.userId ?? "", dedupeKey: legIds[0] ?? "" };
  let running: Promise<unknown> = Promise.resolve();
  await kysely.transaction().execute(async (db) => {
    const late = { ...first, kind: "package_late" as const, subjectId: first.userId };
    await insertNotifications(app.services, db, [late]);
    await kysely
      .updateTable("shippingLegs")
      .set({ lateAfter: app.clock.now() })
      .where("id", "in", legIds)
      .execute();
    app.clock.advance(60_000);
    running = notifyLatePackages(app.services);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await running;
  const ofLateness: number[] = [];
  for (const { email } of people) {
    const emails = await app.emailsTo(email);
    ofLateness.push(emails.filter(({ subject }) => subject.endsWith("is late")).length);
  }
  expect(ofLateness).toEqual([0, 1, 1]);
  const { rows } = await sql<{ transactions: number; rows: number }>`
    select count(distinct xmin::text)::int as transactions, count(*)::int as rows from notifications
    where kind = 'package_late' and dedupe_key in (${sql.join(legIds.slice(1))})
  `.execute(kysely);
  expect(rows).toEqual([{ transactions: 1, rows: 2 }]);
});

test("G30: of one step there is one entry, also by two transactions at once: it counts what it joins and is unread again", async () => {
  const mei = await aCustomer(app);
  const { kysely } = app.database;
  const arrives = (db: typeof kysely, dedupeKey: string, step = "parcel_received one") =>
    insertNotifications(app.services, db, [
      {
        userId: mei.userId,
        kind: "parcel_received",
        subjectId: mei.userId,
        dedupeKey,
        steps: [step],
      },
    ]);
  let running: Promise<unknown> = Promise.resolve();
  await kysely.transaction().execute(async (db) => {
    await arrives(db, "first");
    running = kysely.transaction().execute((other) => arrives(other, "second"));
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await running;
  expect(await textsOf(mei)).toEqual(["2 parcels have arrived"]);
  const { items } = await mei.api.notifications.listNotifications({});
  expect(items[0]?.path).toBe("/dashboard/parcels?group=here");
  await mei.api.notifications.markRead({ notificationId: items[0]?.id ?? "" });
  expect(await unreadOf(mei)).toBe(0);
  await arrives(kysely, "third");
  await arrives(kysely, "third");
  await arrives(kysely, "first");
  expect(await textsOf(mei)).toEqual(["3 parcels have arrived"]);
  expect(await unreadOf(mei)).toBe(1);
  await arrives(kysely, "of another package", "parcel_received other");
  app.clock.advance(61 * 60_000);
  await arrives(kysely, "an hour later");
  expect(await textsOf(mei)).toEqual([
    "Your parcel  has arrived",
    "Your parcel  has arrived",
    "3 parcels have arrived",
  ]);
});
