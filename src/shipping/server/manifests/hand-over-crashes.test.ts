// A server that is killed while a manifest is handed over goes on where it stopped: in the long run.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { clearLimits, makeClients, onDatabase } from "#test/crashes/crash-loop.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAdmin, type Visitor } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { handOverFaults } from "#test/hand-over-faults.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { aSignature, typedNumber } from "#test/manifests.ts";
import { stageFaults } from "#test/stage-faults.ts";

const rounds = Number(process.env["KILLS"] ?? 10);
const packagesCount = 120;

type Scene = {
  readonly server: ServerProcess;
  readonly desk: Visitor;
  readonly warehouseId: string;
  readonly userIds: readonly string[];
};

/** A closed manifest with labelled packages. */
async function makeManifest({ server, desk, warehouseId, userIds }: Scene): Promise<string> {
  const requests = await onDatabase(server, (db) =>
    insertAcceptedRequests(db, {
      userIds,
      warehouseId,
      packagesPerCustomer: packagesCount / userIds.length,
    }),
  );
  const { id: manifestId } = await desk.api.manifests.openManifest({
    warehouseId,
    carrierCode: "hk-post",
  });
  for (const { id: shipRequestId } of requests) {
    const trackingNumber = typedNumber();
    await desk.api.labels.makeLabel({ shipRequestId, trackingNumber });
    const idempotencyKey = randomUUID();
    await desk.api.manifests.addScan({ manifestId, scan: trackingNumber, idempotencyKey });
  }
  await desk.api.manifests.closeManifest({ manifestId });
  return manifestId;
}

/** Hands it over, kills the server after `milliseconds`, starts it again, and waits until everything has left. */
async function handOverAndKill(scene: Scene, manifestId: string, milliseconds: number) {
  const { server, desk } = scene;
  await desk.api.manifests.handOverManifest({
    manifestId,
    receiverName: "Driver Lam",
    signature: aSignature(),
    idempotencyKey: randomUUID(),
  });
  await pause(milliseconds);
  await server.kill();
  await server.start();
  const again = await visitAdmin(server.address);
  await expect
    .poll(async () => (await again.api.manifests.readManifest({ manifestId })).state, {
      timeout: 120_000,
      interval: 200,
    })
    .toBe("handed_over");
  return { ...scene, desk: again };
}

test.runIf(isLongRun)(
  "F1, G45: a server killed while a manifest is handed over goes on, and charges and notifies once",
  { timeout: rounds * 180_000 },
  async () => {
    const server = await serverProcess(null);
    try {
      await server.start();
      const customers = await makeClients(server, 4);
      const desk = await visitAdmin(server.address);
      await clearLimits(server);
      const warehouseId = await enterWarehouseAs(desk.api);
      const userIds = customers.map(({ userId }) => userId);
      let scene: Scene = { server, desk, warehouseId, userIds };
      for (let round = 0; round < rounds; round += 1) {
        const manifestId = await makeManifest(scene);
        scene = await handOverAndKill(scene, manifestId, 15 + round * 25);
        const faults = await onDatabase(server, async (db) => [
          ...(await handOverFaults(db)),
          ...(await stageFaults(db)),
          ...(await ledgerFaults(db)),
        ]);
        expect(faults, `killed after ${15 + round * 25} ms`).toEqual([]);
      }
    } finally {
      await server.remove();
    }
  },
);
