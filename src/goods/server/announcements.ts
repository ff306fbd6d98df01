import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { SqlPart } from "#platform/server/db/search-by-part.ts";
import type { LockedPackage } from "./packages/lock-packages.ts";

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** What the signed-in user ordered for an own parcel or package, the newest first. */
    readonly ordersOfSubject: (
      context: SignedInContext,
      subject: { readonly inboundParcelId: string } | { readonly packageId: string },
    ) => Promise<OwnPackageDetails["extraServices"]>;
    /** Parcels, and packages in which they were, have left, ended or were taken apart. */
    readonly goodsLeft: (
      context: ActingContext,
      db: Db,
      left: { readonly parcelIds: readonly string[]; readonly packageIds: readonly string[] },
    ) => Promise<void>;
    /** Locked packages are about to be moved one after the other: what wallets follow is locked before. */
    readonly packagesMoving: (db: Db, packageIds: readonly string[]) => Promise<void>;
    /** An own package, whose row is locked, goes to another recipient. Throws `ship_request_open`. */
    readonly recipientChanged: (
      context: SignedInContext,
      db: Db,
      pkg: LockedPackage,
      recipient: Recipient,
    ) => Promise<unknown>;
    /** Whether one of these parcels goes with a ship request that is being prepared. */
    readonly areRequested: (db: Db, parcelIds: readonly string[]) => Promise<boolean>;
    /** SQL: the ids of the packages whose label or ship request has the number `part`, without spaces and dashes. */
    readonly packageIdsOfNumber: (part: string, most: number) => readonly SqlPart<unknown>[];
    /** SQL: the newest photo of the box of the package with the id in the SQL `packageId`; null without any. */
    readonly boxPhotoOf: (packageId: SqlPart<unknown>) => SqlPart<string | null>;
  }
}
