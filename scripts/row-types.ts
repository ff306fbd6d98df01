// The row types of each module, which kysely-codegen makes from the migrated database. Its overrides are nodes here: it reads
// texts by the interface of TypeScript 6, which TypeScript 7 does not have.
import { sql } from "kysely";
import {
  ArrayExpressionNode,
  ColumnTypeNode,
  GenericExpressionNode,
  IdentifierNode,
  PostgresDialect,
  serializeFromMetadata,
  UnionExpressionNode,
  type ColumnMetadata,
  type ExpressionNode,
} from "kysely-codegen";
import type { Database, Db } from "#platform/server/db/open.ts";
import { tableRights } from "#platform/server/db/role/rights.ts";
import { moduleTables, typescript, type ModuleTables } from "./module-tables.ts";

const dialect = new PostgresDialect({ dateParser: "string" });

/** What `src/platform/server/db/open.ts` reads, where the generator expects something else. */
const readTypes: Readonly<Record<string, string>> = {
  int8: "bigint",
  jsonb: "unknown",
  timestamptz: "Date",
};

/** Written by scripts of the operator, who owns the tables. */
const writtenByOwner = new Set(["backups"]);

type ColumnFacts = {
  readonly isPrimary: boolean;
  /** Written by the database alone. */
  readonly isGenerated: boolean;
};

async function listColumnFacts(db: Db): Promise<ReadonlyMap<string, ColumnFacts>> {
  const { rows } = await sql<ColumnFacts & { readonly column: string }>`
    select c.relname || '.' || a.attname as column, coalesce(a.attnum = any(k.conkey), false) as is_primary,
      a.attidentity = 'a' or a.attgenerated <> '' as is_generated
    from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  `.execute(db);
  return new Map(rows.map((row) => [row.column, row]));
}

const name = (text: string) => new IdentifierNode(text);
const anyOf = (types: readonly ExpressionNode[]) => new UnionExpressionNode([...types]);
const when = (isSo: boolean, type: string) => (isSo ? [name(type)] : []);

const elementOf = (type: string) => type.replace(/\[\]$/, "");
const readonlyList = (one: ExpressionNode) => new GenericExpressionNode("ReadonlyArray", [one]);

type Values = { readonly selected: ExpressionNode; readonly written: ExpressionNode };

/** The type that the module states for a column, or that of its type in the database. JSON is written as text. */
function valuesOf({ dataType, isArray }: ColumnMetadata, stated: string | undefined): Values {
  const { scalars, defaultScalar } = dialect.adapter;
  const known: Readonly<Record<string, ExpressionNode | undefined>> = scalars;
  const type = stated ?? readTypes[dataType];
  const one = type === undefined ? (known[dataType] ?? defaultScalar) : name(elementOf(type));
  if (dataType === "jsonb") {
    return { selected: stated?.endsWith("[]") ? readonlyList(one) : one, written: name("string") };
  }
  if (dataType === "int8") return { selected: one, written: anyOf([one, name("number")]) };
  if (isArray) return { selected: new ArrayExpressionNode(one), written: readonlyList(one) };
  return { selected: one, written: one };
}

type Writing = { readonly isInserted: boolean; readonly isUpdated: boolean };

/** Whether the application inserts and updates a column: keys, whose a row is, and who added it when, are never changed. */
function writingOf(
  table: string,
  { name: column, isNullable }: ColumnMetadata,
  facts: ColumnFacts,
  { fixed = [], notInserted = [] }: ModuleTables,
): Writing {
  const path = `${table}.${column}`;
  const rights = tableRights[table] ?? [];
  const mayInsert = rights.includes("insert") || writtenByOwner.has(table);
  const mayUpdate = rights.includes("update") || rights.includes(`update (${column})`);
  const isOwner = column === "user_id" && !isNullable;
  const isFixed =
    facts.isPrimary || isOwner || /^created_(at|by)$/.test(column) || fixed.includes(path);
  return {
    isInserted: mayInsert && !facts.isGenerated && !notInserted.includes(path),
    isUpdated: mayUpdate && !facts.isGenerated && !isFixed,
  };
}

