// What it costs that 1, 2 and 4 processes ask for changes: queries and processor time of each process and each change.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { openProductDatabase } from "#app/server/serve.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Db } from "#platform/server/db/open.ts";
import { conclude, say, secret, silent } from "./measuring.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 10);
const changesASecond = 50;
/** The kernel counts processor time in hundredths of a second. */
const millisecondsPerTick = 10;

const processFile = join(import.meta.dirname, "polling-process.ts");

async function open(databaseUrl: string) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", processFile], {
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async end() {
      child.stdin.end();
      const { value } = (await lines.next()) as { value: string };
      await once(child, "exit");
      return JSON.parse(value) as { cpuMilliseconds: number; changes: number };
    },
  };
}

/** Processor time of PostgreSQL's processes for all connections but our own, in milliseconds. */
async function databaseMilliseconds(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where backend_type = 'client backend' and datname = current_database() and application_name = ''
      and query like '%pg_current_snapshot%' and query not like '%pg_stat_activity%'
  `.execute(db);
  const ticks = await Promise.all(
    rows.map(async ({ pid }) => {
      const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
      return Number(fields[11]) + Number(fields[12]);
    }),
  );
  return ticks.reduce((sum, one) => sum + one, 0) * millisecondsPerTick;
}

/** The statements of all connections so far, and when they were counted, in milliseconds. */
async function countStatements(db: Db): Promise<{ count: number; at: number }> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  // The others report what they did once a second.
  await pause(1_200);
  const { rows } = await sql<{ count: number }>`
    select xact_commit::int as count from pg_stat_database where datname = current_database()
  `.execute(db);
  return { count: rows[0]?.count ?? 0, at: performance.now() };
}

/** The statements of a measurement besides the writes: two of each count, and the processes of PostgreSQL twice. */
const ownStatements = 4;

async function write(db: Db, rate: number): Promise<number> {
  const startedAt = performance.now();
  let written = 0;
  while (performance.now() - startedAt < seconds * 1_000) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * rate);
    for (; written < due; written += 1) {
      await sql`
        insert into changes (topic, subject_id) values ('package', gen_random_uuid())
      `.execute(db);
    }
    await pause(20);
  }
  return written;
}

async function measure(db: Db, url: string, processes: number, rate: number): Promise<string[]> {
  const opened = await Promise.all(Array.from({ length: processes }, () => open(url)));
  const before = await countStatements(db);
  const databaseBefore = await databaseMilliseconds(db);
  const written = await write(db, rate);
  const database = (await databaseMilliseconds(db)) - databaseBefore;
  const after = await countStatements(db);
  const ended = await Promise.all(opened.map((one) => one.end()));
  const own = ended.reduce((sum, { cpuMilliseconds }) => sum + cpuMilliseconds, 0);
  const each = (total: number, milliseconds: number) =>
    ((total * 1_000) / processes / milliseconds).toFixed(1);
  const passed = after.at - before.at;
  const asked = each(after.count - before.count - written - ownStatements, passed);
  say(
    `${processes} processes, ${rate} changes a second: each asks ${asked} times a second and takes ${each(own, passed)} ms of processor a second, PostgreSQL ${each(database, seconds * 1_000)} ms for each`,
  );
  return ended.flatMap(({ changes }) =>
    changes >= written ? [] : [`told of ${changes} of ${written}`],
  );
}

/** Starts a database and measures each number of processes without changes and with many. */
export async function measurePolling(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "polling-"));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent });
  const wrong: string[] = [];
  try {
    const database = await openProductDatabase({
      url: postgres.url,
      secret,
      log: silent,
      // One connection, so that it tells of all its statements.
      poolSize: 1,
    });
    for (const processes of [1, 2, 4]) {
      for (const rate of [0, changesASecond]) {
        wrong.push(...(await measure(database.kysely, database.url, processes, rate)));
      }
    }
    await database.close();
  } finally {
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
  conclude(wrong);
}
