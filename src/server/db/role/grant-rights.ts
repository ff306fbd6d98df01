// Gives the application's role its rights: those that were decided, and none besides.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import { functionRights, jobRights, tableRights, type Right } from "./rights.ts";

type Relation = {
  readonly schema: string;
  readonly name: string;
  /** What the role and everybody may do with it, as a `Right`; what everybody may begins with "public". */
  readonly rights: readonly string[];
};

const productSchema = "public";
const jobSchema = "pgboss";

/** The rights that were decided for a table; nothing for one that is not the product's. */
function decided({ schema, name }: Relation): readonly Right[] | undefined {
  if (schema === jobSchema) return jobRights;
  return tableRights[name];
}

async function selectRelations(db: Db, role: string): Promise<readonly Relation[]> {
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

/** Statements that bring a table's rights in line; none where they are. */
function statementsFor(relation: Relation, role: string): ReturnType<typeof sql>[] {
  const rights = decided(relation);
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
 * Brings the rights of `role` in this database in line with those that were decided, inside the database transaction
 * of `db`, whose own role owns the tables. Where they are, it only looks, so that a start disturbs no other server.
 */
export async function grantRights(db: Db, role: string): Promise<void> {
  for (const relation of await selectRelations(db, role)) {
    for (const statement of statementsFor(relation, role)) await statement.execute(db);
  }
  for (const name of functionRights) {
    const { rows } = await sql<{ isMissing: boolean }>`
      select not has_function_privilege(${role}, ${name}, 'execute') as "isMissing"
    `.execute(db);
    if (rows[0]?.isMissing) {
      await sql`grant execute on function ${sql.raw(name)} to ${sql.id(role)}`.execute(db);
    }
  }
  await grantRightsAround(db, role);
}

/** Lets the role reach the schemas and make nothing of its own in the database. */
async function grantRightsAround(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{
    database: string;
    mayConnect: boolean;
    mayMakeTemporary: boolean;
    mayMake: boolean;
    seesProduct: boolean;
    seesJobs: boolean;
  }>`
    select current_database() as database,
      has_database_privilege(${role}, current_database(), 'connect') as "mayConnect",
      has_database_privilege(${role}, current_database(), 'temporary') as "mayMakeTemporary",
      has_schema_privilege(${role}, ${productSchema}, 'create') as "mayMake",
      has_schema_privilege(${role}, ${productSchema}, 'usage') as "seesProduct",
      has_schema_privilege(${role}, ${jobSchema}, 'usage') as "seesJobs"
  `.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error("The database did not say what its roles may do.");
  const database = sql.id(found.database);
  const name = sql.id(role);
  const product = sql.id(productSchema);
  // Whoever may not give or take one of these is told so by a warning alone; what comes of it shows later.
  const statements = [
    ...(found.mayConnect ? [] : [sql`grant connect on database ${database} to ${name}`]),
    ...(found.seesProduct ? [] : [sql`grant usage on schema ${product} to ${name}`]),
    ...(found.seesJobs ? [] : [sql`grant usage on schema ${sql.id(jobSchema)} to ${name}`]),
    ...(found.mayMake ? [sql`revoke create on schema ${product} from public, ${name}`] : []),
    ...(found.mayMakeTemporary
      ? [sql`revoke temporary on database ${database} from public, ${name}`]
      : []),
  ];
  for (const statement of statements) await statement.execute(db);
}
