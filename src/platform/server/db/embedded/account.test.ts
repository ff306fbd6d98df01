import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { silentLog } from "#test/database.ts";
import { startEmbeddedPostgres } from "./supervisor.ts";
import {
  killServer,
  postmasterOf,
  query,
  sharedCluster,
  startServer,
  untilReady,
  withPostgres,
  type OtherServer,
} from "#test/embedded-postgres.ts";
import { isLongRun } from "#test/long-run.ts";

const { parent, dataFolder } = sharedCluster();

describe.runIf(process.getuid?.() === 0)("as root", () => {
  test("PostgreSQL runs as another user, in a folder that user cannot enter", async () => {
    await withPostgres(dataFolder, async () => {
      const status = await readFile(`/proc/${await postmasterOf(dataFolder)}/status`, "utf8");
      expect(status).toMatch(/^Uid:\t[1-9]/m);
    });
  });

  test.runIf(isLongRun)(
    "a cluster that root restored from a copy gets that user as its owner",
    async () => {
      await withPostgres(dataFolder, (url) => query(url, "create table parcels as select 7 as id"));
      const restored = join(parent, "restored");
      await mkdir(restored);
      await promisify(execFile)("cp", ["-r", join(dataFolder, "postgres"), restored]);
      const postgres = await startEmbeddedPostgres({ dataFolder: restored, log: silentLog });
      expect(await query(postgres.url, "select id from parcels")).toEqual([{ id: 7 }]);
      await postgres.close();
    },
  );

  test.runIf(isLongRun)(
    "root can use the folder of an ordinary user, and the reverse is rejected with an explanation",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "supervisor-test-ordinary-"));
      const uid = 65_534;
      await chown(folder, uid, uid);
      const ordinary = startServer(folder, "waiting", uid);
      await untilReady(ordinary);
      await killServer(ordinary);

      const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silentLog });
      expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
      await postgres.close();

      const errorOf = async (stranger: OtherServer) => {
        await once(stranger.child, "close");
        return stranger.lines.join("\n");
      };
      expect(await errorOf(startServer(folder, "waiting", 1))).toContain(
        "may not write to the data",
      );
      await chmod(folder, 0o777);
      await rm(join(folder, "postgres.lock"));
      expect(await errorOf(startServer(folder, "waiting", 1))).toMatch(
        /belongs to the user with id 65534.*runs as the user with id 1\..*chown -R 1 /,
      );
      await rm(folder, { recursive: true });
    },
  );
});
