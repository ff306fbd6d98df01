import { totalmem } from "node:os";

const bytesPerMegabyte = 1_048_576;
const minMegabytes = 128;
const maxMegabytes = 2_048;

/**
 * PostgreSQL's `shared_buffers` on a machine with `memoryBytes`: an eighth, which leaves memory for the server. With the
 * default of 128 MB and a million packages, most pages of a customer's list would be read again from the system's cache.
 */
export function pageMemory(memoryBytes: number): string {
  const eighth = Math.floor(memoryBytes / 8 / bytesPerMegabyte);
  return `${Math.min(maxMegabytes, Math.max(minMegabytes, eighth))}MB`;
}

/** The machine's memory, or a container's limit. */
export function availableMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
