/** What every operation of the sandbox works with: state, clock, addresses, and the request that is being answered. */
import type { Database } from "./resource-store.ts";

export interface World {
  database: Database;
  /** The account's present: the clock on the wall, plus what it was advanced by. Everything that is billed goes by it. */
  now: () => Date;
  /** The clock on the wall, by which everything goes that travels over the network. */
  wallNow: () => Date;
  /** Absolute base of the hosted pages, without a slash at the end. */
  publicUrl: string;
  merchantName: string;
  accountId: string;
  /** The API request that causes what happens; `null` for the hosted page and the clock. */
  request: { id: string | null; idempotencyKey: string | null };
}

/** The API version whose object shapes the sandbox speaks. */
export const apiVersion = "2026-10-28.endive";

/** The present in Unix seconds, as the API writes times. */
export function nowSeconds(world: World): number {
  return Math.floor(world.now().getTime() / 1000);
}
