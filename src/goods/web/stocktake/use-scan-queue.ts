import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useApiClient } from "#goods/web/api.ts";
import { createScanQueue, type ScanQueue } from "./scan-queue.ts";
import type { ScanQueueState } from "./scan-records.ts";
import { openScanStore } from "./stored-scan.ts";

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
