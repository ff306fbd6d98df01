// F2: kills PostgreSQL during deposits, fees and subscriptions: `node bench/faults/database-killed.ts [KILLS]`.
import { clusterFolderIn } from "#server/db/embedded/cluster.ts";
import { readPostmasterFile } from "#server/db/embedded/postmaster.ts";
import { crashLoop } from "#testing/crashes/crash-loop.ts";
import { ask, conclude, countGiven, say, spread, until } from "./report.ts";

const processIds = new Set<number>();

const report = await crashLoop({
  kills: countGiven(50),
  customers: 8,
  externalUrl: null,
  notify: say,
  async strike(server) {
    processIds.add(server.processId());
    const postmaster = await readPostmasterFile(clusterFolderIn(server.dataFolder));
    if (postmaster === undefined) throw new Error("PostgreSQL does not run.");
    process.kill(postmaster.processId, "SIGKILL");
    return await until("a 200 after the kill", async () => {
      const now = await readPostmasterFile(clusterFolderIn(server.dataFolder));
      if (now === undefined || now.processId === postmaster.processId) return false;
      return (await ask(`${server.address}/readyz`)).status === 200;
    });
  },
});
say(`kills of PostgreSQL: ${report.kills}; processes of the server: ${processIds.size}`);
say(`acknowledged writes: ${report.acknowledged}, lost or doubled: ${report.lost.length}`);
say(`invariants broken: ${report.faults.length}`);
say(`kill to next 200: ${spread(report.restartMilliseconds)}`);
const restarts = processIds.size === 1 ? [] : ["The server was restarted."];
conclude([...report.lost, ...report.faults, ...restarts]);
