import type { WarehouseFields } from "#contract/warehouses.ts";
import type { Db } from "#server/db/open.ts";

declare module "#server/context.ts" {
  interface Listeners {
    /** A warehouse was entered or changed; `before` is null for a new one. */
    readonly warehouseSaved: (
      db: Db,
      saved: WarehouseFields & { readonly id: string },
      facts: { readonly before: WarehouseFields | null; readonly now: Date },
    ) => Promise<void>;
  }
}
