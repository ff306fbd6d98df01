import { apiError } from "#contract/errors.ts";
import type { Db } from "#server/db/open.ts";
import { isCarrier, listCarrierNames } from "./carrier-queries.ts";

/** Throws `carrier_not_found` when no carrier has the code. */
export async function checkCarrierExists(db: Db, carrierCode: string): Promise<void> {
  if (!(await isCarrier(db, carrierCode))) throw apiError("carrier_not_found");
}

/** The names of carriers by their codes, as legs store them. */
export async function readCarrierNames(
  db: Db,
  carrierCodes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return await listCarrierNames(db, carrierCodes);
}
