// What is charged for extra services: what is done, once, and nothing above the price that was accepted.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { handOverPackages } from "#shipping/server/manifests/hand-over.ts";
import { remindWaitingRequests } from "#shipping/server/ship-requests/remind-waiting-requests.ts";
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import { expectApiError } from "#test/api-errors.ts";
import { asOwner } from "#test/database.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { shipRequestFaults } from "#test/ship-request-faults.ts";
import {
  acceptedRequest,
  addMoney,
  aShipper,
  loseDispute,
  pack,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

async function moneyOf({ api }: TestPerson) {
  const { balanceCents, heldCents } = await api.wallet.readWallet({});
  return { balanceCents, heldCents };
}

async function ordersOf({ userId }: TestPerson) {
  const { rows } = await sql<{ order: string }>`
    select concat_ws(' ', o.code, o.state, coalesce(h.state, 'no hold'), o.shortfall_cents) as order
    from extra_service_requests o left join holds h on h.id = o.hold_id
    where o.user_id = ${userId} order by o.code
  `.execute(app.database.kysely);
  return rows.map((row) => row.order);
}

async function historyOf({ api }: TestPerson) {
  const { items } = await api.wallet.listTransactions({});
  return items
    .filter(
      ({ type, status }) => status === "completed" && !["admin_credit", "dispute"].includes(type),
    )
    .map(({ type, amountCents }) => `${type} ${amountCents}`);
}

async function expectSound({ userId }: TestPerson) {
  expect(await ledgerFaults(app.database.kysely, [userId])).toEqual([]);
  expect(await shipRequestFaults(app.database.kysely, userId)).toEqual([]);
}

/** A requested package of which the film is done, with so many dollars in the wallet. */
async function requestWithWorkDone(cap = false) {
  const customer = await aShipper(desk, "100");
  const { packageId } = await receivedPackage(desk, customer);
  const { id: shipRequestId, extraServices } = await request(customer, packageId, {
    extraServices: [{ code: "stretch_film" }, { code: "bubble_wrap" }],
    ...(cap && {
      paymentMode: "automatic_up_to_cap",
      serviceCode: "hk-post-surface",
      capCents: 5000,
    }),
  });
  const film = extraServices.find(({ code }) => code === "stretch_film");
  await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId: film?.id ?? "" });
  return { customer, shipRequestId };
}

/** Adds what no operation makes any longer: an order that is not done, in a request that is packed. */
async function addUndoneOrder(customer: TestPerson, shipRequestId: string, packageId: string) {
  const orderId = randomUUID();
  await asOwner(app.database, async (db) => {
    await sql`alter table extra_service_requests disable trigger user`.execute(db);
    await sql`
      insert into extra_service_requests (id, code, user_id, ship_request_id, package_id, quantity, unit_cents, price_cents,
        state, due_at, created_by, created_at)
      values (${orderId}, 'priority_packing', ${customer.userId}, ${shipRequestId}, ${packageId}, 1, 140, 140, 'ordered',
        ${app.clock.now()}, ${customer.userId}, ${app.clock.now()})
    `.execute(db);
    await sql`
      with held as (
        insert into holds (user_id, transaction_id, type, amount_cents, package_id, ship_request_id, reason, idempotency_key,
          held_by, held_at)
        values (${customer.userId}, gen_random_uuid(), 'service_fee', 140, ${packageId}, ${shipRequestId}, 'extra_service',
          ${`extra_service:${orderId}`}, ${customer.userId}, ${app.clock.now()})
        returning id, transaction_id
      ), ordered as (
        update extra_service_requests set hold_id = (select id from held) where id = ${orderId}
      )
      insert into transactions (id, user_id, type, amount_cents, status, created_at, metadata)
      select transaction_id, ${customer.userId}, 'service_fee', 140, 'pending', ${app.clock.now()}, '{}' from held
    `.execute(db);
    await sql`alter table extra_service_requests enable trigger user`.execute(db);
  });
  return orderId;
}

test("G41: priority packing is paid by whom it was packed for in time, and by nobody else", async () => {
  const packedAfter = async (hours: number) => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer);
    const { id } = await request(customer, packageId, {
      extraServices: [{ code: "priority_packing" }],
    });
    const requestedAt = app.clock.now();
    app.clock.advance(hours * 3_600_000);
    await pack(desk, id, numbers);
    app.clock.set(requestedAt);
    await expectSound(customer);
    return [...(await ordersOf(customer)), (await moneyOf(customer)).heldCents];
  };
  expect(await packedAfter(11)).toEqual(["priority_packing done held 0", 140]);
  expect(await packedAfter(13)).toEqual(["priority_packing cancelled released 0", 0]);
});

