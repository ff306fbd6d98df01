// A server that is killed while packages are requested, packed, accepted and cancelled does each once.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ORPCError } from "@orpc/client";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { clearLimits, makeClients, onDatabase } from "#test/crashes/crash-loop.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAdmin, type Visitor } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { shipRequestFaults } from "#test/ship-request-faults.ts";
import { recipient } from "#test/ship-requests.ts";
import { stageFaults } from "#test/stage-faults.ts";

const kills = Number(process.env["KILLS"] ?? 50);
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

/** Calls again until there is a response, as screens and the desk do. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isFinal = error instanceof ORPCError && error.status < 500 && error.status !== 429;
      if (isFinal) throw error;
      await pause(30);
    }
  }
}

/** Units of each currency for a euro, today and from the source in use. */
async function insertRates(server: ServerProcess): Promise<void> {
  await onDatabase(server, (db) =>
    sql`insert into exchange_rates (source, day, currency, rate, fetched_at)
      select source, current_date, currency, rate, now()
      from (values ('sandbox'), ('ecb')) sources (source), (values ('HKD', 8), ('SGD', 1.5), ('AUD', 1.6), ('GBP', 0.8),
        ('CAD', 1.5), ('CNY', 8), ('USD', 1.1)) euro (currency, rate)
      on conflict do nothing`.execute(db),
  );
}

/** Sends one package from its first parcel to an accepted quote, and cancels every second. */
async function send(
  customer: Visitor,
  desk: Visitor,
  { warehouseId, round }: { readonly warehouseId: string; readonly round: number },
): Promise<void> {
  const number = `SF${String(6_000_000_000_000 + round * 1_111)}`;
  const key = () => randomUUID();
  const created = {
    trackingNumber: number,
    origin: "Hong Kong",
    destination: "Malaysia",
    recipient,
    idempotencyKey: key(),
  };
  const { package: pkg } = await answered(() => customer.api.packages.createPackage(created));
  const received = {
    warehouseId,
    scan: number,
    measurements: { weightGrams: 700 },
    recordedAt: new Date().toISOString(),
    idempotencyKey: key(),
  };
  const { parcel } = await answered(() => desk.api.receiving.receiveInboundParcel(received));
  const goods = {
    description: "Stoneware teapots",
    unitValueMinor: 2_500,
    currency: "USD",
  } as const;
  const stated = { inboundParcelId: parcel.id, items: [goods] };
  await answered(() => customer.api.goods.saveItems(stated));
  const wanted = {
    packageId: pkg.id,
    paymentMode: "automatic_up_to_cap",
    serviceCode: "hk-post-surface",
    capCents: 5000,
    extraServices: [{ code: "bubble_wrap" }],
    idempotencyKey: key(),
  } as const;
  const { id: shipRequestId, extraServices } = await answered(() =>
    customer.api.shipRequests.requestShipping({
      ...wanted,
      extraServices: [...wanted.extraServices],
    }),
  );
  const scan = { shipRequestId, scan: number, idempotencyKey: key() };
  await answered(() => desk.api.packing.scanIntoBox(scan));
  const work = { extraServiceRequestId: extraServices[0]?.id ?? "" };
  await answered(() => desk.api.extraServices.finishExtraService(work));
  for (const kind of ["open_box", "closed_on_scale"] as const) {
    const file = new File([Uint8Array.from(pixel)], "a.gif");
    const photo = { shipRequestId, kind, file, idempotencyKey: key() };
    await answered(() => desk.api.packing.addPackingImage(photo));
  }
  const box = {
    shipRequestId,
    weightGrams: 800,
    sidesMm: [200, 150, 100] as [number, number, number],
    idempotencyKey: key(),
  };
  const closed = await answered(() => desk.api.packing.closeBox(box));
  expect(closed.state).toBe("accepted");
  if (round % 2 === 1) {
    await answered(() => customer.api.shipRequests.cancelShipRequest({ shipRequestId }));
  }
}

test.runIf(isLongRun)(
  `G40, G41: ${kills} kills while packages are sent leave one of everything`,
  { timeout: 60_000 + kills * 18_000 },
  async () => {
    const server = await serverProcess(null);
    try {
      await server.start();
      const desk = await visitAdmin(server.address);
      const warehouseId = await enterWarehouseAs(desk.api);
      const [client] = await makeClients(server, 1);
      if (client === undefined) throw new Error("There is no customer.");
      const { visitor, userId } = client;
      await insertRates(server);
      await desk.api.plans.giveComplimentaryPlan({ userId, plan: "Premium", reason: "Test" });
      await onDatabase(server, (db) =>
        sql`update profiles set package_quota = 100000 where id = ${userId}`.execute(db),
      );
      const credit = { userId, kind: "credit", amount: "900000", reason: "Test" } as const;
      await desk.api.wallet.adjustWallet({ ...credit, idempotencyKey: randomUUID() });
      let [isOver, rounds] = [false, 0];
      const working = (async () => {
        for (; !isOver; rounds += 1) await send(visitor, desk, { warehouseId, round: rounds });
      })();
      // It is awaited below; an unhandled rejection before that would end the process.
      working.catch(() => undefined);
      const faults = async () =>
        await onDatabase(server, async (db) => [
          ...(await shipRequestFaults(db)),
          ...(await stageFaults(db)),
          ...(await ledgerFaults(db, [userId])),
        ]);
      for (let kill = 0; kill < kills; kill += 1) {
        await pause(Math.random() * 700);
        await server.kill();
        await server.start();
        await clearLimits(server);
        expect(await faults()).toEqual([]);
      }
      isOver = true;
      await working;
      expect(rounds).toBeGreaterThan(0);
      expect(await faults()).toEqual([]);
      const counted = await onDatabase(server, async (db) => {
        const { rows } = await sql<Record<string, number>>`
          select (select count(*)::int from ship_requests) as requests,
            (select count(*)::int from ship_requests where state = 'accepted') as accepted,
            (select count(*)::int from events where kind = 'box_closed') as closed,
            (select count(*)::int from files) as photos,
            (select count(*)::int from holds where state = 'held' and type = 'shipping_fee') as held,
            (select count(*)::int from transactions where type = 'service_fee' and status = 'completed') as charged
        `.execute(db);
        return rows[0];
      });
      expect(counted).toEqual({
        requests: rounds,
        accepted: Math.ceil(rounds / 2),
        closed: rounds,
        photos: rounds * 2,
        held: Math.ceil(rounds / 2),
        // Bubble wrap was done, so it is charged although the rest is cancelled.
        charged: Math.floor(rounds / 2),
      });
    } finally {
      await server.remove();
    }
  },
);
