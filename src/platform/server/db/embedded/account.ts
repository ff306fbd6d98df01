import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** A user of the operating system, as `spawn` and `chown` take it. */
export type Account = { readonly uid: number; readonly gid: number };

const preferredNames = ["postgres", "nobody"];

/**
 * The user to run PostgreSQL as, or `undefined` for the current user. PostgreSQL refuses to run as root.
 *
 * As root it is the owner of an existing cluster, so that a folder keeps working whoever starts the server; otherwise
 * `postgres` if that user exists, else `nobody`. Any other user can only run PostgreSQL as itself. Throws, saying what to do,
 * when the cluster belongs to another user.
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
      // Some systems write the id of nobody as -2; the kernel uses the unsigned number.
      accounts.set(name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 });
    }
  }
  for (const name of preferredNames) {
    const account = accounts.get(name);
    if (account && account.uid !== 0) return account;
  }
  throw new Error(
    "PostgreSQL refuses to run as root, and this machine has neither a user named postgres nor one " +
      "named nobody to run it as. Add one, start the server as an ordinary user, or set DATABASE_URL " +
      "to a PostgreSQL that runs already.",
  );
}

/** Whether a file operation failed because the file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
