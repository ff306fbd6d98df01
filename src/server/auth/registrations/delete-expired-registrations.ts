// Removes sign-ups whose link was never used; a recurring job.
import type { AppServices } from "#server/context.ts";
import { deleteExpired } from "./registration-queries.ts";

/** Removes those that were made more than a week ago; returns how many. */
export async function deleteExpiredRegistrations({
  db,
  log,
  now,
}: Pick<AppServices, "db" | "log" | "now">): Promise<number> {
  const deleted = await deleteExpired(db, now());
  if (deleted > 0) log.info({ deleted }, "Expired registrations deleted");
  return deleted;
}
