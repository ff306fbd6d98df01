import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import type { ParcelServices } from "#goods/contract/parcel-services.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { SqlPart } from "#platform/server/db/search-by-part.ts";
import type { LockedPackage } from "./packages/lock-packages.ts";

/** What of a parcel's goods was changed, and by whom. */
export type GoodsChange = {
  readonly parcelId: string;
  readonly packageId: string | null;
  readonly by: "customer" | "staff";
  /** What was stated until then. */
  readonly goodsBefore: readonly GoodsItem[];
  /** Whether it is something that their customer signs. */
  readonly isSigned: boolean;
  /** Whether services judge the goods by it. */
  readonly isScreened: boolean;
  /** Whether it is known from now on that the parcel was ordered in a shop, or no longer. */
  readonly isPurchaseChanged: boolean;
  /** Of staff. */
  readonly reason: string;
};

/** With what a package was sent, or is to be. */
export type SentPackage = {
  readonly reference: string;
  readonly carrierName: string | null;
  readonly labelNumber: string | null;
  /** What the customer accepted; null before that. */
  readonly priceCents: number | null;
};

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** What the signed-in user ordered for an own parcel or package, the newest first. */
    readonly ordersOfSubject: (
      context: SignedInContext,
      subject: { readonly inboundParcelId: string } | { readonly packageId: string },
    ) => Promise<OwnPackageDetails["extraServices"]>;
    /** By how many services an own parcel goes as far as is known of it; null where it is not known from where. */
    readonly servicesOfParcel: (
      context: SignedInContext,
      inboundParcelId: string,
    ) => Promise<ParcelServices | null>;
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
    /** The number of a ship request that is being prepared, with which one of these parcels goes; null where none does. */
    readonly requestOf: (db: Db, parcelIds: readonly string[]) => Promise<string | null>;
    /** SQL: the ids of the packages whose label, ship request or manifest has the number `part`, without spaces and dashes. */
    readonly packageIdsOfNumber: (part: string, most: number) => readonly SqlPart<unknown>[];
    /**
     * A parcel of a locked package is taken from its customer. It leaves their open ship request, which ends where it was
     * the last one. Returns whether it went with one. Throws `parcel_in_box` once it lies in the box.
     */
    readonly parcelTaken: (
      context: SignedInContext,
      db: Db,
      taken: { readonly parcelId: string; readonly packageId: string },
    ) => Promise<boolean>;
    /**
     * The goods of a parcel were changed, whose row and whose package's are locked. Throws `declaration_fixed` once the label
     * of its ship request is made, and `too_many_lines` where its paper has no room for what was added.
     */
    readonly goodsChanged: (context: SignedInContext, db: Db, change: GoodsChange) => Promise<void>;
    /** With what these packages were sent, or are to be, by package; the newest of several times. */
    readonly sentPackages: (
      db: Db,
      packageIds: readonly string[],
    ) => Promise<ReadonlyMap<string, SentPackage>>;
    /** What was recorded of the goods in a parcel, or stated of what services judge them by, has changed. */
    readonly goodsRecorded: (
      services: Pick<AppServices, "jobs">,
      db: Db,
      inboundParcelId: string,
    ) => Promise<void>;
    /** SQL: the newest photo of the box of the package with the id in the SQL `packageId`; null without any. */
    readonly boxPhotoOf: (packageId: SqlPart<unknown>) => SqlPart<string | null>;
  }
}
