import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#platform/server/db/open.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { accountParts } from "#app/server/listeners.ts";
import { asOwner } from "#test/database.ts";
import { placesIn, storedTexts } from "#test/database-contents.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aClosedManifest, handOver, labelAll } from "#test/manifests.ts";
import { aWarehouse, receiveScan } from "#test/receiving.ts";
import { aPackage } from "#test/packages.ts";
import { aDevice } from "#test/push.ts";
import { callSandbox, payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  return () => app.close();
});

// A GIF of one pixel.
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

/** The columns that the list of what closing leaves names as kept. */
const keptColumns = accountParts.flatMap(({ tables }) =>
  Object.entries(tables).flatMap(([table, { kept = {} }]) =>
    Object.keys(kept).map((column) => `public.${table}.${column}`),
  ),
);

/** What only staff typed in the course of a request, as their desks store it. */
async function typeAboutRequests({ userId }: TestPerson, by: TestPerson): Promise<void> {
  const { kysely } = app.database;
  const own = kysely.selectFrom("shipRequests").select("id").where("userId", "=", userId);
  const { id: shipRequestId } = await own.executeTakeFirstOrThrow();
  await kysely
    .updateTable("shipRequests")
    .set({ note: "Wrap the Gooseberry jar", endedReason: "Cardamom everywhere" })
    .where("id", "=", shipRequestId)
    .execute();
  await sql`
    insert into events (subject_kind, subject_id, kind, actor, actor_id, facts, created_at)
    values ('ship_request', ${shipRequestId}, 'box_opened', 'staff', ${by.userId}, '{"reason": "A Saffron stain"}', now())
  `.execute(kysely);
}

async function passwordHashOf({ userId }: TestPerson): Promise<string | null> {
  const { passwordHash } = await app.database.kysely
    .selectFrom("users")
    .select("passwordHash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return passwordHash;
}

async function stateOfSession(sessionId: string): Promise<string> {
  const session = await callSandbox(app, `checkout/sessions/${sessionId}`);
  return (session as { status: string }).status;
}

async function startDeposit({ api }: TestPerson): Promise<string> {
  return (await api.wallet.startDeposit({ amount: "25.50", idempotencyKey: randomUUID() })).url;
}

async function statusesOf({ userId }: TestPerson): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("transactions")
    .select("status")
    .where("userId", "=", userId)
    .execute();
  return rows.map(({ status }) => status);
}

/** A parcel of the person that came, was photographed and has left. */
async function departedParcel(admin: TestPerson, person: TestPerson) {
  const parcel = await declareParcel(person);
  const items = [{ description: "Lacquered abacus", descriptionOriginal: "漆算盤" }];
  await person.api.goods.saveItems({ inboundParcelId: parcel.id, items });
  const warehouseId = await aWarehouse(admin);
  await receiveScan(app, admin, {
    warehouseId,
    scan: parcel.trackingNumber,
    measurements: { weightGrams: 1250, note: "Smells of Juniper" },
  });
  const { id: imageId } = await admin.api.receiving.addInboundParcelImage({
    inboundParcelId: parcel.id,
    file: new File([pixel], "outside.gif", { type: "image/gif" }),
    idempotencyKey: randomUUID(),
  });
  await app.database.kysely
    .updateTable("inboundParcels")
    .set({ state: "departed" })
    .where("id", "=", parcel.id)
    .execute();
  const folder = join(app.config.dataDir, "files", "stored", parcel.id);
  return { parcelId: parcel.id, imageId, folder };
}

