import type { AccountPart } from "#platform/server/account-part.ts";

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** What the modules do with their rows when an account is exported and closed, in the order of erasing. */
    readonly accountParts: readonly AccountPart[];
  }
}
