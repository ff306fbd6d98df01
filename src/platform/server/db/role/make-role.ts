import { createHash, hkdfSync, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import { functionRights, jobRights, tableRights, type Right } from "./rights.ts";

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

type Relation = {
  readonly schema: string;
  readonly name: string;
  /** The role's rights, and those granted to everybody, which begin with "public". */
  readonly rights: readonly string[];
};

const productSchema = "public";
const jobSchema = "pgboss";

/** undefined for a table that is not the product's. */
function expectedRights({ schema, name }: Relation): readonly Right[] | undefined {
  if (schema === jobSchema) return jobRights;
  return tableRights[name];
}

async function listRelations(db: Db, role: string): Promise<readonly Relation[]> {
  const { rows } = await sql<Relation>`
    select n.nspname as schema, c.relname as name, array(
      select case x.grantee when 0 then 'public ' else '' end || lower(x.privilege_type) || x.only_column
      from (
        select grantee, privilege_type, '' as only_column from aclexplode(c.relacl)
        union all
        select e.grantee, e.privilege_type, ' (' || a.attname || ')'
        from pg_attribute a, aclexplode(a.attacl) e where a.attrelid = c.oid and a.attnum > 0
      ) x
      where x.grantee in (0, (select oid from pg_roles where rolname = ${role}))
    ) as rights
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${productSchema}, ${jobSchema}) and c.relkind in ('r', 'p', 'v')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1, 2
  `.execute(db);
  return rows;
}

/** The statements that correct a table's rights; none where they are right. */
function statementsFor(relation: Relation, role: string): ReturnType<typeof sql>[] {
  const rights = expectedRights(relation);
  if (rights === undefined) return [];
  if (relation.rights.toSorted().join() === rights.toSorted().join()) return [];
  const table = sql.id(relation.schema, relation.name);
  return [
    sql`revoke all on ${table} from public, ${sql.id(role)}`,
    ...(rights.length > 0
      ? [sql`grant ${sql.raw(rights.join(", "))} on ${table} to ${sql.id(role)}`]
      : []),
  ];
}

/**
 * Grants `role` exactly the rights of `tableRights` and `jobRights`, in the database transaction of `db`, whose own role owns
 * the tables. It only reads where they are granted already, so that a start locks nothing.
 */
async function grantRights(db: Db, role: string): Promise<void> {
  for (const relation of await listRelations(db, role)) {
    for (const statement of statementsFor(relation, role)) await statement.execute(db);
  }
  for (const name of functionRights) {
    const { rows } = await sql<{ isMissing: boolean }>`
      select not has_function_privilege(${role}, ${name}, 'execute') as is_missing
    `.execute(db);
    if (rows[0]?.isMissing) {
      await sql`grant execute on function ${sql.raw(name)} to ${sql.id(role)}`.execute(db);
    }
  }
  await grantSchemaRights(db, role);
}

/** Lets the role use the schemas and create nothing in the database. */
async function grantSchemaRights(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{
    database: string;
    mayConnect: boolean;
    mayCreateTemporary: boolean;
    mayCreate: boolean;
    usesProduct: boolean;
    usesJobs: boolean;
  }>`
    select current_database() as database,
      has_database_privilege(${role}, current_database(), 'connect') as may_connect,
      has_database_privilege(${role}, current_database(), 'temporary') as may_create_temporary,
      has_schema_privilege(${role}, ${productSchema}, 'create') as may_create,
      has_schema_privilege(${role}, ${productSchema}, 'usage') as uses_product,
      has_schema_privilege(${role}, ${jobSchema}, 'usage') as uses_jobs
  `.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error("The database did not report the rights of its roles.");
  const database = sql.id(found.database);
  const name = sql.id(role);
  const product = sql.id(productSchema);
  // PostgreSQL only warns where the owner may not grant or revoke one of these.
  const statements = [
    ...(found.mayConnect ? [] : [sql`grant connect on database ${database} to ${name}`]),
    ...(found.usesProduct ? [] : [sql`grant usage on schema ${product} to ${name}`]),
    ...(found.usesJobs ? [] : [sql`grant usage on schema ${sql.id(jobSchema)} to ${name}`]),
    ...(found.mayCreate ? [sql`revoke create on schema ${product} from public, ${name}`] : []),
    ...(found.mayCreateTemporary
      ? [sql`revoke temporary on database ${database} from public, ${name}`]
      : []),
  ];
  for (const statement of statements) await statement.execute(db);
}

const iterations = 4096;

/**
 * The verifier of `password` (ASCII only) for SCRAM-SHA-256 with a random salt (RFC 5802 and 7677). Sent in place of the
 * password, so that no statement log contains it.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const key = (purpose: string) => createHmac("sha256", salted).update(purpose).digest();
  const storedKey = createHash("sha256").update(key("Client Key")).digest("base64");
  const serverKey = key("Server Key").toString("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
