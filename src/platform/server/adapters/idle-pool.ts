import type { Pool } from "workerpool";

export type IdlePool = {
  /** Does `work` with the pool, which is started where there is none. */
  use<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result>;
  /** Ends all workers, busy or not; the next use starts others. */
  end(): Promise<void>;
};

/** A pool of workers that is started with its first use and ended once it was not used for `idleSeconds`. */
export function openIdlePool(start: () => Pool, idleSeconds: number): IdlePool {
  let pool: Pool | null = null;
  let activeCount = 0;
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(idle);
    const ended = pool;
    pool = null;
    await ended?.terminate(true);
  };

  return {
    async use(work) {
      clearTimeout(idle);
      pool ??= start();
      activeCount += 1;
      try {
        return await work(pool);
      } finally {
        activeCount -= 1;
        if (activeCount === 0) idle = setTimeout(() => void end(), idleSeconds * 1000).unref();
      }
    },
    end,
  };
}
