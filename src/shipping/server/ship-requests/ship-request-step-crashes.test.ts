// The server is killed in the middle of every step of a ship request, which is then taken again: one of everything.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ORPCError } from "@orpc/client";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { clearLimits, makeClients, onDatabase } from "#test/crashes/crash-loop.ts";
import { admin, serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAdmin, type Visitor } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { typedNumber } from "#test/manifests.ts";
import { shipRequestFaults } from "#test/ship-request-faults.ts";
import { recipient } from "#test/ship-requests.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { letStorageBeDue } from "#test/storage-due.ts";

/** Each takes every step once, with other moments of being killed. */
const rounds = Number(process.env["KILLS"] ?? 3);
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
/** While a step runs, and once it was answered. */
const longestStepMilliseconds = 60;

type Desk = {
  readonly server: ServerProcess;
  readonly customer: Visitor;
  readonly userId: string;
  readonly packer: Visitor;
  readonly other: Visitor;
  readonly warehouseId: string;
  /** What was killed, in order. */
  readonly killed: string[];
};

/** Asks until there is a response; that it was done already counts as one. */
async function answered<T>(call: () => Promise<T>): Promise<T | null> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ORPCError && error.code === "conflict") return null;
      const isFinal = error instanceof ORPCError && error.status < 500 && error.status !== 429;
      if (isFinal) throw error;
      await pause(30);
    }
  }
}

async function requireSound({ server, userId }: Desk, name: string): Promise<void> {
  const faults = await onDatabase(server, async (db) => [
    ...(await shipRequestFaults(db)),
    ...(await stageFaults(db)),
    ...(await ledgerFaults(db, [userId])),
  ]);
  expect(faults, `after ${name}`).toEqual([]);
}

/** Takes a step, kills the server meanwhile, and takes it again. */
async function step(desk: Desk, name: string, call: () => Promise<unknown>): Promise<void> {
  const first = call().catch(() => null);
  await Promise.race([pause(Math.random() * longestStepMilliseconds), first]);
  await desk.server.kill();
  await first;
  await desk.server.start();
  await clearLimits(desk.server);
  desk.killed.push(name);
  await requireSound(desk, name);
  await answered(call);
  await requireSound(desk, `${name}, again`);
}

/** Waits until the jobs have led a request on. */
async function waitForState(desk: Desk, shipRequestId: string, state: ShipRequest["state"]) {
  for (let tries = 0; tries < 600; tries += 1) {
    const { customer } = desk;
    const found = await answered(() =>
      customer.api.shipRequests.readShipRequest({ shipRequestId }),
    );
    if (found?.state === state) return;
    await pause(100);
  }
  throw new Error(`The request did not become ${state}.`);
}

/** A package of parcels of these weights that are here, each with its number. */
async function receive({ customer, packer, warehouseId }: Desk, weights: readonly number[]) {
  const numbers = weights.map(
    () => `SF${String(Math.floor(Math.random() * 1e13)).padStart(13, "0")}`,
  );
  const [trackingNumber = "", ...furtherTrackingNumbers] = numbers;
  const created = {
    trackingNumber,
    furtherTrackingNumbers,
    origin: "Hong Kong",
    destination: "Malaysia",
    recipient,
    idempotencyKey: randomUUID(),
  };
  const { package: pkg } = await customer.api.packages.createPackage(created);
  const parcelIds: string[] = [];
  for (const [index, weightGrams] of weights.entries()) {
    const { parcel } = await packer.api.receiving.receiveInboundParcel({
      warehouseId,
      scan: numbers[index] ?? "",
      measurements: { weightGrams, sidesMm: [150, 100, 60] },
      recordedAt: new Date().toISOString(),
      idempotencyKey: randomUUID(),
    });
    const goods = { description: "Stoneware teapots", unitValueMinor: 2_500 } as const;
    await customer.api.goods.saveItems({
      inboundParcelId: parcel.id,
      items: [{ ...goods, currency: "USD" }],
    });
    parcelIds.push(parcel.id);
  }
  return { packageId: pkg.id, numbers, parcelIds };
}

