import { createContext, useContext } from "react";
import type { Queue } from "./create-queue.ts";

/** The queue of an account on this device. */
export type QueueAccount = {
  readonly userId: string;
  readonly queue: Queue;
};

export const QueueContext = createContext<QueueAccount | null>(null);

export function useQueueAccount(): QueueAccount {
  const account = useContext(QueueContext);
  if (account === null) throw new Error("The receiving queue needs a QueueProvider above it.");
  return account;
}
