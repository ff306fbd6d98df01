import type { AccountPart } from "#server/account-part.ts";

declare module "#server/context.ts" {
  interface Listeners {
    /** What the modules do with their rows when an account is exported and closed, in the order of erasing. */
    readonly accountParts: readonly AccountPart[];
  }
}
