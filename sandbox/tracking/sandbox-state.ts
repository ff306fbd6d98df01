import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type SandboxState = {
  readonly database: DatabaseSync;
  /** Real time, which pushes use. */
  readonly wallNow: () => Date;
};

const schema = `
  create table if not exists numbers (
    id integer primary key autoincrement,
    number text not null,
    carrier integer not null,
    tag text,
    story text not null,
    happened integer not null default 0,
    registered_at integer not null,
    next_at integer,
    is_stopped integer not null default 0,
    carrier_changes integer not null default 0,
    unique (number, carrier)
  ) strict;
  create index if not exists numbers_due on numbers (next_at) where next_at is not null and is_stopped = 0;
  create table if not exists happenings (
    number_id integer not null references numbers (id) on delete cascade,
    position integer not null,
    occurred_at integer not null,
    primary key (number_id, position)
  ) strict;
  create table if not exists pushes (
    sequence integer primary key autoincrement,
    number text not null,
    body text not null,
    rank integer not null default 0,
    attempts integer not null default 0,
    next_attempt_at integer not null,
    claimed_until integer not null default 0,
    outcome text
  ) strict;
  create index if not exists pushes_pending on pushes (rank, sequence) where outcome is null;
  create index if not exists pushes_by_outcome on pushes (outcome);
  create table if not exists chosen_stories (number text primary key, story text not null) strict;
  create table if not exists settings (name text primary key, value text not null) strict;
`;

/** Opens the file, created when missing. Several processes may have it open. */
export function openDatabase(dataFile: string): DatabaseSync {
  mkdirSync(dirname(dataFile), { recursive: true });
  const database = new DatabaseSync(dataFile, { timeout: 10_000 });
  for (let attempt = 1; ; attempt += 1) {
    try {
      // A killed process loses nothing by it; a power cut may lose the last invented events.
      database.exec("pragma journal_mode = wal; pragma synchronous = normal;");
      database.exec(schema);
      return database;
    } catch (error) {
      // Switching to WAL does not wait for another process that switches at the same moment.
      if (attempt === 20 || !String(error).includes("locked")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

/** Runs the work in one write transaction, or in the one that is open. */
export function atomically<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work();
  database.exec("begin immediate");
  try {
    const result = work();
    database.exec("commit");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

export function readSetting(database: DatabaseSync, name: string): unknown {
  const row = database.prepare("select value from settings where name = ?").get(name);
  return row === undefined ? undefined : JSON.parse(String(row["value"]));
}

export function saveSetting(database: DatabaseSync, name: string, value: unknown): void {
  database
    .prepare(
      "insert into settings values (?, ?) on conflict (name) do update set value = excluded.value",
    )
    .run(name, JSON.stringify(value));
}

/** A number below 1,000 that depends on the purpose and the sequence alone, so that a run can be repeated. */
export function chance(purpose: string, sequence: number): number {
  return createHash("sha256").update(`${purpose}:${sequence}`).digest().readUInt32BE() % 1000;
}
