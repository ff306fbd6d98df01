// What an order of an extra service is for: here, its customer's, and in the ship request with which it is charged.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { remindWaitingRequests } from "#shipping/server/ship-requests/remind-waiting-requests.ts";
import { expectApiError } from "#test/api-errors.ts";
import { asOwner } from "#test/database.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import {
  aShipper,
  close,
  pack,
  packedRequest,
  packingDesk,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
let support: TestPerson;

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  support = await aStaffMember(app, ["support"]);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

type Ordered = Parameters<TestPerson["api"]["extraServices"]["requestExtraService"]>[0];

async function order({ api }: TestPerson, input: Omit<Ordered, "idempotencyKey">) {
  return await api.extraServices.requestExtraService({ ...input, idempotencyKey: randomUUID() });
}

async function statesOf({ userId }: TestPerson) {
  const { rows } = await sql<{ order: string }>`
    select concat_ws(' ', o.code, o.state, h.state) as order from extra_service_requests o
      left join holds h on h.id = o.hold_id
    where o.user_id = ${userId} order by o.created_at, o.code
  `.execute(app.database.kysely);
  return rows.map((row) => row.order);
}

async function endedNotices({ userId }: TestPerson) {
  const { rows } = await sql<{ variant: string }>`
    select payload ->> 'variant' as variant from notifications
    where user_id = ${userId} and kind = 'extra_service_ended' order by id
  `.execute(app.database.kysely);
  return rows.map(({ variant }) => variant);
}

/** The newest email about an extra service. */
async function emailOf({ email }: TestPerson) {
  const sent = await app.emailsTo(email);
  return sent.find(({ subject }) => subject.startsWith("An extra service for"))?.text ?? "";
}

const publicUrl = () => app.services.config.publicUrl;

async function heldOf({ api }: TestPerson) {
  return (await api.wallet.readWallet({})).heldCents;
}

/** A package whose packed box lies on the shelf. */
async function shelvedBox() {
  const customer = await aShipper(desk);
  const { id, packageId } = await packedRequest(desk, customer);
  await sql`update ship_requests set waiting_since = waiting_since - interval '8 days' where id = ${id}`.execute(
    app.database.kysely,
  );
  await remindWaitingRequests(app.services);
  return { customer, packageId: packageId ?? "" };
}

describe("an order belongs to its ship request", () => {
  test("G41: a packed box that is requested again takes no work that is done before packing", async () => {
    const { customer, packageId } = await shelvedBox();
    for (const code of ["stretch_film", "priority_packing"]) {
      await expectApiError(
        request(customer, packageId, { extraServices: [{ code }] }),
        "extra_service_not_possible",
      );
    }
    const again = await request(customer, packageId);
    await expectApiError(
      order(customer, { code: "stretch_film", packageId }),
      "extra_service_not_possible",
    );
    expect(again).toMatchObject({ extraServices: [], heldCents: 0 });
  });

  test("G41: a parcel that does not go with a request is no part of it", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer);
    const [first = "", second = ""] = parcelIds;
    await expectApiError(
      request(customer, packageId, {
        inboundParcelIds: [first],
        extraServices: [{ code: "contents_check", inboundParcelId: second }],
      }),
      "extra_service_not_possible",
    );
    const { id } = await request(customer, packageId, { inboundParcelIds: [first] });
    const loose = await order(customer, { code: "contents_check", inboundParcelId: second });
    expect(loose.shipRequestId).toBeNull();
    const own = await order(customer, { code: "contents_check", inboundParcelId: first });
    expect(own.shipRequestId).toBe(id);
  });

  test("G41: a parcel that leaves a request takes its order along", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer);
    const [first = "", second = ""] = parcelIds;
    const made = await request(customer, packageId, {
      extraServices: [{ code: "contents_check", inboundParcelId: second }],
    });
    expect(await heldOf(customer)).toBe(140);
    await customer.api.shipRequests.changeParcels({
      shipRequestId: made.id,
      inboundParcelIds: [first],
      expectedVersion: made.version,
    });
    expect(await statesOf(customer)).toEqual(["contents_check cancelled released"]);
    expect(await heldOf(customer)).toBe(0);
    expect(await endedNotices(customer)).toEqual(["cancelled"]);
  });

  test("G41: one that was not found leaves it when its customer goes on without it", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds, numbers } = await receivedPackage(desk, customer);
    const [, second = ""] = parcelIds;
    const { id: shipRequestId } = await request(customer, packageId, {
      extraServices: [{ code: "contents_check", inboundParcelId: second }],
    });
    await scanAll(desk, shipRequestId, numbers.slice(0, 1));
    await desk.packer.api.packing.reportMissing({ shipRequestId, inboundParcelId: second });
    expect(await statesOf(customer)).toEqual(["contents_check ordered held"]);
    await customer.api.shipRequests.continueWithoutMissing({ shipRequestId });
    expect(await statesOf(customer)).toEqual(["contents_check cancelled released"]);
  });
});

