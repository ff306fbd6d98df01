import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

type Row = { readonly owner: string; readonly text: string };

const inPublic = sql`n.nspname = 'public'`;
const isNotOfExtension = sql`not exists (
  select from pg_depend d where d.objid = c.oid and d.deptype = 'e'
)`;

async function rowsOf(db: Db, query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> {
  return (await query.execute(db)).rows;
}

function enumsAndDomains(db: Db): Promise<readonly Row[]> {
  return rowsOf(
    db,
    sql<Row>`
      select t.typname as owner,
        case t.typtype
          when 'e' then 'create type ' || t.typname || ' as enum (' || (
            select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
            from pg_enum e where e.enumtypid = t.oid) || ');'
          else 'create domain ' || t.typname || ' as ' || format_type(t.typbasetype, t.typtypmod)
            || coalesce((select string_agg(' ' || pg_get_constraintdef(k.oid), '' order by k.conname)
                from pg_constraint k where k.contypid = t.oid), '') || ';'
        end as text
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where ${inPublic} and t.typtype in ('e', 'd') order by 1`,
  );
}

function tables(db: Db): Promise<readonly Row[]> {
  return rowsOf(
    db,
    sql<Row>`select c.relname as owner, c.relname as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${inPublic} and c.relkind in ('r', 'p') and ${isNotOfExtension} order by 1`,
  );
}

function columns(db: Db): Promise<readonly Row[]> {
  return rowsOf(
    db,
    sql<Row>`
      select c.relname as owner,
        a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attidentity <> '' then ' generated ' ||
             case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
           else '' end
        || case when a.attgenerated = 's'
             then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
           when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
           else '' end
        || case when a.attnotnull then ' not null' else '' end as text
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where ${inPublic} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      order by 1, a.attnum`,
  );
}

function constraints(db: Db): Promise<readonly Row[]> {
  // Since PostgreSQL 18 'not null' is a constraint with a name; here it stays with its column.
  return rowsOf(
    db,
    sql<Row>`
      select c.relname as owner, 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as text
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      where ${inPublic} and k.contype in ('p', 'u', 'c', 'f', 'x')
      order by 1, array_position(array['p', 'u', 'c', 'x', 'f'], k.contype::text), k.conname`,
  );
}

function indexes(db: Db): Promise<readonly Row[]> {
  return rowsOf(
    db,
    sql<Row>`
      select c.relname as owner, pg_get_indexdef(i.indexrelid) || ';' as text
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_class x on x.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      where ${inPublic} and not exists (select from pg_constraint k where k.conindid = i.indexrelid
        and k.contype in ('p', 'u', 'x'))
      order by 1, x.relname`,
  );
}

function triggers(db: Db): Promise<readonly Row[]> {
  return rowsOf(
    db,
    sql<Row>`
      select c.relname as owner, pg_get_triggerdef(t.oid) || ';' as text
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
      where ${inPublic} and not t.tgisinternal
      order by 1, t.tgname`,
  );
}

function views(db: Db): Promise<readonly Row[]> {
  return rowsOf(
    db,
    sql<Row>`
      select c.relname as owner, 'create view ' || c.relname || ' as' || e'\n' || pg_get_viewdef(c.oid) as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${inPublic} and c.relkind in ('v', 'm') order by 1`,
  );
}

function functions(db: Db): Promise<readonly Row[]> {
  return rowsOf(
    db,
    sql<Row>`
      select c.proname as owner, rtrim(pg_get_functiondef(c.oid), e'\n') || ';' as text
      from pg_proc c join pg_namespace n on n.oid = c.pronamespace
      where ${inPublic} and c.prokind in ('f', 'p') and ${isNotOfExtension}
      order by 1, pg_get_function_identity_arguments(c.oid)`,
  );
}

function of(owner: string, rows: readonly Row[]): string[] {
  return rows.filter((row) => row.owner === owner).map((row) => row.text);
}

/**
 * The public schema of `db` as SQL text: types, tables with columns and constraints, their indexes and
 * triggers, views, functions; each kind in the order of names, so that equal schemas give equal text.
 */
export async function describeSchema(db: Db): Promise<string> {
  const [columnRows, constraintRows, indexRows, triggerRows] = [
    await columns(db),
    await constraints(db),
    await indexes(db),
    await triggers(db),
  ];
  const described = (await tables(db)).map(({ owner }) => {
    const lines = [...of(owner, columnRows), ...of(owner, constraintRows)];
    const table = `create table ${owner} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n);`;
    return [table, ...of(owner, indexRows), ...of(owner, triggerRows)].join("\n");
  });
  const others = [await enumsAndDomains(db), await views(db), await functions(db)];
  const [typeTexts, viewTexts, functionTexts] = others.map((rows) => rows.map((row) => row.text));
  const sections = [
    ...(typeTexts ?? []),
    ...described,
    ...(viewTexts ?? []),
    ...(functionTexts ?? []),
  ];
  return `${sections.join("\n\n")}\n`;
}
