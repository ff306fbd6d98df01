// Shows that the built-in PostgreSQL keeps its data and leaves nothing behind, however a server ends.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "#testing/database.ts";
import { openDatabase } from "#server/db/open.ts";
import { clusterFolderIn } from "./cluster.ts";
import { readPostmasterFile } from "./postmaster.ts";
import { isRunning } from "./process-state.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "./supervisor.ts";

const isRoot = process.getuid?.() === 0;

let parent: string;
/** One cluster for all tests that can share it, in a folder that other users cannot enter. */
let dataFolder: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "supervisor-test-"));
  await chmod(parent, 0o700);
  dataFolder = join(parent, "data");
  await (await startEmbeddedPostgres({ dataFolder, log: silentLog })).close();
});

afterAll(() => rm(parent, { recursive: true, force: true }));

async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silentLog });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.close();
  }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const database = openDatabase({ url, log: silentLog, poolSize: 1 });
  try {
    return (await database.pool.query(text)).rows;
  } finally {
    await database.close();
  }
}

const server = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const { openDatabase } = await import(process.argv[2]);
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const postgres = await startEmbeddedPostgres({ dataFolder: process.argv[3], log });
  const { pool } = openDatabase({ url: postgres.url, log });
  console.log("ready");
  for (let n = 1; process.argv[4] === "writing"; n++) {
    await pool.query("insert into letters values ($1)", [n]);
    console.log(n);
  }
  setInterval(quiet, 1000);
