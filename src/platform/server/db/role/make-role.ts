import { createHash, hkdfSync } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import { grantRights } from "./grant-rights.ts";
import { scramVerifier } from "./scram-verifier.ts";

/** The database cannot be used under the application's role; `message` says why. */
export class NoApplicationRole extends Error {
  override readonly name = "NoApplicationRole";
}

const maxNameBytes = 63;
const prefix = "application_of_";

/** The name includes the database's, since roles belong to the whole server. */
export function roleNameFor(database: string): string {
  const name = `${prefix}${database}`;
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  return `${prefix}${createHash("sha256").update(database).digest("hex").slice(0, 32)}`;
}

/** The role's password, derived from `secret`. */
export function passwordOf(secret: string, role: string): string {
  const bytes = hkdfSync("sha256", secret, "database-role", role, 24);
  return Buffer.from(bytes).toString("base64url");
}

type Facts = {
  readonly exists: boolean;
  /** This program created it. */
  readonly isOurs: boolean;
  /** It is a superuser or the like, whom no rights restrict. */
  readonly isPrivileged: boolean;
  readonly mayCreateRoles: boolean;
};

/** The comment on roles that this program created; it never changes the password of others. */
const mark = "Made by the program that serves the database; its rights are kept by each start.";

async function getRoleFacts(db: Db, role: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select r.oid is not null as exists,
      coalesce(shobj_description(r.oid, 'pg_authid') = ${mark}, false) as is_ours,
      coalesce(r.rolsuper or r.rolcreaterole or r.rolbypassrls or r.rolreplication
        or pg_has_role(r.oid, c.relowner, 'member'), false) as is_privileged,
      o.rolsuper or o.rolcreaterole as may_create_roles
    from pg_roles o
    left join pg_roles r on r.rolname = ${role}
    join pg_class c on c.oid = 'ledger_transfers'::regclass
    where o.rolname = current_user
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error("The database did not report its roles.");
  return facts;
}

/**
 * Creates `role` where it is missing and grants its rights, in one database transaction under a lock. Throws
 * `NoApplicationRole` when it may not be created, and when it has more rights than an application should.
 */
export async function prepareRole(owner: Db, role: string, password: string): Promise<void> {
  await owner.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('application role', 0))`.execute(db);
    const facts = await getRoleFacts(db, role);
    if (!facts.exists) {
      if (!facts.mayCreateRoles) {
        throw new NoApplicationRole(`There is no role ${role}, and it may not be created`);
      }
      await sql`create role ${sql.id(role)} login password ${sql.lit(scramVerifier(password))}`.execute(
        db,
      );
      await sql`comment on role ${sql.id(role)} is ${sql.lit(mark)}`.execute(db);
    } else if (facts.isPrivileged) {
      throw new NoApplicationRole(`The role ${role} has more rights than an application should`);
    }
    await grantRights(db, role);
  });
}

/** Sets the role's password, after a change of SECRET. false for a role that this program did not create. */
export async function renewPassword(owner: Db, role: string, password: string): Promise<boolean> {
  const { isOurs } = await getRoleFacts(owner, role);
  if (!isOurs) return false;
  const verifier = sql.lit(scramVerifier(password));
  await sql`alter role ${sql.id(role)} login password ${verifier}`.execute(owner);
  return true;
}

/** Lets the owner `set role` to it, which creating it does not always allow. Throws where that is not permitted. */
export async function joinRole(owner: Db, role: string): Promise<void> {
  await sql`grant ${sql.id(role)} to current_user`.execute(owner);
}
