// Makes the folder in which PostgreSQL keeps everything, whole or not at all.
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
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { isMissing } from "./missing-file.ts";

/**
 * PostgreSQL's files and the password of its only role, side by side in `DATA_DIR/postgres`, so that
 * neither can be there without the other.
 */
export type Cluster = { readonly folder: string; readonly password: string };

const HALF_MADE = "postgres.half-made-";

/** Where the cluster of a data folder lies, whether it is there already or not. */
export function clusterFolderIn(dataFolder: string): string {
  return join(dataFolder, "postgres", "cluster");
}

/** The cluster of a data folder, or `undefined` when none was made yet. */
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
 * Makes a cluster for UTF-8 text, sorted alike on every machine, with checksums on every page. It is
 * built under another name and renamed once it lies on the disk: a start that was interrupted leaves
 * only rubbish, which the next one removes.
 */
export async function createCluster(
  dataFolder: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<Cluster> {
  await removeHalfMade(dataFolder);
  const halfMade = await mkdtemp(join(dataFolder, HALF_MADE));
  const password = randomBytes(24).toString("base64url");
  await writeDurably(join(halfMade, "password"), password);
  await runInitdb(halfMade, password, binaries, account);
  // Only Linux lets the database's user work in a folder whose parents are closed to it.
  if (account && process.platform !== "linux") await chmod(halfMade, 0o711);
  await syncFolder(halfMade);
  await rename(halfMade, join(dataFolder, "postgres"));
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
  // Handed over open, because its user may be unable to walk to it.
  const handle = await open(passwordFile);
  try {
    const said = await outcomeOf(
      spawn(join(binaries.folder, "bin", "initdb"), initdbArguments(folder, account), {
        cwd: folder,
        env: environmentForPostgres(),
        stdio: [handle.fd, "ignore", "pipe"],
        ...account,
      }),
    );
    if (said !== undefined) {
      throw new Error(`The database could not be created in ${parent}: ${said}`);
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
    // What is left to the operating system's own locales must not depend on which it has.
    ...["collate", "ctype", "messages", "monetary", "numeric", "time"].map((c) => `--lc-${c}=C`),
    "--data-checksums",
    "--no-instructions",
  ];
}

/** Resolves to nothing once a program has succeeded, else to what it complained of. */
async function outcomeOf(child: ChildProcess): Promise<string | undefined> {
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return code === 0 ? undefined : complaint.trim() || `it ended with ${code ?? signal}`;
}

/**
 * How PostgreSQL is told of a folder that is its working folder.
 *
 * As another user than ours it may be unable to walk there (the data may lie under a root's home).
 * On Linux it need not: the working folder is entered before the user changes, and this name leads
 * to it without passing the folders above.
 */
export function pathForPostgres(folder: string, account: Account | undefined): string {
  return account && process.platform === "linux" ? "/proc/self/cwd" : folder;
}

/** Only what PostgreSQL needs: neither our secrets nor PG… variables that would steer it. */
export function environmentForPostgres(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/** Gives a cluster that root restored from a copy to the user who is to work in it. */
export async function handOver(folder: string, account: Account): Promise<void> {
  await lchown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await handOver(path, account);
    else await lchown(path, account.uid, account.gid);
  }
}

async function removeHalfMade(dataFolder: string): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => name.startsWith(HALF_MADE));
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