describe("a dispute", () => {
  test("G41: blocks no cancelling: what is held is released first, and what is done is paid where that suffices", async () => {
    const { customer, shipRequestId } = await requestWithWorkDone(true);
    // 100 dollars, of which 50 are held for the cap, 1.10 for wrapping and 0.60 for the film.
    await loseDispute(desk, customer, 5000);
    expect(await moneyOf(customer)).toEqual({ balanceCents: -5000, heldCents: 5170 });
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId });
    expect(await moneyOf(customer)).toEqual({ balanceCents: 110, heldCents: 0 });
    expect(await ordersOf(customer)).toEqual([
      "bubble_wrap cancelled released 0",
      "stretch_film done settled 0",
    ]);
    await expectSound(customer);
  });

  test("G41: leaves what is done as a shortfall, which staff see and the next money pays", async () => {
    const { customer, shipRequestId } = await requestWithWorkDone();
    await loseDispute(desk, customer, 5000);
    await desk.packer.api.packing.cancelShipRequest({ shipRequestId, reason: "Asked for" });
    await desk.packer.api.packing.cancelShipRequest({ shipRequestId, reason: "Asked for" });
    expect(await ordersOf(customer)).toEqual([
      "bubble_wrap cancelled released 0",
      "stretch_film done released 60",
    ]);
    expect(await moneyOf(customer)).toEqual({ balanceCents: -5000 + 170, heldCents: 0 });
    const { work } = await desk.admin.api.admin.readDashboard({});
    expect(work.find(({ kind }) => kind === "unpaid_services")?.count).toBeGreaterThan(0);
    const unpaid = await desk.admin.api.extraServices.listUnpaidExtraServices({});
    expect(unpaid.items.filter(({ userId }) => userId === customer.userId)).toMatchObject([
      { email: customer.email, name: "Stretch film", shortfallCents: 60 },
    ]);
    await expectSound(customer);
    await addMoney(desk, customer, "48.50");
    await app.runJobs();
    expect(await ordersOf(customer)).toContain("stretch_film done released 60");
    await addMoney(desk, customer, "0.39");
    await remindWaitingRequests(app.services);
    expect(await ordersOf(customer)).toContain("stretch_film done released 60");
    await addMoney(desk, customer, "0.01");
    await Promise.all([1, 2].map(() => remindWaitingRequests(app.services)));
    await app.runJobs();
    expect(await ordersOf(customer)).toContain("stretch_film done settled 0");
    expect(await historyOf(customer)).toEqual(["service_fee 60"]);
    expect(await moneyOf(customer)).toEqual({ balanceCents: 0, heldCents: 0 });
    await expectSound(customer);
  });

  test("G41: blocks no shelving of a box that waits for its customer", async () => {
    const { customer, shipRequestId } = await requestWithWorkDone();
    await sql`
      update ship_requests set state = 'waiting_for_customer', waiting_reason = 'missing',
        waiting_since = now() - interval '9 days' where id = ${shipRequestId}
    `.execute(app.database.kysely);
    await sql`update packages set ship_request_state = 'waiting_for_customer' where user_id = ${customer.userId}`.execute(
      app.database.kysely,
    );
    await loseDispute(desk, customer, 5000);
    await remindWaitingRequests(app.services);
    expect(await customer.api.shipRequests.readShipRequest({ shipRequestId })).toMatchObject({
      state: "shelved",
      heldCents: 0,
    });
    await expectSound(customer);
  });

  test("blocks no work that is ordered outside a ship request", async () => {
    const customer = await aShipper(desk, "2");
    const { packageId } = await receivedPackage(desk, customer);
    const { id: extraServiceRequestId } = await customer.api.extraServices.requestExtraService({
      code: "stretch_film",
      packageId,
      idempotencyKey: randomUUID(),
    });
    await loseDispute(desk, customer, 61);
    const { finishExtraService } = desk.packer.api.extraServices;
    expect(await finishExtraService({ extraServiceRequestId })).toMatchObject({ state: "done" });
    expect(await ordersOf(customer)).toEqual(["stretch_film done released 60"]);
    expect(await moneyOf(customer)).toEqual({ balanceCents: -1, heldCents: 0 });
    await expectSound(customer);
  });
});

