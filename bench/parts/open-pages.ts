// Holds 10,000 change streams on one server: memory of each, delay of a change, and missed changes after a kill.
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { loadOrCreateSecret } from "#platform/server/private-files.ts";
import { sessionCookie } from "#people/server/auth/sessions/sessions.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { conclude, say, silent, spread } from "./measuring.ts";

const pageCount = Number(process.env["BENCH_PAGES"] ?? 10_000);
const connectAtOnce = 200;
const rowsAtOnce = 500;
const ticksPerSecond = 100;
const restMilliseconds = 30_000;

/** One open page: its person, the id of its newest event, and which packages it was told of. */
type Page = {
  readonly cookie: string;
  readonly packageId: string;
  socket: Socket | null;
  lastEventId: string | null;
  notifiedAt: number | null;
  eventCount: number;
};

async function createUsers(database: Database, secret: string): Promise<Page[]> {
  const { kysely } = database;
  const pages: Page[] = [];
  while (pages.length < pageCount) {
    const from = pages.length;
    const to = Math.min(pageCount, from + rowsAtOnce) - 1;
    const { rows: users } = await sql<{ userId: string; packageId: string; token: string }>`
      with people as (
        insert into users (name, email, email_verified)
        select 'Live', 'live-' || n || '@example.com', true from generate_series(${from}::int, ${to}::int) n
        returning id
      ) select id as user_id, gen_random_uuid() as package_id, gen_random_uuid()::text as token from people
    `.execute(kysely);
    const json = JSON.stringify(users);
    await sql`
      insert into sessions (user_id, token, expires_at)
      select user_id, token, now() + interval '1 day'
      from jsonb_to_recordset(${json}::jsonb) as one (user_id uuid, token text)
    `.execute(kysely);
    await sql`
      insert into packages (id, user_id, tracking_number, origin, destination, created_at, updated_at)
      select package_id, user_id, 'SF' || (100000 + row_number() over ()), 'China', 'Hong Kong',
        now(), now()
      from jsonb_to_recordset(${json}::jsonb) as one (user_id uuid, package_id uuid)
    `.execute(kysely);
    for (const { token, packageId } of users) {
      const [cookie = ""] = sessionCookie({ isHttps: false, secret }, token).split(";");
      pages.push({
        cookie,
        packageId,
        socket: null,
        lastEventId: null,
        notifiedAt: null,
        eventCount: 0,
      });
    }
  }
  return pages;
}

/** Opens the stream of `page`; resolves with its first event. */
function follow(page: Page, address: string): Promise<void> {
  const { hostname, port, host } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    page.socket = socket;
    socket.setEncoding("utf8");
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The server closed a stream.")));
    const since = page.lastEventId === null ? "" : `Last-Event-ID: ${page.lastEventId}\r\n`;
    socket.write(
      `GET /api/changes HTTP/1.1\r\nHost: ${host}\r\nCookie: ${page.cookie}\r\n${since}\r\n`,
    );
    let rest = "";
    socket.on("data", (piece: string) => {
      const text = rest + piece;
      const end = text.lastIndexOf("\n\n") + 1;
      rest = text.slice(end);
      const heard = text.slice(0, end);
      const ids = heard.match(/^id: .+$/gm);
      if (ids === null) return;
      page.eventCount += ids.length;
      page.lastEventId = ids.at(-1)?.slice("id: ".length).trim() ?? null;
      if (heard.includes(page.packageId) || heard.includes('"everything"'))
        page.notifiedAt ??= performance.now();
      resolve();
    });
  });
}

async function followAll(pages: readonly Page[], address: string): Promise<number> {
  const startedAt = performance.now();
  for (let from = 0; from < pages.length; from += connectAtOnce) {
    await Promise.all(pages.slice(from, from + connectAtOnce).map((page) => follow(page, address)));
  }
  return performance.now() - startedAt;
}

