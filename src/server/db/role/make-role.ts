// Makes the role under which the product runs, where that may be done, and gives it the password that follows from SECRET.
import { createHash, hkdfSync } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import { grantRights } from "./grant-rights.ts";
import { scramVerifier } from "./scram-verifier.ts";

/** Why the database cannot be used under the application's role, as a sentence for the log. */
export class NoApplicationRole extends Error {
  override readonly name = "NoApplicationRole";
}

const longestNameBytes = 63;
const prefix = "application_of_";

/** The application's role of a database: roles belong to the whole server, so its name holds the database's. */
export function roleNameFor(database: string): string {
  const name = `${prefix}${database}`;
  if (Buffer.byteLength(name) <= longestNameBytes) return name;
  return `${prefix}${createHash("sha256").update(database).digest("hex").slice(0, 32)}`;
}

/** The role's password under `secret`; nobody needs to know it. */
export function passwordOf(secret: string, role: string): string {
  const bytes = hkdfSync("sha256", secret, "database-role", role, 24);
  return Buffer.from(bytes).toString("base64url");
}

type Facts = {
  readonly exists: boolean;
  /** It was made by this program. */
  readonly isOurs: boolean;
  /** What no role of an application may be: one of these would undo what its rights withhold. */
  readonly isTooMighty: boolean;
  readonly mayMakeRoles: boolean;
};

/** What this program writes beside roles that it made: the password of no other one is ever changed. */
const mark = "Made by the program that serves the database; its rights are kept by each start.";

async function selectFacts(db: Db, role: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select r.oid is not null as "exists",
      coalesce(shobj_description(r.oid, 'pg_authid') = ${mark}, false) as "isOurs",
      coalesce(r.rolsuper or r.rolcreaterole or r.rolbypassrls or r.rolreplication
        or pg_has_role(r.oid, c.relowner, 'member'), false) as "isTooMighty",
      o.rolsuper or o.rolcreaterole as "mayMakeRoles"
    from pg_roles o
    left join pg_roles r on r.rolname = ${role}
    join pg_class c on c.oid = 'ledger_transfers'::regclass
    where o.rolname = current_user
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error("The database did not say which roles there are.");
  return facts;
}

/**
 * Sees to it that `role` is there and has its rights, in one database transaction, while others that start at the same
 * moment wait. Throws `NoApplicationRole` when it is missing and may not be made, and when it may do more than it should.
 */
export async function prepareRole(owner: Db, role: string, password: string): Promise<void> {
  await owner.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('application role', 0))`.execute(db);
    const facts = await selectFacts(db, role);
    if (!facts.exists) {
      if (!facts.mayMakeRoles) {
        throw new NoApplicationRole(`There is no role ${role}, and it may not be made`);
      }
      await sql`create role ${sql.id(role)} login password ${sql.lit(scramVerifier(password))}`.execute(
        db,
      );
      await sql`comment on role ${sql.id(role)} is ${sql.lit(mark)}`.execute(db);
    } else if (facts.isTooMighty) {
      throw new NoApplicationRole(`The role ${role} may do more than an application should`);
    }
    await grantRights(db, role);
  });
}

/** Gives the role its password anew, as after a change of SECRET; false where it is none that this program made. */
export async function renewPassword(owner: Db, role: string, password: string): Promise<boolean> {
  const { isOurs } = await selectFacts(owner, role);
  if (!isOurs) return false;
  const verifier = sql.lit(scramVerifier(password));
  await sql`alter role ${sql.id(role)} login password ${verifier}`.execute(owner);
  return true;
}

/** Lets the owner become the role, which having made it need not allow; throws where it may not be given that. */
export async function joinRole(owner: Db, role: string): Promise<void> {
  await sql`grant ${sql.id(role)} to current_user`.execute(owner);
}
