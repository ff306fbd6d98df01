// Tells a supervisor whether the server runs and whether it can do its work.
import type { Parts } from "#server/context.ts";
import { within } from "./request-context.ts";
import { pingDatabase } from "./store.ts";

const readinessDeadlineMilliseconds = 2_500;

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

/** 200 while database and storage answer, 503 naming the one that does not, or that the start or the end is under way. */
export async function readyz({ db, files }: Parts, stage: Stage): Promise<Response> {
  if (stage !== "serving") return healthResponse(503, { status: stage });
  const [database, storage] = await Promise.all([
    answers(() => pingDatabase(db)),
    answers(() => files.check()),
  ]);
  const told = (isAnswering: boolean) => (isAnswering ? "ok" : "unavailable");
  const isReady = database && storage;
  return healthResponse(isReady ? 200 : 503, {
    status: told(isReady),
    database: told(database),
    storage: told(storage),
  });
}