describe("what ends or moves the subject ends the order", () => {
  test("L14: a parcel that is given up, and given to somebody else, costs its former owner nothing", async () => {
    const customer = await aShipper(desk);
    const other = await aShipper(desk);
    const { parcelIds } = await receivedPackage(desk, customer, [400]);
    const [inboundParcelId = ""] = parcelIds;
    const { id: extraServiceRequestId } = await order(customer, {
      code: "contents_check",
      inboundParcelId,
    });
    await customer.api.inboundParcels.rejectInboundParcel({ inboundParcelId });
    expect(await statesOf(customer)).toEqual(["contents_check cancelled released"]);
    expect(await endedNotices(customer)).toEqual(["cancelled"]);
    // Its page is not the customer's any more.
    expect(await emailOf(customer)).toMatch(
      new RegExp(`View your parcels:\\s+${publicUrl()}/dashboard/parcels\\s`),
    );
    const { memberCode } = await other.api.inboundParcels.readAddress({});
    await support.api.parcelClaims.matchInboundParcel({
      inboundParcelId,
      memberCode: memberCode ?? "",
      declaredParcelId: null,
      reason: "The sender said so",
    });
    await expectApiError(
      desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId }),
      "conflict",
    );
    expect(await heldOf(customer)).toBe(0);
  });

  test.each([
    [
      "cancelled by its customer",
      async (customer: TestPerson, packageId: string) => {
        await customer.api.packages.cancelPackage({ packageId });
      },
    ],
    [
      "voided",
      async (_customer: TestPerson, packageId: string) => {
        await desk.admin.api.packages.setPackageStatus({ packageId, status: "voided" });
      },
    ],
    [
      "deleted",
      async (_customer: TestPerson, packageId: string) => {
        await desk.admin.api.packages.deletePackage({ packageId });
      },
    ],
    [
      "merged into another",
      async (customer: TestPerson, fromPackageId: string) => {
        const { packageId } = await receivedPackage(desk, customer, [300]);
        await customer.api.packages.mergePackages({ packageId, fromPackageId });
      },
    ],
    [
      "emptied",
      async (customer: TestPerson, packageId: string) => {
        const { items } = await customer.api.inboundParcels.listInboundParcels({});
        const gathered = items.filter((parcel) => parcel.packageId === packageId);
        await customer.api.inboundParcels.moveInboundParcels({
          inboundParcelIds: gathered.map(({ id }) => id),
          packageId: null,
        });
      },
    ],
  ])("a package that is %s", async (_name, end) => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [400]);
    const [inboundParcelId = ""] = parcelIds;
    await order(customer, { code: "bubble_wrap", packageId });
    // What is for the parcel itself stays, since that lies here still.
    await order(customer, { code: "contents_check", inboundParcelId });
    await end(customer, packageId);
    expect(await statesOf(customer)).toEqual([
      "bubble_wrap cancelled released",
      "contents_check ordered held",
    ]);
    expect(await endedNotices(customer)).toEqual(["cancelled"]);
  });

  test("a package that leaves without a ship request takes all of them along", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [400, 300]);
    await order(customer, { code: "bubble_wrap", packageId });
    for (const inboundParcelId of parcelIds) {
      await order(customer, { code: "contents_check", inboundParcelId });
    }
    const { package: pkg } = await customer.api.packages.readPackage({ packageId });
    const leg = pkg.legs.at(-1);
    await desk.admin.api.packages.setLegStatus({ legId: leg?.id ?? "", status: "in_transit" });
    expect(new Set(await statesOf(customer))).toEqual(
      new Set(["bubble_wrap cancelled released", "contents_check cancelled released"]),
    );
    expect(await heldOf(customer)).toBe(0);
  });

  test("splitting a package moves the orders of its parcels with them", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer);
    const [, second = ""] = parcelIds;
    await order(customer, { code: "bubble_wrap", packageId });
    await order(customer, { code: "contents_check", inboundParcelId: second });
    await customer.api.packages.splitPackage({
      packageId,
      inboundParcelIds: [second],
      idempotencyKey: randomUUID(),
    });
    expect(await statesOf(customer)).toEqual([
      "bubble_wrap ordered held",
      "contents_check ordered held",
    ]);
  });

  test("a box that is being taken apart is not sent, and none that is requested is taken apart", async () => {
    const { customer, packageId } = await shelvedBox();
    const { id: extraServiceRequestId } = await order(customer, { code: "unpack", packageId });
    await expectApiError(request(customer, packageId), "box_being_unpacked");
    await customer.api.extraServices.cancelExtraService({ extraServiceRequestId });
    await request(customer, packageId);
    expect(await statesOf(customer)).toEqual(["unpack cancelled released"]);
    await expectApiError(
      order(customer, { code: "unpack", packageId }),
      "extra_service_not_possible",
    );
  });

  test("a box is taken apart once", async () => {
    const { customer, packageId } = await shelvedBox();
    const first = await order(customer, { code: "unpack", packageId });
    await expectApiError(
      order(customer, { code: "unpack", packageId }),
      "extra_service_not_possible",
    );
    await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId: first.id });
    expect(await statesOf(customer)).toEqual(["unpack done settled"]);
  });
});