/** The type of a column that is not simply that of its database type. */
function columnType(
  column: ColumnMetadata,
  stated: string | undefined,
  { isInserted, isUpdated }: Writing,
): ExpressionNode | undefined {
  const { hasDefaultValue, isNullable } = column;
  const { selected, written } = valuesOf(column, stated);
  const isPlain = isInserted && isUpdated && selected === written;
  if (isPlain && stated === undefined) return undefined;
  // An unknown value may be null already.
  const orNull = when(isNullable, "null");
  const read =
    stated === undefined && column.dataType === "jsonb" ? selected : anyOf([selected, ...orNull]);
  if (isPlain) return hasDefaultValue ? new GenericExpressionNode("Generated", [read]) : read;
  return new ColumnTypeNode(
    read,
    isInserted ? anyOf([written, ...orNull, ...when(hasDefaultValue, "undefined")]) : name("never"),
    isUpdated ? anyOf([written, ...orNull]) : name("never"),
  );
}

/** The types of the columns, and the files of the types that they name. */
function statedTypes({ types = {} }: ModuleTables) {
  const stated = Object.entries(types).flatMap(([file, ofFile]) =>
    Object.entries(ofFile).map(([type, columns]) => ({ file, type, columns })),
  );
  return {
    byColumn: new Map(stated.flatMap(({ type, columns }) => columns.map((one) => [one, type]))),
    customImports: Object.fromEntries(
      stated.flatMap(({ file, type }) => (file === typescript ? [] : [[elementOf(type), file]])),
    ),
  };
}

type Connection = Awaited<ReturnType<typeof dialect.introspector.connect>>;

async function rowTypesOf(
  db: Connection,
  allFacts: ReadonlyMap<string, ColumnFacts>,
  module: ModuleTables,
): Promise<string> {
  const includePattern = `public.(${module.tables.join("|")})`;
  const metadata = await dialect.introspector.introspect({ db, includePattern });
  const { byColumn, customImports } = statedTypes(module);
  const overrides: Record<string, ExpressionNode> = {};
  for (const table of metadata.tables) {
    for (const column of table.columns) {
      const path = `${table.name}.${column.name}`;
      const facts = allFacts.get(path);
      if (facts === undefined) throw new Error(`The database has no column ${path}.`);
      const writing = writingOf(table.name, column, facts, module);
      const type = columnType(column, byColumn.get(path), writing);
      if (type === undefined) continue;
      overrides[path] = type;
      // It names null itself, where it is written too.
      column.isNullable = false;
    }
  }
  const text = serializeFromMetadata({
    camelCase: true,
    customImports,
    dialect,
    metadata,
    overrides: { columns: overrides },
    typeMapping: readTypes,
  });
  return `${text}
declare module "#platform/server/db/tables.ts" {
  interface Tables extends DB {}
}
`;
}

/** Where what is stated names a column that is not there, or a table has no module. */
function rejectUnknown(facts: ReadonlyMap<string, ColumnFacts>): void {
  const modules = Object.values(moduleTables);
  const owned = new Set(modules.flatMap(({ tables }) => tables));
  const columns = modules.flatMap(({ types = {}, fixed = [], notInserted = [] }) => [
    ...Object.values(types).flatMap((ofFile) => Object.values(ofFile).flat()),
    ...fixed,
    ...notInserted,
  ]);
  const unknown = columns.filter((column) => !facts.has(column));
  const tables = new Set([...facts.keys()].map((column) => column.split(".")[0] ?? ""));
  const unowned = [...tables].filter((one) => !owned.has(one) && !one.startsWith("kysely_"));
  if (unknown.length + unowned.length > 0) {
    throw new Error(`scripts/module-tables.ts: ${[...unknown, ...unowned].join(", ")}`);
  }
}

/** The text of each module's `server/tables.ts`, by the name of the module. */
export async function describeRowTypes({ kysely, url }: Database): Promise<Record<string, string>> {
  const facts = await listColumnFacts(kysely);
  rejectUnknown(facts);
  const db = await dialect.introspector.connect({ connectionString: url, dialect });
  const texts: Record<string, string> = {};
  for (const [module, ofModule] of Object.entries(moduleTables)) {
    texts[module] = await rowTypesOf(db, facts, ofModule);
  }
  await db.destroy();
  return texts;
}
