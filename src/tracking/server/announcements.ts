import type { Db } from "#platform/server/db/open.ts";
import type { SqlPart } from "#platform/server/db/search-by-part.ts";

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** Something was reported about the numbers of trackers, whose rows are locked, or they have another holder. */
    readonly trackersReported: (
      context: ActingContext,
      db: Db,
      trackerIds: readonly string[],
    ) => Promise<void>;
    /** Where the legs that have trackers' numbers begin and end. */
    readonly legsOfTrackers: (
      db: Db,
      trackerIds: readonly string[],
    ) => Promise<
      readonly {
        readonly trackerId: string;
        readonly origin: string;
        readonly destination: string;
      }[]
    >;
    /** The accounts that have a number now. */
    readonly ownersOfTracker: (db: Db, trackerId: string) => Promise<string[]>;
    /** SQL: whether what has a number by the row `uses` of `tracker_uses` is still on its way. */
    readonly isUseOnItsWay: SqlPart<boolean>;
    /** SQL: one row with who declared what has a number by the row `uses`, null for a leg, and the phone that carriers ask for. */
    readonly holderOfUse: SqlPart<{ declaredBy: string | null; phone: string | null }>;
  }
}
