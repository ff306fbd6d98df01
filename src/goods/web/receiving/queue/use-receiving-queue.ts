import { useMemo, useSyncExternalStore } from "react";
import type { ReceivingQueue } from "#goods/web/receiving/receiving-queue.ts";
import { useQueueAccount } from "./queue-context.ts";
import type { QueueState } from "./queue-records.ts";

/** What the desk's own notices show of the queue. */
export function useQueueState(): QueueState {
  const { queue } = useQueueAccount();
  return useSyncExternalStore(queue.subscribe, queue.state);
}

/** The queue of the account at the desk; needs a QueueProvider above it. */
export function useReceivingQueue(): ReceivingQueue {
  const { queue } = useQueueAccount();
  const { items, isRead, isOnline, isFull } = useQueueState();
  return useMemo(() => {
    const { add, resend, addMove, resendMove, discard, onReceived } = queue;
    const changes = { add, resend, addMove, resendMove, discard };
    return { items, isRead, isOnline, isFull, ...changes, onReceived };
  }, [queue, items, isRead, isOnline, isFull]);
}
