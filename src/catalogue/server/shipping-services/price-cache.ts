import type { Db } from "#platform/server/db/open.ts";
import { listPrices, type VersionPrices } from "./service-queries.ts";

/** What the versions in use cost, so that a price does not take reading 100,000 imported rates. */
export type PriceCache = {
  /** By the ids of versions, which never change. Those that are not in `ids` are dropped. */
  read(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, VersionPrices>>;
};

/** A cache of one process; nothing is read before it is asked. */
export function createPriceCache(): PriceCache {
  let known: ReadonlyMap<string, VersionPrices> = new Map();
  return {
    async read(db, ids) {
      const missing = ids.filter((id) => !known.has(id));
      if (missing.length === 0 && ids.length === known.size) return known;
      const all = new Map([...known, ...(await listPrices(db, missing))]);
      known = new Map([...all].filter(([id]) => ids.includes(id)));
      return known;
    },
  };
}

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly servicePrices: PriceCache;
  }
}