/** A package of the person that was weighed by its carrier, handed over, and taken back by hand. */
async function handedOverPackage(admin: TestPerson, person: TestPerson): Promise<void> {
  const { kysely } = app.database;
  const warehouseId = await aWarehouse(admin);
  const requests = await insertAcceptedRequests(kysely, { userIds: [person.userId], warehouseId });
  const numbers = await labelAll(admin, requests);
  const { id: manifestId, items } = await aClosedManifest(admin, warehouseId, numbers);
  const weight = { weightGrams: 9000 };
  const manifestPackageId = items[0]?.id ?? "";
  const shipRequestId = requests[0]?.id ?? "";
  await admin.api.manifests.recordCarrierWeight({ manifestPackageId, ...weight });
  const found = { shipRequestId, ...weight, reason: "It was the Tangerine box" };
  await admin.api.manifests.settleCarrierWeight(found);
  await handOver(admin, manifestId);
  await app.runJobs();
  await kysely
    .updateTable("manifestPackages")
    .set({
      state: "taken_back",
      takenBackBy: admin.userId,
      takenBackAt: app.clock.now(),
      takenBackReason: "Marzipan leaked",
    })
    .where("id", "=", manifestPackageId)
    .execute();
}

/** The confirmation is stored with its address for a month, as every email is; the log of what staff did never changes. */
const keptOf = (email: string, imageId: string) => ({
  [email]: ["public.emails.recipient"],
  [imageId]: ["public.audit_log.after"],
  neighbour: ["public.audit_log.after"],
  Tangerine: ["public.audit_log.reason"],
  betrothal: ["public.audit_log.before"],
});

test("No table has personal data of a closed account, or what was in its packages", async () => {
  const admin = await anAdmin(app);
  const person = await aCustomer(app, { plan: "Premium", fullName: "Xiomara Quill" });
  const { api, email, password } = person;
  await api.users.updateProfile({
    fullName: "陈桃花",
    latinName: "Persimmona Chen",
    phone: "+852 5555 0177",
    address: "17 Quayside Lane",
    addressLine2: "Flat 12B Barnacle House",
    city: "Aberdeen Harbour",
    state: "Kowloonshire",
    country: "HK",
    postalCode: "QX99017",
  });
  const pkg = await aPackage(person, { description: "Jade censer of the aunt" });
  await api.packages.updatePackage({
    packageId: pkg.id,
    fields: { description: "Jade censer and a Persimmon box", estimatedWeightGrams: 1600 },
  });
  await api.packages.updatePackage({
    packageId: pkg.id,
    fields: { description: "Jade censer of the aunt", estimatedWeightGrams: 1600 },
  });
  await api.packages.updateRecipient({
    packageId: pkg.id,
    recipient: {
      name: "Aunt 梧桐",
      latinName: "Aunt Thimble",
      phone: "+852 5555 0177",
      address: "17 Quayside Lane",
      addressLine2: "",
      city: "Aberdeen Harbour",
      state: "",
      postalCode: "",
    },
  });
  await declareParcel(person, {
    packageId: pkg.id,
    shop: "Porcelain Pavilion",
    orderReference: "PP-77-ORCHID",
    description: "Vermilion lacquer box",
  });
  const photos = await departedParcel(admin, person);
  await handedOverPackage(admin, person);
  await typeAboutRequests(person, admin);
  const cancelled = await aPackage(person);
  await api.packages.cancelPackage({ packageId: cancelled.id, reason: "A whim" });
  const file = new File([pixel], "aunts-heirloom.gif", { type: "image/gif" });
  await api.packages.addImage({ packageId: pkg.id, file, idempotencyKey: randomUUID() });
  const other = new File([pixel], "betrothal-ring.gif", { type: "image/gif" });
  const { id: imageId } = await api.packages.addImage({
    packageId: pkg.id,
    file: other,
    idempotencyKey: randomUUID(),
  });
  await admin.api.packages.deleteImage({ imageId });
  const [leg] = pkg.legs;
  if (leg === undefined) throw new Error("The package has no leg.");
  await admin.api.packages.updateLeg({
    legId: leg.id,
    origin: leg.origin,
    destination: leg.destination,
    carrier: leg.carrier,
    trackingNumber: null,
    estimatedDeparture: null,
    estimatedArrival: null,
    notes: "Ring the neighbour",
  });
  await app.client().api.auth.requestPasswordReset({ email });
  await api.errorReports.reportError({ errorMessage: "Oops", source: "wallet", context: email });
  const { endpoint } = await aDevice(app, person, "Asia/Ust-Nera");
  await app.runJobs();
  const words = [
    email,
    endpoint,
    "Ust-Nera",
    "Quill",
    "5555 0177",
    "Quayside",
    "Barnacle House",
    "Aberdeen Harbour",
    "Kowloonshire",
    "QX99017",
    "Persimmon",
    "Thimble",
    "梧桐",
    "陈桃花",
    "Persimmona",
    "whim",
    "censer",
    "abacus",
    "漆算盤",
    "Pavilion",
    "ORCHID",
    "Vermilion",
    "heirloom",
    "betrothal",
    "neighbour",
    "Juniper",
    "Tangerine",
    "Marzipan",
    "Gooseberry",
    "Cardamom",
    "Saffron",
    photos.imageId,
  ];
  const before = await storedTexts(app.database);
  for (const word of words) expect(placesIn(before, word), word).not.toEqual([]);
  expect(await passwordHashOf(person)).not.toBeNull();
  const folder = join(app.config.dataDir, "files", "stored", pkg.id);
  expect([existsSync(folder), existsSync(photos.folder)]).toEqual([true, true]);

  expect(await api.users.closeAccount({ password })).toEqual({});
  await app.runJobs();
  const after = await storedTexts(app.database);
  const places = words.map((word) => [word, placesIn(after, word)] as const);
  const left = Object.fromEntries(places.filter(([, found]) => found.length > 0));
  expect(left).toEqual(keptOf(email, photos.imageId));
  for (const [word, found] of places)
    expect(keptColumns, word).toEqual(expect.arrayContaining(found));
  expect(await passwordHashOf(person)).toBeNull();
  expect([existsSync(folder), existsSync(photos.folder)]).toEqual([false, false]);
  const { package: stored, images } = await admin.api.packages.readShipment({ packageId: pkg.id });
  expect(stored).toMatchObject({ trackingNumber: pkg.trackingNumber, imagesCount: 0 });
  expect([stored.description, images]).toEqual([null, []]);
});

