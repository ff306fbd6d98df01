// F18: two servers share one database, one of them is killed repeatedly: `node bench/faults/two-servers.ts [KILLS]`.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import { silentLog } from "#testing/database.ts";
import { clearLimits, judge, makeClients, onDatabase } from "#testing/crashes/crash-loop.ts";
import { serverProcess } from "#testing/crashes/server-process.ts";
import { visitAdmin } from "#testing/crashes/visitor.ts";
import { work } from "#testing/crashes/workload.ts";
import { ask, conclude, countGiven, say, until } from "./report.ts";

const kills = countGiven(20);
const folder = await mkdtemp(join(tmpdir(), "sampan-two-"));
const postgres = await startEmbeddedPostgres({
  dataFolder: join(folder, "database"),
  log: silentLog,
});
const shared = { folder: join(folder, "data") };
const steady = await serverProcess(postgres.url, shared);
const killed = await serverProcess(postgres.url, shared);
const wrong: string[] = [];
let emails = 0;
let isOver = false;

/** Registers one stranger after the other, at the server that stays; each is owed one letter. */
async function registerStrangers(): Promise<void> {
  while (!isOver) {
    const body = JSON.stringify({
      fullName: "Li Wei",
      email: `user-${emails}@example.com`,
      password: "a calm harbour at dusk",
    });
    const headers = { origin: steady.address, "content-type": "application/json" };
    const { status } = await ask(`${steady.address}/api/sign-up`, {
      method: "POST",
      headers,
      body,
    });
    if (status === 200) emails += 1;
    else if (status !== 429) wrong.push(`A registration was answered ${status}`);
    await pause(100);
  }
}

async function waitingJobs(): Promise<number> {
  return await onDatabase(steady, async (db) => {
    const { rows } = await sql<{ count: string }>`
      select count(*)::text as count from pgboss.job
      where state in ('created', 'retry', 'active') and name not in ('aggregate-package-counts')
    `.execute(db);
    return Number(rows[0]?.count);
  });
}

async function emailsTo(email: string): Promise<number> {
  const query = new URLSearchParams({ to: email });
  const { text } = await ask(`${steady.address}/sandbox/mail.json?${query.toString()}`);
  return (JSON.parse(text) as { to: string }[]).filter(({ to }) => to === email).length;
}

try {
  await steady.start();
  await killed.start();
  const admin = await visitAdmin(steady.address);
  const clients = await makeClients(steady, 6);
  const works = clients.map((client, index) =>
    work(client, index % 2 === 0 ? "money" : "plan", admin, () => isOver),
  );
  works.push(registerStrangers());
  for (const running of works) running.catch(() => undefined);
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(Math.random() * 1_000);
    await killed.kill();
    await clearLimits(steady);
    await killed.start();
    if ((kill + 1) % 10 === 0) say(`${kill + 1} kills`);
  }
  isOver = true;
  await Promise.all(works);
  await killed.kill();
  const settled = await until(
    "the jobs to be done",
    async () => (await waitingJobs()) === 0,
    90_000,
  );
  const { acknowledged, lost, faults } = await judge(steady, clients);
  wrong.push(...lost, ...faults);
  let doubled = 0;
  for (let number = 0; number < emails; number += 1) {
    const count = await emailsTo(`user-${number}@example.com`);
    if (count !== 1) wrong.push(`user-${number} got ${count} emails`);
    if (count > 1) doubled += 1;
  }
  say(`kills of one of two servers: ${kills}`);
  say(`acknowledged writes: ${acknowledged}, lost or doubled: ${lost.length}`);
  say(
    `emails expected: ${emails}, sent twice: ${doubled}; all jobs done ${Math.round(settled)} ms after`,
  );
} finally {
  isOver = true;
  await killed.remove();
  await steady.remove();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
conclude(wrong);
