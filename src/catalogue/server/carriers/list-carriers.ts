import type { Carrier } from "#catalogue/contract/carriers.ts";
import type { Context } from "#platform/server/context.ts";
import { listCarrierRows } from "./carrier-queries.ts";

/** Every carrier, also those that are not offered any more. */
export async function listCarriers({ db }: Pick<Context, "db">): Promise<{ items: Carrier[] }> {
  return { items: await listCarrierRows(db) };
}
