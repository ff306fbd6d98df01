import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import {
  acceptedCents,
  acceptedTotalCents,
  insertAcceptedRequests,
  type AcceptedRequest,
} from "#test/accepted-requests.ts";
import { listEvents } from "#people/server/db/events.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { expectApiError } from "#test/api-errors.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import {
  aClosedManifest,
  aSignature,
  handOver,
  labelAll,
  releaseFreightHold,
} from "#test/manifests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";
import { handOverPackages } from "./hand-over.ts";
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";

let app: TestApp;
let packer: TestPerson;
let warehouseId: string;

beforeAll(async () => {
  app = await testApp();
  const manager = await aStaffMember(app, ["manager"]);
  packer = await aStaffMember(app, ["packer"]);
  warehouseId = await addWarehouse(manager.api, { code: "HK1" });
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

type Closed = {
  readonly customer: TestPerson;
  readonly requests: readonly AcceptedRequest[];
  readonly numbers: readonly string[];
  readonly manifestId: string;
};

async function closedManifest(count: number): Promise<Closed> {
  const customer = await aCustomer(app, { plan: "Premium" });
  const requests = await insertAcceptedRequests(app.database.kysely, {
    userIds: [customer.userId],
    warehouseId,
    packagesPerCustomer: count,
    spareCents: 500,
    at: app.clock.now(),
  });
  const numbers = await labelAll(packer, requests);
  const { id: manifestId } = await aClosedManifest(packer, warehouseId, numbers);
  return { customer, requests, numbers, manifestId };
}

/** Every page of it. */
async function transactionsOf({ api }: TestPerson) {
  let { items, olderThan } = await api.wallet.listTransactions({});
  while (olderThan !== null) {
    const next = await api.wallet.listTransactions({ before: olderThan });
    items = [...items, ...next.items];
    ({ olderThan } = next);
  }
  return items;
}

async function historyOf(customer: TestPerson) {
  return (await transactionsOf(customer))
    .filter(({ type }) => type !== "admin_credit")
    .map(({ type, amountCents, status }) => `${type} ${amountCents} ${status}`)
    .toSorted();
}

const { freight, storage, box, extra } = acceptedCents;
const charged = [
  `service_fee ${extra} completed`,
  `service_fee ${box} completed`,
  `shipping_fee ${freight} completed`,
  `storage_fee ${storage} completed`,
];

async function readPackage(customer: TestPerson, request: AcceptedRequest | undefined) {
  const packageId = request?.packageId ?? "";
  return (await customer.api.packages.readPackage({ packageId })).package;
}

async function statesOf(requests: readonly AcceptedRequest[]) {
  const rows = await app.database.kysely
    .selectFrom("shipRequests")
    .select(["id", "state"])
    .where(
      "id",
      "in",
      requests.map(({ id }) => id),
    )
    .orderBy("number")
    .execute();
  return rows.map(({ state }) => state);
}

describe("handing over", () => {
  test("G45: settles the holds to the cent, moves the first leg, departs the parcels, and notifies once", async () => {
    const { customer, requests, numbers, manifestId } = await closedManifest(1);
    const [request] = requests;
    const started = await handOver(packer, manifestId);
    expect(started.state).toBe("handing_over");
    await app.runJobs();
    const read = await packer.api.manifests.readManifest({ manifestId });
    expect(read).toMatchObject({ state: "handed_over", handedOverCount: 1, leftBehindCount: 0 });
    expect(await historyOf(customer)).toEqual(charged);
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: 500,
      heldCents: 0,
    });
    expect(await statesOf(requests)).toEqual(["handed_over"]);
    const pkg = await readPackage(customer, request);
    expect(pkg).toMatchObject({ status: "in_transit", stage: "handed_over" });
    expect(pkg.legs.map(({ status, trackingNumber }) => [status, trackingNumber])).toEqual([
      ["delivered", null],
      ["in_transit", numbers[0]],
    ]);
    const { kysely } = app.database;
    const parcels = await kysely
      .selectFrom("inboundParcels")
      .select("state")
      .where("packageId", "=", request?.packageId ?? "")
      .execute();
    expect(parcels.map(({ state }) => state)).toEqual(Array(4).fill("departed"));
    const trackers = await kysely
      .selectFrom("trackers")
      .innerJoin("trackerUses", "trackerUses.trackerId", "trackers.id")
      .select(["trackers.trackingNumber", "trackers.carrierCode"])
      .where("trackers.trackingNumber", "=", numbers[0] ?? "")
      .execute();
    expect(trackers).toEqual([{ trackingNumber: numbers[0], carrierCode: "hk-post" }]);
    const emails = await app.emailsTo(customer.email);
    expect(emails.filter(({ subject }) => /handed to the carrier/.test(subject))).toHaveLength(1);
    const events = await listEvents(kysely, "ship_request", [request?.id ?? ""]);
    expect(events.map(({ kind }) => kind)).toEqual(["labelled", "handed_over"]);
  });

  test("G45: leaves the packages behind that cannot leave, each with its reason, and lets the others go", async () => {
    const { customer, requests, manifestId } = await closedManifest(4);
    const [gone, ended, poisoned, unheld] = requests;
    const { kysely } = app.database;
    await kysely
      .updateTable("packages")
      .set({ status: "voided" })
      .where("id", "=", ended?.packageId ?? "")
      .execute();
    // Somebody else's posting has the key under which this one is charged.
    const stranger = await aCustomer(app);
    await recordTransaction(kysely, {
      idempotencyKey: `freight:${poisoned?.id}:1`,
      userId: stranger.userId,
      type: "admin_credit",
      amountCents: 1,
      at: app.clock.now(),
    });
    await releaseFreightHold(app, unheld?.id ?? "", packer.userId);
    await handOver(packer, manifestId);
    await app.runJobs();
    const read = await packer.api.manifests.readManifest({ manifestId });
    const found = new Map(
      read.items.map(({ shipRequestId, state, leftBehindReason }) => [
        shipRequestId,
        leftBehindReason ?? state,
      ]),
    );
    expect(requests.map(({ id }) => found.get(id))).toEqual([
      "handed_over",
      "package_ended",
      "failed",
      "holds_missing",
    ]);
    expect(await statesOf(requests)).toEqual(["handed_over", "labelled", "labelled", "labelled"]);
    const fees = (await transactionsOf(customer)).filter(({ type }) => type === "shipping_fee");
    expect(fees.map(({ status }) => status).toSorted()).toEqual([
      "canceled",
      "completed",
      "pending",
      "pending",
    ]);
    expect(await readPackage(customer, gone)).toMatchObject({ stage: "handed_over" });
    expect(await readPackage(customer, poisoned)).toMatchObject({ stage: "packed" });
    // It can be scanned into another manifest.
    const { id } = await packer.api.manifests.openManifest({ warehouseId, carrierCode: "hk-post" });
    const scan = `SR${poisoned?.number}`;
    const again = await packer.api.manifests.addScan({
      manifestId: id,
      scan,
      idempotencyKey: randomUUID(),
    });
    expect(again.isNew).toBe(true);
    await packer.api.manifests.removePackage({ manifestPackageId: again.item.id });
  });

  test("leaves packages behind whose money a lost dispute took", async () => {
    const { customer, requests, manifestId } = await closedManifest(2);
    const other = await closedManifest(1);
    await recordTransaction(app.database.kysely, {
      idempotencyKey: `dispute:${randomUUID()}`,
      userId: customer.userId,
      type: "dispute",
      amountCents: 500 + acceptedTotalCents,
      at: app.clock.now(),
    });
    await handOver(packer, manifestId);
    await handOver(packer, other.manifestId);
    await app.runJobs();
    // What is held for one package never pays another.
    expect(await statesOf(requests)).toEqual(["labelled", "labelled"]);
    expect(await statesOf(other.requests)).toEqual(["handed_over"]);
    const read = await packer.api.manifests.readManifest({ manifestId });
    expect(read.items.map(({ leftBehindReason }) => leftBehindReason)).toEqual([
      "insufficient_balance",
      "insufficient_balance",
    ]);
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: -acceptedTotalCents,
      heldCents: 2 * acceptedTotalCents,
    });
  });

  test("twice at once begins once, and runs once though its job runs several times at once", async () => {
    const { customer, manifestId } = await closedManifest(3);
    const key = randomUUID();
    const tried = await Promise.allSettled([
      handOver(packer, manifestId, key),
      handOver(packer, manifestId, key),
      handOver(packer, manifestId),
    ]);
    const begun = tried.filter(({ status }) => status === "fulfilled");
    expect(begun.length).toBeLessThanOrEqual(2);
    expect(begun.length).toBeGreaterThanOrEqual(1);
    await Promise.all(
      Array.from({ length: 4 }, () => handOverPackages(app.services, { manifestId })),
    );
    await app.runJobs();
    expect(await historyOf(customer)).toEqual([...charged, ...charged, ...charged].toSorted());
    expect(
      (await handOver(packer, manifestId, key).catch(() => null))?.state ?? "handed_over",
    ).toBe("handed_over");
  });

  test("and cancelling at once ends in one of the two orders", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { customer, requests, manifestId } = await closedManifest(1);
      const shipRequestId = requests[0]?.id ?? "";
      await handOver(packer, manifestId);
      const [, cancelled] = await Promise.allSettled([
        handOverPackages(app.services, { manifestId }),
        packer.api.packing.cancelShipRequest({ shipRequestId, reason: "Wrong address" }),
      ]);
      await app.runJobs();
      const { items } = await packer.api.manifests.readManifest({ manifestId });
      const [state] = await statesOf(requests);
      const { balanceCents, heldCents } = await customer.api.wallet.readWallet({});
      expect([state, items[0]?.state, items[0]?.leftBehindReason, balanceCents, heldCents]).toEqual(
        cancelled?.status === "fulfilled"
          ? ["cancelled", "left_behind", "not_labelled", 500 + acceptedTotalCents - extra, 0]
          : ["handed_over", "handed_over", null, 500, 0],
      );
    }
  });

  test("is refused for a manifest that is open, and without a name", async () => {
    const { id: manifestId } = await packer.api.manifests.openManifest({
      warehouseId,
      carrierCode: "sg-post",
    });
    await expectApiError(handOver(packer, manifestId), "conflict");
    const { handOverManifest } = packer.api.manifests;
    const signature = new File(["<svg/>"], "signature.png");
    const input = { manifestId, receiverName: " ", signature, idempotencyKey: randomUUID() };
    await expectApiError(handOverManifest(input), "invalid_input");
    const closed = await closedManifest(1);
    await expectApiError(
      handOverManifest({ ...input, manifestId: closed.manifestId, receiverName: "Driver Lam" }),
      "invalid_image",
      "Only JPEG, PNG, WebP, HEIC and GIF images can be added. Save it as a JPEG and add that.",
    );
  });

  test("is begun once for its key, which is for one receiver and manifest", async () => {
    const { manifestId } = await closedManifest(1);
    const idempotencyKey = randomUUID();
    const input = { manifestId, receiverName: "Driver Lam", signature: aSignature() };
    const { handOverManifest } = packer.api.manifests;
    const first = await handOverManifest({ ...input, idempotencyKey });
    expect(await handOverManifest({ ...input, idempotencyKey })).toEqual(first);
    await expectApiError(
      handOverManifest({ ...input, receiverName: "Driver Ng", idempotencyKey }),
      "idempotency_key_reused",
    );
    await expectApiError(handOverManifest({ ...input, idempotencyKey: randomUUID() }), "conflict");
    const stored = await Array.fromAsync(app.services.files.list(`stored/${manifestId}`));
    expect(stored).toHaveLength(1);
    await app.runJobs();
  });
});

