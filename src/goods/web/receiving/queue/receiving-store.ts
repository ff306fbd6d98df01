// The records of the desk in this browser's IndexedDB, one value for each record with its photos.
import { del, set, update, values, type UseStore } from "idb-keyval";
import { brandSlug } from "#platform/rules/brand.ts";
import type {
  QueuedMove,
  QueuedReceiving,
  RecordKind,
} from "#goods/web/receiving/receiving-queue.ts";
import { openStore } from "./open-store.ts";

type Stored = {
  /** Milliseconds; larger than those of all records before it. */
  readonly addedAt: number;
  /** Why the server refused it; null while it waits. */
  readonly refusal: string | null;
  /** Of the parcel, once the server has the record and only photos are missing. */
  readonly inboundParcelId: string | null;
};

/** A record as it is stored. Its photos are removed one by one as the server confirms them. */
export type StoredReceiving = Stored &
  Omit<QueuedReceiving, "state" | "errorMessage" | "isRecorded" | "kind"> & {
    /** Records of earlier releases have none. */
    readonly kind?: RecordKind;
  };

export type StoredMove = Stored & Omit<QueuedMove, "state" | "errorMessage">;

export type StoredRecord = StoredReceiving | StoredMove;

export type RecordChange = Partial<StoredReceiving> | Partial<StoredMove>;

/** Where records are stored. Every method resolves once the browser has written it to disk. */
export type ReceivingStore = {
  /** Those of all accounts, in the order in which they were recorded. */
  readonly list: () => Promise<StoredRecord[]>;
  readonly add: (record: StoredRecord) => Promise<void>;
  /** Does nothing where the record was removed meanwhile. */
  readonly change: (idempotencyKey: string, change: RecordChange) => Promise<void>;
  readonly remove: (idempotencyKey: string) => Promise<void>;
};

function changeStored(store: UseStore, key: string, change: RecordChange) {
  return update<StoredRecord | undefined>(
    key,
    (stored) => (stored === undefined ? undefined : ({ ...stored, ...change } as StoredRecord)),
    store,
  );
}

export function openReceivingStore(name = `${brandSlug}-receiving-queue`): ReceivingStore {
  const store = openStore(name);
  return {
    async list() {
      const stored = await values<StoredRecord | undefined>(store);
      return stored
        .filter((record) => record !== undefined)
        .toSorted((one, other) => one.addedAt - other.addedAt);
    },
    add: (record) => set(record.idempotencyKey, record, store),
    change: (key, change) => changeStored(store, key, change),
    remove: (key) => del(key, store),
  };
}
