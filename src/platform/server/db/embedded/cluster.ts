import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmod,
  chown,
  lchown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { type Account, isMissing } from "./account.ts";
import type { Binaries } from "./binaries.ts";

/**
 * PostgreSQL's files and the password of its only role, both in `DATA_DIR/postgres`, so that they are created together.
 */
export type Cluster = { readonly folder: string; readonly password: string };

const partialPrefix = "postgres.partial-";

/** The folder of the cluster, which may not exist yet. */
export function clusterFolderIn(dataFolder: string): string {
  return join(dataFolder, "postgres", "cluster");
}

/** The cluster of a data folder, or `undefined` when there is none yet. */
export async function existingCluster(dataFolder: string): Promise<Cluster | undefined> {
  try {
    const password = await readFile(join(dataFolder, "postgres", "password"), "utf8");
    return { folder: clusterFolderIn(dataFolder), password };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Throws where the cluster is of another major version of PostgreSQL than `major`, which cannot open it; the message says how
 * to go over.
 */
export async function rejectOtherMajor(
  { folder }: Cluster,
  dataFolder: string,
  major: string,
): Promise<void> {
  const own = (await readFile(join(folder, "PG_VERSION"), "utf8")).trim();
  if (own === major) return;
  throw new Error(
    `The database in ${dataFolder} is of PostgreSQL ${own}, and this version of the program brings PostgreSQL ${major}. ` +
      "Go over with a backup: make one with the version of the program that served last (`npm run backup FILE`), then " +
      "restore it with this one into an empty DATA_DIR with the old one's files `secret` and `vapid-keys` " +
      "(`npm run restore FILE`).",
  );
}

/**
 * Creates a cluster with UTF-8 text, the same sort order on every machine, and page checksums. It is built under another name
 * and renamed once it is synced to disk; the next start removes what an interrupted one left.
 */
export async function createCluster(
  dataFolder: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<Cluster> {
  await removePartialClusters(dataFolder);
  const partialFolder = await mkdtemp(join(dataFolder, partialPrefix));
  const password = randomBytes(24).toString("base64url");
  await writeDurably(join(partialFolder, "password"), password);
  await runInitdb(partialFolder, password, binaries, account);
  // Only on Linux can the database's user work below a folder it cannot enter.
  if (account && process.platform !== "linux") await chmod(partialFolder, 0o711);
  await syncFolder(partialFolder);
  await rename(partialFolder, join(dataFolder, "postgres"));
  await syncFolder(dataFolder);
  return { folder: clusterFolderIn(dataFolder), password };
}

async function runInitdb(
  parent: string,
  password: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  const folder = join(parent, "cluster");
  const passwordFile = join(parent, "password-for-initdb");
  await mkdir(folder, { mode: 0o700 });
  await writeDurably(passwordFile, password);
  if (account) {
    await chown(folder, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  // Passed as an open file, because its user may not be able to enter the folder.
  const handle = await open(passwordFile);
  try {
    const initdbError = await errorOf(
      spawn(join(binaries.folder, "bin", "initdb"), initdbArguments(folder, account), {
        cwd: folder,
        env: environmentForPostgres(),
        stdio: [handle.fd, "ignore", "pipe"],
        ...account,
      }),
    );
    if (initdbError !== undefined) {
      throw new Error(`The database could not be created in ${parent}: ${initdbError}`);
    }
  } finally {
    await handle.close();
    await rm(passwordFile);
  }
}

function initdbArguments(folder: string, account: Account | undefined): string[] {
  return [
    `--pgdata=${pathForPostgres(folder, account)}`,
    "--username=postgres",
    "--pwfile=/dev/stdin",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--locale=C.UTF-8",
    // Must not depend on the locales that the operating system has.
    ...["collate", "ctype", "messages", "monetary", "numeric", "time"].map((c) => `--lc-${c}=C`),
    "--data-checksums",
    "--no-instructions",
  ];
}

/** Resolves to undefined when the program succeeds, else to its error output. */
async function errorOf(child: ChildProcess): Promise<string | undefined> {
  let errorOutput = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput += text;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return code === 0 ? undefined : errorOutput.trim() || `it ended with ${code ?? signal}`;
}

/**
 * The path of PostgreSQL's working folder for its command line. Another user may not be able to enter the folders above (the
 * data may be below root's home). On Linux this path works anyway: the working folder is set before the user changes.
 */
export function pathForPostgres(folder: string, account: Account | undefined): string {
  return account && process.platform === "linux" ? "/proc/self/cwd" : folder;
}

/** Without the server's secrets and without PG… variables that would configure it. */
export function environmentForPostgres(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/** Changes the owner of a cluster that root restored from a copy. */
export async function changeOwner(folder: string, account: Account): Promise<void> {
  await lchown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await changeOwner(path, account);
    else await lchown(path, account.uid, account.gid);
  }
}

async function removePartialClusters(dataFolder: string): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => name.startsWith(partialPrefix));
  for (const name of names) {
    await rm(join(dataFolder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flush: true });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
