// The scans of this device in its IndexedDB, one value for each parcel of a stocktake.
import { delMany, setMany, values } from "idb-keyval";
import { brandSlug } from "#platform/rules/brand.ts";
import { openStore } from "#goods/web/receiving/queue/open-store.ts";

/** Where a parcel was found; of several scans of a parcel the newest. */
export type StoredScan = {
  /** The account that scanned it, under which alone it is sent. */
  readonly userId: string;
  readonly stocktakeId: string;
  readonly storageLocationCode: string;
  /** When that storage location was scanned. */
  readonly locationScannedAt: string;
  /** null: nothing lay there. */
  readonly labelCode: string | null;
  readonly scannedAt: string;
  readonly isSent: boolean;
  /** The server does not know the parcel as one of this warehouse. */
  readonly isNotHere: boolean;
  /** Why the server did not accept it, in its words; null while it waits or is sent. */
  readonly refusal: string | null;
  /** It is the account's own parcel, which a colleague counts. */
  readonly isOwn?: boolean;
};

/** Where scans are stored. Every method resolves once the browser has written it to disk. */
export type ScanStore = {
  /** Those of all accounts. */
  readonly list: () => Promise<readonly StoredScan[]>;
  readonly put: (scans: readonly StoredScan[]) => Promise<void>;
  readonly remove: (scans: readonly StoredScan[]) => Promise<void>;
};

/** The same for each scan of a parcel, and for each empty storage location. */
export function keyOfScan(
  scan: Pick<StoredScan, "userId" | "stocktakeId" | "labelCode" | "storageLocationCode">,
): string {
  const { userId, stocktakeId, labelCode, storageLocationCode } = scan;
  return [userId, stocktakeId, labelCode ?? `empty ${storageLocationCode}`].join(" ");
}

export function openScanStore(name = `${brandSlug}-stocktake-scans`): ScanStore {
  const store = openStore(name);
  return {
    list: () => values<StoredScan>(store),
    put: (scans) =>
      setMany(
        scans.map((scan) => [keyOfScan(scan), scan]),
        store,
      ),
    remove: (scans) => delMany(scans.map(keyOfScan), store),
  };
}
