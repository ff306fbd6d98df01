import { packageNumberText } from "#goods/rules/package-number.ts";
// Sending parcels of the shelf: which package is used, and what refuses it.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { parcelNameAndNumber } from "#goods/rules/inbound-parcel.ts";
import { expectApiError } from "#test/api-errors.ts";
import { declareParcel, parcelHistory } from "#test/inbound-parcels.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { aWarehouse } from "#test/receiving.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  recipient,
  request,
  shelvedParcel,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { testApp, type ApiClient, type TestApp } from "#test/test-app.ts";
import { signInBrowser, type TestPerson } from "#test/users.ts";
import { remindWaitingRequests } from "./remind-waiting-requests.ts";

type Input = Parameters<ApiClient["shipRequests"]["shipParcels"]>[0];

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    const faults = await stageFaults(app.database.kysely);
    if (faults.length > 0) throw new Error(faults.join("\n"));
    await app.close();
  };
});

/** Requests that parcels go to somebody in Malaysia; the price is shown when they are packed. */
const ship = (
  { api }: TestPerson,
  inboundParcelIds: readonly string[],
  input: Partial<Input> = {},
) =>
  api.shipRequests.shipParcels({
    inboundParcelIds: [...inboundParcelIds],
    countryCode: "MY",
    recipient,
    paymentMode: "quote_first",
    idempotencyKey: randomUUID(),
    ...input,
  });

const packageOf = async ({ api }: TestPerson, packageId: string | null) =>
  await api.packages.readPackage({ packageId: packageId ?? "" });
const quotaOf = async ({ api }: TestPerson) => (await api.plans.readSubscription({})).packageQuota;
const setPlan = async (
  { userId }: TestPerson,
  subscription: "Super" | null,
  packageQuota: number,
) =>
  await app.database.kysely
    .updateTable("profiles")
    .set({ subscription, packageQuota })
    .where("id", "=", userId)
    .execute();

/** Everything of a customer that a refused request could have changed. */
async function storedOf({ userId }: TestPerson): Promise<unknown> {
  const { rows } = await sql`
    select (select jsonb_agg(to_jsonb(p) order by id) from packages p where user_id = ${userId}) as packages,
      (select jsonb_agg(to_jsonb(p) order by id) from inbound_parcels p where user_id = ${userId}) as parcels,
      (select jsonb_agg(to_jsonb(r) order by id) from ship_requests r where user_id = ${userId}) as requests,
      (select to_jsonb(p) from profiles p where id = ${userId}) as profile,
      (select jsonb_agg(to_jsonb(h) order by id) from holds h where user_id = ${userId}) as holds,
      (select count(*) from package_recipients r join packages p on p.id = r.package_id where p.user_id = ${userId})
        as recipients
  `.execute(app.database.kysely);
  return rows[0];
}

async function expectRefused(
  customer: TestPerson,
  parcelIds: readonly string[],
  code: ErrorCode,
  input: Partial<Input> = {},
): Promise<void> {
  const before = await storedOf(customer);
  await expect(ship(customer, parcelIds, input)).rejects.toMatchObject({ code });
  expect(await storedOf(customer)).toEqual(before);
}

