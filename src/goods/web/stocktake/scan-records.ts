// What is known of the scans of one account on this device, and how they are kept.
import { delMany, setMany, values } from "idb-keyval";
import { brandSlug } from "#platform/rules/brand.ts";
import { openStore } from "#ui/web/desk/kept-lists.ts";

export type ScanQueueState = {
  /** False until what this browser has kept was read. */
  readonly isRead: boolean;
  /** Those of the account, by parcel; sent ones too, until their stocktake ends. */
  readonly scans: ReadonlyMap<string, StoredScan>;
  readonly unsentCount: number;
  readonly refused: readonly StoredScan[];
  /** Scans of other accounts that were not sent; nothing else of them is shown. */
  readonly otherAccountCount: number;
  /** Whether the last request had an answer. */
  readonly isReachable: boolean;
  /** Scans wait because the session in this browser may not send them. */
  readonly isSignInNeeded: boolean;
  /** This browser could not keep a scan: it is lost when the page is closed before it is sent. */
  readonly isUnstored: boolean;
};

export type ScanRecords = ReturnType<typeof createScanRecords>;

export function isWaiting({ isSent, refusal }: StoredScan): boolean {
  return !isSent && refusal === null;
}

export function createScanRecords(userId: string, store: ScanStore) {
  const listeners = new Set<() => void>();
  let scans: ReadonlyMap<string, StoredScan> = new Map();
  let rest: Omit<ScanQueueState, "scans" | "unsentCount" | "refused"> = {
    isRead: false,
    otherAccountCount: 0,
    isReachable: true,
    isSignInNeeded: false,
    isUnstored: false,
  };
  let state = describe();

  function describe(): ScanQueueState {
    const all = [...scans.values()];
    return {
      ...rest,
      scans,
      unsentCount: all.filter(isWaiting).length,
      refused: all.filter(({ refusal }) => refusal !== null),
    };
  }

  function show(change: Partial<typeof rest> = {}): void {
    rest = { ...rest, ...change };
    state = describe();
    for (const listener of listeners) listener();
  }

  const onUnstored = () => show({ isUnstored: true });

  return {
    state: () => state,
    show,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async read() {
      const stored = await store.list().catch(() => []);
      const own = stored.filter((scan) => scan.userId === userId);
      // What was scanned while this was read is newer.
      scans = new Map([...own.map((scan) => [keyOfScan(scan), scan] as const), ...scans]);
      const otherAccountCount = stored.filter(isWaiting).length - own.filter(isWaiting).length;
      show({ isRead: true, otherAccountCount });
    },
    put(changed: readonly StoredScan[]) {
      // An added scan is last, so that scans are sent in the order in which they were made.
      const next = new Map(scans);
      for (const scan of changed) {
        const key = keyOfScan(scan);
        if (isWaiting(scan)) next.delete(key);
        next.set(key, scan);
      }
      scans = next;
      show();
      void store.put(changed).catch(onUnstored);
    },
    remove(removed: readonly StoredScan[]) {
      const keys = new Set(removed.map(keyOfScan));
      scans = new Map([...scans].filter(([key]) => !keys.has(key)));
      show();
      void store.remove(removed).catch(() => undefined);
    },
    /** Those of `batch` that were not scanned again meanwhile. */
    unchanged: (batch: readonly StoredScan[]) =>
      batch.filter((scan) => scans.get(keyOfScan(scan)) === scan),
  };
}

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
function keyOfScan(
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
