// Compares the time of the same work in a small and a large database.
import type { Database } from "#platform/server/db/open.ts";
import { quantile } from "./sized-database.ts";

/** Reads the whole database into memory, since the cost of a cold start is not measured. */
export async function warm({ pool }: Database): Promise<void> {
  await pool.query("create extension if not exists pg_prewarm");
  await pool.query(
    `select pg_prewarm(oid) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  );
}

/** The header above the lines of `compare`. */
export const compareHeader = `${"milliseconds".padEnd(34)} p50:small    large  ratio  |p99:small    large  ratio\n`;

/**
 * Measures `measured` in both databases in turns, prints a line with p50 and p99 in milliseconds, and returns the ratios
 * of the large one to the small one.
 */
export async function compare<Target>(
  name: string,
  measured: (target: Target, turn: number) => Promise<unknown>,
  databases: readonly [Target, Target],
  rounds: number,
) {
  const times: [number[], number[]] = [[], []];
  for (let turn = -20; turn < rounds; turn += 1) {
    // In turns, so that load of the machine affects both.
    for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now();
      await measured(databases[side], turn + 20);
      if (turn >= 0) times[side].push(performance.now() - startedAt);
    }
  }
  const figures = [0.5, 0.99].map((part) => {
    const [small, large] = [quantile(times[0], part), quantile(times[1], part)];
    return { small, large, ratio: large / small };
  });
  const cells = figures.map(
    ({ small, large, ratio }) =>
      `${small.toFixed(2).padStart(8)} ${large.toFixed(2).padStart(8)} ${ratio.toFixed(2).padStart(6)}`,
  );
  process.stdout.write(`${name.padEnd(34)} ${cells.join("  |")}\n`);
  const [p50, p99] = figures;
  return {
    p50Ratio: p50?.ratio ?? Number.NaN,
    p99Ratio: p99?.ratio ?? Number.NaN,
    largeP99: p99?.large ?? Number.NaN,
  };
}
