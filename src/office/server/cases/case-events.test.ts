// What happens to the thing of a case is said in it.
import { beforeAll, describe, expect, test } from "vitest";
import { refundCharge } from "#money/server/wallet/hold-refunds.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { expectApiError } from "#test/api-errors.ts";
import { keyed, openedCase } from "#test/cases.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { aClosedManifest, handOver, labelAll } from "#test/manifests.ts";
import { receiveScan } from "#test/receiving.ts";
import {
  aShipper,
  packingDesk,
  pack,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";

const [minute, hour] = [60_000, 3_600_000];

let app: TestApp;
let desk: PackingDesk;
let support: TestPerson;
beforeAll(async () => {
  app = await testApp();
  // A Wednesday, in Hong Kong 10:00.
  app.clock.set("2026-06-10T02:00:00Z");
  desk = await packingDesk(app);
  support = await aStaffMember(app, ["support"]);
  return () => app.close();
});

type Thing = NonNullable<NonNullable<Parameters<typeof openedCase>[1]>["thing"]>;

const anOpenCase = (customer: TestPerson, thing: Thing) =>
  openedCase({ app, support }, { customer, thing });

/** Later, money is moved by who has entered the password again. */
async function confirmPassword({ api, password }: TestPerson): Promise<void> {
  await api.auth.confirmPassword({ password });
}

/** Gives back what was deducted, $5.00, once. */
async function refund(
  db: Db,
  charge: { readonly userId: string; readonly transactionId: string },
): Promise<string> {
  return await refundCharge(
    db,
    { ...charge, type: "shipping_fee", amountCents: 500 },
    {
      round: 1,
      reasonCode: "hand_over_taken_back",
      refundedBy: null,
      facts: {},
      at: app.clock.now(),
    },
  );
}

describe("What happens to a thing is said in its open cases:", () => {
  test("a parcel is received", async () => {
    const mei = await aCustomer(app, { plan: "Premium" });
    const { id, trackingNumber } = await declareParcel(mei);
    const { events } = await anOpenCase(mei, { subject: "inbound_parcel", subjectId: id });
    expect(await events()).toEqual([]);
    const { warehouseId } = desk;
    await receiveScan(app, desk.admin, { warehouseId, scan: trackingNumber ?? "" });
    expect(await events()).toEqual(["received"]);
  });

  test("a package is packed, its price accepted, and delivered, at most one in a minute", async () => {
    const mei = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, mei);
    const { id: shipRequestId } = await request(mei, packageId);
    const ofPackage = await anOpenCase(mei, { subject: "package", subjectId: packageId });
    const ofRequest = await anOpenCase(mei, { subject: "ship_request", subjectId: shipRequestId });
    await pack(desk, shipRequestId, numbers);
    app.clock.advance(minute);
    const { shipRequests } = mei.api;
    const { quotes } = await shipRequests.readShipRequest({ shipRequestId });
    await shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
    await shipRequests.cancelShipRequest({ shipRequestId });
    const set = (status: "in_transit" | "delivered") =>
      desk.admin.api.packages.setPackageStatus({ packageId, status });
    await set("delivered");
    expect(await ofPackage.events()).toEqual(["packed", "quote_accepted"]);
    await set("in_transit");
    app.clock.advance(minute);
    const before = await ofRequest.read();
    await set("delivered");
    for (const { events } of [ofPackage, ofRequest]) {
      expect(await events()).toEqual(["packed", "quote_accepted", "delivered"]);
    }
    const { messages: _messages, ...after } = await ofRequest.read();
    expect(before).toMatchObject(after);
    await ofPackage.finish();
    app.clock.advance(hour);
    await set("in_transit");
    await set("delivered");
    expect(await ofPackage.events()).toHaveLength(3);
  });

  test("a package is handed over", async () => {
    const { packer, warehouseId } = desk;
    const mei = await aCustomer(app, { plan: "Premium" });
    const wanted = { userIds: [mei.userId], warehouseId };
    const requests = await insertAcceptedRequests(app.database.kysely, wanted);
    const { id: shipRequestId = "", packageId = "" } = requests[0] ?? {};
    const things = [
      { subject: "package", subjectId: packageId },
      { subject: "ship_request", subjectId: shipRequestId },
    ] as const;
    const opened = await Promise.all(things.map((thing) => anOpenCase(mei, thing)));
    const numbers = await labelAll(packer, requests);
    const { id: manifestId } = await aClosedManifest(packer, warehouseId, numbers);
    await handOver(packer, manifestId);
    await app.runJobs();
    for (const { events } of opened) expect(await events()).toEqual(["handed_over"]);
  });

  test("a payment is refunded", async () => {
    const mei = await aCustomer(app);
    const { userId } = mei;
    const adjust = (kind: "credit" | "deduction") =>
      desk.admin.api.wallet.adjustWallet(keyed({ userId, amount: "5.00", reason: "A fee", kind }));
    await confirmPassword(desk.admin);
    await adjust("credit");
    const { transaction } = await adjust("deduction");
    const thing = { subject: "transaction", subjectId: transaction.id } as const;
    const { read, events } = await anOpenCase(mei, thing);
    const { type, amountCents, createdAt } = transaction;
    expect(await read()).toMatchObject({
      kind: "money",
      subjectName: "",
      transaction: { type, amountCents, createdAt },
    });
    await refund(app.services.db, { userId, transactionId: transaction.id });
    expect(await events()).toEqual(["refund"]);
    const stranger = await aCustomer(app);
    await expectApiError(
      stranger.api.cases.openCase(keyed({ ...thing, problem: "other", text: "?" })),
      "not_found",
    );
  });
});

