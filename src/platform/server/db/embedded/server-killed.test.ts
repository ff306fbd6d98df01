import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { silentLog } from "#test/database.ts";
import { isLongRun } from "#test/long-run.ts";
import { clusterFolderIn } from "./cluster.ts";
import { isRunning } from "./orphan.ts";
import { startEmbeddedPostgres } from "./supervisor.ts";
import {
  killServer,
  postmasterOf,
  query,
  sharedCluster,
  socketFolderOf,
  startServer,
  untilGone,
  untilReady,
  withPostgres,
} from "#test/embedded-postgres.ts";
import { timeLimit } from "#test/time-limit.ts";

const { parent, dataFolder } = sharedCluster();

/** The number of the guard of the PostgreSQL with that socket, found as Linux lists processes. */
async function guardOf(folder: string): Promise<number> {
  for (const name of (await readdir("/proc")).filter((each) => /^\d+$/.test(each))) {
    const words = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (words.includes(`start-with-guard\0${folder}`)) return Number(name);
  }
  throw new Error("that PostgreSQL has no guard");
}

describe.runIf(isLongRun)("when the server is killed", () => {
  test("while it creates its cluster, the next start creates it anew", async () => {
    const folder = join(parent, "interrupted");
    const other = startServer(folder, "waiting");
    const begun = async () => (await readdir(folder).catch(() => [])).join();
    await expect.poll(begun, { timeout: timeLimit(5_000), interval: 2 }).toContain("partial");
    await killServer(other);
    expect(await readdir(folder)).not.toContain("postgres");

    const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silentLog });
    expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await postgres.close();
    expect((await readdir(folder)).toSorted()).toEqual(["postgres", "postgres.lock"]);
  });

  test("PostgreSQL is gone within 2 s, and every acknowledged row is there afterwards", async () => {
    await withPostgres(dataFolder, (url) => query(url, "create table items (n int primary key)"));
    const other = startServer(dataFolder, "writing");
    await expect
      .poll(() => other.lines.length, { timeout: timeLimit(10_000), interval: 5 })
      .toBeGreaterThan(50);
    const processId = await postmasterOf(dataFolder);
    const folder = await socketFolderOf(dataFolder);
    await killServer(other);
    await untilGone(processId, timeLimit(2_000));

    const acknowledged = Number(other.lines.at(-1));
    const rows = await withPostgres(dataFolder, (url) =>
      query(url, `select count(*)::int as count from items where n <= ${acknowledged}`),
    );
    expect(rows).toEqual([{ count: acknowledged }]);
    const remains = () => readdir(folder).catch(() => "nothing");
    await expect.poll(remains, { timeout: timeLimit(5_000) }).toBe("nothing");
  });

  test("a start right afterwards is fast and succeeds", async () => {
    const other = startServer(dataFolder, "waiting");
    await untilReady(other);
    await killServer(other);
    const startedAt = performance.now();
    await withPostgres(dataFolder, (url) => query(url, "select 1"));
    expect(performance.now() - startedAt).toBeLessThan(timeLimit(3_000));
  });

  test.runIf(process.platform === "linux")(
    "and its guard as well, the next start stops its PostgreSQL",
    async () => {
      const other = startServer(dataFolder, "waiting");
      await untilReady(other);
      const orphan = await postmasterOf(dataFolder);
      const folder = await socketFolderOf(dataFolder);
      process.kill(await guardOf(folder), "SIGKILL");
      await killServer(other);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await isRunning(orphan)).toBe(true);

      await withPostgres(dataFolder, async (url) => {
        expect(await isRunning(orphan)).toBe(false);
        expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
      });
      await expect(readdir(folder)).rejects.toThrow("ENOENT");
    },
  );

  test("a process that has got the id of its PostgreSQL is not stopped", async () => {
    const file = join(clusterFolderIn(dataFolder), "postmaster.pid");
    await writeFile(file, `${process.ppid}\n/elsewhere\n1\n5432\n/tmp\n\n\nready\n`);
    expect(await withPostgres(dataFolder, (url) => query(url, "select 1 as one"))).toEqual([
      { one: 1 },
    ]);
    expect(await isRunning(process.ppid)).toBe(true);
  });
});
