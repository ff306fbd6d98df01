import type { AppServices } from "#platform/server/context.ts";
import { deleteExpired } from "./registration-queries.ts";

/** Recurring job: deletes sign-ups that were never verified within a week; returns how many. */
export async function deleteExpiredRegistrations({
  db,
  log,
  now,
}: Pick<AppServices, "db" | "log" | "now">): Promise<number> {
  const deleted = await deleteExpired(db, now());
  if (deleted > 0) log.info({ deleted }, "Expired registrations deleted");
  return deleted;
}
