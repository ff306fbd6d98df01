import { apiError } from "#contract/errors.ts";

const defaultLimits = { maxRunning: 8, maxQueued: 1_000 };

/**
 * Runs `work` as soon as fewer than `maxRunning` requests of `address` run. Throws `unavailable` when `maxQueued` are queued
 * already.
 */
export type PerAddressLimit = <Result>(
  address: string,
  work: () => Promise<Result>,
) => Promise<Result>;

type Queue = { running: number; readonly queued: Set<() => void> };

/** Limits the requests of one signed-out address that run at once, so that many connections of one address cannot take the server. */
export function createPerAddressLimit(
  limits: typeof defaultLimits = defaultLimits,
): PerAddressLimit {
  const queues = new Map<string, Queue>();

  async function wait({ queued }: Queue): Promise<void> {
    if (queued.size >= limits.maxQueued) throw apiError("unavailable");
    await new Promise<void>((resolve) => {
      const begin = () => {
        queued.delete(begin);
        resolve();
      };
      queued.add(begin);
    });
  }

  return async (address, work) => {
    const queue = queues.get(address) ?? { running: 0, queued: new Set() };
    queues.set(address, queue);
    // A request that ends starts the next one, which leaves `running` unchanged.
    if (queue.running >= limits.maxRunning) await wait(queue);
    else queue.running += 1;
    try {
      return await work();
    } finally {
      const [next] = queue.queued;
      if (next !== undefined) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) queues.delete(address);
      }
    }
  };
}
