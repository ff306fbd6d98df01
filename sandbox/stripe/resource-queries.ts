/** The sandbox's database: one SQLite file that survives a killed process and may be open in several. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

export type Database = DatabaseSync;

/** The fields of every stored object; its other fields are the API's. */
export interface StoredObject {
  id: string;
  object: string;
}

/** Data stored with an object and not part of it. `dueAt` is when work on it is due (Unix seconds). */
interface Companion {
  internal?: unknown;
  dueAt?: number | null;
}

/** A condition on a field of the objects listed; `field` is a constant path such as `recurring.interval`, never sent text. */
export interface Condition {
  field: string;
  operator: "in" | ">" | ">=" | "<" | "<=";
  values: (string | number)[];
}

const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    object TEXT NOT NULL,
    customer TEXT GENERATED ALWAYS AS (json_extract(body, '$.customer')) VIRTUAL,
    due_at INTEGER,
    body TEXT NOT NULL,
    internal TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (object, sequence);
  CREATE INDEX IF NOT EXISTS objects_by_customer ON objects (object, customer, sequence);
  CREATE INDEX IF NOT EXISTS objects_due ON objects (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS idempotent_responses (
    key TEXT PRIMARY KEY,
    endpoint TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
`;

/** Opens the file, created when missing. Two processes may open it at once, also for the first time. */
export function openDatabase(dataFile: string): Database {
  mkdirSync(dirname(dataFile), { recursive: true });
  const database = new DatabaseSync(dataFile, { timeout: 10_000 });
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
      atomically(database, () => database.exec(schema));
      return database;
    } catch (error) {
      // Switching to WAL does not wait for another process that switches at the same moment.
      if (attempt === 20 || !String(error).includes("locked")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

/** Runs the work in one write transaction: all of it is durable afterwards, or none. */
export function atomically<T>(database: Database, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Inserts an object. */
export function insertObject(database: Database, object: StoredObject, companion: Companion = {}) {
  database
    .prepare("INSERT INTO objects (id, object, due_at, body, internal) VALUES (?, ?, ?, ?, ?)")
    .run(
      object.id,
      object.object,
      companion.dueAt ?? null,
      JSON.stringify(object),
      JSON.stringify(companion.internal ?? null),
    );
}

/** Replaces an object; omitted companion data stays as it is. */
export function updateObject(database: Database, object: StoredObject, companion: Companion = {}) {
  database
    .prepare("UPDATE objects SET body = ? WHERE id = ?")
    .run(JSON.stringify(object), object.id);
  if (companion.dueAt !== undefined) {
    database.prepare("UPDATE objects SET due_at = ? WHERE id = ?").run(companion.dueAt, object.id);
  }
  if (companion.internal !== undefined) {
    database
      .prepare("UPDATE objects SET internal = ? WHERE id = ?")
      .run(JSON.stringify(companion.internal), object.id);
  }
}

/** Finds an object by id, optionally of one kind only. */
export function findObject<T extends StoredObject>(
  database: Database,
  id: string,
  kind?: T["object"],
): T | undefined {
  const row = database.prepare("SELECT body FROM objects WHERE id = ?").get(id);
  const found = row === undefined ? undefined : (JSON.parse(String(row["body"])) as T);
  return kind === undefined || found?.object === kind ? found : undefined;
}

/** The internal data of an object. */
export function findInternal<T>(database: Database, id: string): T | undefined {
  const row = database.prepare("SELECT internal FROM objects WHERE id = ?").get(id);
  return row === undefined ? undefined : ((JSON.parse(String(row["internal"])) ?? undefined) as T);
}

function whereClause(kind: string, conditions: Condition[]) {
  const values: SQLInputValue[] = [kind];
  const clauses = conditions.map(({ field, operator, values: wanted }) => {
    values.push(...wanted);
    const column = field === "customer" ? "customer" : `json_extract(body, '$.${field}')`;
    return `${column} ${operator} ${operator === "in" ? `(${wanted.map(() => "?").join(", ")})` : "?"}`;
  });
  return { sql: ["object = ?", ...clauses].join(" AND "), values };
}

/** One page of a kind of objects, newest first, beside one object or at the start; `hasMore` refers to the direction of paging. */
export function listObjects<T extends StoredObject>(
  database: Database,
  kind: T["object"],
  conditions: Condition[],
  page: { limit: number; after?: string | undefined; before?: string | undefined },
): { objects: T[]; hasMore: boolean } {
  const where = whereClause(kind, conditions);
  const cursor = page.after ?? page.before;
  const backwards = page.after === undefined && page.before !== undefined;
  const beside =
    cursor === undefined
      ? ""
      : `AND sequence ${backwards ? ">" : "<"} (SELECT sequence FROM objects WHERE id = ?)`;
  const rows = database
    .prepare(
      `SELECT body FROM objects WHERE ${where.sql} ${beside} ORDER BY sequence ${backwards ? "ASC" : "DESC"} LIMIT ?`,
    )
    .all(...where.values, ...(cursor === undefined ? [] : [cursor]), page.limit + 1);
  const objects = rows.slice(0, page.limit).map((row) => JSON.parse(String(row["body"])) as T);
  return {
    objects: backwards ? objects.toReversed() : objects,
    hasMore: rows.length > page.limit,
  };
}

/** The object that is due first, if any is due, with its time (Unix seconds). */
export function findFirstDue(
  database: Database,
  nowSeconds: number,
): { object: StoredObject; dueAt: number } | undefined {
  const row = database
    .prepare("SELECT body, due_at FROM objects WHERE due_at <= ? ORDER BY due_at, sequence LIMIT 1")
    .get(nowSeconds);
  return row === undefined
    ? undefined
    : { object: JSON.parse(String(row["body"])) as StoredObject, dueAt: Number(row["due_at"]) };
}

/** Reads a setting, inserted when it is missing. */
export function getOrInsertSetting(database: Database, name: string, make: () => string): string {
  database
    .prepare("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING")
    .run(name, make());
  const row = database.prepare("SELECT value FROM settings WHERE name = ?").get(name);
  return String(row?.["value"]);
}

/** Reads a setting; undefined when it is missing. */
export function findSetting(database: Database, name: string): string | undefined {
  const row = database.prepare("SELECT value FROM settings WHERE name = ?").get(name);
  return row === undefined ? undefined : String(row["value"]);
}

/** Inserts or replaces a setting. */
export function upsertSetting(database: Database, name: string, value: string) {
  database
    .prepare(
      "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .run(name, value);
}

/** A response stored under an idempotency key. */
export interface StoredResponse {
  endpoint: string;
  requestHash: string;
  body: string;
}

/** Finds the response stored under a key. */
export function findResponse(database: Database, key: string): StoredResponse | undefined {
  return database
    .prepare(
      "SELECT endpoint, request_hash AS requestHash, body FROM idempotent_responses WHERE key = ?",
    )
    .get(key) as StoredResponse | undefined;
}

/** Stores a response under a key. */
export function insertResponse(
  database: Database,
  key: string,
  response: StoredResponse,
  createdAtSeconds: number,
) {
  const { endpoint, requestHash, body } = response;
  database
    .prepare("INSERT INTO idempotent_responses VALUES (?, ?, ?, ?, ?)")
    .run(key, endpoint, requestHash, body, createdAtSeconds);
}

/** Deletes the responses stored before a time. */
export function deleteResponsesBefore(database: Database, beforeSeconds: number) {
  database.prepare("DELETE FROM idempotent_responses WHERE created_at < ?").run(beforeSeconds);
}
