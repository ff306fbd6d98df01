import type { SuspendedLaneFacts } from "#catalogue/contract/lanes.ts";
import type { Context } from "#platform/server/context.ts";
import { listOpenSuspensions } from "./lane-queries.ts";

/** Every suspension that is not over, also those that begin on a later day, in the language of the request. */
export async function listSuspendedLanes({
  db,
  language,
}: Pick<Context, "db" | "language">): Promise<{ items: SuspendedLaneFacts[] }> {
  return { items: await listOpenSuspensions(db, language) };
}
