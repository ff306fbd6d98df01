import type { Db } from "#server/db/open.ts";

declare module "#server/context.ts" {
  interface Listeners {
    /** A lane is suspended from now on. */
    readonly laneSuspended: (services: Pick<AppServices, "jobs">, db: Db) => Promise<void>;
  }
}
