// Acknowledged writes are neither lost nor duplicated when the server or PostgreSQL is killed: in the long run.
// The gate fails single calls to the database instead (money-faults.test.ts).
import { expect, test } from "vitest";
import { crashLoop, type CrashReport } from "#test/crashes/crash-loop.ts";
import { emptyTestDatabase } from "#test/database.ts";
import type { ServerProcess } from "#test/crashes/server-process.ts";
import { clusterFolderIn } from "#platform/server/db/embedded/cluster.ts";
import { readPostmasterFile } from "#platform/server/db/embedded/postmaster.ts";
import { isLongRun } from "#test/long-run.ts";

const kills = Number(process.env["KILLS"] ?? 50);
const timeoutMilliseconds = kills * 18_000;
const isExternal = process.env["SAMPAN_TEST_POSTGRES"] === "external";

function expectNothingLost({ lost, faults, acknowledged, restartMilliseconds }: CrashReport): void {
  expect({ lost, faults }).toEqual({ lost: [], faults: [] });
  expect(acknowledged).toBeGreaterThan(0);
  const restarts = restartMilliseconds.toSorted((one, other) => one - other).map(Math.round);
  const median = restarts[Math.floor(restarts.length / 2)];
  process.stdout.write(
    `${kills} kills, ${acknowledged} acknowledged writes, restart to first 200: median ${median} ms, longest ${restarts.at(-1)} ms\n`,
  );
}

test.runIf(isLongRun)(
  `F1, P12: ${kills} kills lose no acknowledged write and break no invariant`,
  { timeout: timeoutMilliseconds },
  async () => {
    const database = isExternal ? await emptyTestDatabase() : null;
    const externalUrl = database?.url ?? null;
    expectNothingLost(await crashLoop({ kills, customers: 4, externalUrl }));
    await database?.close();
  },
);

test.runIf(isLongRun && !isExternal)(
  `F2: ${kills} kills of PostgreSQL lose nothing, and the server is back without a restart`,
  { timeout: timeoutMilliseconds },
  async () => {
    const serverProcessIds = new Set<number>();
    const strike = async (server: ServerProcess) => {
      serverProcessIds.add(server.processId());
      const startedAt = performance.now();
      const before = await readPostmasterFile(clusterFolderIn(server.dataFolder));
      if (before === undefined) throw new Error("PostgreSQL does not run.");
      process.kill(before.processId, "SIGKILL");
      const isBack = async () => {
        const now = await readPostmasterFile(clusterFolderIn(server.dataFolder));
        if (now === undefined || now.processId === before.processId) return false;
        return (await fetch(`${server.address}/readyz`).catch(() => null))?.ok ?? false;
      };
      await expect.poll(isBack, { timeout: 60_000, interval: 10 }).toBe(true);
      return performance.now() - startedAt;
    };
    expectNothingLost(await crashLoop({ kills, customers: 8, externalUrl: null, strike }));
    expect(serverProcessIds.size).toBe(1);
  },
);
