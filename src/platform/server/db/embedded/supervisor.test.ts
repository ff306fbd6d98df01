import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { silentLog } from "#test/database.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { isLongRun } from "#test/long-run.ts";
import { isRunning } from "./orphan.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "./supervisor.ts";
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

describe("a cluster", () => {
  test("of another major version is refused, with how to go over, and left as it is", async () => {
    const folder = join(parent, "older");
    await mkdir(join(folder, "postgres", "cluster"), { recursive: true });
    await writeFile(join(folder, "postgres", "password"), "unused");
    await writeFile(join(folder, "postgres", "cluster", "PG_VERSION"), "17\n");
    await expect(startEmbeddedPostgres({ dataFolder: folder, log: silentLog })).rejects.toThrow(
      /is of PostgreSQL 17, .* brings PostgreSQL 18\. Go over with a backup: .*npm run backup.*npm run restore/s,
    );
    expect(await readdir(join(folder, "postgres", "cluster"))).toEqual(["PG_VERSION"]);
  });

  test("is UTF-8 with checksums, the same order everywhere, and durable writes", async () => {
    const rows = await withPostgres(dataFolder, (url) =>
      query(
        url,
        `select current_setting('server_encoding') as encoding, datlocprovider as provider,
           datlocale as locale, current_setting('data_checksums') as checksums,
           current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits
         from pg_database where datname = current_database()`,
      ),
    );
    expect(rows).toEqual([
      {
        encoding: "UTF8",
        provider: "b",
        locale: "C.UTF-8",
        checksums: "on",
        fsync: "on",
        commits: "on",
      },
    ]);
  });

  test("cannot be reached over the network, nor without its password", async () => {
    await withPostgres(dataFolder, async (url) => {
      expect(await query(url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
      const wrong = new URL(url);
      wrong.password = "guess";
      await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
    });
  });

  test.runIf(isLongRun)(
    "keeps its data over a restart and leaves no process and no socket",
    async () => {
      let processId = 0;
      let folder = "";
      await withPostgres(dataFolder, async (url) => {
        processId = await postmasterOf(dataFolder);
        folder = await socketFolderOf(dataFolder);
        await query(url, "create table parcels as select 7 as id");
      });
      expect(await isRunning(processId)).toBe(false);
      await expect(readdir(folder)).rejects.toThrow("ENOENT");
      expect(await withPostgres(dataFolder, (url) => query(url, "select id from parcels"))).toEqual(
        [{ id: 7 }],
      );
    },
  );
});

test.runIf(isLongRun)(
  "a second server on the same folder is rejected, and the first goes on",
  async () => {
    const first = startServer(dataFolder, "waiting");
    await untilReady(first);
    await expect(startEmbeddedPostgres({ dataFolder, log: silentLog })).rejects.toThrow(
      /^Another server is already using the data folder .*DATA_DIR/,
    );
    const url = await findRunningPostgres(dataFolder);
    expect(url && (await query(url, "select 1 as one"))).toEqual([{ one: 1 }]);
    await killServer(first);
  },
);

test.runIf(isLongRun)("a killed PostgreSQL is restarted, and the pool recovers", async () => {
  await withPostgres(dataFolder, async (url) => {
    const database = openDatabase({ url, log: silentLog });
    const ask = async () => (await database.pool.query("select 1 as one")).rows;
    for (let round = 0; round < 3; round++) {
      await Promise.all([ask(), ask(), ask()]);
      const killed = await postmasterOf(dataFolder);
      process.kill(killed, "SIGKILL");
      await untilGone(killed, timeLimit(2_000));
      // For a moment, connections that it had opened may go on being served.
      const current = () => postmasterOf(dataFolder).catch(() => killed);
      await expect.poll(current, { timeout: timeLimit(5_000), interval: 10 }).not.toBe(killed);
      const answer = () => ask().catch(() => "not yet");
      await expect.poll(answer, { timeout: timeLimit(5_000), interval: 10 }).toEqual([{ one: 1 }]);
    }
    await database.close();
  });
});

test("a command without a running server finds none", async () => {
  expect(await findRunningPostgres(dataFolder)).toBeUndefined();
  expect(await findRunningPostgres(join(parent, "nowhere"))).toBeUndefined();
});
