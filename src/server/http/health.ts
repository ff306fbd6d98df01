// Tells a supervisor whether the server runs and whether it can do its work.
import { statfs } from "node:fs/promises";
import type { AppServices } from "#server/context.ts";
import { within } from "./request-context.ts";
import { pingDatabase, writeToDatabase } from "./metric-queries.ts";

const readinessDeadlineMilliseconds = 2_500;
/** Looks that write are made no more often than this, however many ask. */
const lookAgainMilliseconds = 2_000;
/** With less the database can hardly go on: one piece of its journal has 16 MB. */
const leastFreeBytes = 16 * 1_048_576;

async function answers(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await within(readinessDeadlineMilliseconds, work());
    return true;
  } catch {
    return false;
  }
}

function healthResponse(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** 200 as soon as requests are served. */
export function healthz(): Response {
  return healthResponse(200, { status: "ok" });
}

/** How far the process is: what it needs is being made, it serves, or it is about to end and wants no new visitors. */
export type Stage = "starting" | "serving" | "ending";

/** Bytes and entries that a disk still takes; `entries` null where it does not count them. */
export type FreeRoom = { readonly bytes: number; readonly entries: number | null };

async function freeRoomOf(folder: string): Promise<FreeRoom> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return { bytes: bavail * bsize, entries: files === 0 ? null : ffree };
}

/** `look`, made once for all who ask within two seconds. */
function shared(read: () => Promise<boolean>): () => Promise<boolean> {
  let last: { readonly at: number; readonly answer: Promise<boolean> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= lookAgainMilliseconds) last = { at: now, answer: read() };
    return last.answer;
  };
}

type Sources = Pick<AppServices, "db" | "files"> & {
  readonly dataDir: string;
  /** Whether a statement found the database's disk full since that was last asked. */
  readonly takeDatabaseFull: () => boolean;
  readonly findFreeRoom?: (folder: string) => Promise<FreeRoom>;
  /** Writes something to the database and takes it back. */
  readonly tryToWrite?: () => Promise<void>;
};

/**
 * The answer to `/readyz`: 200 while database and storage answer and no disk is full, 503 naming the one that is at
 * fault, or that the start or the end is under way. A database is written to only after a statement found its disk full,
 * until it takes something again.
 */
export function createReadiness(sources: Sources): (stage: Stage) => Promise<Response> {
  const { db, files, dataDir, takeDatabaseFull, findFreeRoom = freeRoomOf } = sources;
  const { tryToWrite = () => writeToDatabase(db) } = sources;
  const storageAnswers = shared(() => answers(() => files.check()));
  const hasSpace = shared(() =>
    answers(async () => {
      const { bytes, entries } = await findFreeRoom(dataDir);
      if (bytes < leastFreeBytes || entries === 0) throw new Error("The disk is full.");
    }),
  );
  let isDatabaseFull = false;
  const databaseTakes = shared(async () => {
    isDatabaseFull = !(await answers(tryToWrite));
    return !isDatabaseFull;
  });

  return async (stage) => {
    if (stage !== "serving") return healthResponse(503, { status: stage });
    isDatabaseFull ||= takeDatabaseFull();
    const [database, storage, room, taken] = await Promise.all([
      answers(() => pingDatabase(db)),
      storageAnswers(),
      hasSpace(),
      isDatabaseFull ? databaseTakes() : true,
    ]);
    const isReady = database && storage && room && taken;
    const notified = (isAnswering: boolean) => (isAnswering ? "ok" : "unavailable");
    return healthResponse(isReady ? 200 : 503, {
      status: notified(isReady),
      database: database && !taken ? "full" : notified(database),
      storage: notified(storage),
      disk: room ? "ok" : "full",
    });
  };
}
