// The scans of one account on this device: answered at once, kept in the browser, and sent in batches.
import { ORPCError } from "@orpc/client";
import { stocktakeLimits } from "#goods/rules/receiving.ts";
import { type ApiClient, useApiClient } from "#goods/web/api.ts";
import { sendingError } from "#goods/web/receiving/queue/sending-loop.ts";
import {
  createScanRecords,
  isWaiting,
  type ScanQueueState,
  type ScanRecords,
  type ScanStore,
  type StoredScan,
  openScanStore,
} from "./scan-records.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { useEffect, useMemo, useSyncExternalStore } from "react";

/** A scan is sent at once, and those that follow it together, so that a stocktake makes few requests. */
const batchMilliseconds = 3_000;
const firstRetryMilliseconds = 1_000;
const longestRetryMilliseconds = 30_000;
/** A request without an answer must not hold up the others for ever. */
const timeoutMilliseconds = 30_000;

type NewScan = Pick<
  StoredScan,
  "stocktakeId" | "storageLocationCode" | "locationScannedAt" | "labelCode" | "scannedAt"
>;

export type ScanQueue = {
  readonly state: () => ScanQueueState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Shows the scan at once, keeps it and sends it. */
  readonly add: (scan: NewScan) => void;
  /** Sends what waits until the returned function is called. */
  readonly start: () => () => void;
  /** Tries to send now. */
  readonly wake: () => void;
  /** Removes what the server did not accept. */
  readonly discardRefused: () => void;
  /** Removes what was sent to stocktakes other than this one. */
  readonly keepOnly: (stocktakeId: string) => void;
  /** Called after scans were sent. Returns how to stop. */
  readonly onSent: (listener: () => void) => () => void;
};

type ScanQueueServices = {
  readonly userId: string;
  readonly store: ScanStore;
  readonly client: { readonly stocktakes: Pick<ApiClient["stocktakes"], "recordScans"> };
};

/** The oldest waiting scans of one storage location. */
function nextBatch(scans: Iterable<StoredScan>): readonly StoredScan[] {
  const waiting = [...scans].filter(isWaiting);
  const [first] = waiting;
  if (first === undefined) return [];
  return waiting
    .filter(
      ({ stocktakeId, storageLocationCode }) =>
        stocktakeId === first.stocktakeId && storageLocationCode === first.storageLocationCode,
    )
    .slice(0, stocktakeLimits.scansPerRequest);
}

function inputOf(batch: readonly StoredScan[], { stocktakeId, storageLocationCode }: StoredScan) {
  const [scannedAt = ""] = batch.map(({ locationScannedAt }) => locationScannedAt).toSorted();
  const items = batch.flatMap((scan) =>
    scan.labelCode === null ? [] : [{ labelCode: scan.labelCode, scannedAt: scan.scannedAt }],
  );
  return { stocktakeId, storageLocationCode, scannedAt, items };
}

function retryMilliseconds(failures: number): number {
  return Math.min(firstRetryMilliseconds * 2 ** (failures - 1), longestRetryMilliseconds);
}

type Recorded = Awaited<ReturnType<ApiClient["stocktakes"]["recordScans"]>>;

function sentScan(scan: StoredScan, { notHere, own }: Recorded): StoredScan {
  const { labelCode } = scan;
  if (labelCode !== null && own.includes(labelCode)) {
    return { ...scan, isOwn: true, refusal: t("stocktake.own", { label: labelCode }) };
  }
  return { ...scan, isSent: true, isNotHere: labelCode !== null && notHere.includes(labelCode) };
}

/** Whether more scans wait from before `time` than those of the request that was just answered. */
function isBehind({ scans }: ScanQueueState, batch: readonly StoredScan[], time: number): boolean {
  return [...scans.values()].some(
    (scan) => isWaiting(scan) && !batch.includes(scan) && Date.parse(scan.scannedAt) < time,
  );
}

/** Runs `work` once at a time. */
function createTimer(work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const set = (at: number) => {
    const run = () => {
      timer = undefined;
      work();
    };
    timer ??= setTimeout(run, Math.max(0, at - Date.now()));
  };
  return { set, cancel };
}

