// Opens the database for serving: under the application's role where there can be one, else as it was given.
import { sql } from "kysely";
import pg from "pg";
import { messageOf } from "#core/error-message.ts";
import type { DatabaseLog } from "#server/db/database-log.ts";
import { openDatabase, type Database } from "#server/db/open.ts";
import { withLogin, withRole } from "./addresses.ts";
import {
  joinRole,
  NoApplicationRole,
  passwordOf,
  prepareRole,
  renewPassword,
  roleNameFor,
} from "./make-role.ts";
import { withheld } from "./rights.ts";

const quiet = () => {};
/** What a trial says is told by whoever tries. */
const silent: DatabaseLog = { debug: quiet, info: quiet, warn: quiet, error: quiet };

const wrongPassword = "28P01";
/** Not for want of rights, but because the server is away, full, or ending: the start itself fails then. */
const passingTrouble = /^(08|40|53|57|58|XX)/;

/**
 * Opens a migrated database, which `owner` is connected to as the owner of its tables, for serving. The application's
 * role is made or kept, and signed in as with a password that follows from `secret`; where that cannot be, each
 * connection of the owner becomes it; where that cannot be either, the database is opened as it was given, and the log
 * says so once, with the reason. `owner` may be closed afterwards.
 */
export async function openForApplication(
  owner: Database,
  { secret, log }: { secret: string; log: DatabaseLog },
): Promise<Database> {
  try {
    const url = await addressForApplication(owner, secret);
    await warnOfTooMuch(url, log);
    return openDatabase({ url, log });
  } catch (error) {
    if (!isForWantOfRights(error)) throw error;
    log.warn(
      { reason: error.message },
      "The database is used as its owner: history is kept by triggers alone, not by rights",
    );
    return openDatabase({ url: owner.url, log });
  }
}

function isForWantOfRights(error: unknown): error is Error {
  if (error instanceof NoApplicationRole) return true;
  const state = stateOf(error);
  return state !== undefined && !passingTrouble.test(state);
}

/** The address under which a connection is the application's role, tried out. */
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

  const becoming = withRole(owner.url, role);
  if ((await errorOf(becoming, role)) === null) return becoming;
  await joinRole(owner.kysely, role);
  const last = await errorOf(becoming, role);
  if (last === null) return becoming;
  if (passingTrouble.test(stateOf(last) ?? "")) throw last;
  throw new NoApplicationRole(`The role ${role} can neither sign in nor be taken on`);
}

/** Connects and looks who it is: null where it is `role`, else why not. */
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

/** PostgreSQL's code of an error, where it is one of its own. */
function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Says which rights the role has all the same, such as one to make tables that everybody was given. */
async function warnOfTooMuch(url: string, log: DatabaseLog): Promise<void> {
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
    const tooMuch = rows.map(({ what }) => what);
    log.warn({ tooMuch }, "The application's role may change more of the database than it should");
  } finally {
    await database.close();
  }
}
