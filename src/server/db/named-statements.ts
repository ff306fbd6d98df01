// Has PostgreSQL parse and plan each statement once per connection instead of at every call.
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

// Statements built from lists differ with the list's length; beyond this many, new ones go unnamed,
// so that neither side's memory grows without end.
const MOST_NAMES = 500;
/** SQLSTATE */
const DISK_FULL = "53100";

/**
 * Stands before a statement whose best plan depends on its values, such as a search: it is sent without a name, so
 * that PostgreSQL plans it for the values of each call.
 */
export const plannedForItsValues = "/* planned for its values */";

/**
 * Wraps a pool for the query builder so that statements with parameters are sent under a name. A
 * connection whose state can no longer be relied on is closed instead of going back to the pool. `onFull` hears of a
 * statement that found no room on the database's disk.
 */
export function nameStatements(pool: pg.Pool, onFull: () => void): PostgresPool {
  const names = new Map<string, string>();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      let namingClient = wrapped.get(client);
      if (!namingClient) {
        namingClient = wrap(client, names, onFull);
        wrapped.set(client, namingClient);
      }
      return namingClient;
    },
  };
}

function wrap(
  client: pg.PoolClient,
  names: Map<string, string>,
  onFull: () => void,
): PostgresPoolClient {
  let isBroken = false;

  async function query(text: string, parameters: readonly unknown[]) {
    const isNamed = parameters.length > 0 && !text.includes(plannedForItsValues);
    const name = isNamed ? nameOf(text, names) : undefined;
    try {
      return await client.query({ text, values: [...parameters], ...(name && { name }) });
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === DISK_FULL) onFull();
      isBroken ||= !(error instanceof pg.DatabaseError) || isStalePlan(error);
      throw error;
    }
  }

  return {
    // The builder's own type speaks of cursors too; none is configured, so none arrives.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy === true || isBroken),
  };
}

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST_NAMES) return undefined;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

/** Whether a statement failed only because a table changed its shape after it had been planned. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "0A000" &&
    error.routine === "RevalidateCachedQuery"
  );
}