describe("which package is used", () => {
  test("Loose parcels get a new package from China, which uses one of the quota", async () => {
    const customer = await aShipper(desk);
    const parcelIds = [
      await shelvedParcel(desk, customer, 400),
      await shelvedParcel(desk, customer),
    ];
    const requested = await ship(customer, parcelIds, { note: "Fragile" });
    expect(requested).toMatchObject({
      state: "requested",
      countryCode: "MY",
      recipient,
      note: "Fragile",
      parcelsCount: 2,
      heldCents: 0,
    });
    const { package: pkg, recipient: stored } = await packageOf(customer, requested.packageId);
    const first = await customer.api.inboundParcels.readInboundParcel({
      inboundParcelId: parcelIds[0] ?? "",
    });
    expect(requested.packageName).toContain(packageNumberText(pkg.number));
    expect(pkg).toMatchObject({
      trackingNumber: first.parcel.trackingNumber,
      origin: "China",
      destination: "Malaysia",
      status: "processing",
      stage: "requested",
      parcelsCount: 2,
      parcelsHereCount: 2,
    });
    expect(pkg.number).toBeGreaterThan(1000);
    expect(stored).toEqual(recipient);
    expect(await quotaOf(customer)).toBe(49);
    expect(first.events.map(({ kind, packageNumber }) => [kind, packageNumber])).toContainEqual([
      "put_into_package",
      pkg.number,
    ]);
  });

  test("Loose parcels join the package that one of them is in", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [400, 300]);
    const loose = await shelvedParcel(desk, customer);
    const quota = await quotaOf(customer);
    const requested = await ship(customer, [loose, parcelIds[1] ?? ""], { recipient: null });
    expect(requested).toMatchObject({ packageId, recipient, parcelsCount: 2 });
    const { package: pkg } = await packageOf(customer, packageId);
    expect(pkg).toMatchObject({ parcelsCount: 3, stage: "requested" });
    expect(requested.choosableParcels.map(({ inboundParcelId }) => inboundParcelId)).toEqual([
      parcelIds[0],
    ]);
    expect(await quotaOf(customer)).toBe(quota);
  });

  test("Other packages are merged into the oldest, also their parcels that do not go", async () => {
    const customer = await aShipper(desk);
    const { userId } = customer;
    await desk.admin.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason: "Goodwill" });
    const oldest = await receivedPackage(desk, customer, [400]);
    const newer = await receivedPackage(desk, customer, [300, 200]);
    const newest = await receivedPackage(desk, customer, [250]);
    const loose = await shelvedParcel(desk, customer);
    const quota = await quotaOf(customer);
    const chosen = [...newest.parcelIds, newer.parcelIds[0] ?? "", ...oldest.parcelIds, loose];
    const requested = await ship(customer, chosen);
    expect(requested).toMatchObject({ packageId: oldest.packageId, parcelsCount: 4 });
    expect((await packageOf(customer, oldest.packageId)).package.parcelsCount).toBe(5);
    for (const { packageId } of [newer, newest]) {
      expect((await packageOf(customer, packageId)).package).toMatchObject({
        status: "voided",
        parcelsCount: 0,
      });
    }
    expect(await quotaOf(customer)).toBe(quota + 2);
    const history = await parcelHistory(app, newer.parcelIds[1] ?? "");
    expect(history.map(([kind]) => kind).slice(-2)).toEqual(["taken_out", "put_into_package"]);
  });

  test("The number of a new package is the label code where the first parcel's is none", async () => {
    const customer = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, customer);
    await sql`
      update inbound_parcels
      set tracking_number = null, source = 'scanned', carrier_code = null, carrier_confidence = null
      where id = ${parcelId}
    `.execute(app.database.kysely);
    const requested = await ship(customer, [parcelId]);
    const { parcel } = await customer.api.inboundParcels.readInboundParcel({
      inboundParcelId: parcelId,
    });
    expect(requested.trackingNumber).toBe(parcel.labelCode);
  });

  test("A shelved box goes as it is, and alone", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer);
    const { id } = await request(customer, packageId);
    await pack(desk, id, numbers);
    await sql`
      update ship_requests set waiting_since = waiting_since - interval '8 days' where id = ${id}
    `.execute(app.database.kysely);
    await remindWaitingRequests(app.services);
    const loose = await shelvedParcel(desk, customer);
    const older = await receivedPackage(desk, customer, [300]);
    await sql`
      update packages set created_at = created_at - interval '1 day' where id = ${older.packageId}
    `.execute(app.database.kysely);
    await expectRefused(customer, [...parcelIds, loose], "box_goes_as_it_is");
    await expectRefused(customer, parcelIds.slice(1), "box_goes_as_it_is");
    await expectRefused(customer, [...older.parcelIds, ...parcelIds], "box_goes_as_it_is");
    expect(await ship(customer, parcelIds)).toMatchObject({
      packageId,
      state: "waiting_for_customer",
      parcelsCount: 2,
    });
  });
});

