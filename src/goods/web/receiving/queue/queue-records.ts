// What is stored of a queue, as the screen shows it.
import { receivingLimits } from "#goods/rules/receiving.ts";
import type { QueuedRecord, ReceivingQueue } from "#goods/web/receiving/receiving-queue.ts";
import type { ReceivingStore, StoredRecord } from "./receiving-store.ts";

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
  const { kind = "received", input, photos } = record;
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
