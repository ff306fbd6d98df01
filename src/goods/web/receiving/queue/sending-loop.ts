// Sends the records of an account in order, one at a time, and again until the server has answered.
import { ORPCError } from "@orpc/client";
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import { t } from "./messages.ts";
import type { QueueRecords } from "./queue-records.ts";
import type { ReceivingStore, StoredRecord } from "./receiving-store.ts";
import { sendRecord, UnreadablePhotoError, type SendingClient } from "./send-record.ts";
import { sendingError } from "./sending-error.ts";

const firstRetryMilliseconds = 1_000;
const longestRetryMilliseconds = 30_000;
/** After so many failures of the server itself a record lets the others pass. */
const maxServerFailures = 8;

export type SendingServices = {
  readonly store: ReceivingStore;
  readonly client: { readonly receiving: SendingClient };
  readonly now: () => number;
  /** Runs `work` while no other tab runs any. */
  readonly lock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves after the time, or at once when `signal` is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onReceived: (record: StoredRecord, answer: ReceivedParcel) => void;
};

export type SendingLoop = {
  /** Sends what waits until the returned function is called. */
  readonly start: () => () => void;
  /** Tries to send now, such as after signing in. */
  readonly wake: () => void;
  /** The same for a loop that has sent everything; one that waits to try again keeps its pause. */
  readonly wakeIdle: () => void;
};

/** What one attempt came to: a record was sent or set aside, nothing waits, or it must be tried later. */
type Attempt = "done" | "empty" | "later";

function retryMilliseconds(retries: number): number {
  const longest = Math.min(firstRetryMilliseconds * 2 ** (retries - 1), longestRetryMilliseconds);
  return longest * (0.75 + Math.random() / 4);
}

/** Sends the oldest record that waits. */
function createAttempt(services: SendingServices, records: QueueRecords) {
  const { store } = services;
  let serverFailures = 0;

  async function setAside(record: StoredRecord, reason: string): Promise<Attempt> {
    const isReceived = record.inboundParcelId !== null;
    const refusal = isReceived ? t("receiving-queue.photoRefused", { reason }) : reason;
    await store.change(record.idempotencyKey, { refusal });
    serverFailures = 0;
    return "done";
  }

  async function onFailure(error: unknown, key: string): Promise<Attempt> {
    // Read again: the measurements may have been sent before a photo failed.
    const record = (await records.load()).find(({ idempotencyKey }) => idempotencyKey === key);
    if (record === undefined) return "done";
    if (error instanceof UnreadablePhotoError) return await setAside(record, error.message);
    const kind = sendingError(error);
    records.setConnection({
      isReachable: error instanceof ORPCError,
      isSignInNeeded: kind === "account",
    });
    if (kind === "refused" && error instanceof Error) return await setAside(record, error.message);
    if (error instanceof ORPCError && error.status === 500) serverFailures += 1;
    if (serverFailures < maxServerFailures) return "later";
    return await setAside(record, t("receiving-queue.serverFailed"));
  }

  return async (signal: AbortSignal): Promise<Attempt> => {
    // Read under the lock: another tab may just have sent it.
    const record = (await records.load()).find(({ refusal }) => refusal === null);
    if (record === undefined) return "empty";
    records.setConnection({ sendingKey: record.idempotencyKey });
    try {
      await sendRecord({ ...services, signal }, record);
      records.setConnection({ isReachable: true, isSignInNeeded: false });
      serverFailures = 0;
      return "done";
    } catch (error) {
      return await onFailure(error, record.idempotencyKey);
    } finally {
      records.setConnection({ sendingKey: null });
    }
  };
}

export function createSendingLoop(services: SendingServices, records: QueueRecords): SendingLoop {
  const { lock, pause } = services;
  const attempt = createAttempt(services, records);
  let retries = 0;
  let waking = new AbortController();

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      waking = new AbortController();
      // A browser that cannot read its storage now may do so later.
      const last = await lock(() => attempt(signal)).catch((): Attempt => "later");
      // An attempt that changed nothing is not announced, or two tabs would wake each other for ever.
      await (last === "done" ? records.changed() : records.load()).catch(() => undefined);
      retries = last === "later" ? retries + 1 : 0;
      if (last === "done") continue;
      const milliseconds = last === "empty" ? Number.POSITIVE_INFINITY : retryMilliseconds(retries);
      await pause(milliseconds, AbortSignal.any([signal, waking.signal]));
    }
  }

  return {
    start() {
      const stopping = new AbortController();
      void run(stopping.signal);
      return () => stopping.abort();
    },
    wake() {
      retries = 0;
      records.setConnection({ isReachable: true });
      waking.abort();
    },
    wakeIdle() {
      if (retries === 0) waking.abort();
    },
  };
}
