import type { WarehouseFields } from "#catalogue/contract/warehouses.ts";
import type { Db } from "#platform/server/db/open.ts";

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** A warehouse was entered or changed; `before` is null for a new one. */
    readonly warehouseSaved: (
      db: Db,
      saved: WarehouseFields & { readonly id: string },
      facts: { readonly before: WarehouseFields | null; readonly now: Date },
    ) => Promise<void>;
  }
}