test("G12: A receiving record loses only what staff typed", async () => {
  const [admin, person] = [await anAdmin(app), await aCustomer(app)];
  const { parcelId } = await departedParcel(admin, person);
  const change = (set: string) => (db: Db) =>
    sql`update receiving_records set ${sql.raw(set)} where inbound_parcel_id = ${parcelId}`.execute(
      db,
    );
  const { kysely } = app.database;
  await expect(change("note = 'x'")(kysely)).rejects.toThrow("never changed");
  await expect(change("weight_grams = 1")(kysely)).rejects.toMatchObject({ code: "42501" });
  await expect(
    asOwner(app.database, change("note = '', reason = '', weight_grams = 1")),
  ).rejects.toThrow("never changed");
  await change("note = ''")(kysely);
});

test("The history of packages loses only those words", async () => {
  const person = await aCustomer(app, { plan: "Basic" });
  const pkg = await aPackage(person);
  const { kysely } = app.database;
  const change = (set: string) => (db: Db) =>
    sql`update events set ${sql.raw(set)} where subject_id = ${pkg.id}`.execute(db);
  await expect(change("facts = facts - 'after'")(kysely)).rejects.toThrow("never changed");
  await expect(change("facts = facts")(kysely)).rejects.toThrow("never changed");
  const file = new File([pixel], "tea.gif", { type: "image/gif" });
  await person.api.packages.addImage({ packageId: pkg.id, file, idempotencyKey: randomUUID() });
  const changeImage = (set: string) => (db: Db) =>
    sql`update events set ${sql.raw(set)} where subject_id = ${pkg.id} and kind = 'image_added'`.execute(
      db,
    );
  for (const facts of [`'{"after": "x"}'`, `'{"before": "x"}'`, `'{"legNumber": 1}'`])
    await expect(changeImage(`facts = ${facts}`)(kysely)).rejects.toThrow("never changed");
  const anonymize = changeImage("facts = '{}', actor_id = gen_random_uuid()");
  await expect(anonymize(kysely)).rejects.toMatchObject({ code: "42501" });
  await expect(asOwner(app.database, anonymize)).rejects.toThrow("never changed");
  expect((await changeImage("facts = facts - 'before' - 'after'")(kysely)).numAffectedRows).toBe(
    1n,
  );
});

