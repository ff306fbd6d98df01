// Whether a pooler between server and database keeps a session for each connection, as the server needs.
import { sql } from "kysely";
import { brandName } from "#platform/rules/brand.ts";
import { openDatabase } from "./open.ts";

/** A connection as this check needs it. */
export type ProbedConnection = {
  /** The number of the process of PostgreSQL that answers. */
  readonly backend: () => Promise<number>;
  readonly timeZone: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** What stands between server and database cannot be used; `message` says why, and what to do. */
export class UnsuitablePooler extends Error {
  override readonly name = "UnsuitablePooler";
}

const rounds = 4;

const transactionMode = `DATABASE_URL leads to a pooler that hands out connections for each transaction. ${brandName} needs sessions: it prepares statements, listens for jobs and sets the role and time limit of each connection. Set pool_mode = session for this database in the pooler, or let DATABASE_URL name PostgreSQL itself.`;

const otherTimeZone = (zone: string) =>
  `The pooler of DATABASE_URL leaves out the options of a connection, whose time zone is therefore ${zone}. Run alter role … set timezone = 'UTC'; alter role … set statement_timeout = '10s'; for the role of DATABASE_URL and for application_of_ followed by the name of the database, then restart the pooler.`;

/**
 * Throws `UnsuitablePooler` where two connections that are open at once are answered by the same process of PostgreSQL, or one
 * of them by several, as those of a pooler for transactions or statements are; and where a session does not run in UTC.
 */
export async function requireSessions(connect: () => Promise<ProbedConnection>): Promise<void> {
  const opened: ProbedConnection[] = [];
  try {
    const first = await connect();
    opened.push(first);
    const second = await connect();
    opened.push(second);
    const [ofFirst, ofSecond] = [await first.backend(), await second.backend()];
    let isShared = ofFirst === ofSecond;
    for (let round = 1; round < rounds; round += 1) {
      isShared ||= (await first.backend()) !== ofFirst || (await second.backend()) !== ofSecond;
    }
    if (isShared) throw new UnsuitablePooler(transactionMode);
    const zone = await first.timeZone();
    if (!/^(?:Etc\/)?(?:UTC|GMT)$/.test(zone)) throw new UnsuitablePooler(otherTimeZone(zone));
  } finally {
    await Promise.allSettled(opened.map((connection) => connection.close()));
  }
}

/** A connection of its own to the database at `url`, with the options of all others. */
export async function connectForProbe(url: string): Promise<ProbedConnection> {
  const ignore = () => undefined;
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const database = openDatabase({ url, log, poolSize: 1 });
  const ask = async (what: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ answer: unknown }>`select ${what} as answer`.execute(
      database.kysely,
    );
    return rows[0]?.answer;
  };
  return {
    backend: async () => Number(await ask(sql`pg_backend_pid()`)),
    timeZone: async () => String(await ask(sql`current_setting('timezone')`)),
    close: () => database.close(),
  };
}
