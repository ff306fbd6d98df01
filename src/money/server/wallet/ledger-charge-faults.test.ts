// Each thing that the nightly check of charges finds, made in the database as no operation makes it.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Language } from "#platform/rules/language.ts";
import { reconcile } from "#money/server/payments/reconciliation.ts";
import { listRequestHolds, settleCoveredHold } from "./request-holds.ts";
import { recordTransaction } from "./record-transaction.ts";
import { acceptedTotalCents, insertAcceptedRequests } from "#test/accepted-requests.ts";
import { asOwner } from "#test/database.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { aClosedManifest, handOver, labelAll } from "#test/manifests.ts";
import {
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

const faultsOf = ({ userId }: TestPerson) => ledgerFaults(app.database.kysely, [userId]);

/** Changes rows of an id, whatever watches them, as only a damaged database has them. */
async function damage(table: string, id: string, change: string): Promise<void> {
  await asOwner(app.database, (db) =>
    db.transaction().execute(async (inner) => {
      await sql`set local session_replication_role = replica`.execute(inner);
      await sql`update ${sql.table(table)} set ${sql.raw(change)} where id = ${id}`.execute(inner);
    }),
  );
}

async function referenceOf(shipRequestId: string): Promise<string> {
  const { number } = await app.database.kysely
    .selectFrom("shipRequests")
    .select("number")
    .where("id", "=", shipRequestId)
    .executeTakeFirstOrThrow();
  return `SR${String(number).padStart(6, "0")}`;
}

/** A package that was accepted and labelled, whose manifest can be handed over. */
async function accepted() {
  const customer = await aCustomer(app, { plan: "Premium" });
  const { warehouseId, packer } = desk;
  const [made] = await insertAcceptedRequests(app.database.kysely, {
    userIds: [customer.userId],
    warehouseId,
  });
  if (made === undefined) throw new Error("There is no request.");
  const leave = async () => {
    const { id: manifestId } = await aClosedManifest(
      packer,
      warehouseId,
      await labelAll(packer, [made]),
    );
    await handOver(packer, manifestId);
    await app.runJobs();
  };
  return { customer, id: made.id, reference: await referenceOf(made.id), leave };
}

/** A request with an extra service that is done. */
async function withDoneWork() {
  const customer = await aShipper(desk);
  const { packageId, numbers } = await receivedPackage(desk, customer, [500]);
  const { id, extraServices } = await request(customer, packageId, {
    extraServices: [{ code: "stretch_film" }],
  });
  await scanAll(desk, id, numbers);
  const orderId = extraServices[0]?.id ?? "";
  await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId: orderId });
  return { customer, id, reference: await referenceOf(id) };
}

/** Gives a cent of a request's charge back. */
async function giveBackACent(userId: string, shipRequestId: string): Promise<void> {
  const { kysely } = app.database;
  const { transactionId, type } = await kysely
    .selectFrom("holds")
    .select(["transactionId", "type"])
    .where("shipRequestId", "=", shipRequestId)
    .where("state", "=", "settled")
    .orderBy("type", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await recordTransaction(kysely, {
    idempotencyKey: `refund:${randomUUID()}`,
    userId,
    type: "refund",
    amountCents: 1,
    metadata: { refunds: transactionId, reason: "By mistake" },
    at: app.clock.now(),
    ...(type === "service_fee" && { against: "services" }),
    ...(type === "storage_fee" && { against: "storage" }),
  });
}

async function settleAll(shipRequestId: string): Promise<void> {
  const { kysely } = app.database;
  const end = { endedBy: null, at: app.clock.now() };
  for (const hold of await listRequestHolds(kysely, shipRequestId)) {
    await settleCoveredHold(kysely, hold, end);
  }
}

describe("G53: a request", () => {
  test("that was handed over for another amount than its accepted quote is found", async () => {
    const { customer, id, reference, leave } = await accepted();
    await leave();
    expect(await faultsOf(customer)).toEqual([]);
    await giveBackACent(customer.userId, id);
    expect(await faultsOf(customer)).toEqual([
      `G53: ${reference} was charged ${acceptedTotalCents - 1}, its accepted quote is ${acceptedTotalCents}`,
    ]);
  });

  test("that ended otherwise, and was charged anything but its work that is done, is found", async () => {
    const { customer, id, reference } = await withDoneWork();
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId: id });
    expect(await faultsOf(customer)).toEqual([]);
    await giveBackACent(customer.userId, id);
    expect(await faultsOf(customer)).toEqual([
      `G53: ${reference} ended and was charged 59, its extra services that are done cost 60`,
    ]);
  });

  test("that is open and was charged is found", async () => {
    const { customer, id, reference } = await accepted();
    expect(await faultsOf(customer)).toEqual([]);
    await settleAll(id);
    expect(await faultsOf(customer)).toEqual([
      `G53: ${reference} was charged ${acceptedTotalCents} and is not handed over`,
    ]);
  });

  test("that ended and holds something still is found", async () => {
    const customer = await aShipper(desk);
    const { packageId } = await receivedPackage(desk, customer, [500]);
    const cap = { paymentMode: "automatic_up_to_cap", serviceCode: "hk-post-air" } as const;
    const { id } = await request(customer, packageId, { ...cap, capCents: 3000 });
    await damage("ship_requests", id, "state = 'cancelled', ended_at = now()");
    expect(await faultsOf(customer)).toEqual([
      expect.stringMatching(/^G53: hold \S+ is open, but SR\d+ has ended$/),
    ]);
  });
});