`;

type OtherServer = { readonly child: ChildProcess; readonly lines: string[] };

/** Another server in a process of its own, as it would be under `npm start`. */
function startServer(folder: string, doing: "writing" | "waiting", uid?: number): OtherServer {
  const url = (path: string) => new URL(path, import.meta.url).href;
  const given = [url("./supervisor.ts"), url("../open.ts"), folder, doing];
  const child = spawn(process.execPath, ["--input-type=module", "-e", server, ...given], {
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", (line) => lines.push(line));
  }
  return { child, lines };
}

async function kill(other: OtherServer): Promise<void> {
  const exited = once(other.child, "exit");
  other.child.kill("SIGKILL");
  await exited;
}

const isReady = async (other: OtherServer) => {
  await expect.poll(() => other.lines, { timeout: 10_000, interval: 5 }).toContain("ready");
};

async function postmasterOf(folder: string): Promise<number> {
  const file = await readPostmasterFile(clusterFolderIn(folder));
  if (!file) throw new Error("no PostgreSQL runs there");
  return file.processId;
}

const isGone = async (processId: number, timeout: number) => {
  await expect.poll(() => isRunning(processId), { timeout, interval: 5 }).toBe(false);
};

async function socketFolder(): Promise<string> {
  const file = await readPostmasterFile(clusterFolderIn(dataFolder));
  return file?.socketFolder ?? "";
}

/** The number of the guard of the PostgreSQL with that socket, found as Linux lists processes. */
async function guardOf(folder: string): Promise<number> {
  for (const name of (await readdir("/proc")).filter((each) => /^\d+$/.test(each))) {
    const words = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (words.includes(`start-with-guard\0${folder}`)) return Number(name);
  }
  throw new Error("that PostgreSQL has no guard");
}

describe("a cluster", () => {
  test("is UTF-8 with checksums, the same order everywhere, and durable writes", async () => {
    const rows = await withPostgres((url) =>
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
    await withPostgres(async (url) => {
      expect(await query(url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
      const wrong = new URL(url);
      wrong.password = "guess";
      await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
    });
  });

  test("keeps its data over a restart and leaves neither process nor socket", async () => {
    let processId = 0;
    let folder = "";
    await withPostgres(async (url) => {
      processId = await postmasterOf(dataFolder);
      folder = await socketFolder();
      await query(url, "create table parcels as select 7 as id");
    });
    expect(await isRunning(processId)).toBe(false);
    await expect(readdir(folder)).rejects.toThrow("ENOENT");
    expect(await withPostgres((url) => query(url, "select id from parcels"))).toEqual([{ id: 7 }]);
  });

  test("whose creation was interrupted is created anew", async () => {
    const folder = join(parent, "interrupted");
    const other = startServer(folder, "waiting");
    const begun = async () => (await readdir(folder).catch(() => [])).join();
    await expect.poll(begun, { timeout: 5_000, interval: 2 }).toContain("half-made");
    await kill(other);
    expect(await readdir(folder)).not.toContain("postgres");

    const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silentLog });
    expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await postgres.close();
    expect((await readdir(folder)).toSorted()).toEqual(["postgres", "postgres.lock"]);
  });
});

describe("when the server is killed", () => {
  test("PostgreSQL is gone within 2 s, and every acknowledged row is there afterwards", async () => {
    await withPostgres((url) => query(url, "create table letters (n int primary key)"));
    const other = startServer(dataFolder, "writing");
    await expect
      .poll(() => other.lines.length, { timeout: 10_000, interval: 5 })
      .toBeGreaterThan(50);
    const processId = await postmasterOf(dataFolder);
    const folder = await socketFolder();
    await kill(other);
    await isGone(processId, 2_000);

    const acknowledged = Number(other.lines.at(-1));
    const rows = await withPostgres((url) =>
      query(url, `select count(*)::int as count from letters where n <= ${acknowledged}`),
    );
    expect(rows).toEqual([{ count: acknowledged }]);
    const remains = () => readdir(folder).catch(() => "nothing");
    await expect.poll(remains, { timeout: 5_000 }).toBe("nothing");
  });

  test("a start right afterwards neither waits long nor fails", async () => {
    const other = startServer(dataFolder, "waiting");
    await isReady(other);
    await kill(other);
    const startedAt = performance.now();
    await withPostgres((url) => query(url, "select 1"));
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test.runIf(process.platform === "linux")(
    "and its guard as well, the next start ends the orphan",
    async () => {
      const other = startServer(dataFolder, "waiting");
      await isReady(other);
      const orphan = await postmasterOf(dataFolder);
      const folder = await socketFolder();
      process.kill(await guardOf(folder), "SIGKILL");
      await kill(other);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await isRunning(orphan)).toBe(true);

      await withPostgres(async (url) => {
        expect(await isRunning(orphan)).toBe(false);
        expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
      });
      await expect(readdir(folder)).rejects.toThrow("ENOENT");
    },
  );

  test("a process that has got the number of its PostgreSQL is left in peace", async () => {
    const file = join(clusterFolderIn(dataFolder), "postmaster.pid");
    await writeFile(file, `${process.ppid}\n/elsewhere\n1\n5432\n/tmp\n\n\nready\n`);
    expect(await withPostgres((url) => query(url, "select 1 as one"))).toEqual([{ one: 1 }]);
    expect(await isRunning(process.ppid)).toBe(true);
  });
});

test("a second server on the same folder is refused, and the first goes on", async () => {
  const first = startServer(dataFolder, "waiting");
  await isReady(first);
  await expect(startEmbeddedPostgres({ dataFolder, log: silentLog })).rejects.toThrow(
    /^Another server is already using the data folder .*DATA_DIR/,
  );
  const url = await findRunningPostgres(dataFolder);
  expect(url && (await query(url, "select 1 as one"))).toEqual([{ one: 1 }]);
  await kill(first);
});

test("PostgreSQL killed under the server comes back, and the pool with it", async () => {
  await withPostgres(async (url) => {
    const database = openDatabase({ url, log: silentLog });
    const ask = async () => (await database.pool.query("select 1 as one")).rows;
    for (let round = 0; round < 3; round++) {
      await Promise.all([ask(), ask(), ask()]);
      const killed = await postmasterOf(dataFolder);
      process.kill(killed, "SIGKILL");
      await isGone(killed, 2_000);
      await expect
        .poll(() => ask().catch(() => "not yet"), { timeout: 5_000, interval: 10 })
        .toEqual([{ one: 1 }]);
      expect(await postmasterOf(dataFolder)).not.toBe(killed);
    }
    await database.close();
  });
});

test("a command beside no running server finds none", async () => {
  expect(await findRunningPostgres(dataFolder)).toBeUndefined();
  expect(await findRunningPostgres(join(parent, "nowhere"))).toBeUndefined();
});

describe.runIf(isRoot)("as root", () => {
  test("PostgreSQL runs as somebody else, in a folder that user could not walk to", async () => {
    await withPostgres(async () => {
      const status = await readFile(`/proc/${await postmasterOf(dataFolder)}/status`, "utf8");
      expect(status).toMatch(/^Uid:\t[1-9]/m);
    });
  });

  test("a cluster that root restored from a copy is given to that user", async () => {
    const restored = join(parent, "restored");
    await mkdir(restored);
    await promisify(execFile)("cp", ["-r", join(dataFolder, "postgres"), restored]);
    const postgres = await startEmbeddedPostgres({ dataFolder: restored, log: silentLog });
    expect(await query(postgres.url, "select id from parcels")).toEqual([{ id: 7 }]);
    await postgres.close();
  });

  test("a folder that an ordinary user began goes on working, and the reverse is explained", async () => {
    const folder = await mkdtemp(join(tmpdir(), "supervisor-test-ordinary-"));
    const uid = 65_534;
    await chown(folder, uid, uid);
    const ordinary = startServer(folder, "waiting", uid);
    await isReady(ordinary);
    await kill(ordinary);

    const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silentLog });
    expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await postgres.close();

    const refusalOf = async (stranger: OtherServer) => {
      await once(stranger.child, "close");
      return stranger.lines.join("\n");
    };
    expect(await refusalOf(startServer(folder, "waiting", 1))).toContain(
      "may not write to the data",
    );
    await chmod(folder, 0o777);
    await rm(join(folder, "postgres.lock"));
    expect(await refusalOf(startServer(folder, "waiting", 1))).toMatch(
      /belongs to the user with id 65534.*runs as the user with id 1\..*chown -R 1 /,
    );
    await rm(folder, { recursive: true });
  });
});