describe("an order that is not done", () => {
  test("G45, L14: is not charged when its package is handed over: it ends, and its customer is told", async () => {
    const customer = await aShipper(desk, "100");
    const { id: shipRequestId, packageId, quotes } = await acceptedRequest(desk, customer);
    const trackingNumber = typedNumber();
    await desk.packer.api.labels.makeLabel({ shipRequestId, trackingNumber });
    await addUndoneOrder(customer, shipRequestId, packageId ?? "");
    expect(await ledgerFaults(app.database.kysely, [customer.userId])).toEqual([
      expect.stringContaining("is ordered for what is no longer here"),
    ]);
    const { id: manifestId } = await aClosedManifest(desk.packer, desk.warehouseId, [
      trackingNumber,
    ]);
    await handOver(desk.packer, manifestId);
    await handOverPackages(app.services, { manifestId });
    const accepted = quotes.find(({ ended }) => ended === "accepted")?.totalCents ?? 0;
    expect(await moneyOf(customer)).toEqual({ balanceCents: 10_000 - accepted, heldCents: 0 });
    expect(await ordersOf(customer)).toEqual(["priority_packing cancelled released 0"]);
    const { rows } = await sql`
      select payload ->> 'variant' as variant from notifications
      where user_id = ${customer.userId} and kind = 'extra_service_ended'
    `.execute(app.database.kysely);
    expect(rows).toEqual([{ variant: "cancelled" }]);
    const { items } = await customer.api.notifications.listNotifications({});
    expect(items.find(({ kind }) => kind === "extra_service_ended")?.path).toBe(
      `/dashboard/packages?package=${packageId}`,
    );
    await expectSound(customer);
  });

  test("L14: is refunded once, by a refund that names it, where it was charged all the same", async () => {
    const customer = await aShipper(desk, "100");
    const { id: shipRequestId, packageId } = await acceptedRequest(desk, customer);
    const orderId = await addUndoneOrder(customer, shipRequestId, packageId ?? "");
    const charged = await asOwner(app.database, async (db) => {
      await sql`alter table holds disable trigger holds_agree_with_extra_services`.execute(db);
      const { rows } = await sql<{ transactionId: string }>`
        update holds set state = 'settled', settled_cents = amount_cents, ended_at = now()
        where idempotency_key = ${`extra_service:${orderId}`} returning transaction_id
      `.execute(db);
      await sql`alter table holds enable trigger holds_agree_with_extra_services`.execute(db);
      const { transactionId = "" } = rows[0] ?? {};
      await recordTransaction(db, {
        idempotencyKey: `extra_service:${orderId}`,
        transactionId,
        userId: customer.userId,
        type: "service_fee",
        amountCents: 140,
        at: app.clock.now(),
      });
      return transactionId;
    });
    expect(await ledgerFaults(app.database.kysely, [customer.userId])).toEqual([
      expect.stringContaining("is ordered, its hold settled"),
      expect.stringContaining("is ordered for what is no longer here"),
      expect.stringMatching(/^G53: SR\d+ was charged 140 and is not handed over$/),
    ]);
    const { cancelExtraService } = customer.api.extraServices;
    const cancel = () => cancelExtraService({ extraServiceRequestId: orderId });
    await Promise.all([cancel(), cancel(), cancel()]);
    const { rows } = await sql`
      select amount_cents::int as amount, metadata ->> 'refunds' as refunds, a.kind from transactions t
        join ledger_transfers l on l.transaction_id = t.id
        join ledger_entries e on e.transfer_id = l.id join ledger_accounts a on a.id = e.account_id and a.kind <> 'wallet'
      where t.user_id = ${customer.userId} and t.type = 'refund'
    `.execute(app.database.kysely);
    expect(rows).toEqual([{ amount: 140, refunds: charged, kind: "services" }]);
    expect(await ordersOf(customer)).toEqual(["priority_packing cancelled no hold 0"]);
    await expectSound(customer);
  });

  test("is neither done nor paid once nobody can do it, and staff may refuse it", async () => {
    const customer = await aShipper(desk, "100");
    const { id: shipRequestId, packageId } = await acceptedRequest(desk, customer);
    const order = {
      extraServiceRequestId: await addUndoneOrder(customer, shipRequestId, packageId ?? ""),
    };
    const { finishExtraService, refuseExtraService } = desk.packer.api.extraServices;
    await expectApiError(finishExtraService(order), "extra_service_not_possible");
    await refuseExtraService({ ...order, reason: "The box was packed before" });
    expect(await ordersOf(customer)).toEqual(["priority_packing refused released 0"]);
    await expectSound(customer);
  });
});
