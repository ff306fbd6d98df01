// Shared by the fault scripts: the count argument, and printing and judging of figures.

/** The number given as the script's first argument, or `usual`. */
export function countGiven(usual: number): number {
  const count = Number(process.argv[2] ?? usual);
  if (!Number.isInteger(count) || count < 1) throw new Error("The count is a whole number from 1.");
  return count;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The median and the longest of some durations, in whole milliseconds. */
export function spread(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const median = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  return `median ${median} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms`;
}

/** Prints what went wrong, and has the script fail when anything did. */
export function conclude(wrong: readonly string[]): void {
  say(wrong.length === 0 ? "held" : `BROKEN, ${wrong.length} times:`);
  for (const sentence of wrong.slice(0, 20)) say(`  ${sentence}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

/** Asks again and again until `isSo`; resolves to how long that took, in milliseconds. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  timeoutMilliseconds = 60_000,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - startedAt > timeoutMilliseconds) {
      throw new Error(`Waited in vain for ${what}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - startedAt;
}

/** The status of an answer to `address`, and how long it took; 0 where there was none. */
export async function ask(
  address: string,
  init: RequestInit = {},
): Promise<{ status: number; milliseconds: number; text: string }> {
  const startedAt = performance.now();
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) });
    const text = await response.text();
    return { status: response.status, milliseconds: performance.now() - startedAt, text };
  } catch {
    return { status: 0, milliseconds: performance.now() - startedAt, text: "" };
  }
}
