// Copies whole tables out of PostgreSQL and into it, on one connection held throughout.
import { once } from "node:events";
import type { Duplex } from "node:stream";
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import { rowPlugins, type Database, type Db } from "./open.ts";
import type { Tables } from "./tables.ts";

/** One connection: what is copied is part of the database transaction that `db` has open on it. */
export type CopyingConnection = {
  readonly db: Db;
  /** Runs `copy … to stdout` and gives its rows in pieces of some megabytes, each ending with a whole row. */
  copyOut(statement: string): AsyncGenerator<Buffer>;
  /** Runs `copy … from stdin` with these rows. */
  copyIn(statement: string, rows: Uint8Array): Promise<void>;
};

const pieceBytes = 2 * 1024 * 1024;
const mostWaitingBytes = 4 * pieceBytes;

/** What the driver's connection offers to copying; its published types leave this out. */
type Connection = {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
};

/** Holds one connection of `database` while `work` runs; it is closed when that fails. */
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

/** The part of a query's life that both ways of copying share; the driver calls these by name. */
function copying(statement: string) {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  // Heard where it is awaited; until then it must not end the process.
  done.catch(() => undefined);
  let failure: Error | null = null;
  return {
    done,
    driven: {
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
  const { done, driven } = copying(statement);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let paused: Duplex | null = null;
  let isOver = false;
  let wake = () => {};
  const settled = () => {
    isOver = true;
    wake();
  };
  done.then(settled, settled);
  client.query({
    ...driven,
    handleCopyData({ chunk }: { chunk: Uint8Array }, { stream }: Connection) {
      // The driver uses its buffer again.
      waiting.push(Buffer.from(chunk));
      waitingBytes += chunk.byteLength;
      if (waitingBytes > mostWaitingBytes) {
        paused = stream;
        stream.pause();
      }
      if (waitingBytes >= pieceBytes) wake();
    },
  });
  const takeWaiting = () => {
    const piece = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    paused?.resume();
    paused = null;
    return piece;
  };
  try {
    for (;;) {
      while (!isOver && waitingBytes < pieceBytes) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
      const piece = takeWaiting();
      if (piece.byteLength > 0) yield piece;
      else if (isOver) break;
    }
  } finally {
    // Whoever stops listening early must not leave the connection waiting for them.
    while (!isOver) {
      takeWaiting();
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  await done;
}

async function copyIn(client: pg.PoolClient, statement: string, rows: Uint8Array): Promise<void> {
  const { done, driven } = copying(statement);
  client.query({
    ...driven,
    handleCopyInResponse: (connection: Connection) => void send(connection, rows),
  });
  await done;
}

async function send(connection: Connection, rows: Uint8Array): Promise<void> {
  for (let start = 0; start < rows.byteLength; start += pieceBytes) {
    connection.sendCopyFromChunk(rows.subarray(start, start + pieceBytes));
    // A connection that breaks here fails the query itself.
    if (connection.stream.writableNeedDrain) {
      await Promise.race([once(connection.stream, "drain"), once(connection.stream, "close")]);
    }
  }
  connection.endCopyFrom();
}