describe("taking a package back", () => {
  async function handedOver() {
    const closed = await closedManifest(1);
    await handOver(packer, closed.manifestId);
    await app.runJobs();
    const { items } = await packer.api.manifests.readManifest({ manifestId: closed.manifestId });
    return { ...closed, manifestPackageId: items[0]?.id ?? "" };
  }
  const reason = "The driver left it";

  test("G46: refunds what was charged, each naming its charge, holds the same anew, and returns legs and parcels", async () => {
    const { customer, requests, manifestPackageId, manifestId } = await handedOver();
    const before = await customer.api.wallet.readWallet({});
    const { takeBackPackage } = packer.api.manifests;
    const tried = await Promise.allSettled(
      Array.from({ length: 3 }, () => takeBackPackage({ manifestPackageId, reason })),
    );
    expect(tried.every(({ status }) => status === "fulfilled")).toBe(true);
    const kinds = [
      `refund ${box} completed`,
      `refund ${extra} completed`,
      `refund ${freight} completed`,
      `refund ${storage} completed`,
      ...charged,
      ...charged.map((row) => row.replace("completed", "pending")),
    ];
    expect(await historyOf(customer)).toEqual(kinds.toSorted());
    const after = await customer.api.wallet.readWallet({});
    expect(after).toMatchObject({
      balanceCents: before.balanceCents,
      heldCents: acceptedTotalCents,
    });
    const { kysely } = app.database;
    const refunds = await kysely
      .selectFrom("transactions as refunds")
      .innerJoin("transactions as charges", (join) =>
        join.on(sql<boolean>`charges.id = (refunds.metadata ->> 'refunds')::uuid`),
      )
      .select(["refunds.amountCents as back", "charges.amountCents as charged", "charges.type"])
      .where("refunds.userId", "=", customer.userId)
      .execute();
    expect(refunds.map(({ back, charged: paid }) => back === paid)).toEqual(Array(4).fill(true));
    expect(await statesOf(requests)).toEqual(["labelled"]);
    const pkg = await readPackage(customer, requests[0]);
    expect(pkg.stage).toBe("packed");
    expect(pkg.legs.map(({ status, trackingNumber }) => [status, trackingNumber])).toEqual([
      ["delivered", null],
      ["pending", null],
    ]);
    const parcels = await kysely
      .selectFrom("inboundParcels")
      .select("state")
      .where("packageId", "=", requests[0]?.packageId ?? "")
      .execute();
    expect(parcels.map(({ state }) => state)).toEqual(Array(4).fill("packed"));
    const read = await packer.api.manifests.readManifest({ manifestId });
    expect(read.items).toMatchObject([{ state: "taken_back", takenBackReason: reason }]);
  });

  test("and handing it over again charges once more, and notifies its customer no second time", async () => {
    const { customer, numbers, requests, manifestPackageId } = await handedOver();
    await packer.api.manifests.takeBackPackage({ manifestPackageId, reason });
    const { id: manifestId } = await aClosedManifest(packer, warehouseId, numbers);
    app.clock.advance(60_000);
    await handOver(packer, manifestId);
    await app.runJobs();
    expect(await statesOf(requests)).toEqual(["handed_over"]);
    const wallet = await customer.api.wallet.readWallet({});
    expect(wallet).toMatchObject({ balanceCents: 500, heldCents: 0 });
    const emails = await app.emailsTo(customer.email);
    expect(emails.filter(({ subject }) => /handed to the carrier/.test(subject))).toHaveLength(1);
    // The second hand-over can be undone as well.
    const { items } = await packer.api.manifests.readManifest({ manifestId });
    await packer.api.manifests.takeBackPackage({ manifestPackageId: items[0]?.id ?? "", reason });
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: 500,
      heldCents: acceptedTotalCents,
    });
  });

  test("is refused once a dispute has taken the money, and the package stays on its way", async () => {
    const { customer, requests, manifestPackageId } = await handedOver();
    await recordTransaction(app.database.kysely, {
      idempotencyKey: `dispute:${randomUUID()}`,
      userId: customer.userId,
      type: "dispute",
      amountCents: 501,
      at: app.clock.now(),
    });
    const before = await historyOf(customer);
    await expectApiError(
      packer.api.manifests.takeBackPackage({ manifestPackageId, reason }),
      "insufficient_balance",
    );
    expect(await historyOf(customer)).toEqual(before);
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: -1,
      heldCents: 0,
    });
    expect(await statesOf(requests)).toEqual(["handed_over"]);
    expect(await readPackage(customer, requests[0])).toMatchObject({ status: "in_transit" });
  });

  test("is refused after two hours, without a reason, and once its leg has moved on", async () => {
    const { manifestPackageId, requests } = await handedOver();
    const { takeBackPackage } = packer.api.manifests;
    await expectApiError(takeBackPackage({ manifestPackageId, reason: "" }), "invalid_input");
    await expectApiError(takeBackPackage({ manifestPackageId: randomUUID(), reason }), "not_found");
    const leg = await app.database.kysely
      .selectFrom("shippingLegs")
      .select("id")
      .where("packageId", "=", requests[0]?.packageId ?? "")
      .where("legNumber", "=", 2)
      .executeTakeFirstOrThrow();
    const other = await handedOver();
    app.clock.advance(2 * 3_600_000);
    await expectApiError(
      takeBackPackage({ manifestPackageId: other.manifestPackageId, reason }),
      "take_back_over",
    );
    app.clock.advance(-2 * 3_600_000);
    const manager = await aStaffMember(app, ["manager"]);
    await manager.api.packages.setLegStatus({ legId: leg.id, status: "delivered" });
    await expectApiError(takeBackPackage({ manifestPackageId, reason }), "conflict");
  });
});

