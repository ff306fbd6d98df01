import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { DatabaseLog } from "#platform/server/log.ts";
import { isStalePlan, nameStatements } from "./named-statements.ts";
import type { Tables } from "./tables.ts";

/** The pool, or one database transaction. */
export type Db = Kysely<Tables>;

export type Database = {
  readonly kysely: Db;
  /** The connections of `kysely`, for code that needs one of its own. */
  readonly pool: pg.Pool;
  /** Contains the password: never log it. */
  readonly url: string;
  /** Whether a statement has found the database's disk full since the last call. */
  takeFull(): boolean;
  /** Closes every connection once its query is done, and resolves when all are closed. */
  close(): Promise<void>;
};

type Options = {
  /** `postgresql://…` of any PostgreSQL from 15 on. */
  readonly url: string;
  readonly log: DatabaseLog;
  /** Maximum number of connections; 10 by default. */
  readonly poolSize?: number;
  /** 10 s by default; 0 for no limit. */
  readonly statementTimeoutMilliseconds?: number;
  /** 2.5 s by default. */
  readonly connectTimeoutMilliseconds?: number;
};

// A server that no longer answers never confirms that a connection is closed.
const closeTimeoutMilliseconds = 2_500;
// The client's own statement timeout is longer, so that the server reports it first.
const extraClientTimeoutMilliseconds = 1_000;

const maxAttempts = 5;
const firstDelayMilliseconds = 10;

const serializationFailure = "40001";
const deadlock = "40P01";

const { builtins } = pg.types;

const parsers = new Map<number, (text: string) => unknown>([
  // Exact, where a JavaScript number would round.
  [builtins.INT8, BigInt],
  // The driver would make a date midnight in this machine's time zone.
  [builtins.DATE, (text) => text],
]);

/** Columns are snake_case in SQL and camelCase in code; the content of JSON columns stays as it is. */
export const rowPlugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/**
 * Opens a database without connecting yet: the first query does.
 *
 * `int8` is read as bigint, `timestamptz` as Date, `date` as 'YYYY-MM-DD', `numeric` (and so the
 * sum of `int8`) as text. Sessions run in UTC. A lost connection is logged and replaced at the next
 * query. Queries fail when no connection is available in time or when they exceed the statement timeout.
 */
export function openDatabase(options: Options): Database {
  const { url, log, poolSize = 10 } = options;
  const { statementTimeoutMilliseconds = 10_000, connectTimeoutMilliseconds = 2_500 } = options;
  const isLimited = statementTimeoutMilliseconds > 0;
  const { connectionString, startOptions } = joinOptions(url);
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    // After a quiet minute, requests should not wait for new connections, which take tens of milliseconds each.
    min: Math.ceil(poolSize / 2),
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMilliseconds,
    ...(isLimited && {
      query_timeout: statementTimeoutMilliseconds + extraClientTimeoutMilliseconds,
      idle_in_transaction_session_timeout: statementTimeoutMilliseconds,
    }),
    keepAlive: true,
    options: startOptions,
    types: { getTypeParser: parserFor },
  });
  const connectionLost = (error: Error) => {
    log.warn({ error }, "A database connection was lost");
  };
  pool.on("error", connectionLost);
  // An unhandled error of a connection in use would end the process.
  const connected = new Set<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.on("error", connectionLost);
    connected.add(client);
    client.once("end", () => connected.delete(client));
  });

  let isFull = false;
  const named = nameStatements(pool, () => {
    isFull = true;
  });
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: named }),
    plugins: rowPlugins,
  });
  let closing: Promise<void> | undefined;
  return {
    kysely,
    pool,
    url,
    takeFull: () => {
      const wasFull = isFull;
      isFull = false;
      return wasFull;
    },
    close: () => (closing ??= endAll(pool, connected)),
  };
}

// Options in the URL would replace ours, so they are joined.
function joinOptions(url: string): { connectionString: string; startOptions: string } {
  const ours = "-c timezone=UTC";
  const address = new URL(url);
  const options = address.searchParams.get("options");
  if (options === null) return { connectionString: url, startOptions: ours };
  address.searchParams.delete("options");
  return { connectionString: address.href, startOptions: `${ours} ${options}` };
}

// `pool.end` resolves before its connections are closed; stopping the database then would break them.
async function endAll(pool: pg.Pool, connected: ReadonlySet<pg.PoolClient>): Promise<void> {
  await pool.end();
  const ended = [...connected].map((client) => once(client, "end"));
  const timer = new AbortController();
  await Promise.race([
    Promise.all(ended),
    setTimeout(closeTimeoutMilliseconds, undefined, { signal: timer.signal }),
  ]);
  timer.abort();
}

function parserFor(typeId: number, format?: "text" | "binary") {
  return (
    parsers.get(typeId) ??
    (format === "binary"
      ? pg.types.getTypeParser(typeId, "binary")
      : pg.types.getTypeParser(typeId, "text"))
  );
}

/**
 * Runs `work` in a database transaction, which is rolled back when it throws.
 *
 * Inside a transaction it uses a savepoint: a failure rolls back this part alone. At the outermost level `work` runs up to
 * five times when PostgreSQL reports a conflict with other transactions, so its effects outside the database must be
 * repeatable.
 */
export async function atomically<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await withSavepoint(db, work);

  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error;
      await delay(attempt);
    }
  }
}

async function withSavepoint<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  // The same name at every depth: PostgreSQL resolves it to the innermost.
  await sql`savepoint part`.execute(db);
  let result: T;
  try {
    result = await work(db);
  } catch (error) {
    try {
      await sql`rollback to savepoint part`.execute(db);
      await sql`release savepoint part`.execute(db);
    } catch {
      // The connection is lost, and the transaction with it; the first error says more.
    }
    throw error;
  }
  await sql`release savepoint part`.execute(db);
  return result;
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === serializationFailure || error.code === deadlock || isStalePlan(error);
}

// Jitter, so that two that collided do not collide again.
async function delay(attempt: number): Promise<void> {
  const longest = firstDelayMilliseconds * 2 ** attempt;
  await setTimeout(longest * (0.5 + Math.random() / 2));
}
