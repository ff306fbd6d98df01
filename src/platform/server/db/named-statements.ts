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

/**
 * Wraps a pool so that statements with parameters are sent with a name: PostgreSQL then parses and plans each once per
 * connection. A connection in an unknown state is closed instead of returned to the pool. `onFull` is called when a statement
 * finds the database's disk full.
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
      if (error instanceof pg.DatabaseError && error.code === diskFull) onFull();
      isBroken ||= !(error instanceof pg.DatabaseError) || isStalePlan(error);
      throw error;
    }
  }

  return {
    // Kysely's type also covers cursors, which are not configured.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy === true || isBroken),
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