/** The steps that journeys share. */
function stepsOf(desk: Desk, shipRequestId: string) {
  const { customer, packer } = desk;
  const read = () => customer.api.shipRequests.readShipRequest({ shipRequestId });
  return {
    read,
    scan: async (name: string, scan: string) => {
      const input = { shipRequestId, scan, idempotencyKey: randomUUID() };
      await step(desk, name, () => packer.api.packing.scanIntoBox(input));
    },
    photograph: async (name: string) => {
      for (const kind of ["open_box", "closed_on_scale"] as const) {
        const file = new File([Uint8Array.from(pixel)], "a.gif");
        const photo = { shipRequestId, kind, file, idempotencyKey: randomUUID() };
        await step(desk, name, () => packer.api.packing.addPackingImage(photo));
      }
    },
    close: async (name: string, weightGrams: number) => {
      const sidesMm: [number, number, number] = [200, 150, 100];
      const box = { shipRequestId, weightGrams, sidesMm, idempotencyKey: randomUUID() };
      await step(desk, name, () => packer.api.packing.closeBox(box));
    },
    accept: async (name: string) => {
      const { quotes } = await read();
      const input = { quoteId: quotes.find(({ ended }) => ended === null)?.id ?? "" };
      await step(desk, name, () => customer.api.shipRequests.acceptQuote(input));
    },
  };
}

/** Everything that can happen to a request that shows its price first, until staff cancel it. */
async function sendQuotedFirst(desk: Desk): Promise<void> {
  const { customer, packer, other, server, userId } = desk;
  const { packageId, numbers, parcelIds } = await receive(desk, [400, 300, 200, 100]);
  await onDatabase(server, (db) => letStorageBeDue(db, userId));
  const [first = "", second = "", third = ""] = numbers;
  const [firstId = "", secondId = ""] = parcelIds;
  const extraServices = [{ code: "bubble_wrap" }, { code: "wooden_frame" }];
  const wanted = { packageId, paymentMode: "quote_first", idempotencyKey: randomUUID() } as const;
  await step(desk, "request", () =>
    customer.api.shipRequests.requestShipping({ ...wanted, extraServices }),
  );
  const { items } = await customer.api.shipRequests.listShipRequests({ packageId });
  const shipRequestId = items[0]?.id ?? "";
  const { read, scan, photograph, close, accept } = stepsOf(desk, shipRequestId);
  const pay = async (name: string, payment: object) => {
    const { version: expectedVersion } = await read();
    const input = { shipRequestId, expectedVersion, ...payment } as Parameters<
      typeof customer.api.shipRequests.changePaymentMode
    >[0];
    await step(desk, name, () => customer.api.shipRequests.changePaymentMode(input));
  };
  const { version: expectedVersion } = await read();
  const chosen = { shipRequestId, inboundParcelIds: parcelIds.slice(0, 3), expectedVersion };
  await step(desk, "change the parcels", () => customer.api.shipRequests.changeParcels(chosen));
  const cap = { paymentMode: "automatic_up_to_cap", serviceCode: "hk-post-air", capCents: 3000 };
  await pay("pay up to a cap", cap);
  await pay("see the price first", { paymentMode: "quote_first" });
  await scan("scan the first parcel", first);
  const missing = { shipRequestId, inboundParcelId: secondId };
  await step(desk, "report missing", () => packer.api.packing.reportMissing(missing));
  await scan("find it again", second);
  await step(desk, "take over", () => other.api.packing.takeOver({ shipRequestId }));
  await step(desk, "take it back", () => packer.api.packing.takeOver({ shipRequestId }));
  await step(desk, "take out of the box", () => packer.api.packing.removeFromBox(missing));
  await step(desk, "report missing again", () => packer.api.packing.reportMissing(missing));
  await step(desk, "go on without it", () =>
    customer.api.shipRequests.continueWithoutMissing({ shipRequestId }),
  );
  await scan("scan the third parcel", third);
  const order = { code: "contents_check", inboundParcelId: firstId, idempotencyKey: randomUUID() };
  await step(desk, "order work", () => customer.api.extraServices.requestExtraService(order));
  const orderId = async (code: string) => ({
    extraServiceRequestId: (await read()).extraServices.find((one) => one.code === code)?.id ?? "",
  });
  const ordered = await orderId("contents_check");
  await step(desk, "cancel work", () => customer.api.extraServices.cancelExtraService(ordered));
  const wrap = await orderId("bubble_wrap");
  await step(desk, "do work", () => packer.api.extraServices.finishExtraService(wrap));
  const frame = { ...(await orderId("wooden_frame")), reason: "Too small" };
  await step(desk, "refuse work", () => packer.api.extraServices.refuseExtraService(frame));
  await photograph("photograph");
  await close("close the box", 650);
  await accept("accept with too little money");
  const { missingCents } = await read();
  expect(missingCents).toBeGreaterThan(0);
  const credit = { userId, kind: "credit", amount: "200", reason: "Top-up" } as const;
  const topUp = { ...credit, idempotencyKey: randomUUID() };
  await packer.api.auth.confirmPassword({ password: admin.password });
  await step(desk, "top up", () => packer.api.wallet.adjustWallet(topUp));
  await waitForState(desk, shipRequestId, "accepted");
  const moved = { packageId, recipient: { ...recipient, address: "14 Jalan Ampang" } };
  await step(desk, "change the recipient", () => customer.api.packages.updateRecipient(moved));
  const opened = { shipRequestId, reason: "Wrong box" };
  await step(desk, "open the box", () => packer.api.packing.openBox(opened));
  await photograph("photograph again");
  await close("close the box again", 640);
  await accept("accept");
  const label = { shipRequestId, trackingNumber: typedNumber() };
  await step(desk, "make the label", () => packer.api.labels.makeLabel(label));
  const reopened = { shipRequestId, reason: "Wrong weight" };
  await step(desk, "open the labelled box", () => packer.api.packing.openBox(reopened));
  await photograph("photograph once more");
  await close("close the paid box", 630);
  await waitForState(desk, shipRequestId, "accepted");
  const cancelled = { shipRequestId, reason: "Lost" };
  await step(desk, "cancel as staff", () => packer.api.packing.cancelShipRequest(cancelled));
}

