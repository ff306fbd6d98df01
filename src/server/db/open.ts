// Opens PostgreSQL: the pool of connections, the query builder on it, and what runs as one on both.
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { DatabaseLog } from "./database-log.ts";
import { isStalePlan, nameStatements } from "./named-statements.ts";
import type { Tables } from "./tables.ts";

/** What queries are built on: the pool, or one running database transaction. */
export type Db = Kysely<Tables>;

export type Database = {
  readonly kysely: Db;
  /** The connections under `kysely`, for what needs a connection of its own. */
  readonly pool: pg.Pool;
  /** The address it was opened with, password included: never write it to a log. */
  readonly url: string;
  /** Whether a statement found the disk of the database full since this was last asked. */
  takeFull(): boolean;
  /** Ends every connection once its query is done, and resolves when all are closed. Calling it again does no more. */
  close(): Promise<void>;
};

type Options = {
  /** `postgresql://…` of any PostgreSQL from 15 on. */
  readonly url: string;
  readonly log: DatabaseLog;
  /** How many connections at most; 10 unless told. */
  readonly poolSize?: number;
  /** How long one statement may run; 10 s unless told, 0 for as long as it takes. */
  readonly statementTimeoutMilliseconds?: number;
};

const CONNECTION_TIMEOUT_MILLISECONDS = 2_500;
// A server that no longer answers never confirms the end of a connection.
const FAREWELL_MILLISECONDS = 2_500;
// The server gives up first and says so; the client only where the server no longer answers.
const GRACE_MILLISECONDS = 1_000;

const MOST_ATTEMPTS = 5;
const FIRST_DELAY_MILLISECONDS = 10;

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

const { builtins } = pg.types;

const parsers = new Map<number, (text: string) => unknown>([
  // Money and counters: exact, where a JavaScript number would round.
  [builtins.INT8, BigInt],
  // A calendar day has no zone; the driver would make it midnight of this machine's.
  [builtins.DATE, (text) => text],
]);

/** Columns are snake_case in SQL and camelCase in code; the content of JSON columns stays as it is. */
export const rowPlugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/**
 * Opens a database without connecting yet: the first query does.
 *
 * `int8` is read as bigint, `timestamptz` as Date, `date` as 'YYYY-MM-DD', `numeric` (and so the
 * sum of `int8`) as text. Sessions run in UTC. A lost connection is logged and replaced at the next
 * query; it never ends the process. Queries fail when no connection is to be had within 2.5 s or
 * when they run longer than the statement timeout.
 */
export function openDatabase(options: Options): Database {
  const { url, log, poolSize = 10, statementTimeoutMilliseconds = 10_000 } = options;
  const isLimited = statementTimeoutMilliseconds > 0;
  const { connectionString, startOptions } = ownOptions(url);
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MILLISECONDS,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMilliseconds,
    ...(isLimited && {
      query_timeout: statementTimeoutMilliseconds + GRACE_MILLISECONDS,
      idle_in_transaction_session_timeout: statementTimeoutMilliseconds,
    }),
    keepAlive: true,
    options: startOptions,
    types: { getTypeParser: parserFor },
  });
  const connectionLost = (error: Error) => {
    log.warn({ error: error.message }, "A database connection was lost");
  };
  pool.on("error", connectionLost);
  // A connection that breaks while somebody holds it tells only itself, and unheard it would end
  // the process.
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

// Options that an address brings would take the place of ours; so they are joined.
function ownOptions(url: string): { connectionString: string; startOptions: string } {
  const ours = "-c timezone=UTC";
  const address = new URL(url);
  const given = address.searchParams.get("options");
  if (given === null) return { connectionString: url, startOptions: ours };
  address.searchParams.delete("options");
  return { connectionString: address.href, startOptions: `${ours} ${given}` };
}

// The pool has done its part when every connection was told to end; a server that stops before they
// have would seem to break them.
async function endAll(pool: pg.Pool, connected: ReadonlySet<pg.PoolClient>): Promise<void> {
  await pool.end();
  const ended = [...connected].map((client) => once(client, "end"));
  const shutdown = new AbortController();
  await Promise.race([
    Promise.all(ended),
    setTimeout(FAREWELL_MILLISECONDS, undefined, { signal: shutdown.signal }),
  ]);
  shutdown.abort();
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
 * Runs `work` in a database transaction and commits when it returns; when it throws, nothing of it
 * remains and the error goes on to the caller.
 *
 * Inside a running transaction it becomes a savepoint: a failure undoes this part alone, and the
 * caller may go on. At the outermost level `work` is run again, up to five times, when PostgreSQL
 * broke off on account of other transactions; so whatever `work` does outside the database must
 * bear repeating.
 */
export async function atomically<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await behindSavepoint(db, work);

  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !mayWorkNextTime(error)) throw error;
      await delay(attempt);
    }
  }
}

async function behindSavepoint<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
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
      // The connection is gone, and the whole transaction with it: the first error tells more.
    }
    throw error;
  }
  await sql`release savepoint part`.execute(db);
  return result;
}

function mayWorkNextTime(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK || isStalePlan(error);
}

// Chance keeps two that collided from colliding again.
async function delay(attempt: number): Promise<void> {
  const longest = FIRST_DELAY_MILLISECONDS * 2 ** attempt;
  await setTimeout(longest * (0.5 + Math.random() / 2));
}