describe("L14: an extra service", () => {
  async function looseOrder() {
    const customer = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, customer, [500]);
    const place = (input: { packageId?: string; inboundParcelId?: string; code: string }) =>
      customer.api.extraServices.requestExtraService({ ...input, idempotencyKey: randomUUID() });
    const ofPackage = await place({ packageId, code: "stretch_film" });
    const inboundParcelId = parcelIds[0] ?? "";
    const ofParcel = await place({ inboundParcelId, code: "contents_check" });
    return { customer, inboundParcelId, ids: [ofPackage.id, ofParcel.id] };
  }

  test.each([
    ["that left", () => "state = 'departed'"],
    ["that is somebody else's", (userId: string) => `user_id = '${userId}'`],
  ])("that holds something for a parcel or package %s is found", async (_, change) => {
    const { customer, inboundParcelId, ids } = await looseOrder();
    expect(await faultsOf(customer)).toEqual([]);
    const { userId } = await aCustomer(app);
    await damage("inbound_parcels", inboundParcelId, change(userId));
    const faults = await faultsOf(customer);
    expect(faults).toHaveLength(2);
    for (const id of ids) expect(faults.join("\n")).toContain(id);
    for (const fault of faults) expect(fault).toMatch(/^L14: /);
  });

  test.each(["ordered", "refused", "cancelled"])(
    "that is %s and charged is found",
    async (state) => {
      const { customer, ids } = await looseOrder();
      const [id = ""] = ids;
      await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId: id });
      expect(await faultsOf(customer)).toEqual([]);
      const ended = state === "ordered" ? "null" : "now()";
      await damage("extra_service_requests", id, `state = '${state}', ended_at = ${ended}`);
      expect((await faultsOf(customer)).join()).toMatch(new RegExp(`^L14: .*${id}.*settled`));
    },
  );
});

test("G53: what is found at night is read in each language among the differences", async () => {
  const { customer, id, reference, leave } = await accepted();
  await leave();
  await giveBackACent(customer.userId, id);
  await reconcile(app.services, { cause: "console" });
  const [charged, quote] = [acceptedTotalCents - 1, acceptedTotalCents];
  const sentences: Readonly<Record<Language, string>> = {
    en: `G53: ${reference} was charged ${charged}, its accepted quote is ${quote}`,
    "zh-Hant-HK": `G53：${reference} 收取了 ${charged}，但已接受的報價是 ${quote}`,
    "zh-Hans": `G53：${reference} 收取了 ${charged}，但已接受的报价是 ${quote}`,
  };
  for (const [language, sentence] of Object.entries(sentences)) {
    await desk.admin.api.users.chooseLanguage({ language: language as Language });
    const { items } = await desk.admin.api.payments.listReconciliations({ page: 1, pageSize: 10 });
    expect(items[0]?.differences.map((found) => found.sentence)).toContain(sentence);
  }
});
