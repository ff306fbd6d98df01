// Decides as which user of the machine PostgreSQL runs: it refuses to run as root.
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isMissing } from "./missing-file.ts";

/** A user of the machine, as `spawn` and `chown` take it. */
export type Account = { readonly uid: number; readonly gid: number };

const PREFERRED = ["postgres", "nobody"];

/**
 * The user to run PostgreSQL as, or `undefined` for the one we are ourselves.
 *
 * As root it is whoever owns the cluster that exists already, so that a folder keeps working whoever
 * starts the server; otherwise `postgres` where the machine has that user, else `nobody`. As anybody
 * else it can only be ourselves, and a cluster of somebody else's is refused with a sentence that
 * says what to do.
 */
export async function accountForPostgres(clusterFolder: string): Promise<Account | undefined> {
  const ourUid = process.getuid?.();
  if (ourUid !== 0) {
    const parent = dirname(clusterFolder);
    const owner = await ownerOf(parent);
    if (owner && owner.uid !== ourUid) {
      throw new Error(
        `The database in ${parent} belongs to the user with id ${owner.uid}, but the server runs as ` +
          `the user with id ${ourUid}. Start it as that user or as root, or give the folder over: ` +
          `chown -R ${ourUid} ${parent}`,
      );
    }
    return undefined;
  }
  const owner = await ownerOf(clusterFolder);
  if (owner && owner.uid !== 0) return owner;
  return await unprivilegedAccount();
}

async function ownerOf(folder: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function unprivilegedAccount(): Promise<Account> {
  const accounts = new Map<string, Account>();
  for (const line of (await readFile("/etc/passwd", "utf8")).split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name && uid && gid) {
      // Some systems write nobody's number as -2; the kernel knows it without a sign.
      accounts.set(name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 });
    }
  }
  for (const name of PREFERRED) {
    const account = accounts.get(name);
    if (account && account.uid !== 0) return account;
  }
  throw new Error(
    "PostgreSQL refuses to run as root, and this machine has neither a user named postgres nor one " +
      "named nobody to run it as. Add one, start the server as an ordinary user, or set DATABASE_URL " +
      "to a PostgreSQL that runs already.",
  );
}
