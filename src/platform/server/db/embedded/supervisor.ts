import { chown, mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseLog } from "#platform/server/log.ts";
import { makeDataFolder } from "#platform/server/private-files.ts";
import { accountForPostgres, type Account } from "./account.ts";
import { installedBinaries, majorVersionOf, runnableBinaries } from "./binaries.ts";
import {
  changeOwner,
  clusterFolderIn,
  createCluster,
  existingCluster,
  rejectOtherMajor,
} from "./cluster.ts";
import { endOrphan, findPostmaster } from "./orphan.ts";
import { startPostmaster, type Postmaster } from "./postmaster.ts";
import { DatabaseSync } from "node:sqlite";

export type EmbeddedPostgres = {
  /** Contains the password. It stays the same until `close()`. */
  readonly url: string;
  /** Stops PostgreSQL and unlocks the data folder. */
  close(): Promise<void>;
};

type Options = {
  /** Created when missing. */
  readonly dataFolder: string;
  readonly log: DatabaseLog;
  /** More PostgreSQL settings, by name. */
  readonly settings?: Readonly<Record<string, string>>;
};

const restartDelaysMilliseconds = [0, 50, 100, 200, 500, 1_000, 2_000];
const maxRestartDelayMilliseconds = 5_000;
// Restarts of a PostgreSQL that always ends right after it was ready are slowed down.
const earlyEndMilliseconds = 1_000;
const pauseAfterEarlyEndMilliseconds = 250;
// Child processes of a killed PostgreSQL may hold its shared memory for a moment longer.
const stillHeldPattern = /pre-existing shared memory block|lock file "[^"]+" already exists/;
const stillHeldTimeoutMilliseconds = 10_000;

/**
 * Starts the built-in PostgreSQL on `dataFolder` and restarts it under the same address when it ends unexpectedly, so that
 * pools recover. It listens on a socket that only this user and root can open, never on the network. When this process ends
 * without `close()`, also by kill -9, PostgreSQL stops within two seconds.
 *
 * Throws when another server uses the folder, when the platform has no built-in PostgreSQL, or when it cannot start.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options;
  makeDataFolder(options.dataFolder);
  const dataFolder = await realpath(options.dataFolder);
  const lock = await lockDataFolder(dataFolder);
  try {
    const account = await accountForPostgres(clusterFolderIn(dataFolder));
    const folders = [dataFolder, "/var/lib", "/var/tmp", tmpdir()];
    const installed = installedBinaries();
    const found = await existingCluster(dataFolder);
    if (found) await rejectOtherMajor(found, dataFolder, await majorVersionOf(installed));
    const binaries = await runnableBinaries(installed, account, folders);

    if (found) await endOrphan(found.folder, log);
    const cluster = found ?? (await createCluster(dataFolder, binaries, account));
    if (account && (await stat(cluster.folder)).uid === 0)
      await changeOwner(cluster.folder, account);

    const socketFolder = await makeSocketFolder(account);
    const restarter = await keepRunning(
      () => startPostmaster({ binaries, cluster, account, socketFolder, settings, log }),
      log,
    );
    return {
      url: addressOf(socketFolder, cluster.password),
      close: async () => {
        await restarter.stop();
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
 * The address of the built-in PostgreSQL that a running server has on `dataFolder`, for commands; `undefined` when none is
 * ready there.
 */
export async function findRunningPostgres(dataFolder: string): Promise<string | undefined> {
  const cluster = await existingCluster(dataFolder);
  const state = cluster && (await findPostmaster(cluster.folder));
  return cluster && state?.isReady ? addressOf(state.socketFolder, cluster.password) : undefined;
}

// URL parsers need a host; the socket's folder in `host` takes precedence.
function addressOf(socketFolder: string, password: string): string {
  return `postgresql://postgres:${password}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`;
}

async function makeSocketFolder(account: Account | undefined): Promise<string> {
  // A socket's path may have about 100 characters, which one in the data folder may exceed.
  const parent = await realpath("/tmp").catch(() => tmpdir());
  const folder = await mkdtemp(join(parent, "postgres-"));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

type Restarter = { stop(): Promise<void> };

async function keepRunning(start: () => Promise<Postmaster>, log: DatabaseLog): Promise<Restarter> {
  let isStopping = false;
  let current = await startWhenReleased(start);

  async function restartWhenEnded(): Promise<void> {
    for (;;) {
      const readyAt = performance.now();
      const lastOutput = await current.ended;
      if (isStopping) return;
      log.error({ lastOutput }, "PostgreSQL ended unexpectedly: restarting it");
      if (performance.now() - readyAt < earlyEndMilliseconds) {
        await sleep(pauseAfterEarlyEndMilliseconds);
      }
      if (!(await startAgain())) return;
    }
  }

  async function startAgain(): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      await sleep(restartDelaysMilliseconds[attempt] ?? maxRestartDelayMilliseconds);
      if (isStopping) return false;
      try {
        current = await start();
      } catch (error) {
        log.error({ error }, "PostgreSQL could not be restarted yet");
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

  const loop = restartWhenEnded();
  return {
    stop: async () => {
      isStopping = true;
      await current.stop();
      await loop;
    },
  };
}

async function startWhenReleased(start: () => Promise<Postmaster>): Promise<Postmaster> {
  const deadline = Date.now() + stillHeldTimeoutMilliseconds;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const isHeld = error instanceof Error && stillHeldPattern.test(error.message);
      if (!isHeld || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

type FolderLock = { release(): void };

// Long enough for a previous server to end at a restart.
const lockTimeoutMilliseconds = 1_500;
const retryMilliseconds = 50;
/** SQLite's error code. */
const sqliteBusy = 5;

/**
 * Locks the data folder until `release()` or until this process ends. Throws when another server holds the lock.
 *
 * Node has no file locks, but SQLite uses those of the kernel: they end with their process, also after kill -9, do not rely on
 * process ids, which are reused, and work between containers that share a folder. The file stays empty.
 */
export async function lockDataFolder(dataFolder: string): Promise<FolderLock> {
  const database = openLockFile(dataFolder);
  const deadline = Date.now() + lockTimeoutMilliseconds;
  for (;;) {
    try {
      database.exec("begin exclusive");
      return { release: () => database.close() };
    } catch (error) {
      const isHeld = error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
      if (!isHeld || Date.now() > deadline) {
        database.close();
        if (!isHeld) throw notWritable(dataFolder, error);
        throw new Error(
          `Another server is already using the data folder ${dataFolder}. ` +
            "Stop that one first, or set DATA_DIR to a folder of this server's own.",
          { cause: error },
        );
      }
    }
    await sleep(retryMilliseconds);
  }
}

function openLockFile(dataFolder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataFolder, "postgres.lock"));
  } catch (error) {
    throw notWritable(dataFolder, error);
  }
}

function notWritable(dataFolder: string, cause: unknown): Error {
  return new Error(
    `The server (running as the user with id ${process.getuid?.()}) may not write to the data folder ` +
      `${dataFolder}. Start it as the folder's owner, or set DATA_DIR to a folder it may write to.`,
    { cause },
  );
}
