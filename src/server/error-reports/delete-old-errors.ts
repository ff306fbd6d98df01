// Forgets errors of long ago; a recurring job.
import { addDays } from "#core/calendar.ts";
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { deleteErrorsBefore } from "./error-queries.ts";

const retentionDays = 90;

/** Removes errors that happened more than 90 days ago; returns how many. */
export async function deleteOldErrors({
  db,
  log,
  now,
}: Pick<AppServices, "db" | "log" | "now">): Promise<number> {
  const before = addDays(now(), -retentionDays);
  const forgotten = await atomically(db, (inner) => deleteErrorsBefore(inner, before));
  if (forgotten > 0) log.info({ forgotten }, "Old errors forgotten");
  return forgotten;
}
