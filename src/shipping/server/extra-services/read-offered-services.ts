import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRow } from "#shipping/server/tables/ship-requests.ts";
import { listServices } from "./extra-service-queries.ts";

/** The extra services that can be ordered, by code. */
export async function readOfferedServices(db: Db): Promise<ExtraServiceRow[]> {
  return (await listServices(db)).filter(({ isActive }) => isActive);
}
