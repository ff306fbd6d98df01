// Runs a real PostgreSQL inside the product's data folder, from the first start to the last.
import { chown, mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseLog } from "#server/db/database-log.ts";
import { makeDataFolder } from "#server/private-files.ts";
import { accountForPostgres, type Account } from "./account.ts";
import { installedBinaries, runnableBinaries } from "./binaries.ts";
import { clusterFolderIn, createCluster, existingCluster, handOver } from "./cluster.ts";
import { lockDataFolder } from "./lock.ts";
import { endOrphan, findPostmaster } from "./orphan.ts";
import { startPostmaster, type Postmaster } from "./postmaster.ts";

export type EmbeddedPostgres = {
  /** The address of its database, password included; it stays the same until `close()`. */
  readonly url: string;
  /** Ends PostgreSQL and gives the data folder free. */
  close(): Promise<void>;
};

type Options = {
  /** Where everything is kept; made when missing. */
  readonly dataFolder: string;
  readonly log: DatabaseLog;
  /** Settings of PostgreSQL's own beside ours, by name. */
  readonly settings?: Readonly<Record<string, string>>;
};

const RESTART_DELAYS_MILLISECONDS = [0, 50, 100, 200, 500, 1_000, 2_000];
const LONGEST_RESTART_DELAY_MILLISECONDS = 5_000;
// One that keeps ending right after it was ready must not keep the machine busy.
const SHORT_LIFE_MILLISECONDS = 1_000;
const PAUSE_AFTER_SHORT_LIFE_MILLISECONDS = 250;
// Processes of a PostgreSQL that was killed may hold on to its memory for a moment longer.
const STILL_HELD = /pre-existing shared memory block|lock file "[^"]+" already exists/;
const HELD_PATIENCE_MILLISECONDS = 10_000;

/**
 * Starts the built-in PostgreSQL on `dataFolder` and keeps it running: one that ends unbidden is
 * started again under the same address, so that pools recover by themselves. It listens on a socket
 * that only this user and root can reach, never on the network. When this process ends without
 * `close()`, even by kill -9, PostgreSQL ends within two seconds.
 *
 * Throws one sentence for people when another server uses the folder, when the platform has no
 * built-in PostgreSQL, or when it cannot start.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options;
  makeDataFolder(options.dataFolder);
  const dataFolder = await realpath(options.dataFolder);
  const lock = await lockDataFolder(dataFolder);
  try {
    const account = await accountForPostgres(clusterFolderIn(dataFolder));
    const places = [dataFolder, "/var/lib", "/var/tmp", tmpdir()];
    const binaries = await runnableBinaries(installedBinaries(), account, places);

    const found = await existingCluster(dataFolder);
    if (found) await endOrphan(found.folder, log);
    const cluster = found ?? (await createCluster(dataFolder, binaries, account));
    if (account && (await stat(cluster.folder)).uid === 0) await handOver(cluster.folder, account);

    const socketFolder = await makeSocketFolder(account);
    const keeper = await keepRunning(
      () => startPostmaster({ binaries, cluster, account, socketFolder, settings, log }),
      log,
    );
    return {
      url: addressOf(socketFolder, cluster.password),
      close: async () => {
        await keeper.stop();
        await rm(socketFolder, { recursive: true, force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The address of the built-in PostgreSQL that another process keeps running on `dataFolder`, for a
 * command given beside a running server; `undefined` when none is ready there.
 */
export async function findRunningPostgres(dataFolder: string): Promise<string | undefined> {
  const cluster = await existingCluster(dataFolder);
  const state = cluster && (await findPostmaster(cluster.folder));
  return cluster && state?.isReady ? addressOf(state.socketFolder, cluster.password) : undefined;
}

// The host in front is for readers of addresses that insist on one; the socket's folder wins.
function addressOf(socketFolder: string, password: string): string {
  return `postgresql://postgres:${password}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`;
}

async function makeSocketFolder(account: Account | undefined): Promise<string> {
  // A socket's whole path may have some 100 characters, which a folder under the data may exceed.
  const parent = await realpath("/tmp").catch(() => tmpdir());
  const folder = await mkdtemp(join(parent, "postgres-"));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

type Keeper = { stop(): Promise<void> };

async function keepRunning(start: () => Promise<Postmaster>, log: DatabaseLog): Promise<Keeper> {
  let isStopping = false;
  let current = await startPatiently(start);

  async function keep(): Promise<void> {
    for (;;) {
      const readyAt = performance.now();
      const lastWords = await current.ended;
      if (isStopping) return;
      log.error({ lastWords }, "PostgreSQL ended unbidden: starting it again");
      if (performance.now() - readyAt < SHORT_LIFE_MILLISECONDS) {
        await sleep(PAUSE_AFTER_SHORT_LIFE_MILLISECONDS);
      }
      if (!(await startAgain())) return;
    }
  }

  async function startAgain(): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      await sleep(RESTART_DELAYS_MILLISECONDS[attempt] ?? LONGEST_RESTART_DELAY_MILLISECONDS);
      if (isStopping) return false;
      try {
        current = await start();
      } catch (error) {
        log.error({ error }, "PostgreSQL could not be started again yet");
        continue;
      }
      if (isStopping) {
        await current.stop();
        return false;
      }
      log.info({ processId: current.processId }, "PostgreSQL runs again");
      return true;
    }
  }

  const stored = keep();
  return {
    stop: async () => {
      isStopping = true;
      await current.stop();
      await stored;
    },
  };
}

async function startPatiently(start: () => Promise<Postmaster>): Promise<Postmaster> {
  const deadline = Date.now() + HELD_PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const isHeld = error instanceof Error && STILL_HELD.test(error.message);
      if (!isHeld || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}
