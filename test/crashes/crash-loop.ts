// Kills the server repeatedly during deposits, fees, grants and subscriptions, and compares acknowledged with stored writes.
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabase, type Db } from "#platform/server/db/open.ts";
import { silentLog } from "#test/database.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { admin as adminAccount, serverProcess, type ServerProcess } from "./server-process.ts";
import { visitAsCustomer, visitAdmin, type Visitor } from "./visitor.ts";
import { work, type Client } from "./workload.ts";

/** `lost`: a sentence for each customer with acknowledged writes that are missing, or stored twice. */
export type CrashReport = {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly faults: readonly string[];
  readonly restartMilliseconds: readonly number[];
};

type Options = {
  readonly kills: number;
  readonly customers: number;
  /** A database in place of the embedded one. */
  readonly externalUrl: string | null;
  /** Causes the crash and returns the milliseconds until the next 200; kills the server by default. */
  readonly strike?: (server: ServerProcess) => Promise<number>;
  readonly notify?: (line: string) => void;
};

const maximumUptimeMilliseconds = 700;
const settleMilliseconds = 1_500;
const reauthenticationMilliseconds = 5 * 60_000;

/** Runs the loop on its own server; half of the customers move money, half subscribe. */
export async function crashLoop(options: Options): Promise<CrashReport> {
  const { kills, customers, externalUrl, strike = killServer, notify = () => {} } = options;
  const server = await serverProcess(externalUrl);
  try {
    await server.start();
    const admin = await visitAdmin(server.address);
    const clients = await makeClients(server, customers);
    let isOver = false;
    const workloads = clients.map((client, index) =>
      work(client, index % 2 === 0 ? "money" : "plan", admin, () => isOver),
    );
    // Errors are rethrown when all are awaited below; an unhandled rejection before that would end the process.
    for (const running of workloads) running.catch(() => undefined);
    const restartMilliseconds: number[] = [];
    let reauthenticatedAt = performance.now();
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(Math.random() * maximumUptimeMilliseconds);
      restartMilliseconds.push(await strike(server));
      await clearLimits(server);
      if (performance.now() - reauthenticatedAt > reauthenticationMilliseconds) {
        await reauthenticate(admin);
        reauthenticatedAt = performance.now();
      }
      if ((kill + 1) % 10 === 0) notify(`${kill + 1} kills`);
    }
    isOver = true;
    await Promise.all(workloads);
    await pause(settleMilliseconds);
    return { kills, restartMilliseconds, ...(await judge(server, clients)) };
  } finally {
    await server.remove();
  }
}

async function killServer(server: ServerProcess): Promise<number> {
  await server.kill();
  return await server.start();
}

/** Registers `count` customers, each with their own cookies. */
export async function makeClients(server: ServerProcess, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  for (let number = 0; number < count; number += 1) {
    const visitor = await visitAsCustomer(server.address, number);
    const session = await visitor.api.auth.readSession({});
    const userId = session?.person.id ?? "";
    clients.push({ visitor, userId, acknowledged: [], pending: null });
  }
  return clients;
}

async function reauthenticate({ api }: Visitor): Promise<void> {
  await api.auth.confirmPassword({ password: adminAccount.password });
}

/** Looks into the server's database. */
export async function onDatabase<T>(
  server: ServerProcess,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ url: await server.databaseUrl(), log: silentLog, poolSize: 1 });
  try {
    return await read(database.kysely);
  } finally {
    await database.close();
  }
}

/** Clears all rate limits, since the loop opens more than the twenty checkouts an hour of a user. */
export async function clearLimits(server: ServerProcess): Promise<void> {
  await onDatabase(server, (db) => sql`delete from attempts`.execute(db));
}

/** Compares the acknowledged writes with the stored ones. */
export async function judge(
  server: ServerProcess,
  clients: readonly Client[],
): Promise<Pick<CrashReport, "acknowledged" | "lost" | "faults">> {
  return await onDatabase(server, async (db) => {
    const lost: string[] = [];
    for (const client of clients) lost.push(...(await compare(db, client)));
    const acknowledged = clients.reduce((total, client) => total + client.acknowledged.length, 0);
    return { acknowledged, lost, faults: await ledgerFaults(db) };
  });
}

async function compare(db: Db, { userId, acknowledged, visitor }: Client): Promise<string[]> {
  const rows = await db
    .selectFrom("transactions")
    .select(["type", "amountCents"])
    .where("userId", "=", userId)
    .where("status", "=", "completed")
    .execute();
  const found = rows.map((row) => `${row.type} ${Number(row.amountCents)}`).toSorted();
  const types = {
    deposit: "deposit",
    fee: "shipping_fee",
    grant: "compensation",
    subscription: "subscription",
  } as const;
  const expected = acknowledged
    .map(
      ({ kind, amountCents }) => `${types[kind]} ${kind === "subscription" ? 12_900 : amountCents}`,
    )
    .toSorted();
  if (found.join() === expected.join()) return [];
  return [`${visitor.email}: acknowledged ${expected.join(", ")}; there is ${found.join(", ")}`];
}
