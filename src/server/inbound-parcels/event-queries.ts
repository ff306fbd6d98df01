// The SQL about the history of inbound parcels.
import type { Insertable } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { InboundParcelsTables } from "#server/db/tables/inbound-parcels.ts";

export async function insertEvents(
  db: Db,
  events: readonly Insertable<InboundParcelsTables["inboundParcelEvents"]>[],
): Promise<void> {
  if (events.length > 0) await db.insertInto("inboundParcelEvents").values(events).execute();
}
