// Two servers share one database, one of them is killed repeatedly. Each email, and each push of what happens to the customers'
// money and plans, must arrive once.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { clearLimits, judge, makeClients, onDatabase } from "#test/crashes/crash-loop.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAdmin } from "#test/crashes/visitor.ts";
import { work, type Client } from "#test/crashes/workload.ts";
import type { PushKeys } from "#notices/server/notifications/send-push.ts";
import { timeZoneAtNoon } from "#test/push-day.ts";
import { ask, conclude, say, silent, until } from "./measuring.ts";

const kills = Number(process.env["KILLS"] ?? 20);

type Run = {
  readonly steady: ServerProcess;
  readonly killed: ServerProcess;
  readonly wrong: string[];
  /** The ids of what each address was sent. */
  readonly emailsByAddress: Map<string, Set<string>>;
  strangers: number;
  isOver: boolean;
};

/** Registers one stranger after the other, at the server that stays; each is owed one email. */
async function registerStrangers(run: Run): Promise<void> {
  const { steady, wrong } = run;
  while (!run.isOver) {
    const body = JSON.stringify({
      fullName: "Li Wei",
      email: `user-${run.strangers}@example.com`,
      password: "a calm harbour at dusk",
    });
    const headers = { origin: steady.address, "content-type": "application/json" };
    const { status } = await ask(`${steady.address}/api/sign-up`, {
      method: "POST",
      headers,
      body,
    });
    if (status === 200) run.strangers += 1;
    else if (status !== 429) wrong.push(`A registration was answered ${status}`);
    await pause(100);
  }
}

async function waitingJobs({ steady }: Run): Promise<number> {
  return await onDatabase(steady, async (db) => {
    const { rows } = await sql<{ count: string }>`
      select count(*)::text as count from pgboss.job
      where state in ('created', 'retry', 'active') and name not in ('aggregate-package-counts')
    `.execute(db);
    return Number(rows[0]?.count);
  });
}

async function readEmails({ steady, emailsByAddress }: Run): Promise<void> {
  const { status, text } = await ask(`${steady.address}/sandbox/mail.json`);
  if (status !== 200) return;
  for (const { id, to } of JSON.parse(text) as { id: string; to: string }[]) {
    emailsByAddress.set(to, (emailsByAddress.get(to) ?? new Set<string>()).add(id));
  }
}

/** Reads the mailbox while it has them: it keeps the newest thousand of all emails. */
async function watchEmails(run: Run): Promise<void> {
  while (!run.isOver) {
    await readEmails(run);
    await pause(5_000);
  }
}

/** Turns push notifications on in the browser of each customer; returns their endpoints. */
async function turnPushOn({ steady }: Run, clients: readonly Client[]): Promise<string[]> {
  const endpoints: string[] = [];
  for (const { visitor } of clients) {
    const { publicKey } = await visitor.api.notifications.listPushDevices({});
    const { text } = await ask(`${steady.address}/sandbox/push/devices`, {
      method: "POST",
      headers: { origin: steady.address, "content-type": "application/json" },
      body: JSON.stringify({ applicationServerKey: publicKey }),
    });
    const subscription = JSON.parse(text) as { endpoint: string; keys: PushKeys };
    const timeZone = timeZoneAtNoon(new Date());
    await visitor.api.notifications.subscribePush({ ...subscription, timeZone });
    endpoints.push(subscription.endpoint);
  }
  return endpoints;
}

/** Says which notifications of the customers did not arrive once at their device. */
async function judgePushes({ steady, wrong }: Run, endpoints: readonly string[]): Promise<void> {
  const ids = await onDatabase(steady, (db) =>
    db
      .selectFrom("pushMessages")
      .innerJoin("notifications", "notifications.id", "pushMessages.notificationId")
      .select(["notifications.id", "pushMessages.state"])
      .execute(),
  );
  const arrived = new Map<string, number>();
  let repeated = 0;
  for (const endpoint of endpoints) {
    const query = new URLSearchParams({ endpoint });
    const { text } = await ask(`${steady.address}/sandbox/push.json?${query.toString()}`);
    for (const message of JSON.parse(text) as { text: string; arrivals: number }[]) {
      const { id } = JSON.parse(message.text) as { id: string };
      arrived.set(id, (arrived.get(id) ?? 0) + 1);
      repeated += message.arrivals - 1;
    }
  }
  for (const { id, state } of ids) {
    const count = arrived.get(String(id)) ?? 0;
    if (count !== 1) wrong.push(`Notification ${id} (${state}) arrived ${count} times by push`);
  }
  say(
    `pushes expected: ${ids.length}, arrived: ${arrived.size}; repeated under their id: ${repeated}`,
  );
}

async function waitingPushes({ steady }: Run): Promise<number> {
  return await onDatabase(steady, async (db) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from push_messages where state = 'queued'
    `.execute(db);
    return rows[0]?.count ?? 0;
  });
}

/** Says which strangers did not get one email. */
function judgeEmails({ emailsByAddress, strangers, wrong }: Run): void {
  for (let number = 0; number < strangers; number += 1) {
    const count = emailsByAddress.get(`user-${number}@example.com`)?.size ?? 0;
    if (count !== 1) wrong.push(`user-${number} got ${count} emails`);
  }
  say(`emails expected: ${strangers}`);
}

async function measure(run: Run): Promise<void> {
  const { steady, killed, wrong } = run;
  await steady.start();
  await killed.start();
  const admin = await visitAdmin(steady.address);
  const clients = await makeClients(steady, 6);
  const endpoints = await turnPushOn(run, clients);
  const works = clients.map((client, index) =>
    work(client, index % 2 === 0 ? "money" : "plan", admin, () => run.isOver),
  );
  works.push(registerStrangers(run), watchEmails(run));
  for (const running of works) running.catch(() => undefined);
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(Math.random() * 1_000);
    await killed.kill();
    await clearLimits(steady);
    await killed.start();
  }
  run.isOver = true;
  await Promise.all(works);
  await killed.kill();
  // What the killed server had claimed is due again after a minute, and sent by the next run of the minute.
  const isDone = async () => (await waitingJobs(run)) === 0 && (await waitingPushes(run)) === 0;
  const settled = await until("the jobs to be done", isDone, 200_000);
  const { acknowledged, lost, faults } = await judge(steady, clients);
  wrong.push(...lost, ...faults);
  say(`kills of one of two servers: ${kills}; all jobs done ${Math.round(settled)} ms after`);
  say(`acknowledged writes: ${acknowledged}, lost or doubled: ${lost.length}`);
  await readEmails(run);
  judgeEmails(run);
  await judgePushes(run, endpoints);
}

export async function killOneOfTwo(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "sampan-two-"));
  const dataFolder = join(folder, "database");
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
  const shared = { folder: join(folder, "data") };
  const steady = await serverProcess(postgres.url, shared);
  // Devices of the push sandbox are at the address of the one server, for both.
  const settings = { PUBLIC_URL: steady.address };
  const killed = await serverProcess(postgres.url, { ...shared, settings });
  const wrong: string[] = [];
  const run: Run = {
    steady,
    killed,
    wrong,
    emailsByAddress: new Map(),
    strangers: 0,
    isOver: false,
  };
  try {
    await measure(run);
  } finally {
    run.isOver = true;
    await killed.remove();
    await steady.remove();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
  conclude(wrong);
}
