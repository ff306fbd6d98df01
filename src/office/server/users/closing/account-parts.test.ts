import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#platform/server/db/open.ts";
import { testDatabase } from "#test/database.ts";
import { accountParts } from "#app/server/listeners.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

const tablesAfterClosing = Object.fromEntries(
  accountParts.flatMap(({ tables }) => Object.entries(tables)),
);
const tablesWithoutCustomers = accountParts.flatMap(({ withoutCustomers }) => withoutCustomers);

const accountId = /^(user_id|actor_id|.*_by)$/;

/** Every table with the columns in which anything may stand: not ids, figures, times, or values of a list in the schema. */
async function columnsByTable(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as table, array_remove(array_agg(case when holds_anything then attname end order by attnum), null)::text[] as columns
    from (
      select c.relname, a.attname, a.attnum,
        format_type(a.atttypid, null) in ('text', 'character varying', 'text[]', 'json', 'jsonb', 'bytea', 'inet')
        and not exists (
          select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
            and pg_get_constraintdef(k.oid) ~ ('[(]' || a.attname || '[)]?(::text)? (= ANY [(].?ARRAY|<@ [(]?ARRAY)')
        ) as holds_anything
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    ) as columns
    group by 1 order by 1
  `.execute(database.kysely);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

async function allColumns(): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public'
  `.execute(database.kysely);
  return new Set(rows.map(({ column }) => column));
}

/** The columns of a table of which the list does not say what becomes of them. */
function unnamedIn(table: string, columns: readonly string[]): string[] {
  const { erased = [], kept = {} } = tablesAfterClosing[table] ?? {};
  if (erased === "rows") return [];
  return columns.filter(
    (column) => !accountId.test(column) && !erased.includes(column) && !(column in kept),
  );
}

describe("What closing an account leaves", () => {
  test("is said of every table by one module, and of no other", async () => {
    const named = [
      ...accountParts.flatMap(({ tables }) => Object.keys(tables)),
      ...tablesWithoutCustomers,
    ];
    expect(named.toSorted()).toEqual([...(await columnsByTable()).keys()].toSorted());
  });

  test("is said of every column in which something personal may stand", async () => {
    const unnamed = [...(await columnsByTable())].flatMap(([table, columns]) =>
      tablesWithoutCustomers.includes(table)
        ? []
        : unnamedIn(table, columns).map((column) => `${table}.${column}`),
    );
    expect(unnamed).toEqual([]);
    expect(unnamedIn("profiles", ["email", "nickname"])).toEqual(["nickname"]);
  });

  test("names no column that is not there", async () => {
    const existing = await allColumns();
    const named = Object.entries(tablesAfterClosing).flatMap(
      ([table, { erased = [], kept = {} }]) =>
        [...(erased === "rows" ? [] : erased), ...Object.keys(kept)].map(
          (one) => `${table}.${one}`,
        ),
    );
    expect(named.filter((column) => !existing.has(column))).toEqual([]);
  });

  test("has no table as one without customers that belongs to one", async () => {
    const existing = await allColumns();
    const owned = tablesWithoutCustomers.filter((table) => existing.has(`${table}.user_id`));
    expect(owned).toEqual([]);
  });
});
