import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

// Limits the memory of both sides: statements with lists differ by the list's length.
const maxNames = 500;
/** SQLSTATE */
const diskFull = "53100";

/**
 * Prefix of a statement whose best plan depends on its values, such as a search: it is sent without a name, so that PostgreSQL
 * plans it at each call.
 */
export const plannedForItsValues = "/* planned for its values */";

/** What the connections of a pool share. */
type Shared = {
  /** The name of each statement by its text. */
  readonly names: Map<string, string>;
  /** Raised when a table is found to have changed: the plans of connections from before may be stale. */
  generation: number;
  readonly onFull: () => void;
};

/**
 * Wraps a pool so that statements with parameters are sent with a name: PostgreSQL then parses and plans each once per
 * connection. Where a table changed after that, as in an upgrade while this server runs, a statement outside a database
 * transaction is sent again without its name; inside one it fails, and `isStalePlan` says that the transaction may be
 * repeated. Connections with such plans, and those in an unknown state, are closed instead of returned to the pool. `onFull`
 * is called when a statement finds the database's disk full.
 */
export function nameStatements(pool: pg.Pool, onFull: () => void): PostgresPool {
  const shared: Shared = { names: new Map(), generation: 0, onFull };
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      let namingClient = wrapped.get(client);
      if (!namingClient) {
        namingClient = wrap(client, shared);
        wrapped.set(client, namingClient);
      }
      return namingClient;
    },
  };
}

function wrap(client: pg.PoolClient, shared: Shared): PostgresPoolClient {
  const { generation } = shared;
  const isStale = () => generation !== shared.generation;
  let isBroken = false;

  async function send(text: string, parameters: readonly unknown[], name?: string) {
    try {
      return await client.query({ text, values: [...parameters], ...(name && { name }) });
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === diskFull) shared.onFull();
      isBroken ||= !(error instanceof pg.DatabaseError);
      throw error;
    }
  }

  async function query(text: string, parameters: readonly unknown[]) {
    const isNamed = parameters.length > 0 && !text.includes(plannedForItsValues) && !isStale();
    const isInTransaction = client.getTransactionStatus() !== "I";
    try {
      return await send(text, parameters, isNamed ? nameOf(text, shared.names) : undefined);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      // For all connections at once: a repeated transaction would else meet the plans of one after the other.
      if (!isStale()) shared.generation += 1;
      if (isInTransaction) throw error;
      // PostgreSQL reports it before it runs anything.
      return await send(text, parameters);
    }
  }

  return {
    // Kysely's type also covers cursors, which are not configured.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy === true || isBroken || isStale()),
  };
}

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= maxNames) return undefined;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

/** Whether a statement failed only because a table changed after it had been planned. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "0A000" &&
    error.routine === "RevalidateCachedQuery"
  );
}