describe("at once", () => {
  test("giving a parcel up while its order is done ends in one of the two orders, paid or released", async () => {
    for (let round = 0; round < 6; round += 1) {
      const customer = await aShipper(desk);
      const { parcelIds } = await receivedPackage(desk, customer, [400]);
      const [inboundParcelId = ""] = parcelIds;
      const { id } = await order(customer, { code: "remove_packaging", inboundParcelId });
      await Promise.allSettled([
        customer.api.inboundParcels.rejectInboundParcel({ inboundParcelId }),
        desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId: id }),
      ]);
      expect([
        ["remove_packaging cancelled released"],
        ["remove_packaging done settled"],
      ]).toContainEqual(await statesOf(customer));
      expect(await heldOf(customer)).toBe(0);
    }
  });

  test("giving a parcel up while something is ordered for it leaves no order open", async () => {
    for (let round = 0; round < 6; round += 1) {
      const customer = await aShipper(desk);
      const { parcelIds } = await receivedPackage(desk, customer, [400]);
      const [inboundParcelId = ""] = parcelIds;
      await customer.api.inboundParcels.moveInboundParcels({
        inboundParcelIds: [inboundParcelId],
        packageId: null,
      });
      await Promise.allSettled([
        customer.api.inboundParcels.rejectInboundParcel({ inboundParcelId }),
        order(customer, { code: "remove_packaging", inboundParcelId }),
      ]);
      expect(await statesOf(customer)).not.toContain("remove_packaging ordered held");
    }
  });
});

describe("the database", () => {
  test("L14: refuses a transaction that leaves an order for what is gone", async () => {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [400]);
    await order(customer, { code: "bubble_wrap", packageId });
    await order(customer, { code: "contents_check", inboundParcelId: parcelIds[0] ?? "" });
    const changes = [
      sql`update inbound_parcels set state = 'departed' where id = ${parcelIds[0]}`,
      sql`update packages set status = 'cancelled' where id = ${packageId}`,
      sql`update inbound_parcels set package_id = null where id = ${parcelIds[0]}`,
    ];
    for (const change of changes) {
      await expect(asOwner(app.database, (db) => change.execute(db))).rejects.toThrow(
        "an extra service stays ordered for what is no longer here",
      );
    }
  });

  test("L14: refuses to settle what is held for an order that is not done", async () => {
    const customer = await aShipper(desk);
    const { packageId } = await receivedPackage(desk, customer, [400]);
    await order(customer, { code: "bubble_wrap", packageId });
    await expect(
      asOwner(app.database, (db) =>
        sql`
          update holds set state = 'settled', settled_cents = amount_cents, ended_at = now()
          where user_id = ${customer.userId}
        `.execute(db),
      ),
    ).rejects.toThrow("is settled only once that is done");
  });
});

test("a box is not closed before what was ordered for it, with its request or without, is done or cancelled", async () => {
  const customer = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer);
  const [inboundParcelId = ""] = parcelIds;
  const loose = await order(customer, { code: "contents_check", inboundParcelId });
  const { id: shipRequestId } = await request(customer, packageId, {
    extraServices: [{ code: "stretch_film" }],
  });
  const packing = await desk.packer.api.packing.readShipRequest({ shipRequestId });
  expect(packing.extraServices.map(({ code }) => code)).toEqual(["stretch_film"]);
  const parcel = packing.parcels.find((one) => one.inboundParcelId === inboundParcelId);
  expect(parcel?.extraServices.map(({ id }) => id)).toEqual([loose.id]);
  await expectApiError(pack(desk, shipRequestId, numbers), "extra_services_open");
  const [film] = packing.extraServices;
  await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId: film?.id ?? "" });
  await expectApiError(close(desk, shipRequestId), "extra_services_open");
  await customer.api.extraServices.cancelExtraService({ extraServiceRequestId: loose.id });
  await close(desk, shipRequestId);
  const { quotes } = await customer.api.shipRequests.readShipRequest({ shipRequestId });
  expect(quotes[0]?.extraServiceCents).toBe(60);
});

test("what is not possible for a parcel without a ship request leads to the parcel", async () => {
  const customer = await aShipper(desk);
  const { parcelIds } = await receivedPackage(desk, customer, [400]);
  const [inboundParcelId = ""] = parcelIds;
  const { id } = await order(customer, { code: "contents_check", inboundParcelId });
  await desk.packer.api.extraServices.refuseExtraService({
    extraServiceRequestId: id,
    reason: "Sealed by customs",
  });
  expect(await emailOf(customer)).toMatch(
    new RegExp(`View the parcel:\\s+${publicUrl()}/dashboard/parcels/${inboundParcelId}`),
  );
});
