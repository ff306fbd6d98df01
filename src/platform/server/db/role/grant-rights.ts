import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import { functionRights, jobRights, tableRights, type Right } from "./rights.ts";

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
export async function grantRights(db: Db, role: string): Promise<void> {
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