/** Sends waiting scans in batches, and again until the server has answered. */
function createSending(services: ScanQueueServices, records: ScanRecords, onSent: () => void) {
  const { userId, client } = services;
  const timer = createTimer(() => void sendBatch());
  let isStarted = false;
  let isSending = false;
  let failures = 0;
  let nextSendAt = 0;

  function schedule(): void {
    if (isStarted && !isSending && records.state().unsentCount > 0) timer.set(nextSendAt);
  }

  function onFailure(error: unknown, batch: readonly StoredScan[]): void {
    const kind = sendingError(error);
    records.show({ isReachable: error instanceof ORPCError, isSignInNeeded: kind === "account" });
    if (kind === "refused" && error instanceof Error) {
      const refusal = error.message;
      records.put(records.unchanged(batch).map((scan) => ({ ...scan, refusal })));
      return;
    }
    // The server answered, so that others may pass a batch that it cannot take now.
    if (error instanceof ORPCError) records.put(records.unchanged(batch));
    failures += 1;
    nextSendAt = Date.now() + retryMilliseconds(failures);
  }

  async function sendBatch(): Promise<void> {
    const batch = nextBatch(records.state().scans.values());
    const [first] = batch;
    if (first === undefined) return;
    const startedAt = Date.now();
    isSending = true;
    nextSendAt = startedAt + batchMilliseconds;
    try {
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      const options = { context: { userId }, signal };
      const recorded = await client.stocktakes.recordScans(inputOf(batch, first), options);
      failures = 0;
      // What has waited for long, such as without a network, does not wait for its turn.
      if (isBehind(records.state(), batch, startedAt)) nextSendAt = 0;
      records.show({ isReachable: true, isSignInNeeded: false });
      records.put(records.unchanged(batch).map((scan) => sentScan(scan, recorded)));
      onSent();
    } catch (error) {
      onFailure(error, batch);
    } finally {
      isSending = false;
      schedule();
    }
  }

  return {
    schedule,
    start() {
      isStarted = true;
      schedule();
    },
    stop() {
      isStarted = false;
      timer.cancel();
    },
    wake() {
      failures = 0;
      nextSendAt = 0;
      timer.cancel();
      schedule();
    },
  };
}

function createScanQueue(services: ScanQueueServices): ScanQueue {
  const { userId, store } = services;
  const records = createScanRecords(userId, store);
  const sentListeners = new Set<() => void>();
  const sending = createSending(services, records, () => {
    for (const listener of sentListeners) listener();
  });
  return {
    state: records.state,
    subscribe: records.subscribe,
    wake: sending.wake,
    add(scan) {
      records.put([{ ...scan, userId, isSent: false, isNotHere: false, refusal: null }]);
      sending.schedule();
    },
    start() {
      void records.read().then(sending.schedule);
      sending.start();
      return sending.stop;
    },
    discardRefused: () => records.remove(records.state().refused),
    keepOnly(stocktakeId) {
      const ended = [...records.state().scans.values()].filter(
        (scan) => scan.isSent && scan.stocktakeId !== stocktakeId,
      );
      if (ended.length > 0) records.remove(ended);
    },
    onSent(listener) {
      sentListeners.add(listener);
      return () => void sentListeners.delete(listener);
    },
  };
}

/** The scans of the account on this device, which are sent while this is shown. */
export function useScanQueue(userId: string): { queue: ScanQueue; state: ScanQueueState } {
  const client = useApiClient();
  const queue = useMemo(
    () => createScanQueue({ userId, client, store: openScanStore() }),
    [userId, client],
  );
  useEffect(() => {
    const stop = queue.start();
    // What waits would be sent at the next visit.
    const onLeave = (event: BeforeUnloadEvent) => {
      if (queue.state().unsentCount > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", onLeave);
    window.addEventListener("online", queue.wake);
    return () => {
      stop();
      window.removeEventListener("beforeunload", onLeave);
      window.removeEventListener("online", queue.wake);
    };
  }, [queue]);
  return { queue, state: useSyncExternalStore(queue.subscribe, queue.state) };
}
