import { addDays } from "#platform/rules/calendar.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { deleteErrorsBefore } from "./error-queries.ts";

const retentionDays = 90;

/** Deletes errors older than 90 days and returns how many; a recurring job. */
export async function deleteOldErrors({
  db,
  log,
  now,
}: Pick<AppServices, "db" | "log" | "now">): Promise<number> {
  const before = addDays(now(), -retentionDays);
  const deleted = await atomically(db, (inner) => deleteErrorsBefore(inner, before));
  if (deleted > 0) log.info({ deleted }, "Old errors deleted");
  return deleted;
}