describe("figures of freight", () => {
  test("are what was charged, less refunds, against our rates, and each opens its charges", async () => {
    const finance = await aStaffMember(app, ["finance"]);
    const at = app.clock.now();
    const month = new Intl.DateTimeFormat("en-CA", {
      timeZone: "Asia/Hong_Kong",
      year: "numeric",
      month: "2-digit",
    }).format(at);
    const read = async () => {
      const { items } = await finance.api.freightFigures.readFreightFigures({
        from: month,
        to: month,
      });
      return items.find((item) => item.serviceCode === "hk-post-air" && item.countryCode === "GB");
    };
    const before = await read();
    const { manifestId } = await closedManifest(2);
    await handOver(packer, manifestId);
    await app.runJobs();
    const { items } = await packer.api.manifests.readManifest({ manifestId });
    const [first] = items;
    await packer.api.manifests.takeBackPackage({
      manifestPackageId: first?.id ?? "",
      reason: "Left behind by the driver",
    });
    const after = await read();
    const added = (
      field: "freightCents" | "rateCents" | "storageCents" | "boxCents" | "extraServiceCents",
    ) => (after?.[field] ?? 0) - (before?.[field] ?? 0);
    expect([added("freightCents"), added("rateCents")]).toEqual([freight, freight]);
    expect([added("storageCents"), added("boxCents"), added("extraServiceCents")]).toEqual([
      storage,
      box,
      extra,
    ]);
    const charges = await finance.api.freightFigures.listFreightCharges({
      month,
      serviceCode: "hk-post-air",
      countryCode: "GB",
      part: "freight",
      pageSize: 100,
    });
    const sum = charges.items.reduce(
      (total, { chargedCents, refundedCents }) => total + chargedCents - refundedCents,
      0,
    );
    expect(sum).toBe(after?.freightCents);
    const file = await finance.client.fetch(
      `/api/admin/freight-figures/freight.csv?from=${month}&to=${month}&timeZone=UTC&locale=en`,
    );
    const [heading, ...lines] = (await file.text()).replace("\uFEFF", "").trim().split("\r\n");
    expect(heading).toMatch(/^Month,Service,Country,Packages,Freight \(USD\),Our Rates \(USD\),/);
    expect(lines.every((line) => line.startsWith(`${month},`))).toBe(true);
    const dollars = (amountCents = 0) => (amountCents / 100).toFixed(2);
    expect(lines.find((line) => line.includes(",United Kingdom,"))).toContain(
      `,${after?.packagesCount},${dollars(after?.freightCents)},${dollars(after?.rateCents)},${dollars(after?.storageCents)},`,
    );
    expect(charges.total).toBe(charges.items.length);
    await expectApiError(
      finance.api.freightFigures.readFreightFigures({ from: "2026-02", to: "2026-01" }),
      "invalid_input",
    );
  });
});
