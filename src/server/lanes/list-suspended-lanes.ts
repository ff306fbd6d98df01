// Tells customers which lanes are suspended.
import type { SuspendedLaneFacts } from "#contract/lanes.ts";
import type { SignedInContext } from "#server/context.ts";
import { suspendedLaneOf } from "./rows.ts";
import { selectSuspendedLanes } from "./lane-queries.ts";

/** Every suspension that stands, also those of days to come. */
export async function listSuspendedLanes({
  db,
}: SignedInContext): Promise<{ items: SuspendedLaneFacts[] }> {
  const rows = await selectSuspendedLanes(db);
  return { items: rows.map(suspendedLaneOf) };
}
