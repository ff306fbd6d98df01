import { statfs } from "node:fs/promises";
import type { AppServices } from "#platform/server/context.ts";
import { productVersion } from "#platform/server/version.ts";
import { withTimeout } from "./request-context.ts";
import { pingDatabase, writeToDatabase } from "./metric-queries.ts";

const readinessTimeoutMilliseconds = 2_500;
/** Storage makes no process unready, so a proxy must not wait for one that hangs either. */
const storageTimeoutMilliseconds = 500;
/** Checks that write are made at most this often, however many requests come. */
const recheckMilliseconds = 2_000;
/** One segment of PostgreSQL's write-ahead log has 16 MB. */
const minFreeBytes = 16 * 1_048_576;

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await withTimeout(readinessTimeoutMilliseconds, work());
    return true;
  } catch {
    return false;
  }
}

function healthResponse(status: number, facts: object): Response {
  const body = { ...facts, version: productVersion };
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** 200 as soon as requests are served. */
export function healthz(): Response {
  return healthResponse(200, { status: "ok" });
}

/** Only a server that is `serving` is ready; one that is `ending` still answers. */
export type Stage = "starting" | "serving" | "ending";

/** Free space of a disk; `entries` (files and folders) is null where the file system does not count them. */
export type FreeSpace = { readonly bytes: number; readonly entries: number | null };

async function freeSpaceOf(folder: string): Promise<FreeSpace> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return { bytes: bavail * bsize, entries: files === 0 ? null : ffree };
}

/** Calls `check` at most once in two seconds and shares its result. */
function shared(check: () => Promise<boolean>): () => Promise<boolean> {
  let last: { readonly at: number; readonly answer: Promise<boolean> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= recheckMilliseconds) last = { at: now, answer: check() };
    return last.answer;
  };
}

/** Whether files can be stored, by a file that is written; asked again after two seconds at the earliest. */
export function createStorageCheck(files: Pick<AppServices["files"], "check">) {
  return shared(() => succeeds(() => files.check()));
}

type Sources = Pick<AppServices, "db"> & {
  readonly dataDir: string;
  readonly isStorageUp: () => Promise<boolean>;
  /** Whether a statement has found the database's disk full since the last call. */
  readonly takeDatabaseFull: () => boolean;
  readonly findFreeSpace?: (folder: string) => Promise<FreeSpace>;
  /** Writes something to the database and removes it. */
  readonly tryToWrite?: () => Promise<void>;
};

/**
 * Answers `/readyz`: 200 while the database works and no disk is full, else 503 naming the cause or the stage. Storage that is
 * away is named and takes no process out: all of them share it, and all but photos goes on. The database is written to only after a statement found its disk full, until a write succeeds.
 */
export function createReadiness(sources: Sources): (stage: Stage) => Promise<Response> {
  const { db, dataDir, takeDatabaseFull, isStorageUp, findFreeSpace = freeSpaceOf } = sources;
  const { tryToWrite = () => writeToDatabase(db) } = sources;
  const hasFreeSpace = shared(() =>
    succeeds(async () => {
      const { bytes, entries } = await findFreeSpace(dataDir);
      if (bytes < minFreeBytes || entries === 0) throw new Error("The disk is full.");
    }),
  );
  let isDatabaseFull = false;
  const isDatabaseWritable = shared(async () => {
    isDatabaseFull = !(await succeeds(tryToWrite));
    return !isDatabaseFull;
  });

  return async (stage) => {
    if (stage !== "serving") return healthResponse(503, { status: stage });
    isDatabaseFull ||= takeDatabaseFull();
    const [database, storage, disk, writable] = await Promise.all([
      succeeds(() => pingDatabase(db)),
      withTimeout(storageTimeoutMilliseconds, isStorageUp()).catch(() => false),
      hasFreeSpace(),
      isDatabaseFull ? isDatabaseWritable() : true,
    ]);
    const isReady = database && disk && writable;
    const word = (isOk: boolean) => (isOk ? "ok" : "unavailable");
    return healthResponse(isReady ? 200 : 503, {
      status: word(isReady),
      database: database && !writable ? "full" : word(database),
      storage: word(storage),
      disk: disk ? "ok" : "full",
    });
  };
}
