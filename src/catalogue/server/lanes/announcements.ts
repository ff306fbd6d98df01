import type { Db } from "#platform/server/db/open.ts";

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** A lane is suspended from now on. */
    readonly laneSuspended: (services: Pick<AppServices, "jobs">, db: Db) => Promise<void>;
  }
}