describe("the recipient", () => {
  const profile = {
    fullName: "Mei Chan",
    phone: "+60 3 1234 5678",
    address: "1 Jalan Sultan",
    addressLine2: "",
    city: "Kuala Lumpur",
    state: "",
    postalCode: "50000",
    country: "MY",
  };

  test("None sent: it is the profile's, and for a used package its own where that is complete", async () => {
    const customer = await aShipper(desk);
    await customer.api.users.updateProfile(profile);
    const requested = await ship(customer, [await shelvedParcel(desk, customer)], {
      recipient: null,
    });
    expect(requested.recipient).toMatchObject({ name: "Mei Chan", address: "1 Jalan Sultan" });
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [400]);
    await sql`update package_recipients set address = '' where package_id = ${packageId}`.execute(
      app.database.kysely,
    );
    const used = await ship(customer, parcelIds, { recipient: null });
    expect(used.recipient).toMatchObject({ name: "Mei Chan", address: "1 Jalan Sultan" });
    expect((await packageOf(customer, packageId)).recipient.address).toBe("1 Jalan Sultan");
  });

  test("One that is sent is stored with the package and, where asked, in the profile", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [400]);
    const other = { ...recipient, name: "王小明", latinName: "Wang Xiaoming", city: "Ipoh" };
    const requested = await ship(customer, parcelIds, { recipient: other });
    expect(requested.recipient).toEqual(other);
    const details = await packageOf(customer, packageId);
    expect(details.recipient).toEqual(other);
    const { events } = await desk.admin.api.packages.readShipment({ packageId });
    expect(events.map(({ kind }) => kind)).toContain("recipient_changed");
    expect(await customer.api.users.readProfile({})).toMatchObject({
      fullName: "Mei Chan",
      city: "",
    });
    const loose = await shelvedParcel(desk, customer);
    await ship(customer, [loose], { recipient: other, saveToProfile: true });
    expect(await customer.api.users.readProfile({})).toMatchObject({
      fullName: "王小明",
      latinName: "Wang Xiaoming",
      city: "Ipoh",
      country: "MY",
    });
  });

  test("An incomplete one is refused, and nothing is saved", async () => {
    const customer = await aShipper(desk);
    const loose = await shelvedParcel(desk, customer);
    await expectRefused(customer, [loose], "recipient_incomplete", { recipient: null });
    const incomplete = { recipient: { ...recipient, postalCode: "" }, saveToProfile: true };
    await expectRefused(customer, [loose], "recipient_incomplete", incomplete);
  });
});