/** A request that is paid by itself and heavier than the plan carries, until its customer cancels it. */
async function sendUpToCap(desk: Desk): Promise<void> {
  const { customer } = desk;
  const { packageId, numbers, parcelIds } = await receive(desk, [2500, 2400]);
  const wanted = {
    packageId,
    paymentMode: "automatic_up_to_cap",
    serviceCode: "hk-post-surface",
    capCents: 15_000,
    idempotencyKey: randomUUID(),
  } as const;
  await step(desk, "request up to a cap", () => customer.api.shipRequests.requestShipping(wanted));
  const { items } = await customer.api.shipRequests.listShipRequests({ packageId });
  const shipRequestId = items[0]?.id ?? "";
  const { scan, photograph, close } = stepsOf(desk, shipRequestId);
  for (const number of numbers) await scan("scan", number);
  await photograph("photograph");
  await close("close a box over the plan", 5000);
  const inboundParcelIds = parcelIds.slice(1);
  const leaving = { shipRequestId, inboundParcelIds, idempotencyKey: randomUUID() };
  await step(desk, "leave a parcel out", () => customer.api.shipRequests.leaveOutParcels(leaving));
  const [inboundParcelId = ""] = inboundParcelIds;
  const taken = { shipRequestId, inboundParcelId };
  await step(desk, "take it out", () => desk.packer.api.packing.removeFromBox(taken));
  await photograph("photograph what is left");
  await close("close a box within its cap", 2600);
  await waitForState(desk, shipRequestId, "accepted");
  await step(desk, "cancel", () => customer.api.shipRequests.cancelShipRequest({ shipRequestId }));
}

