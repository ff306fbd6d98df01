// Lets few requests of one address that is not signed in be worked on at the same time; its others wait for their turn,
// so that many connections of one address take no more of the server than a few.
import { apiError } from "#contract/errors.ts";

const ownLimits = { atOnce: 8, mostWaiting: 1_000 };

/** Runs `work` for `address` when its turn comes; refuses with `unavailable` when too many of that address wait. */
export type AddressTurns = <Result>(
  address: string,
  work: () => Promise<Result>,
) => Promise<Result>;

type Queue = { running: number; readonly waiting: Set<() => void> };

export function createAddressTurns(limits: typeof ownLimits = ownLimits): AddressTurns {
  const queues = new Map<string, Queue>();

  async function wait({ waiting }: Queue): Promise<void> {
    if (waiting.size >= limits.mostWaiting) throw apiError("unavailable");
    await new Promise<void>((resolve) => {
      const begin = () => {
        waiting.delete(begin);
        resolve();
      };
      waiting.add(begin);
    });
  }

  return async (address, work) => {
    const queue = queues.get(address) ?? { running: 0, waiting: new Set() };
    queues.set(address, queue);
    // Whoever ends hands its place over, so that the number that runs stays as it is.
    if (queue.running >= limits.atOnce) await wait(queue);
    else queue.running += 1;
    try {
      return await work();
    } finally {
      const [next] = queue.waiting;
      if (next !== undefined) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) queues.delete(address);
      }
    }
  };
}
