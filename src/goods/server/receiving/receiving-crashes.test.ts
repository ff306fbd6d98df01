// A server that is killed while parcels are received and photographed loses no record, and has none twice.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ORPCError } from "@orpc/client";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { clearLimits, makeClients, onDatabase } from "#test/crashes/crash-loop.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAdmin, type Visitor } from "#test/crashes/visitor.ts";
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

/** Declares parcels one by one, receives each with a photo, until `isOver`; returns their ids. */
async function work(
  customer: Visitor,
  desk: Visitor,
  { warehouseId, isOver }: { readonly warehouseId: string; readonly isOver: () => boolean },
): Promise<string[]> {
  const ids: string[] = [];
  while (!isOver()) {
    const scan = `SF${String(5_000_000_000_000 + ids.length * 1_111)}`;
    const items = [{ trackingNumber: scan }];
    const declaration = { items, idempotencyKey: randomUUID() };
    await answered(() => customer.api.inboundParcels.declareInboundParcels(declaration));
    const input = {
      warehouseId,
      scan,
      measurements: { weightGrams: 1250 },
      recordedAt: new Date().toISOString(),
      idempotencyKey: randomUUID(),
    };
    const { outcome, parcel } = await answered(() =>
      desk.api.receiving.receiveInboundParcel(input),
    );
    expect(outcome).toBe("matched");
    ids.push(parcel.id);
    const file = new File([Uint8Array.from(pixel)], "a.gif");
    const photo = { inboundParcelId: parcel.id, file, idempotencyKey: randomUUID() };
    await answered(() => desk.api.receiving.addInboundParcelImage(photo));
  }
  return ids;
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

test.runIf(isLongRun)(
  `G6: ${kills} kills while parcels are received lose no record and make none twice`,
  { timeout: 60_000 + kills * 18_000 },
  async () => {
    const server = await serverProcess(null);
    try {
      await server.start();
      const desk = await visitAdmin(server.address);
      const warehouseId = await enterWarehouseAs(desk.api);
      const [client] = await makeClients(server, 1);
      if (client === undefined) throw new Error("There is no customer.");
      let isOver = false;
      const working = work(client.visitor, desk, { warehouseId, isOver: () => isOver });
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
      const { length } = await working;
      expect(length).toBeGreaterThan(0);
      expect(await counts(server)).toEqual({
        received: length,
        records: length,
        images: length,
        notifications: length,
      });
      expect(await onDatabase(server, (db) => receivingFaults(db))).toEqual([]);
      expect(await onDatabase(server, (db) => stageFaults(db))).toEqual([]);
    } finally {
      await server.remove();
    }
  },
);
