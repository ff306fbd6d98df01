import type { SqlPart } from "#platform/server/db/search-by-part.ts";

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** SQL: what the user in `profiles` can spend, in cents; 0 without a wallet. */
    readonly spendableCents: SqlPart<bigint>;
  }
}
