import { once } from "node:events";
import type { Duplex } from "node:stream";
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import { rowPlugins, type Database, type Db } from "./open.ts";
import type { Tables } from "./tables.ts";

/** One connection; copies are part of the database transaction that is open on `db`. */
export type CopyingConnection = {
  readonly db: Db;
  /** Runs `copy … to stdout` and yields its rows in chunks of about 2 MB that end with a whole row. */
  copyOut(statement: string): AsyncGenerator<Buffer>;
  /** Runs `copy … from stdin` with these rows. */
  copyIn(statement: string, rows: Uint8Array): Promise<void>;
};

const chunkBytes = 2 * 1024 * 1024;
const maxBufferedBytes = 4 * chunkBytes;

/** The driver's connection; its published types lack these members. */
type Connection = {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
};

/** Runs `work` on one connection of `database`; the connection is closed when it fails. */
export async function onOneConnection<T>(
  database: Database,
  work: (connection: CopyingConnection) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  const pool = {
    options: {},
    connect: async () => ({ query: client.query.bind(client), release() {} }) as PostgresPoolClient,
    end: async () => {},
  };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: rowPlugins,
  });
  try {
    const result = await work({
      db,
      copyOut: (statement) => copyOut(client, statement),
      copyIn: (statement, rows) => copyIn(client, statement, rows),
    });
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The callbacks of a query that both directions share; the driver calls them by name. */
function copying(statement: string) {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  // Rejections are handled where `done` is awaited.
  done.catch(() => undefined);
  let failure: Error | null = null;
  return {
    done,
    callbacks: {
      submit: (connection: object) => (connection as Connection).query(statement),
      handleError: (error: Error) => {
        failure = error;
        reject(error);
      },
      handleReadyForQuery: () => (failure === null ? resolve() : reject(failure)),
      handleCommandComplete() {},
      handleRowDescription() {},
      handleEmptyQuery() {},
    },
  };
}

async function* copyOut(client: pg.PoolClient, statement: string): AsyncGenerator<Buffer> {
  const { done, callbacks } = copying(statement);
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  let paused: Duplex | null = null;
  let isOver = false;
  let wake = () => {};
  const settled = () => {
    isOver = true;
    wake();
  };
  done.then(settled, settled);
  client.query({
    ...callbacks,
    handleCopyData({ chunk }: { chunk: Uint8Array }, { stream }: Connection) {
      // Copied, since the driver reuses its buffer.
      buffered.push(Buffer.from(chunk));
      bufferedBytes += chunk.byteLength;
      if (bufferedBytes > maxBufferedBytes) {
        paused = stream;
        stream.pause();
      }
      if (bufferedBytes >= chunkBytes) wake();
    },
  });
  const takeBuffered = () => {
    const chunk = Buffer.concat(buffered);
    buffered = [];
    bufferedBytes = 0;
    paused?.resume();
    paused = null;
    return chunk;
  };
  try {
    for (;;) {
      while (!isOver && bufferedBytes < chunkBytes) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
      const chunk = takeBuffered();
      if (chunk.byteLength > 0) yield chunk;
      else if (isOver) break;
    }
  } finally {
    // A consumer that stops early must not leave the connection blocked.
    while (!isOver) {
      takeBuffered();
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  await done;
}

async function copyIn(client: pg.PoolClient, statement: string, rows: Uint8Array): Promise<void> {
  const { done, callbacks } = copying(statement);
  client.query({
    ...callbacks,
    handleCopyInResponse: (connection: Connection) => void send(connection, rows),
  });
  await done;
}

async function send(connection: Connection, rows: Uint8Array): Promise<void> {
  for (let start = 0; start < rows.byteLength; start += chunkBytes) {
    connection.sendCopyFromChunk(rows.subarray(start, start + chunkBytes));
    // A broken connection fails the query itself.
    if (connection.stream.writableNeedDrain) {
      await Promise.race([once(connection.stream, "drain"), once(connection.stream, "close")]);
    }
  }
  connection.endCopyFrom();
}
