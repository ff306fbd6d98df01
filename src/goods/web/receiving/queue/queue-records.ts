// What is stored of a queue, as the screen shows it.
import { receivingLimits } from "#goods/rules/receiving.ts";
import type {
  QueuedRecord,
  ReceivingQueue,
  QueuedMove,
  QueuedReceiving,
} from "#goods/web/receiving/receiving-queue.ts";
import { del, set, update, values, type UseStore } from "idb-keyval";
import { openStore } from "#ui/web/desk/kept-lists.ts";
import { brandSlug } from "#platform/rules/brand.ts";

const hourMilliseconds = 3_600_000;

/** What the loop that sends knows of the connection. */
type Connection = {
  readonly sendingKey: string | null;
  /** Whether the last request had an answer. */
  readonly isReachable: boolean;
  /** Whether the session in this browser may not send. */
  readonly isSignInNeeded: boolean;
};

export type QueueState = Pick<ReceivingQueue, "items" | "isRead" | "isOnline" | "isFull"> & {
  /** Records that another account made on this device; nothing else of them is shown. */
  readonly otherAccountCount: number;
  /** Whether records wait because the session in this browser may not send them. */
  readonly isSignInNeeded: boolean;
};

export type RecordServices = {
  readonly userId: string;
  readonly store: ReceivingStore;
  readonly now: () => number;
  readonly isBrowserOnline: () => boolean;
  /** Tells the other tabs that the store has changed. */
  readonly announce: () => void;
};

export type QueueRecords = {
  readonly state: () => QueueState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the store again. Returns the records of the account. */
  readonly load: () => Promise<readonly StoredRecord[]>;
  /** The same, after a change that other tabs have to know of. */
  readonly changed: () => Promise<void>;
  readonly setConnection: (change: Partial<Connection>) => void;
};

/** Whether an account with these records must wait until some were sent. */
export function isQueueFull(own: readonly StoredRecord[], now: number): boolean {
  if (own.length >= receivingLimits.queuedRecords) return true;
  const oldest = own.find(({ refusal }) => refusal === null);
  return (
    oldest !== undefined && now - oldest.addedAt >= receivingLimits.queueHours * hourMilliseconds
  );
}

export function toItem(record: StoredRecord, sendingKey: string | null): QueuedRecord {
  const { idempotencyKey, userId, refusal } = record;
  const isSending = idempotencyKey === sendingKey;
  const state = refusal !== null ? "refused" : isSending ? "sending" : "waiting";
  const queued = { idempotencyKey, userId, state, errorMessage: refusal } as const;
  if (record.kind === "stored") return { ...queued, kind: record.kind, input: record.input };
  const { kind, input, photos } = record;
  return { ...queued, kind, input, photos, isRecorded: record.inboundParcelId !== null };
}

export function createQueueRecords(services: RecordServices): QueueRecords {
  const { userId, store, announce } = services;
  const listeners = new Set<() => void>();
  let connection: Connection = { sendingKey: null, isReachable: true, isSignInNeeded: false };
  let own: readonly StoredRecord[] = [];
  let isRead = false;
  let otherAccountCount = 0;
  let state = describe();

  function describe(): QueueState {
    const hasWaiting = own.some(({ refusal }) => refusal === null);
    return {
      items: own.map((record) => toItem(record, connection.sendingKey)),
      isRead,
      isOnline: connection.isReachable && services.isBrowserOnline(),
      isFull: isQueueFull(own, services.now()),
      otherAccountCount,
      isSignInNeeded: connection.isSignInNeeded && hasWaiting,
    };
  }

  function show(): void {
    state = describe();
    for (const listener of listeners) listener();
  }

  async function load() {
    const all = await store.list();
    own = all.filter((record) => record.userId === userId);
    otherAccountCount = all.length - own.length;
    isRead = true;
    show();
    return own;
  }

  return {
    load,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async changed() {
      announce();
      await load();
    },
    setConnection(change) {
      const changed = { ...connection, ...change };
      const isSame = JSON.stringify(changed) === JSON.stringify(connection);
      connection = changed;
      if (!isSame) show();
    },
  };
}

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
  Omit<QueuedReceiving, "state" | "errorMessage" | "isRecorded">;

export type StoredMove = Stored & Omit<QueuedMove, "state" | "errorMessage">;

export type StoredRecord = StoredReceiving | StoredMove;

type RecordChange = Partial<StoredReceiving> | Partial<StoredMove>;

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
