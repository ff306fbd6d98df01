import { sql } from "kysely";
import pg from "pg";
import { messageOf } from "#platform/rules/error-message.ts";
import type { DatabaseLog } from "#platform/server/log.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import {
  joinRole,
  NoApplicationRole,
  passwordOf,
  prepareRole,
  renewPassword,
  roleNameFor,
} from "./make-role.ts";
import { withheld } from "./rights.ts";

const ignore = () => {};
/** For trial connections, whose errors the caller reports. */
const silent: DatabaseLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const wrongPassword = "28P01";
/** SQLSTATE classes of outages, on which the start itself fails. */
const outageStates = /^(08|40|53|57|58|XX)/;

/**
 * Opens a migrated database under the application's role, which is created where it is missing. `owner` is connected as the
 * owner of the tables and may be closed afterwards. It signs in as the role with a password derived from `secret`, else the
 * owner's connections run `set role`, else the database is opened as the owner, and the log says why.
 */
export async function openForApplication(
  owner: Database,
  options: { secret: string; log: DatabaseLog; poolSize?: number },
): Promise<Database> {
  const { secret, log } = options;
  try {
    const url = await addressForApplication(owner, secret);
    await warnAboutExcessRights(url, log);
    return openDatabase({ ...options, url });
  } catch (error) {
    if (!isMissingRights(error)) throw error;
    log.warn(
      { reason: error.message },
      "The database is used as its owner: history is protected by triggers only, not by rights",
    );
    return openDatabase({ ...options, url: owner.url });
  }
}

function isMissingRights(error: unknown): error is Error {
  if (error instanceof NoApplicationRole) return true;
  const state = stateOf(error);
  return state !== undefined && !outageStates.test(state);
}

/** A URL whose connections have the application's role, tested. */
export async function addressForApplication(owner: Database, secret: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    owner.kysely,
  );
  const role = roleNameFor(rows[0]?.name ?? "");
  const password = passwordOf(secret, role);
  await prepareRole(owner.kysely, role, password);

  const login = withLogin(owner.url, role, password);
  const errorCode = await errorOf(login, role);
  if (errorCode === null) return login;
  const isRenewed =
    stateOf(errorCode) === wrongPassword && (await renewPassword(owner.kysely, role, password));
  if (isRenewed && (await errorOf(login, role)) === null) return login;

  const withSetRole = withRole(owner.url, role);
  if ((await errorOf(withSetRole, role)) === null) return withSetRole;
  await joinRole(owner.kysely, role);
  const last = await errorOf(withSetRole, role);
  if (last === null) return withSetRole;
  if (outageStates.test(stateOf(last) ?? "")) throw last;
  throw new NoApplicationRole(`The role ${role} can neither sign in nor be set by its owner`);
}

/** null when connections to `url` have the role `role`, else why not. */
async function errorOf(url: string, role: string): Promise<Error | null> {
  const tried = openDatabase({ url, log: silent, poolSize: 1 });
  try {
    const { rows } = await sql<{ name: string }>`select current_user::text as name`.execute(
      tried.kysely,
    );
    return rows[0]?.name === role ? null : new Error(`Connected as ${rows[0]?.name}`);
  } catch (error) {
    return error instanceof Error ? error : new Error(messageOf(error));
  } finally {
    await tried.close();
  }
}

/** The SQLSTATE of a PostgreSQL error. */
function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Logs rights that the role should not have, such as one granted to everybody. */
async function warnAboutExcessRights(url: string, log: DatabaseLog): Promise<void> {
  const database = openDatabase({ url, log: silent, poolSize: 1 });
  try {
    const { rows } = await sql<{ what: string }>`
      select x.name as what from unnest(
        ${withheld.map(({ table }) => table)}::text[],
        ${withheld.map(({ rights }) => rights)}::text[]
      ) as x (name, rights) where has_table_privilege(x.name, x.rights)
      union all
      select 'schema public' where has_schema_privilege('public', 'create')
    `.execute(database.kysely);
    if (rows.length === 0) return;
    const excess = rows.map(({ what }) => what);
    log.warn({ excess }, "The application's role has more rights than it should");
  } finally {
    await database.close();
  }
}

/** `url` with another user and password. */
export function withLogin(url: string, user: string, password: string): string {
  const address = new URL(url);
  address.username = "";
  address.password = "";
  // Parameters also work in a URL without a host, which names a socket.
  address.searchParams.set("user", user);
  address.searchParams.set("password", password);
  return address.href;
}

/** `url` whose connections run `set role` as they open, with its other options kept. */
function withRole(url: string, role: string): string {
  const address = new URL(url);
  // Spaces separate options unless escaped by a backslash.
  const option = `-c role=${role.replaceAll(/[\\\s]/g, String.raw`\$&`)}`;
  const options = address.searchParams.get("options");
  address.searchParams.set("options", options === null ? option : `${options} ${option}`);
  return address.href;
}