describe("refused, and nothing changes", () => {
  test("without a plan or with none of the quota left; a package that is there needs neither", async () => {
    const customer = await aShipper(desk);
    const { parcelIds } = await receivedPackage(desk, customer, [400]);
    const loose = await shelvedParcel(desk, customer);
    await setPlan(customer, "Super", 0);
    await expectRefused(customer, [loose], "quota_exceeded");
    await setPlan(customer, null, 3);
    await expectRefused(customer, [loose], "subscription_required");
    expect(await ship(customer, [...parcelIds, loose])).toMatchObject({ parcelsCount: 2 });
  });

  test("of another destination, of two packages or of the one that was asked for", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [400]);
    const other = await receivedPackage(desk, customer, [300]);
    await sql`update packages set destination = 'Japan' where id = ${other.packageId}`.execute(
      app.database.kysely,
    );
    const both = [...parcelIds, ...other.parcelIds];
    await expectRefused(customer, both, "destinations_differ");
    await expectRefused(customer, parcelIds, "destinations_differ", { countryCode: "JP" });
    expect(await ship(customer, parcelIds)).toMatchObject({ packageId });
  });

  test("of two warehouses", async () => {
    const customer = await aShipper(desk);
    const elsewhere = await aWarehouse(desk.admin);
    const parcelIds = [
      await shelvedParcel(desk, customer),
      await shelvedParcel(desk, customer, 300, elsewhere),
    ];
    await expectRefused(customer, parcelIds, "warehouses_differ");
  });

  test("of another customer, not here, requested already, or left", async () => {
    const customer = await aShipper(desk);
    const stranger = await aShipper(desk);
    const loose = await shelvedParcel(desk, customer);
    await expectRefused(customer, [loose, await shelvedParcel(desk, stranger)], "not_found");
    const awaited = await declareParcel(customer);
    await expectRefused(customer, [loose, awaited.id], "inbound_parcel_not_free");
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [400, 300]);
    await ship(customer, parcelIds.slice(0, 1));
    await expectRefused(customer, [loose, ...parcelIds.slice(0, 1)], "ship_request_open");
    await expectRefused(customer, parcelIds.slice(1), "ship_request_open");
    const { number } = (await packageOf(customer, packageId)).package;
    const { parcel } = await customer.api.inboundParcels.readInboundParcel({
      inboundParcelId: parcelIds[0] ?? "",
    });
    await expect(ship(customer, [loose, ...parcelIds])).rejects.toMatchObject({
      message: `${parcelNameAndNumber(parcel)} is in P-${number}, which is being sent already.`,
      data: { inboundParcelIds: parcelIds },
    });
    await expect(ship(customer, [loose, awaited.id])).rejects.toMatchObject({
      message: `${parcelNameAndNumber(awaited)} is not in our warehouse, so it cannot be sent now.`,
      data: { inboundParcelIds: [awaited.id] },
    });
  });

  test("with too little money, a service that is closed, or a payment that says two things", async () => {
    const customer = await aShipper(desk, "10");
    const loose = await shelvedParcel(desk, customer);
    const cap = { paymentMode: "automatic_up_to_cap", serviceCode: "hk-post-surface" } as const;
    await expectRefused(customer, [loose], "insufficient_balance", { ...cap, capCents: 5000 });
    await expectRefused(customer, [loose], "invalid_payment_mode", { capCents: 5000 });
    const unknown = { serviceCode: "no-such-service" };
    await expectRefused(customer, [loose], "service_closed", unknown);
    const extraServices = [{ code: "no_such_extra" }];
    await expectRefused(customer, [loose], "not_found", { extraServices });
  });

  test("before there was a warehouse", async () => {
    const without = await testApp();
    const { api } = await aShipper({ ...desk, app: without }, "0");
    const input = { inboundParcelIds: [randomUUID() as string], countryCode: "MY" };
    const payment = { paymentMode: "quote_first", idempotencyKey: randomUUID() } as const;
    await expectApiError(api.shipRequests.shipParcels({ ...input, ...payment }), "no_warehouse");
    await expectApiError(api.shipRequests.estimateParcels({ ...input }), "no_warehouse");
    await without.close();
  });
});

test("With a cap and extra services everything is held at once, and released when it is cancelled", async () => {
  const customer = await aShipper(desk);
  const parcelIds = [await shelvedParcel(desk, customer), await shelvedParcel(desk, customer)];
  const requested = await ship(customer, parcelIds, {
    paymentMode: "automatic_up_to_cap",
    serviceCode: "hk-post-surface",
    capCents: 5000,
    extraServices: [
      { code: "bubble_wrap" },
      { code: "remove_packaging", inboundParcelId: parcelIds[0] ?? "" },
    ],
  });
  const extraCents = requested.extraServices.reduce((sum, { priceCents }) => sum + priceCents, 0);
  expect(extraCents).toBeGreaterThan(0);
  expect(requested.heldCents).toBe(5000 + extraCents);
  const { id: shipRequestId } = requested;
  await customer.api.shipRequests.cancelShipRequest({ shipRequestId });
  expect(await customer.api.wallet.readWallet({})).toMatchObject({ holds: [] });
});

test("An admin needs no plan and uses no quota; the audit log names the package and its parcels", async () => {
  const { admin } = desk;
  const parcelId = await shelvedParcel(desk, admin);
  const requested = await ship(admin, [parcelId]);
  const entry = await app.database.kysely
    .selectFrom("auditLog")
    .select("after")
    .where("action", "=", "shipRequests.shipParcels")
    .where("target", "=", requested.packageId ?? "")
    .executeTakeFirstOrThrow();
  expect(entry.after).toMatchObject({
    shipRequestId: requested.id,
    inboundParcelIds: [parcelId],
    mergedPackageIds: [],
  });
});

