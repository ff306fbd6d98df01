// Says how much memory the built-in PostgreSQL keeps pages of its tables and indexes in.
import { totalmem } from "node:os";

const bytesPerMegabyte = 1_048_576;
const leastMegabytes = 128;
const mostMegabytes = 2_048;

/**
 * PostgreSQL's `shared_buffers` on a machine with `memoryBytes`: an eighth, which leaves room for the server beside
 * it. Its own default of 128 MB suits the smallest machines alone: with a million packages most of a customer's
 * list would be copied from the system's cache again and again. It takes what it has pages for, no more.
 */
export function pageMemory(memoryBytes: number): string {
  const eighth = Math.floor(memoryBytes / 8 / bytesPerMegabyte);
  return `${Math.min(mostMegabytes, Math.max(leastMegabytes, eighth))}MB`;
}

/** What this process and those beside it may use: the machine's memory, or less where a container limits it. */
export function availableMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
