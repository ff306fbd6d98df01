import type { Carrier } from "#contract/carriers.ts";
import type { SignedInContext } from "#server/context.ts";
import { listCarrierRows } from "./carrier-queries.ts";

/** Every carrier, also those that are not offered any more. */
export async function listCarriers({ db }: SignedInContext): Promise<{ items: Carrier[] }> {
  return { items: await listCarrierRows(db) };
}
