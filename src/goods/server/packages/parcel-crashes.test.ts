// A server that is killed during a merge or split leaves all of it or nothing.
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
import { stageFaults } from "#test/stage-faults.ts";

const kills = Number(process.env["KILLS"] ?? 50);
const parcelsCount = 4;

/** Calls again until there is a response; that it was done already counts as one. */
async function answered<T>(call: () => Promise<T>): Promise<T | null> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ORPCError && error.code === "package_not_open") return null;
      const isFinal = error instanceof ORPCError && error.status < 500 && error.status !== 429;
      if (isFinal) throw error;
      await pause(30);
    }
  }
}

/** Splits a package and merges both again, until `isOver`; returns how often. */
async function work({ api }: Visitor, isOver: () => boolean): Promise<number> {
  const { package: pkg } = await api.packages.createPackage({
    trackingNumber: "SF5000000000001",
    furtherTrackingNumbers: ["SF5000000000002", "SF5000000000003", "SF5000000000004"],
    origin: "China",
    destination: "Japan",
    idempotencyKey: randomUUID(),
  });
  const { items } = await api.inboundParcels.listInboundParcels({ packageId: pkg.id });
  const inboundParcelIds = items.slice(0, 2).map(({ id }) => id);
  let rounds = 0;
  while (!isOver()) {
    const input = { packageId: pkg.id, inboundParcelIds, idempotencyKey: randomUUID() };
    const created = await answered(() => api.packages.splitPackage(input));
    const fromPackageId = created?.package.id ?? "";
    await answered(() => api.packages.mergePackages({ packageId: pkg.id, fromPackageId }));
    rounds += 1;
  }
  return rounds;
}

/** What is half done in the database, read in one statement while the work goes on. */
async function halfDone(server: ServerProcess): Promise<unknown> {
  return await onDatabase(server, async (db) => {
    const { rows } = await sql`
      select
        (select count(*)::int from inbound_parcels join packages on packages.id = package_id
          where status not in ('voided', 'cancelled')) as gathered,
        (select count(*)::int from packages where status = 'voided' and parcels_count > 0) as voided_with_parcels,
        (select count(*)::int from packages where status <> 'voided' and parcels_count <>
          (select count(*) from inbound_parcels where package_id = packages.id)) as miscounted,
        (select count(*)::int from packages where (status = 'voided') <> (quota_returned_at is not null)) as unpaid,
        (select sum(used_packages)::int from plan_periods) -
          (select count(*)::int from packages where quota_returned_at is null) as used_too_many
    `.execute(db);
    return rows[0];
  });
}

test.runIf(isLongRun)(
  `G4: ${kills} kills during merges and splits leave all of each or nothing`,
  { timeout: 60_000 + kills * 18_000 },
  async () => {
    const server = await serverProcess(null);
    try {
      await server.start();
      const admin = await visitAdmin(server.address);
      await enterWarehouseAs(admin.api);
      const [client] = await makeClients(server, 1);
      if (client === undefined) throw new Error("There is no customer.");
      const { userId, visitor } = client;
      await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason: "Test" });
      let isOver = false;
      const working = work(visitor, () => isOver);
      // It is awaited below; an unhandled rejection before that would end the process.
      working.catch(() => undefined);
      await pause(1_000);
      for (let kill = 0; kill < kills; kill += 1) {
        await pause(Math.random() * 700);
        await server.kill();
        await server.start();
        await clearLimits(server);
        expect(await halfDone(server)).toEqual({
          gathered: parcelsCount,
          voidedWithParcels: 0,
          miscounted: 0,
          unpaid: 0,
          usedTooMany: 0,
        });
      }
      isOver = true;
      expect(await working).toBeGreaterThan(0);
      expect(await onDatabase(server, (db) => stageFaults(db))).toEqual([]);
    } finally {
      await server.remove();
    }
  },
);
