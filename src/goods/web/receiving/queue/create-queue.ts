// The queue of one account on this device.
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import type {
  AddedPhoto,
  QueuedPhoto,
  QueuedRecord,
  ReceivingQueue,
} from "#goods/web/receiving/receiving-queue.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import {
  createQueueRecords,
  isQueueFull,
  toItem,
  type QueueState,
  type RecordServices,
  type StoredMove,
  type StoredReceiving,
  type StoredRecord,
} from "./queue-records.ts";
import { createSendingLoop, type SendingServices } from "./sending-loop.ts";

export type QueueServices = RecordServices & Omit<SendingServices, "onReceived">;

export type Queue = Pick<
  ReceivingQueue,
  "add" | "resend" | "addMove" | "resendMove" | "discard" | "onReceived"
> & {
  readonly state: () => QueueState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the store again, which another tab may have changed, and sends what it added. */
  readonly refresh: () => Promise<void>;
  /** Tries to send now, such as after signing in. */
  readonly wake: () => void;
  /** Sends what waits until the returned function is called. */
  readonly start: () => () => void;
};

function withKey(photo: AddedPhoto): QueuedPhoto {
  return { ...photo, idempotencyKey: photo.idempotencyKey ?? crypto.randomUUID() };
}

/** What a new record has. */
const unsent = { addedAt: 0, refusal: null, inboundParcelId: null };

export function createQueue(services: QueueServices): Queue {
  const { userId, store, now } = services;
  const listeners = new Set<(item: QueuedRecord, answer: ReceivedParcel) => void>();
  const onReceived = (record: StoredRecord, answer: ReceivedParcel) => {
    for (const listener of listeners) listener(toItem(record, record.idempotencyKey), answer);
  };
  const records = createQueueRecords(services);
  const loop = createSendingLoop({ ...services, onReceived }, records);
  let lastAddedAt = 0;

  async function changed(): Promise<void> {
    await records.changed();
    loop.wakeIdle();
  }

  type New = Omit<StoredReceiving, keyof typeof unsent> | Omit<StoredMove, keyof typeof unsent>;
  async function insert(record: New): Promise<void> {
    // Read again, since another tab of the account may have filled it.
    const own = await records.load();
    if (isQueueFull(own, now())) throw new Error(t("receiving-queue.full"));
    // Later than all before it, also when the clock was set back or two are added at once.
    lastAddedAt = Math.max(now(), lastAddedAt + 1, (own.at(-1)?.addedAt ?? 0) + 1);
    try {
      await store.add({ ...record, ...unsent, addedAt: lastAddedAt });
    } catch {
      throw new Error(t("receiving-queue.notStored"));
    }
    await changed();
  }

  return {
    state: records.state,
    subscribe: records.subscribe,
    start: loop.start,
    wake: loop.wake,
    async refresh() {
      const own = await records.load();
      if (own.some(({ refusal }) => refusal === null)) loop.wakeIdle();
    },
    onReceived(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async add(input, photos, kind = "received") {
      const { idempotencyKey } = input;
      await insert({ idempotencyKey, userId, kind, input, photos: photos.map(withKey) });
    },
    async addMove(input) {
      await insert({ idempotencyKey: input.idempotencyKey, userId, kind: "stored", input });
    },
    async resend(input, photos, kind = "received") {
      const change = { input, kind, photos: photos.map(withKey), refusal: null };
      await store.change(input.idempotencyKey, change);
      await changed();
    },
    async resendMove(input) {
      await store.change(input.idempotencyKey, { input, refusal: null });
      await changed();
    },
    async discard(idempotencyKey) {
      // Under the lock, so that a record is not being sent while it is discarded.
      await services.lock(() => store.remove(idempotencyKey));
      await changed();
    },
  };
}
