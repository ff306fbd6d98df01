// A server that is killed while parcels are received, photographed and taken back loses no record, and has none twice.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ORPCError } from "@orpc/client";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { clearLimits, makeClients, onDatabase } from "#test/crashes/crash-loop.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAdmin, type Visitor } from "#test/crashes/visitor.ts";
import type { Client } from "#test/crashes/workload.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { isLongRun } from "#test/long-run.ts";
import { receivingFaults } from "#test/receiving-faults.ts";
import { stageFaults } from "#test/stage-faults.ts";

const kills = Number(process.env["KILLS"] ?? 50);
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

/** Calls again until there is a response, as the desk's queue does. */
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

type Work = {
  readonly customer: Client;
  readonly desk: Visitor;
  readonly warehouseId: string;
  readonly isOver: () => boolean;
};

/** Declares a parcel and receives it; returns its id. */
async function receive({ customer, desk, warehouseId }: Work, number: number): Promise<string> {
  const scan = `SF${String(5_000_000_000_000 + number * 1_111)}`;
  const declaration = { items: [{ trackingNumber: scan }], idempotencyKey: randomUUID() };
  await answered(() => customer.visitor.api.inboundParcels.declareInboundParcels(declaration));
  const input = {
    warehouseId,
    scan,
    measurements: { weightGrams: 1250 },
    recordedAt: new Date().toISOString(),
    idempotencyKey: randomUUID(),
  };
  const { outcome, parcel } = await answered(() => desk.api.receiving.receiveInboundParcel(input));
  expect(outcome).toBe("matched");
  return parcel.id;
}

/** Receives parcels one by one, each with a photo, until `isOver`; returns their ids. */
async function receiveWithPhotos(work: Work): Promise<string[]> {
  const ids: string[] = [];
  while (!work.isOver()) {
    const inboundParcelId = await receive(work, ids.length);
    ids.push(inboundParcelId);
    const file = new File([Uint8Array.from(pixel)], "a.gif");
    const photo = { inboundParcelId, file, idempotencyKey: randomUUID() };
    await answered(() => work.desk.api.receiving.addInboundParcelImage(photo));
  }
  return ids;
}

/** Receives parcels one by one, until `isOver`, and takes each from its customer: by turns as not received, and as not theirs. */
async function receiveByMistake(work: Work): Promise<{ undone: string[]; taken: string[] }> {
  const [undone, taken]: [string[], string[]] = [[], []];
  const { receiving } = work.desk.api;
  while (!work.isOver()) {
    const inboundParcelId = await receive(work, undone.length + taken.length);
    const mistake = { inboundParcelId, reason: "Another code", idempotencyKey: randomUUID() };
    if (taken.length < undone.length) {
      const corrected = { ...mistake, fromUserId: work.customer.userId, memberCode: null };
      await answered(() => receiving.correctParcelOwner(corrected));
      taken.push(inboundParcelId);
    } else {
      await answered(() => receiving.undoReceiving(mistake));
      undone.push(inboundParcelId);
    }
  }
  return { undone, taken };
}

/** Parcels and photos, as they are counted. */
async function counts(server: ServerProcess): Promise<unknown> {
  return await onDatabase(server, async (db) => {
    const { rows } = await sql`
      select (select count(*)::int from inbound_parcels where state = 'received') as received,
        (select count(*)::int from receiving_records) as records,
        (select count(*)::int from files) as images,
        (select count(*)::int from notifications) as notifications
    `.execute(db);
    return rows[0];
  });
}

/** Kills the server again and again while it is worked on, and looks for faults after each kill. */
async function killWhile<T>(
  start: (work: Work) => Promise<T>,
  judge: (server: ServerProcess, result: T) => Promise<void>,
): Promise<void> {
  const server = await serverProcess(null);
  try {
    await server.start();
    const desk = await visitAdmin(server.address);
    const warehouseId = await enterWarehouseAs(desk.api);
    const [customer] = await makeClients(server, 1);
    if (customer === undefined) throw new Error("There is no customer.");
    let isOver = false;
    const working = start({ customer, desk, warehouseId, isOver: () => isOver });
    // It is awaited below; an unhandled rejection before that would end the process.
    working.catch(() => undefined);
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(Math.random() * 700);
      await server.kill();
      await server.start();
      await clearLimits(server);
      expect(await onDatabase(server, (db) => receivingFaults(db))).toEqual([]);
    }
    isOver = true;
    await judge(server, await working);
    expect(await onDatabase(server, (db) => receivingFaults(db))).toEqual([]);
    expect(await onDatabase(server, (db) => stageFaults(db))).toEqual([]);
  } finally {
    await server.remove();
  }
}

const timeout = 60_000 + kills * 18_000;

test.runIf(isLongRun)(
  `G6: ${kills} kills while parcels are received lose no record and make none twice`,
  { timeout },
  async () => {
    await killWhile(receiveWithPhotos, async (server, { length }) => {
      expect(length).toBeGreaterThan(0);
      expect(await counts(server)).toEqual({
        received: length,
        records: length,
        images: length,
        notifications: length,
      });
    });
  },
);

/** What became of the parcels that were taken from their customer, and how often it was done and said. */
async function takings(server: ServerProcess): Promise<unknown> {
  return await onDatabase(server, async (db) => {
    const { rows } = await sql`
      select (select count(*)::int from inbound_parcels where state = 'expected') as awaited,
        (select count(*)::int from inbound_parcels where user_id is null) as unmatched,
        (select count(*)::int from events where kind = 'receiving_undone') as undone,
        (select count(*)::int from events where kind = 'owner_corrected') as taken,
        (select count(*)::int from notifications where kind = 'parcel_removed') as notifications,
        (select count(*)::int from audit_log where error_code is null and action in (
          'receiving.undoReceiving', 'receiving.correctParcelOwner')) as audited
    `.execute(db);
    return rows[0];
  });
}

test.runIf(isLongRun)(
  `${kills} kills while mistakes of the receiving desk are put right do each once and whole`,
  { timeout },
  async () => {
    await killWhile(receiveByMistake, async (server, { undone, taken }) => {
      expect(undone.length).toBeGreaterThan(0);
      expect(await takings(server)).toEqual({
        awaited: undone.length,
        unmatched: taken.length,
        undone: undone.length,
        taken: taken.length,
        notifications: undone.length + taken.length,
        audited: undone.length + taken.length,
      });
    });
  },
);