describe("twice and at once", () => {
  test("The same key has the same request, and another input is refused", async () => {
    const customer = await aShipper(desk);
    const parcelIds = [await shelvedParcel(desk, customer)];
    const idempotencyKey = randomUUID();
    const [one, other] = await Promise.all([
      ship(customer, parcelIds, { idempotencyKey }),
      ship(customer, parcelIds, { idempotencyKey }),
    ]);
    expect(other.id).toBe(one.id);
    expect(await quotaOf(customer)).toBe(49);
    const changed = ship(customer, parcelIds, { idempotencyKey, note: "Changed" });
    await expectApiError(changed, "idempotency_key_reused");
  });

  test("Two keys at once make one request", async () => {
    const customer = await aShipper(desk);
    const parcelIds = [await shelvedParcel(desk, customer), await shelvedParcel(desk, customer)];
    const results = await Promise.allSettled([
      ship(customer, parcelIds),
      ship(customer, parcelIds),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await customer.api.shipRequests.listShipRequests({})).total).toBe(1);
    expect(await quotaOf(customer)).toBe(49);
  });

  test("The last of the quota is used once", async () => {
    const customer = await aShipper(desk);
    const [one, other] = [await shelvedParcel(desk, customer), await shelvedParcel(desk, customer)];
    await setPlan(customer, "Super", 1);
    const results = await Promise.allSettled([ship(customer, [one]), ship(customer, [other])]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await quotaOf(customer)).toBe(0);
  });

  test.each(["merge", "split", "cancel", "move", "receive"] as const)(
    "G56: Beside a %s of the same parcels it happens whole or not at all",
    async (kind) => {
      const customer = await aShipper(desk);
      const { packages, inboundParcels } = customer.api;
      const used = await receivedPackage(desk, customer, [400, 300]);
      const other = await receivedPackage(desk, customer, [200]);
      const loose = await shelvedParcel(desk, customer);
      const awaited = await declareParcel(customer, { packageId: used.packageId });
      const { packageId } = used;
      const inboundParcelIds = used.parcelIds.slice(0, 1);
      const idempotencyKey = randomUUID();
      const besides = {
        merge: () =>
          packages.mergePackages({ packageId: other.packageId, fromPackageId: packageId }),
        split: () => packages.splitPackage({ packageId, inboundParcelIds, idempotencyKey }),
        cancel: () => packages.cancelPackage({ packageId: other.packageId }),
        move: () => inboundParcels.moveInboundParcels({ inboundParcelIds: [loose], packageId }),
        receive: () =>
          desk.receiver.api.receiving.receiveInboundParcel({
            warehouseId: desk.warehouseId,
            scan: awaited.trackingNumber ?? "",
            measurements: { weightGrams: 500 },
            recordedAt: app.clock.now().toISOString(),
            idempotencyKey,
          }),
      };
      const chosen = [...inboundParcelIds, ...other.parcelIds, loose];
      const [beside, shipped] = await Promise.allSettled([besides[kind](), ship(customer, chosen)]);
      expect([beside.status, shipped.status]).toContain("fulfilled");
      const { items } = await customer.api.shipRequests.listShipRequests({});
      expect(items).toHaveLength(shipped.status === "fulfilled" ? 1 : 0);
      for (const item of items) expect(item.parcelsCount).toBe(3);
    },
  );
});

test("A closed account and a suspended one request nothing", async () => {
  const customer = await aShipper(desk);
  const loose = await shelvedParcel(desk, customer);
  const { userId } = customer;
  const { users } = desk.admin.api;
  await users.suspendUser({ userId, reason: "Test" });
  await expectApiError(ship(customer, [loose]), "signed_out");
  await users.restoreUser({ userId, reason: "Test" });
  await signInBrowser(app, customer.client, userId);
  await app.database.kysely
    .updateTable("profiles")
    .set({ closedAt: app.clock.now() })
    .where("id", "=", userId)
    .execute();
  await expectApiError(ship(customer, [loose]), "signed_out");
});
