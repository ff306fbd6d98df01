// Compares the time of the same work among 10,000 and 1,000,000 inbound parcels, and judges it by the limits of both.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Database } from "#platform/server/db/open.ts";
import { compare, compareHeader } from "./compare-sizes.ts";
import { silent } from "./sized-database.ts";

const sizes = { small: 10_000, large: Number(process.env["BENCH_PARCELS"] ?? 1_000_000) };
const samples = Number(process.env["BENCH_SAMPLES"] ?? 400);
const limits = { p50Ratio: 1.5, p99Milliseconds: 100 };

/**
 * Opens both databases below a folder that begins with `folderPrefix`, and prints a line for each measurement.
 * @param hasRatioLimit whether the ratio of a measurement's medians is judged too; where the small database does not fill
 * what is counted, a large one does more work.
 */
export async function compareParcelSizes<Target extends { readonly database: Database }>(
  folderPrefix: string,
  openTarget: (url: string, name: string, size: number) => Promise<Target>,
  measurements: Readonly<Record<string, (target: Target, turn: number) => Promise<unknown>>>,
  hasRatioLimit: (name: string) => boolean = () => true,
): Promise<void> {
  // A configured folder keeps the data for the next run.
  const storedFolder = process.env["BENCH_FOLDER"];
  const dataFolder = storedFolder ?? (await mkdtemp(join(tmpdir(), folderPrefix)));
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
  const targets: Target[] = [];
  try {
    const small = await openTarget(postgres.url, "small_parcels", sizes.small);
    const large = await openTarget(postgres.url, "large_parcels", sizes.large);
    targets.push(small, large);
    process.stdout.write(compareHeader);
    const slower: string[] = [];
    for (const [name, measured] of Object.entries(measurements)) {
      const { p50Ratio, largeP99 } = await compare(name, measured, [small, large], samples);
      const isRatioOver = hasRatioLimit(name) && p50Ratio > limits.p50Ratio;
      if (isRatioOver || largeP99 > limits.p99Milliseconds) slower.push(name);
    }
    process.stdout.write(
      slower.length === 0
        ? `Each judged median is at most ${limits.p50Ratio} times that of ${sizes.small} parcels, each p99 under ${limits.p99Milliseconds} ms.\n`
        : `Over the limits: ${slower.join("; ")}\n`,
    );
  } finally {
    await Promise.all(targets.map(({ database }) => database.close()));
    await postgres.close();
    if (storedFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  }
}