/** Resident memory in KB and processor time in ms of a process, as Linux tells them. */
function usageOf(processId: number): { kilobytes: number; processorMilliseconds: number } {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  const times = readFileSync(`/proc/${processId}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = Number(times[11]) + Number(times[12]);
  return {
    kilobytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]),
    processorMilliseconds: (ticks / ticksPerSecond) * 1000,
  };
}

async function changeAll(database: Database, pages: readonly Page[]): Promise<void> {
  for (let from = 0; from < pages.length; from += rowsAtOnce) {
    const ids = pages.slice(from, from + rowsAtOnce).map(({ packageId }) => packageId);
    await sql`update packages set updated_at = now() where id = any(${ids}::uuid[])`.execute(
      database.kysely,
    );
  }
}

async function untilAllNotified(pages: readonly Page[]): Promise<readonly Page[]> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline && pages.some(({ notifiedAt }) => notifiedAt === null))
    await pause(20);
  return pages.filter(({ notifiedAt }) => notifiedAt === null);
}

/** Changes one page's package after the other for ten seconds, and says how long each waited. */
async function measureSingles(
  database: Database,
  pages: readonly Page[],
  processId: number,
): Promise<void> {
  const before = usageOf(processId);
  const waits: number[] = [];
  const startedAt = performance.now();
  for (let round = 0; performance.now() - startedAt < 10_000; round += 1) {
    const page = pages[(round * 7919) % pages.length];
    if (page === undefined) break;
    page.notifiedAt = null;
    await sql`update packages set updated_at = now() where id = ${page.packageId}`.execute(
      database.kysely,
    );
    const committedAt = performance.now();
    while (page.notifiedAt === null && performance.now() - committedAt < 10_000) await pause(1);
    waits.push((page.notifiedAt ?? Number.POSITIVE_INFINITY) - committedAt);
  }
  const spent = usageOf(processId).processorMilliseconds - before.processorMilliseconds;
  const share = Math.round((spent / (performance.now() - startedAt)) * 100);
  say(`one change after another, notified after ${spread(waits)}; processor ${share} %`);
}

async function measureAllAtOnce(
  database: Database,
  pages: readonly Page[],
  processId: number,
): Promise<void> {
  for (const page of pages) page.notifiedAt = null;
  const before = usageOf(processId);
  await changeAll(database, pages);
  const committedAt = performance.now();
  const left = await untilAllNotified(pages);
  const spent = usageOf(processId).processorMilliseconds - before.processorMilliseconds;
  const waits = pages.map(
    ({ notifiedAt }) => (notifiedAt ?? Number.POSITIVE_INFINITY) - committedAt,
  );
  say(
    `a change of each page's own package: not notified ${left.length}, the others after ${spread(waits)}; processor ${Math.round(spent)} ms, ${(spent / pages.length).toFixed(3)} ms each`,
  );
}

/** Kills the server while everybody follows, changes everything, and looks who does not hear of it. */
async function measureMissed(
  server: ServerProcess,
  pages: readonly Page[],
  changeWhileDown: () => Promise<void>,
): Promise<number> {
  await server.kill();
  for (const page of pages) {
    page.socket?.destroy();
    page.notifiedAt = null;
  }
  await changeWhileDown();
  const milliseconds = await followAll(pages, server.address);
  const missed = await untilAllNotified(pages);
  say(
    `killed, changed meanwhile, ${pages.length} reconnected in ${Math.round(milliseconds)} ms: missed events ${missed.length}`,
  );
  return missed.length;
}

/** Memory of the pages, and what they cost while nothing changes. */
async function measureRest(pages: readonly Page[], server: ServerProcess): Promise<void> {
  const empty = usageOf(server.processId());
  const milliseconds = await followAll(pages, server.address);
  await pause(5_000);
  const full = usageOf(server.processId());
  const each = (full.kilobytes - empty.kilobytes) / pages.length;
  say(
    `${pages.length} pages follow after ${Math.round(milliseconds)} ms; memory ${Math.round(empty.kilobytes / 1024)} → ${Math.round(full.kilobytes / 1024)} MB, ${each.toFixed(1)} KB each`,
  );
  const eventsBefore = pages.reduce((sum, { eventCount }) => sum + eventCount, 0);
  await pause(restMilliseconds);
  const rest = usageOf(server.processId()).processorMilliseconds - full.processorMilliseconds;
  const beats = pages.reduce((sum, { eventCount }) => sum + eventCount, 0) - eventsBefore;
  const share = ((100 * rest) / restMilliseconds).toFixed(1);
  say(`at rest: ${beats} signs of life, processor ${share} %`);
}

export async function measureOpenPages(): Promise<void> {
  const limits = readFileSync("/proc/self/limits", "utf8");
  if (Number(/Max open files\s+(\d+)/.exec(limits)?.[1]) < pageCount + 500) {
    throw new Error(`This needs ${pageCount + 500} open files: ulimit -n ${pageCount + 500}`);
  }
  const server = await serverProcess(null);
  const open = async () =>
    openDatabase({ url: await server.databaseUrl(), log: silent, poolSize: 4 });
  try {
    await server.start();
    let database = await open();
    const pages = await createUsers(database, loadOrCreateSecret(server.dataFolder));
    // What is noted of their making is no part of what is measured.
    await sql`delete from changes`.execute(database.kysely);
    await measureRest(pages, server);
    await measureSingles(database, pages, server.processId());
    await measureAllAtOnce(database, pages, server.processId());
    await database.close();
    const missed = await measureMissed(server, pages, async () => {
      await server.start();
      database = await open();
      await changeAll(database, pages);
    });
    await database.close();
    for (const page of pages) page.socket?.destroy();
    conclude(missed > 0 ? [`${missed} pages missed a change`] : []);
  } finally {
    await server.remove();
  }
}
