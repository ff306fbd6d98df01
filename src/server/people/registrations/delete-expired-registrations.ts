// Removes sign-ups whose link was never used; a recurring job.
import type { Parts } from "#server/context.ts";
import { deleteExpired } from "./store.ts";

/** Removes those that were made more than a week ago; returns how many. */
export async function deleteExpiredRegistrations({
  db,
  log,
  now,
}: Pick<Parts, "db" | "log" | "now">): Promise<number> {
  const deleted = await deleteExpired(db, now());
  if (deleted > 0) log.info({ deleted }, "Expired registrations deleted");
  return deleted;
}