test("The history of parcels loses nothing", async () => {
  const { id } = await declareParcel(await aCustomer(app));
  const change = (db: Db) =>
    sql`update events set facts = '{}' where subject_id = ${id}`.execute(db);
  await expect(change(app.database.kysely)).rejects.toThrow("never changed");
});

test("The history of ship requests loses only reasons", async () => {
  const [admin, person] = [await anAdmin(app), await aCustomer(app, { plan: "Basic" })];
  const { kysely } = app.database;
  const warehouseId = await aWarehouse(admin);
  await insertAcceptedRequests(kysely, { userIds: [person.userId], warehouseId });
  await typeAboutRequests(person, admin);
  const change = (set: string) =>
    sql`update events set ${sql.raw(set)} where kind = 'box_opened'
      and facts ->> 'reason' = 'A Saffron stain'`.execute(kysely);
  await expect(change(`facts = '{"reason": "x"}'`)).rejects.toThrow("never changed");
  await expect(change(`kind = 'accepted'`)).rejects.toMatchObject({ code: "42501" });
  expect((await change("facts = facts - 'reason'")).numAffectedRows).toBe(1n);
});

describe("Open checkouts", () => {
  test("are ended at the provider, so that nobody can pay into a closed account", async () => {
    const person = await aCustomer(app);
    const deposit = await startDeposit(person);
    const plan = await person.api.plans.startSubscription({
      plan: "Basic",
      idempotencyKey: randomUUID(),
    });
    expect(await person.api.users.closeAccount({ password: person.password })).toEqual({});
    for (const url of [deposit, plan.url]) {
      expect(await stateOfSession(sessionIdOf(url))).toBe("expired");
      expect((await payCheckout(app, url)).status).not.toBe(303);
    }
    expect(await statusesOf(person)).toEqual(["canceled"]);
  });

  test("that were paid meanwhile take effect and then prevent closing", async () => {
    const person = await aCustomer(app);
    await payCheckout(app, await startDeposit(person));
    const close = () => person.api.users.closeAccount({ password: person.password });
    await expectApiError(close(), "balance_not_zero");
    expect((await person.api.wallet.readWallet({})).balanceCents).toBe(2550);

    const subscriber = await aCustomer(app);
    const { url } = await subscriber.api.plans.startSubscription({
      plan: "Basic",
      idempotencyKey: randomUUID(),
    });
    await payCheckout(app, url);
    const { password } = subscriber;
    await expectApiError(subscriber.api.users.closeAccount({ password }), "subscription_active");
    expect((await subscriber.api.plans.readSubscription({})).subscription).toBe("Basic");
  });

  test("keep the account open while the payment of a slow bank is pending", async () => {
    const person = await aCustomer(app);
    await payCheckout(app, await startDeposit(person), "4000000000005100");
    const { password } = person;
    await expectApiError(person.api.users.closeAccount({ password }), "payment_in_progress");
    expect(await statusesOf(person)).toEqual(["pending"]);
  });

  test("keep the account open while the provider does not answer", async () => {
    // No server listens on this port.
    const lonely = await testApp({
      settings: {
        STRIPE_SECRET_KEY: "sk_test_lonely",
        STRIPE_WEBHOOK_SECRET: "whsec_lonely",
        STRIPE_API_BASE: "http://127.0.0.1:9",
      },
    });
    const { api, userId, password } = await aCustomer(lonely);
    await lonely.database.kysely
      .insertInto("subscriptionCheckouts")
      .values({
        userId,
        idempotencyKey: randomUUID(),
        plan: "Basic",
        customerId: "cus_lonely",
        checkoutSessionId: "cs_test_lonely",
        createdAt: lonely.clock.now(),
      })
      .execute();
    await expectApiError(api.users.closeAccount({ password }), "unavailable");
    expect(await api.auth.readSession({})).not.toBeNull();
    await lonely.close();
  });
});
