import type { RawBuilder } from "kysely";

declare module "#server/context.ts" {
  interface Listeners {
    /** SQL: what the user in `profiles` can spend, in cents; 0 without a wallet. */
    readonly spendableCents: RawBuilder<bigint>;
  }
}