describe("A refund", () => {
  /** A deduction of a customer, with a case about it. */
  async function aCharge() {
    const mei = await aCustomer(app);
    const { userId } = mei;
    const adjust = (kind: "credit" | "deduction") =>
      desk.admin.api.wallet.adjustWallet(keyed({ userId, amount: "5.00", reason: "A fee", kind }));
    await confirmPassword(desk.admin);
    await adjust("credit");
    const { transaction } = await adjust("deduction");
    const charge = { userId, transactionId: transaction.id };
    const opened = await anOpenCase(mei, { subject: "transaction", subjectId: transaction.id });
    const balance = async () => (await mei.api.wallet.readWallet({})).balanceCents;
    return { ...opened, charge, balance };
  }

  test("that is repeated, also at once, is paid and said once", async () => {
    const { charge, events, balance } = await aCharge();
    const once = () => refund(app.services.db, charge);
    const [first, second] = await Promise.all([once(), once()]);
    expect(second).toBe(first);
    app.clock.advance(hour);
    expect(await once()).toBe(first);
    expect(await events()).toEqual(["refund"]);
    expect(await balance()).toBe(500);
  });

  test("that is taken back with its transaction is neither paid nor said", async () => {
    const { charge, events, balance } = await aCharge();
    const failing = atomically(app.services.db, async (db) => {
      await refund(db, charge);
      throw new Error("The server stops.");
    });
    await expect(failing).rejects.toThrow("The server stops.");
    expect([await events(), await balance()]).toEqual([[], 0]);
    await refund(app.services.db, charge);
    expect([await events(), await balance()]).toEqual([["refund"], 500]);
  });

  test("beside all that both sides do with the case is paid, and said where it was open", async () => {
    for (let time = 0; time < 5; time += 1) {
      const { mei, caseId, charge, read, write, answer, note, finish, balance } = await aCharge();
      const close = () => mei.api.cases.closeOwnCase({ caseId });
      const pay = () => refund(app.services.db, charge);
      const acts = [write, answer, close, pay, finish, () => note("Seen")];
      const order = [...acts.slice(time), ...acts.slice(0, time)];
      const outcomes = await Promise.allSettled(order.map((act) => act()));
      // Of answers, what came after the end of the case is refused.
      const refused = outcomes.flatMap((outcome) =>
        outcome.status === "rejected" ? [(outcome.reason as { code?: string }).code] : [],
      );
      expect(refused.filter((code) => code !== "case_closed")).toEqual([]);
      expect(await balance()).toBe(500);
      const { messages } = await read();
      expect(messages.filter(({ event }) => event === "refund").length).toBeLessThanOrEqual(1);
      expect(await ledgerFaults(app.services.db, [mei.userId])).toEqual([]);
    }
  });
});