/** Two customers on a server, of whom the second packs, with money for the caps and rates of today. */
async function openDesk(server: ServerProcess): Promise<Desk> {
  await server.start();
  const packer = await visitAdmin(server.address);
  const warehouseId = await enterWarehouseAs(packer.api);
  const [client, colleague] = await makeClients(server, 2);
  if (client === undefined || colleague === undefined) throw new Error("There are no customers.");
  const { visitor: customer, userId } = client;
  await packer.api.users.grantStaffRole({ userId: colleague.userId, role: "packer" });
  await packer.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason: "Test" });
  await onDatabase(server, async (db) => {
    await sql`update profiles set package_quota = 1000 where id = ${userId}`.execute(db);
    await sql`
      insert into exchange_rates (source, day, currency, rate, fetched_at)
      select source, current_date, currency, rate, now()
      from (values ('sandbox'), ('ecb')) sources (source), (values ('HKD', 8), ('SGD', 1.5), ('AUD', 1.6), ('GBP', 0.8),
        ('CAD', 1.5), ('CNY', 8), ('USD', 1.1)) euro (currency, rate)
      on conflict do nothing
    `.execute(db);
  });
  const desk = { server, customer, userId, packer, other: colleague.visitor, killed: [] };
  return { ...desk, warehouseId };
}

/** Leaves exactly so many cents in the wallet. */
async function setBalance({ customer, packer, userId }: Desk, cents: number): Promise<void> {
  const { balanceCents } = await customer.api.wallet.readWallet({});
  const missing = cents - balanceCents;
  await packer.api.auth.confirmPassword({ password: admin.password });
  if (missing === 0) return;
  await packer.api.wallet.adjustWallet({
    userId,
    kind: missing > 0 ? "credit" : "deduction",
    amount: (Math.abs(missing) / 100).toFixed(2),
    reason: "To begin with",
    idempotencyKey: randomUUID(),
  });
}

test.runIf(isLongRun)(
  `G40, G41: a server killed in every step of a ship request, ${rounds} times each, leaves one of everything`,
  { timeout: 60_000 + rounds * 900_000 },
  async () => {
    const server = await serverProcess(null);
    try {
      const desk = await openDesk(server);
      for (let round = 0; round < rounds; round += 1) {
        // Enough for the cap and the work, and too little for the price.
        await setBalance(desk, 3800);
        await sendQuotedFirst(desk);
        await setBalance(desk, 16_000);
        await sendUpToCap(desk);
      }
      expect(new Set(desk.killed).size).toBeGreaterThan(30);
      const counted = await onDatabase(server, async (db) => {
        const { rows } = await sql<Record<string, unknown>>`
          select (select count(*)::int from ship_requests where state = 'cancelled') as requests,
            (select count(*)::int from files) as photos,
            (select jsonb_object_agg(kind, count) from (
              select kind, count(*)::int from events where subject_kind = 'ship_request' group by kind) counted) as events,
            (select jsonb_object_agg(state, count) from (
              select state, count(*)::int from extra_service_requests group by state) counted) as work,
            (select count(*)::int from holds where state = 'held') as held,
            (select count(*)::int from transactions where type = 'service_fee' and status = 'completed') as charged,
            (select count(*)::int from transactions where type = 'storage_fee' and status = 'canceled') as storage,
            (select count(*)::int from packages) as packages
        `.execute(db);
        return rows[0];
      });
      expect(counted).toMatchObject({
        requests: rounds * 2,
        photos: rounds * 8,
        work: { cancelled: rounds, done: rounds, refused: rounds },
        held: 0,
        // Bubble wrap was done, so it is charged although the rest is cancelled.
        charged: rounds,
        // Held with each acceptance, the first of which was replaced.
        storage: rounds * 2,
        // One of each journey, and what was left out.
        packages: rounds * 3,
      });
      expect(counted?.["events"]).toEqual({
        requested: rounds * 2,
        parcels_changed: rounds,
        payment_mode_changed: rounds * 2,
        recipient_changed: rounds,
        packing_started: rounds * 2,
        taken_over: rounds * 2,
        parcel_missing: rounds * 2,
        parcel_found: rounds,
        continued_without_missing: rounds,
        parcels_left_out: rounds,
        // The one that was not found.
        parcels_taken_out: rounds,
        box_closed: rounds * 4,
        box_opened: rounds,
        quoted_anew: rounds,
        // Missing twice, the price thrice, money, the plan.
        waiting: rounds * 7,
        accepted: rounds * 3,
        extra_service_ordered: rounds,
        extra_service_done: rounds,
        extra_service_refused: rounds,
        extra_service_cancelled: rounds,
        cancelled: rounds * 2,
      });
    } finally {
      await server.remove();
    }
  },
);
