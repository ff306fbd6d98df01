import type { Hold } from "#money/contract/wallet.ts";
import type { Language } from "#platform/rules/language.ts";
import type { LedgerFault } from "#money/rules/ledger.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** A customer can spend more than before. Returns whether something waits for it and may go on now. */
    readonly moneyAvailable: (
      services: Pick<AppServices, "jobs">,
      db: Db,
      userId: string,
    ) => Promise<boolean>;
    /** A customer has this plan from now on, and had another one or none. */
    readonly planStarted: (
      services: Pick<AppServices, "jobs" | "now">,
      db: Db,
      customer: { readonly userId: string; readonly plan: PlanName },
    ) => Promise<void>;
    /** A hold took the place of one that was settled. */
    readonly holdReplaced: (
      db: Db,
      holds: { readonly from: string; readonly to: string },
    ) => Promise<void>;
    /** The extra services that holds pay, by hold, in `language`. */
    readonly ordersOfHolds: (
      db: Db,
      holdIds: readonly string[],
      language: Language,
    ) => Promise<ReadonlyMap<string, NonNullable<Hold["extraService"]>>>;
    /** The tracking numbers of those of these packages that exist, by package. */
    readonly trackingNumbersOf: (
      db: Db,
      packageIds: readonly string[],
    ) => Promise<ReadonlyMap<string, string>>;
    /** How their customers call those of these packages that exist, and where those go, by package. */
    readonly packageNamesOf: (
      db: Db,
      packageIds: readonly string[],
    ) => Promise<
      ReadonlyMap<
        string,
        { readonly name: string; readonly trackingNumber: string; readonly destination: string }
      >
    >;
    /** The tracking number of a user's package; undefined when they have no package of that id. */
    readonly trackingNumberOf: (
      db: Db,
      packageId: string,
      userId: string,
    ) => Promise<string | undefined>;
    /** A user's packages, the newest first, at most `limit`. */
    readonly newestPackagesOf: (
      db: Db,
      userId: string,
      limit: number,
    ) => Promise<{ id: string; trackingNumber: string }[]>;
    /** Throws `ship_request_open` where a package is charged by its ship request, unless staff confirmed it. */
    readonly confirmCharge: (
      db: Db,
      packageId: string | null,
      isConfirmed?: boolean,
    ) => Promise<void>;
    /** Every order whose hold is not as it should be; with null of all users. */
    readonly orderFaultsOf: (db: Db, userIds: readonly string[] | null) => Promise<LedgerFault[]>;
    /** Everything that is charged or held for a ship request and should not be; with null of all users. */
    readonly chargeFaultsOf: (db: Db, userIds: readonly string[] | null) => Promise<LedgerFault[]>;
  }
}
